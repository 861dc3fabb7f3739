import { isOpenerCode } from './extent.ts';
import { endsAt, firstAfterBreaks } from './line-ends.ts';
import type { Open, Scan } from './scan-state.ts';

/** Characters of what a type without a name derives from. */
const HEAD_MAX = 400;
const OBJECT = /\bobject\b(?=\s*[:{])/g;
const NEW = /\bnew\b(?=\s*[\w$(`])/g;
/** A type of Scala, or the word before a further one. */
const TYPE_OR_WITH = /[\w$`][\w$.#`]*/y;

/**
 * Whether a brace opens the body of a type that is no symbol: of an object in a value (Kotlin's `object : Base(1) {`, Scala's
 * `new Base(1) with Other {`), or of a member of an enum of Kotlin (`First(1) {`). What it holds are members; in any other
 * such brace stands code, whose values are local.
 */
export function opensNamelessType(scan: Scan, brace: number): boolean {
  if (scan.structure.mask[brace] !== '{') return false;
  if (scan.language === 'scala') return isNewBody(scan, brace);
  return scan.language === 'kotlin' && (isObjectBody(scan, brace) || isMemberBody(scan, brace));
}

/** Behind the last of a word before a brace; -1 where it is not near. */
function behindWord({ structure: { mask } }: Scan, word: RegExp, brace: number): number {
  const from = Math.max(0, brace - HEAD_MAX);
  const last = [...mask.slice(from, brace + 1).matchAll(word)].at(-1);
  return last === undefined ? -1 : from + last.index + last[0].length;
}

/** Of what is called on a new object, as in `new A(1).map {` or `new A map {`, the brace is another one's. */
function isNewBody(scan: Scan, brace: number): boolean {
  const { mask, closeOf } = scan.structure;
  let at = behindWord(scan, NEW, brace);
  if (at === -1) return false;
  let wantsType = true;
  for (at = firstAfterBreaks(mask, at); at < brace; at = firstAfterBreaks(mask, at)) {
    let word = '';
    if (mask[at] === '(' || mask[at] === '[') at = closeOf(at) + 1;
    else {
      TYPE_OR_WITH.lastIndex = at;
      word = TYPE_OR_WITH.exec(mask)?.[0] ?? '';
      // Between two types stands `with`.
      if (word === '' || wantsType === (word === 'with')) return false;
      at += word.length;
    }
    wantsType = word === 'with';
  }
  return at === brace;
}

function isObjectBody(scan: Scan, brace: number): boolean {
  const { mask, closeOf } = scan.structure;
  let at = behindWord(scan, OBJECT, brace);
  if (at === -1) return false;
  for (; at < brace; at += 1) {
    // Another brace before it is the object's; an object may be over without one, as `companion object : Base()`.
    if (mask[at] === '{' || endsAt(mask, at, 'kotlin')) return false;
    if (isOpenerCode(mask.charCodeAt(at))) at = closeOf(at);
  }
  return at === brace;
}

function isMemberBody({ open, structure: { mask, closeOf, lineStarts } }: Scan, brace: number): boolean {
  const [outer, own]: readonly (Open | undefined)[] = open.slice(-2);
  if (own?.symbol.kind !== 'variable' || outer?.symbol.kind !== 'enum') return false;
  const { name, line, column } = own.symbol;
  const behindName = firstAfterBreaks(mask, (lineStarts[line - 1] ?? 0) + column - 1 + name.length);
  const behind = mask[behindName] === '(' ? firstAfterBreaks(mask, closeOf(behindName) + 1) : behindName;
  return behind === brace;
}
