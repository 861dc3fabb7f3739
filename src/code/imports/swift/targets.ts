import { LEX_RULES } from '../../lex/lex-rules.ts';
import { FILLER, maskCode } from '../../lex/mask.ts';
import { type Structure, structureOf } from '../../lex/structure.ts';

/** A target as a Package.swift writes it; its path is null where it is told by its name. */
export interface WrittenTarget {
  readonly name: string;
  readonly path: string | null;
}

const TARGET = new RegExp(
  `\\.(?:target|executableTarget|testTarget|macro|plugin|systemLibrary)\\s*(?=\\(\\s*name:\\s*"(${FILLER}{1,200})")`,
  'g',
);
const PATH = new RegExp(`(?<![\\w.])path:\\s*"(${FILLER}{1,300})"`, 'y');

/** The targets of a manifest, however long their lists are: what is written among one's arguments is none itself. */
export function writtenTargets(text: string): readonly WrittenTarget[] {
  const mask = maskCode(text, LEX_RULES.swift);
  const structure = structureOf(mask, LEX_RULES.swift);
  const targets: WrittenTarget[] = [];
  let end = 0;
  for (const { 0: head, 1: filled = '', index } of mask.matchAll(TARGET)) {
    // `dependencies: [.target(name: "Store")]` names one.
    if (index < end) continue;
    const open = index + head.length;
    end = structure.closeOf(open);
    const nameAt = mask.indexOf(filled, open);
    targets.push({ name: text.slice(nameAt, nameAt + filled.length), path: pathAmong(text, structure, open) });
  }
  return targets;
}

/** The path among the arguments behind a bracket, not among those of calls in them. */
function pathAmong(text: string, structure: Structure, open: number): string | null {
  const { mask } = structure;
  const end = structure.closeOf(open);
  for (let at = open + 1; at < end; at += 1) {
    const sign = mask[at];
    if (sign === '(' || sign === '[' || sign === '{') at = structure.closeOf(at);
    if (sign !== 'p') continue;
    PATH.lastIndex = at;
    const [whole, filled = ''] = PATH.exec(mask) ?? [];
    if (whole !== undefined) return text.slice(at + whole.length - 1 - filled.length, at + whole.length - 1);
  }
  return null;
}
