/** A condition by whose name something is built for tests, examples or measuring alone. */
const ASIDE = /(?:TESTS?|TESTING|EXAMPLES?|SAMPLES?|BENCH(?:MARKS?)?|FUZZ(?:ING|ERS?)?)\b/i;

/** Whether what stands under some conditions is built for tests, examples or measuring alone. */
export function isBuiltAside(conditions: readonly string[]): boolean {
  return conditions.some((one) => ASIDE.test(one));
}
