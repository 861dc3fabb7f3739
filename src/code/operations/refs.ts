import { createHash } from 'node:crypto';
import type { OperationContext } from '../questions/context.ts';
import { type FileTarget, parseTarget } from '../questions/file-target.ts';
import type { RefusedPiece } from '../questions/read.types.ts';
import type { CheckedRef, RefsInput, RefsOutput } from '../questions/refs.types.ts';
import { matchSymbols, readWanted } from '../search/match-symbols.ts';
import type { Source } from '../source/source.ts';
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
  const hash = /^(.+)#(?!L\d+(?:-L?\d+)?$)(.+)$/s.exec(ref);
  const target = hash ? parseTarget(hash[1] ?? '') : parseTarget(ref);
  if (!target || ref.length > 1_000) return failed(ref, 'bad_ref', 'not file, file:12, file:12-20 or file#symbol');
  const known = files.get(target.file) ?? readTextFile(source, target.file);
  files.set(target.file, known);
  const file = await known;
  if ('state' in file) return refusedRef(ref, file);
  return hash ? checkSymbol(ref, file, hash[2] ?? '') : checkLines(ref, file, target);
}

function refusedRef(ref: string, { state, file }: RefusedPiece): CheckedRef {
  if (state === 'not_found') return failed(ref, 'no_file', `${file} is not there`);
  if (state === 'forbidden' || state === 'secret') return failed(ref, 'forbidden', `${file} may not be read`);
  return failed(ref, 'not_text', `${file} is not a text file (${state})`);
}

function checkLines(ref: string, file: TextFile, { range }: FileTarget): CheckedRef {
  const total = file.lines.length;
  if (range && range.to > total) return failed(ref, 'no_line', `${file.file} has ${total} lines`);
  return { ...found(ref, file), line: range?.from ?? null };
}

function checkSymbol(ref: string, file: TextFile, wanted: string): CheckedRef {
  const [symbol] = matchSymbols(file.symbols, readWanted(wanted), file.file);
  if (!symbol) return failed(ref, 'no_symbol', `${file.file} declares no ${wanted}`);
  // White space at line ends and the place in the file do not make a symbol another one.
  const text = file.lines.slice(symbol.startLine - 1, symbol.endLine).map((line) => line.trimEnd());
  const symbolHash = createHash('sha256').update(text.join('\n')).digest('hex');
  return { ...found(ref, file), line: symbol.line, symbolHash };
}

function found(ref: string, file: TextFile): CheckedRef {
  return { ref, state: 'ok', reason: '', file: file.file, line: null, blobId: file.blobId, symbolHash: null };
}

function failed(ref: string, state: CheckedRef['state'], reason: string): CheckedRef {
  return { ref, state, reason, file: null, line: null, blobId: null, symbolHash: null };
}
