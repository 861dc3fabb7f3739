import type { ScannedLanguage } from './lex-rules.ts';
import { endsAt, lastCode } from './line-ends.ts';
import { opensNamelessType } from './nameless-types.ts';
import { firstLineAbove, type Open, type Scan } from './scan-state.ts';
import { LINE_PROBE_CHARACTERS, type LineView, type SymbolKind } from './symbol.ts';

/** The view of one line after the other. What stands before `word` are attributes: for the mask they are blanks. */
export type MovingView = LineView & { moveTo(line: number, from: number, to: number, word?: number): void };

/** What a finder sees, moved from line to line: the pieces are cut out when they are asked for. */
export function makeLineView(scan: Scan, blocks: 'braces' | 'indent' | 'end'): MovingView {
  const { structure, text } = scan;
  const { mask } = structure;
  let line = 0;
  let start = 0;
  let end = 0;
  let word = 0;
  let bracket = -1;
  let body: Open | undefined;
  const maskTo = (to: number): string =>
    word === start ? mask.slice(start, to) : ' '.repeat(Math.min(word, to) - start) + mask.slice(word, to);
  return {
    moveTo(toLine, from, to, toWord = from) {
      word = toWord;
      line = toLine;
      start = from;
      end = to;
      bracket = structure.openAtLine[line] ?? -1;
      body = blocks === 'braces' ? bodyAt(scan, line, bracket) : scan.open.at(-1);
    },
    get masked() {
      return maskTo(end);
    },
    get original() {
      return text.slice(start, end);
    },
    get ahead() {
      return maskTo(start + 2 * LINE_PROBE_CHARACTERS);
    },
    get aheadOriginal() {
      return text.slice(start, start + 2 * LINE_PROBE_CHARACTERS);
    },
    // The text at a bracket's offset is one of the three.
    get inside() {
      if (structure.isBlock?.(bracket)) return '{';
      return bracket === -1 ? '' : (mask[bracket] as LineView['inside']);
    },
    get insideOf() {
      return body?.symbol.kind ?? null;
    },
    get insideName() {
      return body?.symbol.name ?? '';
    },
    get isInNamelessType() {
      return bracket !== -1 && opensNamelessType(scan, bracket);
    },
    get insideHead() {
      return bracket === -1 ? '' : mask.slice(Math.max(0, bracket - 40), bracket);
    },
    get isCarriedOn() {
      return start > 0 && goesOn(mask, start - 1, scan.language);
    },
    get follows() {
      return start === 0 ? '' : (mask[lastCode(mask, start - 1, 0)] ?? '');
    },
    get isInHead() {
      return isInHead(scan, line, start);
    },
    get isAtTop() {
      return scan.open.every(({ symbol, end }) => symbol.kind === 'module' || end < start);
    },
    get above() {
      return text.slice(structure.lineStarts[firstLineAbove(scan, line)] ?? start, start);
    },
  };
}

const CALLED: ReadonlySet<SymbolKind> = new Set(['function', 'method', 'test']);

function isInHead({ open }: Scan, line: number, start: number): boolean {
  const top = open.at(-1);
  if (top === undefined || !CALLED.has(top.symbol.kind) || top.symbol.line > line) return false;
  return start <= top.end && (top.bodyOpen === -1 || start < top.bodyOpen);
}

/**
 * Whether what stands before a line's end is not over there: a brace, a comma or a semicolon ends it in any case. However
 * long the comment between the two is: the blanks before a line are before no other one, so that all of them are few.
 */
function goesOn(mask: string, at: number, language: ScannedLanguage): boolean {
  const last = lastCode(mask, at, 0);
  if ('{,;'.includes(mask[last] ?? '')) return false;
  return !endsAt(mask, mask.indexOf('\n', last), language);
}

/** The symbol in whose body a line stands: by its brace or, in a body without one, by the brackets around its head. */
function bodyAt(scan: Scan, line: number, bracket: number): Open | undefined {
  const known = bracket === -1 ? undefined : scan.byBody.get(bracket);
  const top = scan.open.at(-1);
  if (known !== undefined || top === undefined || top.bodyOpen !== -1 || scan.structure.isBlock !== undefined)
    return known;
  return scan.structure.openAtLine[top.symbol.line - 1] === bracket && line > top.symbol.line - 1 ? top : undefined;
}
