/**
 * A condition by whose name something is built for tests, examples or measuring alone: a word of its own in it, which
 * `LATEST` and `CONTEST` only end like.
 */
const WORD =
  /(?<=(?:^|[^A-Za-z])(?:unit|self|system|perf|api|[cg])?)(?:tests?|testing|examples?|samples?|bench(?:marks?)?|fuzz(?:ing|ers?)?)\b/i;
/** The same as the last hump of a name, such as `BuildTests`. */
const HUMP = /(?<=[a-z])(?:Tests?|Testing|Examples?|Samples?|Bench(?:marks?)?|Fuzz(?:ing|ers?)?)\b/;

/** What must not hold. */
const DENIED = /(?:\bNOT\s{1,20}|!)\S{1,200}/g;

/** Whether what stands under some conditions is built for tests, examples or measuring alone. */
export function isBuiltAside(conditions: readonly string[]): boolean {
  return conditions.some((one) => {
    const asked = one.replace(DENIED, '');
    return WORD.test(asked) || HUMP.test(asked);
  });
}
