import { isOpenerCode } from './extent.ts';
import type { Listed } from './scan-lines.ts';
import { afterSpaces } from './statement-head.ts';
import type { Structure } from './structure.ts';
import {
  type Declaration,
  type Declarator,
  type FindDeclaration,
  LINE_PROBE_CHARACTERS,
  type LineView,
  type SymbolKind,
} from './symbol.ts';

/** Members of one line that are listed; a line with more is data. */
const MEMBERS_MAX = 50;
/** What has members of its own is left out: its names would be told without it. */
const LEAVES: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'test', 'variable', 'type']);

/** What a body that stands on one line declares, in a language whose other declarations begin their lines. */
export function membersOfOneLine(
  structure: Structure,
  { kind, bodyOpen }: Listed,
  find: FindDeclaration,
): readonly Declarator[] {
  if (bodyOpen === -1) return [];
  const { mask } = structure;
  const close = structure.closeOf(bodyOpen);
  if (close - bodyOpen > LINE_PROBE_CHARACTERS || structure.lineAt(close) !== structure.lineAt(bodyOpen)) return [];
  const found: Declarator[] = [];
  for (let from = bodyOpen + 1; from < close && found.length < MEMBERS_MAX; ) {
    const until = endOfMember(structure, from, close);
    const declaration = find(viewOf(mask.slice(from, until), kind));
    if (declaration !== null && LEAVES.has(declaration.kind)) {
      const { name, kind: own, nameAt } = declaration;
      const headFrom = afterSpaces(mask, from);
      found.push({ name, kind: own, nameAt: from + nameAt, comma: null, isTop: true, headFrom, until });
    }
    from = until + 1;
  }
  return found;
}

/** The semicolon or the brace that ends a member, or where the body does. */
function endOfMember({ mask, closeOf }: Structure, from: number, close: number): number {
  let at = from;
  while (at < close && mask[at] !== ';') {
    const isBrace = mask[at] === '{';
    at = isOpenerCode(mask.charCodeAt(at)) ? closeOf(at) + 1 : at + 1;
    if (isBrace) return Math.min(at, close);
  }
  return Math.min(at, close);
}

/** What a statement declares as a member of a type, wherever that stands; offsets are those of its text. */
export function readMember(statement: string, find: FindDeclaration): Declaration | null {
  return find(viewOf(statement.slice(0, LINE_PROBE_CHARACTERS), 'class'));
}

/** A member as if it stood on a line of its own. */
function viewOf(text: string, insideOf: SymbolKind): LineView {
  const lines = { masked: text, original: text, ahead: text, aheadOriginal: text, above: '' };
  return {
    ...lines,
    inside: '{',
    insideOf,
    insideName: '',
    isInNamelessType: false,
    insideHead: '',
    isCarriedOn: false,
    follows: '',
    isInHead: false,
    isAtTop: false,
  };
}
