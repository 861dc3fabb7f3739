// Where statements of Kotlin go on over the end of a line. Source: Kotlin language specification, "Grammar".

/** How the property before is got and set, with annotations and modifiers; a setter may be its modifier alone. */
const ACCESSOR =
  /(?:@[\w.:]{1,80}(?:\([^()\n]{0,200}\))?\s+){0,4}(?:(?:public|private|protected|internal|inline)\s+){0,2}(?:get\s*\(\s*\)|set\s*\(\s*[\w`@]|[gs]et[^\S\n]*(?:[;}\n]|$))/y;
const ANNOTATION_ALONE = /^\s*@[\w.:]{1,80}(?:\([^()\n]{0,200}\))?\s*$/;
/** To whom a property or a type is delegated. */
const DELEGATE = /by\s/y;
/** Functions of numbers and ranges that stand between two values and may end a line; others would be values of an `if`. */
const INFIX = /\s(?:and|or|xor|u?shr|shl|until|downTo)$/;
/** Characters of a line that is an annotation and nothing else. */
const ANNOTATION_MAX = 300;

/**
 * Whether what ends a line of Kotlin at `last` goes on with the next at `next`; null where nothing of Kotlin's own tells.
 */
export function kotlinGoesOn(mask: string, last: number, next: number): boolean | null {
  // A reference begins a statement: no line may break before its colons.
  if (mask.startsWith('::', next)) return false;
  ACCESSOR.lastIndex = next;
  DELEGATE.lastIndex = next;
  if (ACCESSOR.test(mask) || DELEGATE.test(mask) || INFIX.test(mask.slice(Math.max(0, last - 9), last + 1)))
    return true;
  return isAnnotationAlone(mask, last) ? true : null;
}

/** An expression may have annotations, which stand on lines of their own before it. */
function isAnnotationAlone(mask: string, last: number): boolean {
  const start = mask.lastIndexOf('\n', last) + 1;
  return last - start < ANNOTATION_MAX && ANNOTATION_ALONE.test(mask.slice(start, last + 1));
}
