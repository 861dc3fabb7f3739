import { plural } from '../../../base/plural.ts';
import { hideKeyBodies } from '../../../base/private-keys.ts';
import { languageOfText } from '../../lex/header-language.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import type { OutlineRow, RefusedPiece, TextPiece } from '../../questions/read.types.ts';
import { enclosingSymbol, symbolsOf } from '../../search/symbols-of.ts';
import { type DecodedText, decodeBytes } from '../../source/decode.ts';
import { isSecretPath } from '../../source/secret-path.ts';
import type { FileContent, Source } from '../../source/source.ts';
import { exactSymbols } from '../../syntax/exact-symbols.ts';

/** Larger files are described and not shown. */
const FILE_BYTES_MAX = 4 * 1_024 * 1_024;
/** Longer lines are cut before they leave the engine; what is shown is shorter still. */
const LINE_CHARACTERS_MAX = 20_000;

/** A file as text, with its symbols as the scanner finds them. */
export interface TextFile {
  readonly file: string;
  readonly text: DecodedText;
  readonly lines: readonly string[];
  readonly symbols: readonly FileSymbol[];
  readonly size: number;
  readonly blobId: string | null;
}

/** Reads a file as text, or says why there is none to show. */
export async function readTextFile(source: Source, file: string): Promise<TextFile | RefusedPiece> {
  if (isSecretPath(file)) return refused('secret', file, 'files of this name hold credentials');
  if (isOfOtherRepository(source, file)) return refused('submodule', file, '');
  const content = await source.read(file, FILE_BYTES_MAX);
  if (!content.ok && content.reason === 'symlink')
    return { ...refusedContent(file, content), link: await linkOf(source, file) };
  if (!content.ok) return refusedContent(file, content);
  const decoded = decodeBytes(content.bytes);
  if (decoded.kind === 'binary') return refused('binary', file, `${content.size} bytes`);
  if (decoded.kind === 'lfs') return refused('lfs', file, `${decoded.size} bytes, sha256 ${decoded.oid}`);
  return {
    file,
    text: decoded,
    // Done on the whole file, since a range from the middle of a key no longer shows that it is one.
    lines: splitLines(hideKeyBodies(decoded.text)),
    symbols: symbolsOf({ path: file, blobId: content.blobId, text: decoded.text }),
    size: content.size,
    blobId: content.blobId,
  };
}

/** Whether a path is, or lies in, another repository on disk, which the listing has as one entry; a commit has none of its files. */
function isOfOtherRepository({ index }: Source, file: string): boolean {
  if (index === null || index.files.count === 0) return false;
  const { files } = index;
  for (let end = file.length; end > 0; end = file.lastIndexOf('/', end - 1)) {
    const at = files.find(file.slice(0, end));
    if (at !== null) return files.kind(at) === 'submodule';
  }
  return false;
}

/** Which part of a path is the link that ends the way: a folder can be read as little as a link, but says so. */
async function linkOf(source: Source, file: string): Promise<string> {
  // A quoted path escapes bytes, and is the same text only as a whole.
  const parts = file.startsWith('"') ? [] : file.split('/');
  for (let length = 1; length < parts.length; length++) {
    const folder = parts.slice(0, length).join('/');
    const content = await source.read(folder, 0);
    if (!content.ok && content.reason === 'symlink') return folder;
  }
  return file;
}

function refusedContent(file: string, content: Extract<FileContent, { ok: false }>): RefusedPiece {
  const detail =
    content.reason === 'too_large' ? `${content.detail} bytes, more than ${FILE_BYTES_MAX}` : content.detail;
  return refused(content.reason, file, detail);
}

/** A refusal without near names. */
export function refused(state: RefusedPiece['state'], file: string, detail: string): RefusedPiece {
  return { state, file, detail, near: [] };
}

/** The file with its symbols' exact first and last lines and heads, where a parser can tell them. */
export async function withExactSymbols(file: TextFile): Promise<TextFile> {
  const { file: path, blobId, text, symbols } = file;
  return { ...file, symbols: (await exactSymbols({ path, blobId, text: text.text, symbols })).symbols };
}

/** Lines without their ends; the empty one after a closing line end is none. */
function splitLines(text: string): readonly string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return text.includes('\r') ? lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line)) : lines;
}

/** What of a file is wanted. */
export interface Wanted {
  readonly from: number;
  readonly to: number;
  /** Lines before and after that are shown with it, where there are some. */
  readonly around: number;
  readonly isRange: boolean;
  readonly symbol: string | null;
}

/** The piece for a part of a file; `to` beyond the end is brought back and noted, what is only around it is not. */
export function pieceOf(file: TextFile, wanted: Wanted): TextPiece | RefusedPiece {
  const total = file.lines.length;
  if (wanted.isRange && wanted.from > Math.max(total, 1)) {
    return refused(
      'bad_range',
      file.file,
      `line ${wanted.from} is beyond the end; the file has ${plural(total, 'line')}`,
    );
  }
  const from = Math.max(1, wanted.from - wanted.around);
  const to = Math.min(wanted.to + wanted.around, total);
  const notes = notesOf(file.text);
  if (wanted.isRange && wanted.symbol === null) {
    if (wanted.to > total) notes.push(`the range ends beyond line ${total}`);
    notes.push(...cutNotes(file.symbols, from, to));
  }
  return {
    state: 'text',
    file: file.file,
    from,
    to,
    totalLines: total,
    language: languageOfText(file.file, file.text.text)?.id ?? '',
    size: file.size,
    blobId: file.blobId,
    lines: file.lines.slice(from - 1, to).map((line) => line.slice(0, LINE_CHARACTERS_MAX)),
    isRange: wanted.isRange,
    symbol: wanted.symbol,
    outline: file.symbols.filter((symbol) => symbol.line >= from && symbol.line <= to).map(outlineRow),
    hunks: null,
    notes,
    tests: null,
  };
}

/** Which declarations a range begins or ends in the middle of, the innermost each: half a function reads like a whole one. */
function cutNotes(symbols: readonly FileSymbol[], from: number, to: number): readonly string[] {
  const isCut = ({ startLine, endLine }: FileSymbol): boolean => startLine < from || endLine > to;
  const cut = [enclosingSymbol(symbols, from), enclosingSymbol(symbols, to)].filter(
    (one) => one !== null && isCut(one),
  );
  return [...new Set(cut)].flatMap((one) =>
    one === null ? [] : [`part of ${one.path} ${one.startLine}-${one.endLine}`],
  );
}

/** The part of a symbol that an outline shows. */
function outlineRow(symbol: FileSymbol): OutlineRow {
  const { name, path, kind, startLine, line, endLine, depth, signature } = symbol;
  return { name, path, kind, startLine, line, endLine, depth, signature };
}

function notesOf(text: DecodedText): string[] {
  const notes: string[] = [];
  if (text.isGuess) notes.push(`not UTF-8, read as ${text.encoding}`);
  else if (text.encoding !== 'utf-8') notes.push(text.encoding);
  if (text.hasBom && text.encoding === 'utf-8') notes.push('byte order mark');
  if (text.newline === 'crlf') notes.push('CRLF');
  if (text.newline === 'mixed') notes.push('mixed line ends');
  notes.push(...text.marks);
  return notes;
}
