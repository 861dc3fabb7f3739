import { createHash } from 'node:crypto';
import { plural } from '../../base/plural.ts';
import type { FileSymbol } from '../lex/symbol.ts';
import type { OperationContext } from '../questions/context.ts';
import type { FileTarget } from '../questions/file-target.ts';
import type { RefusedPiece } from '../questions/read.types.ts';
import type { CheckedRef, RefsInput, RefsOutput } from '../questions/refs.types.ts';
import type { Source } from '../source/source.ts';
import { membersIn } from './fields.ts';
import { meantFile } from './read/meant-file.ts';
import { readTextFile, type TextFile } from './read/piece.ts';

/** References of one question; more are not checked. */
const REFS_MAX = 50;

/** Looks whether references lead somewhere now, and takes the fingerprints by which a later change is noticed. */
export async function refs(input: RefsInput, context: OperationContext): Promise<RefsOutput> {
  const opened = await context.openSource(input.source);
  if (!opened.ok) return { identity: null, refs: [] };
  const source = opened.value;
  // Many references are about few files: each is read once.
  const files = new Map<string, Promise<TextFile | RefusedPiece>>();
  const checked: CheckedRef[] = [];
  for (const ref of input.refs.slice(0, REFS_MAX)) checked.push(await check(source, files, ref));
  return { identity: source.identity, refs: checked };
}

type Files = Map<string, Promise<TextFile | RefusedPiece>>;

async function check(source: Source, files: Files, ref: string): Promise<CheckedRef> {
  if (ref.length > REF_CHARACTERS_MAX) return failed(ref, 'bad_ref', NOT_A_REF);
  const read = (path: string): Promise<TextFile | RefusedPiece> => {
    const known = files.get(path) ?? readTextFile(source, path);
    files.set(path, known);
    return known;
  };
  const meant = await meantFile(ref, { read, prefix: null, mayMark: true });
  if (meant.kind === 'refused') return refusedRef(ref, meant.piece);
  return meant.kind === 'symbol'
    ? checkSymbol(ref, meant.file, meant.wanted)
    : checkLines(ref, meant.file, meant.range);
}

const REF_CHARACTERS_MAX = 1_000;
const NOT_A_REF = 'not file, file:12, file:12-20 or file#symbol';

function refusedRef(ref: string, { state, file }: RefusedPiece): CheckedRef {
  if (state === 'bad_range') return failed(ref, 'bad_ref', NOT_A_REF);
  if (state === 'not_found') return failed(ref, 'no_file', `${file} is not there`);
  if (state === 'forbidden' || state === 'secret') return failed(ref, 'forbidden', `${file} may not be read`);
  if (state === 'unreadable') return failed(ref, 'not_text', `${file} is there and cannot be read`);
  return failed(ref, 'not_text', `${file} is not a text file (${state})`);
}

function checkLines(ref: string, file: TextFile, range: FileTarget['range']): CheckedRef {
  const total = file.lines.length;
  if (range && range.to > total) return failed(ref, 'no_line', `${file.file} has ${plural(total, 'line')}`);
  return { ...found(ref, file), line: range?.from ?? null };
}

/** A name that several declarations have, such as overloads, is about all of them: each may change. */
function checkSymbol(ref: string, file: TextFile, wanted: string): CheckedRef {
  const symbols = membersIn(file, wanted);
  const [symbol] = symbols;
  if (!symbol) return failed(ref, 'no_symbol', `${file.file} declares no ${wanted}`);
  // White space at line ends and the place in the file do not make a symbol another one.
  const texts = spansOf(symbols).map(({ from, to }) =>
    file.lines
      .slice(from - 1, to)
      .map((line) => line.trimEnd())
      .join('\n'),
  );
  const symbolHash = createHash('sha256').update(texts.join('\0')).digest('hex');
  return { ...found(ref, file), line: symbol.line, symbolHash };
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** Their lines in order, each once: declarations may lie in each other. */
function spansOf(symbols: readonly FileSymbol[]): readonly Span[] {
  const spans: Span[] = [];
  for (const { startLine: from, endLine: to } of symbols.toSorted((a, b) => a.startLine - b.startLine)) {
    const last = spans.at(-1);
    if (last === undefined || from > last.to) spans.push({ from, to });
    else spans[spans.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  }
  return spans;
}

function found(ref: string, file: TextFile): CheckedRef {
  return { ref, state: 'ok', reason: '', file: file.file, line: null, blobId: file.blobId, symbolHash: null };
}

function failed(ref: string, state: CheckedRef['state'], reason: string): CheckedRef {
  return { ref, state, reason, file: null, line: null, blobId: null, symbolHash: null };
}
