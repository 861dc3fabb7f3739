import type { CodeFile, Family } from '../code-file.ts';

/** Languages whose calls may have type arguments in angle brackets. */
const ANGLED: ReadonlySet<Family> = new Set(['script', 'java', 'csharp', 'c', 'rust', 'swift']);
/** Characters outside of other brackets that type arguments go over, and how deep they are nested. */
const CHARACTERS_MAX = 600;
const DEPTH_MAX = 20;

/**
 * Where type arguments end that begin with the `<` at an offset, behind their `>`; -1 where what stands there is a
 * comparison, or goes on too long. They may go over lines and hold types in brackets of all kinds; parameters that are
 * declared may have defaults.
 */
export function typeArgumentsEnd(file: CodeFile, at: number, list: 'given' | 'declared' = 'given'): number {
  const mask = file.mask();
  if (!ANGLED.has(file.family) || mask[at] !== '<') return -1;
  const { closeOf } = file.structure();
  let depth = 0;
  let next = at;
  for (let left = CHARACTERS_MAX; left > 0 && next < mask.length; left -= 1) {
    if ((endsTypes(mask, next) && !(list === 'declared' && mask[next] === '=')) || depth > DEPTH_MAX) return -1;
    depth += stepOf(mask, next);
    next = ('([{'.includes(mask[next] ?? '') ? closeOf(next) : next) + 1;
    if (depth === 0) return next;
  }
  return -1;
}

/**
 * Offset of the `<` of the list of types that an offset is in; -1 where it is in none, or too far behind. The offset of
 * the `>` that ends a list is in that.
 */
export function typeArgumentsStart(file: CodeFile, at: number): number {
  const mask = file.mask();
  const { around } = file.structure();
  let depth = 0;
  let next = at - 1;
  for (let left = CHARACTERS_MAX; left > 0 && next >= 0; left -= 1) {
    const sign = mask[next] ?? '';
    if (';([{'.includes(sign)) return -1;
    depth += stepOf(mask, next);
    if (depth > 0) return next;
    next = (')]}'.includes(sign) ? around(next) : next) - 1;
  }
  return -1;
}

function stepOf(mask: string, at: number): number {
  if (mask[at] === '<') return 1;
  // The end of an arrow closes nothing.
  return mask[at] === '>' && !'=-'.includes(mask[at - 1] ?? ' ') ? -1 : 0;
}

/** Whether a sign stands in no type: the end of a statement or bracket, or an operator. */
function endsTypes(mask: string, at: number): boolean {
  const sign = mask[at] ?? '';
  if (';)]}+!%'.includes(sign)) return true;
  const next = mask[at + 1] ?? '';
  if (sign === '=') return next !== '>';
  return ('&|'.includes(sign) && next === sign) || (sign === '<' && (next === '<' || next === '='));
}
