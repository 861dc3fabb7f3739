import { goPackageClause } from '../../lex/go-package.ts';
import { FILLER } from '../../lex/mask.ts';
import { makeLineIndex } from '../../text/lines.ts';
import { IMPORT_LIMITS } from '../limits.ts';

/** What a Go file says. */
export interface GoFacts {
  /** Name of the package clause; null when there is none. */
  readonly package: string | null;
  /** Line of the package clause; 1 when there is none. */
  readonly line: number;
  readonly mentions: readonly { readonly path: string; readonly line: number }[];
  readonly isCut: boolean;
}

const DECLARATION = /^[ \t]*import(?:\s*\(|[^\S\n]+(?:[\w.]{1,200}[^\S\n]+)?(?=["`]))/gm;
const PATH = new RegExp(`(["\`])(${FILLER}{1,300})\\1`, 'y');

/** The package clause and the import paths of a Go file. */
export function goMentions(text: string, mask: string): GoFacts {
  const clause = goPackageClause(mask);
  const lines = makeLineIndex(text);
  const line = clause ? lines.lineAt(clause.at) : 1;
  const mentions: { path: string; line: number }[] = [];
  for (const at of pathOffsets(mask)) {
    if (mentions.length >= IMPORT_LIMITS.mentionsPerFileMax) {
      return { package: clause?.name ?? null, line, mentions, isCut: true };
    }
    PATH.lastIndex = at;
    const path = PATH.exec(mask);
    if (path) mentions.push({ path: text.slice(at + 1, at + path[0].length - 1), line: lines.lineAt(at) });
  }
  return { package: clause?.name ?? null, line, mentions, isCut: false };
}

/** Offsets of the quotes that open an import path: one for a line, those up to the bracket for a block. */
function pathOffsets(mask: string): readonly number[] {
  const offsets: number[] = [];
  // Blocks do not overlap: what one has taken is not looked at for another.
  let end = 0;
  for (const match of mask.matchAll(DECLARATION)) {
    const from = match.index + match[0].length;
    if (match.index < end) continue;
    if (!match[0].endsWith('(')) {
      offsets.push(from);
      continue;
    }
    const close = mask.indexOf(')', from);
    end = close === -1 ? mask.length : close;
    const block = mask.slice(from, end);
    for (const quote of block.matchAll(OPENER)) offsets.push(from + quote.index);
  }
  return offsets;
}

const OPENER = new RegExp(`["\`](?=${FILLER})`, 'g');
