import { before } from '../../lex/code-text.ts';
import type { CodeFile, Family } from '../code-file.ts';
import type { Place } from '../reference.ts';
import { ownerInCallable } from './php-callables.ts';
import { typeArgumentsStart } from './type-arguments.ts';

/** Words of a path that are read: longer ones are nothing that somebody declared. */
const PATH_WORDS_MAX = 6;
const WORD_BEFORE = /[\p{L}\p{N}_$]+$/u;

/** The words before a dot, arrow or double colon, the outermost first. */
export function pathBefore(file: CodeFile, at: number): Pick<Place, 'path' | 'isOfUnknown'> {
  const mask = file.mask();
  const owner = file.family === 'php' ? ownerInCallable(mask, at) : null;
  if (owner !== null) return { path: [owner.slice(owner.lastIndexOf('\\') + 1)], isOfUnknown: false };
  const path: string[] = [];
  let end = at;
  while (path.length < PATH_WORDS_MAX) {
    const dot = separatorBefore(file, end);
    if (dot === -1) return { path, isOfUnknown: false };
    if (isFromTop(file, dot)) return { path, isOfUnknown: true };
    const last = behindName(file, before(mask, dot) + 1);
    const word = WORD_BEFORE.exec(mask.slice(Math.max(0, last - 100), last))?.[0];
    if (word === undefined) return { path, isOfUnknown: last > 0 };
    path.unshift(word);
    end = last - word.length;
  }
  return { path, isOfUnknown: true };
}

/** The end of the name that ends at an offset, of Rust without the types that are given to it: `Vec::<u8>::new`. */
function behindName(file: CodeFile, end: number): number {
  const mask = file.mask();
  if (file.family !== 'rust' || mask[end - 1] !== '>') return end;
  const start = typeArgumentsStart(file, end - 1);
  const last = start === -1 ? -1 : before(mask, start);
  return mask.slice(last - 1, last + 1) === '::' ? before(mask, last - 1) + 1 : end;
}

/** Whether `::` of Ruby stands before a constant of the top, and not behind a name. Source: Ruby's `parse.y`, `tCOLON3`. */
function isFromTop({ family, mask }: CodeFile, dot: number): boolean {
  return family === 'ruby' && /^::\S/.test(mask().slice(dot, dot + 3)) && !/\S/.test(mask()[dot - 1] ?? ' ');
}

/** Families in which an arrow leads to a member; elsewhere it leads to what a function gives, or to its body. */
const ARROW_FAMILIES: ReadonlySet<Family> = new Set(['c', 'php']);

/** Offset of the `.`, `?.`, `!.`, `->`, `::` that ends before an offset and leads to a member; -1 when there is none. */
export function separatorBefore({ family, scanner, mask: maskOf }: CodeFile, at: number): number {
  const mask = maskOf();
  const last = before(mask, at);
  const character = mask[last];
  // The dot of PHP joins texts.
  if (character === '.' && family !== 'php') {
    // Three dots spread, two are a range.
    if (mask[last - 1] === '.') return -1;
    return mask[last - 1] === '?' || mask[last - 1] === '!' || mask[last - 1] === '&' ? last - 1 : last;
  }
  const pair = mask.slice(last - 1, last + 1);
  if (pair === '->') return arrowStart(mask, last, family);
  // Scala puts something before a list by it.
  return pair === '::' && scanner !== 'scala' ? last - 1 : -1;
}

function arrowStart(mask: string, last: number, family: Family): number {
  if (!ARROW_FAMILIES.has(family)) return -1;
  return mask[last - 2] === '?' ? last - 2 : last - 1;
}
