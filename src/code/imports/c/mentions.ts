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
const INCLUDE = new RegExp(
  `^[ \\t]*#[ \\t]*(?:include|include_next|import)[ \\t]*(?:"(${FILLER}{1,300})"|<([^<>\\n"]{1,300})>)`,
  'gm',
);

/** One with its line, and those that go on with it: it may stand in a string. */
const DIRECTIVE = /#[ \t]*(?:include|import)(?:[^\n\\]|\\\r?\n|\\)*\n?/y;

/**
 * End of the line of the last `#include`, behind which no text need be masked: mostly these stand at the top, and a
 * comment that is open there is one as in the whole text. Raw strings of C++ are not, so their texts are taken whole.
 */
export function endOfIncludes(text: string): number {
  if (text.includes('R"')) return text.length;
  for (let at = text.lastIndexOf('#'); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('#', at - 1)) {
    DIRECTIVE.lastIndex = at;
    if (DIRECTIVE.test(text)) return DIRECTIVE.lastIndex;
  }
  return 0;
}

/** The files that are included by a name that is written out; one that a macro puts together is not known. */
export function cMentions(text: string, mask: string): CFacts {
  const includes: CInclude[] = [];
  const lines = makeLineIndex(text);
  for (const match of mask.matchAll(INCLUDE)) {
    if (includes.length >= IMPORT_LIMITS.mentionsPerFileMax) return { includes, isCut: true };
    const [whole, quoted, system = ''] = match;
    const end = match.index + whole.length - 1;
    const path = text.slice(end - (quoted ?? system).length, end).trim();
    includes.push({ path, line: lines.lineAt(match.index), isSystem: quoted === undefined });
  }
  return { includes, isCut: false };
}
