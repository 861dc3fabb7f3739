import { FILLER } from '../../lex/mask.ts';
import { makeLineIndex } from '../../text/lines.ts';
import { IMPORT_LIMITS } from '../limits.ts';

/** One `#include`. */
export interface CInclude {
  readonly path: string;
  readonly line: number;
  /** `<…>`: the file's own folder is not looked in. */
  readonly isSystem: boolean;
}

/** What a file of C or C++ says. */
export interface CFacts {
  readonly includes: readonly CInclude[];
  readonly isCut: boolean;
}

// What stands between the angles may look like a comment (`<a//b.h>`) and is then masked, as a compiler would not.
const INCLUDE = `^[ \\t]*#[ \\t]*(?:include|include_next|import)[ \\t]*(?:"(${FILLER}{1,300})"|<([^<>\\n"]{1,300})>)`;

/** A header as a module, of C++20. Source: C++20, [module.import]; [cpp.import]. */
const HEADER_UNIT = `(?:export[ \\t]+)?import[ \\t]*(?:"(${FILLER}{1,300})"|<([^<>\\n"]{1,300})>)[ \\t]*;`;
const INCLUDED = new RegExp(`${INCLUDE}|^[ \\t]*${HEADER_UNIT}`, 'gm');
const CONDITION = /^[ \t]*#[ \t]*(if(?:n?def)?|el(?:if(?:n?def)?|se)|endif)\b[ \t]*(0[ \t]*\r?$)?/gm;

/** One with its line, and those that go on with it: it may stand in a string. */
const DIRECTIVE = /#[ \t]*(?:include|import)(?:[^\n\\]|\\\r?\n|\\)*\n?/y;

/**
 * End of the line of the last `#include`, behind which no text need be masked: mostly these stand at the top, and a
 * comment that is open there is one as in the whole text. Raw strings of C++ are not, so their texts are taken whole.
 */
export function endOfIncludes(text: string): number {
  if (text.includes('R"')) return text.length;
  return Math.max(endOfLast(text, '#', DIRECTIVE), endOfLast(text, 'import', UNIT));
}

const UNIT = /import[ \t]*["<][^\n]*\n?/y;

/** Where the last one ends that begins with a sign; 0 for none. */
function endOfLast(text: string, sign: string, whole: RegExp): number {
  for (let at = text.lastIndexOf(sign); at >= 0; at = at === 0 ? -1 : text.lastIndexOf(sign, at - 1)) {
    whole.lastIndex = at;
    if (whole.test(text)) return whole.lastIndex;
  }
  return 0;
}

/**
 * The files that are included by a name that is written out; one that a macro puts together is not known. Compilers of
 * Windows take `\\` in it for a slash.
 */
export function cMentions(text: string, mask: string): CFacts {
  const includes: CInclude[] = [];
  const lines = makeLineIndex(text);
  const isLeftOut = leftOut(mask);
  for (const match of mask.matchAll(INCLUDED)) {
    if (includes.length >= IMPORT_LIMITS.mentionsPerFileMax) return { includes, isCut: true };
    if (isLeftOut(match.index)) continue;
    const [whole, ...names] = match;
    const [quoted, system, unit, systemUnit] = names;
    const name = quoted ?? system ?? unit ?? systemUnit ?? '';
    const end = match.index + Math.max(whole.lastIndexOf('"'), whole.lastIndexOf('>'));
    const path = text
      .slice(end - name.length, end)
      .trim()
      .replaceAll('\\', '/');
    includes.push({ path, line: lines.lineAt(match.index), isSystem: (quoted ?? unit) === undefined });
  }
  return { includes, isCut: false };
}

/** Whether an offset stands behind `#if 0`, which no compiler reads; offsets must rise. */
function leftOut(mask: string): (offset: number) => boolean {
  const conditions = mask.matchAll(CONDITION);
  let next = conditions.next();
  let state: Conditions = { depth: 0, outAt: 0 };
  return (offset) => {
    for (; !next.done && next.value.index < offset; next = conditions.next()) {
      const [, word = '', zero] = next.value;
      state = word.startsWith('if') ? enter(state, zero !== undefined) : leave(state, word === 'endif');
    }
    return state.outAt !== 0;
  };
}

/** How many conditions are open, and how deep the outermost `#if 0` of them stands; 0 for none. */
interface Conditions {
  readonly depth: number;
  readonly outAt: number;
}

function enter({ depth, outAt }: Conditions, isZero: boolean): Conditions {
  return { depth: depth + 1, outAt: isZero && outAt === 0 ? depth + 1 : outAt };
}

/** Another branch of a condition, or its end. */
function leave({ depth, outAt }: Conditions, isEnd: boolean): Conditions {
  return { depth: isEnd ? Math.max(0, depth - 1) : depth, outAt: depth === outAt ? 0 : outAt };
}
