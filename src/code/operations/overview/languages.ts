import { compareTexts } from '../../../base/compare-texts.ts';
import { plural } from '../../../base/plural.ts';
import { makeLanguageReader } from '../../lex/header-language.ts';
import type { Language } from '../../lex/languages.ts';
import type { LanguageFacts, LanguageShare } from '../../questions/overview.types.ts';
import { findPrograms } from '../../search/programs.ts';
import { makeBlobCache } from '../../source/blob-cache.ts';
import { isVendored } from '../../source/borrowed.ts';
import { readUtf8 } from '../../source/decode.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import type { FileContent, Source } from '../../source/source.ts';
import { folderOf } from '../../text/paths.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** What one pass over the source files needs. */
export interface ReadingPass {
  readonly source: Source;
  readonly files: ProjectFiles;
  readonly signal: AbortSignal;
  /** When to stop, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  /** Sees the text of every file that is read. */
  readonly onText: (path: string, text: string, blobId: string | null) => void;
}

/**
 * Languages by lines of code. Every file is read and counted, or, when the tree is too large for that, none is: a
 * sample would give other numbers each time and would not say whose. The gap then names what was measured instead.
 */
export async function measureLanguages(pass: ReadingPass): Promise<LanguageFacts> {
  const { files } = pass;
  const languageIn = makeLanguageReader(files.entries.map(({ path }) => path));
  const { source, signal, deadlineAtMs } = pass;
  const unnamed = await findPrograms({ source, entries: files.entries, signal, deadlineAtMs, gap: files.gap });
  const all = files.entries.map(({ path, size }) => ({
    path,
    size,
    language: languageIn(path) ?? unnamed.get(path) ?? null,
  }));
  const programs = all.filter((file) => file.language?.kind === 'programming');
  const own = programs.filter(({ path }) => !isVendored(path));
  if (own.length < programs.length) {
    const left = programs.length - own.length;
    files.gap(`${plural(left, 'vendored, built or minified source file')} ${left === 1 ? 'is' : 'are'} not counted`);
  }
  const counted = withoutManyTests(files, own);
  const shares = new Map<string, Tally>();
  for (const { path, language, size } of counted) {
    const tally = tallyOf(shares, language);
    tally.files++;
    if (isOwnSource(path.slice(files.base.length))) tally.sources++;
    // One unknown size makes the sum unknown: a part of it would pass for the whole.
    tally.bytes = size === null || tally.bytes === null ? null : tally.bytes + size;
  }
  const isCounted = await countLines(pass, counted, shares);
  const hasSizes = counted.every(({ size }) => size !== null);
  const measure = isCounted ? 'code lines' : hasSizes ? 'bytes' : 'files';
  return { measure, files: counted.length, shares: sortShares(shares, measure) };
}

/** Manifests that are written in a language of programs, and only ask for packages. */
const MANIFEST = /(?:^|\/)(?:Gemfile|Podfile|Brewfile|[\w.-]+\.gemspec)$/;

/** Files that are no source by their names alone, as a CMakeLists.txt, are here what their folder is. */
function isOwnSource(path: string): boolean {
  if (MANIFEST.test(path)) return false;
  const role = roleOfPath(path);
  return role === 'source' || (role === 'aside' && roleOfPath(inFolder(folderOf(path), 'x')) === 'source');
}

/** Where there are too many files to read, those of tests and fixtures are left out, as they are most of them then. */
function withoutManyTests(files: ProjectFiles, own: readonly CountedFile[]): readonly CountedFile[] {
  if (own.length <= OVERVIEW_LIMITS.countedFilesMax) return own;
  const sources = own.filter(({ path }) => roleOfPath(path) !== 'test');
  if (sources.length === 0 || sources.length > OVERVIEW_LIMITS.countedFilesMax) return own;
  files.gap(
    `languages, map and files for a task leave out ${own.length - sources.length} source files of tests: ${own.length} are more than the ${OVERVIEW_LIMITS.countedFilesMax} that are read`,
  );
  return sources;
}

interface Tally {
  files: number;
  /** Those among them that are neither tests nor aside. */
  sources: number;
  bytes: number | null;
  lines: number;
}

interface CountedFile {
  readonly path: string;
  readonly language: Language | null;
  readonly size: number | null;
}

async function countLines(
  pass: ReadingPass,
  counted: readonly CountedFile[],
  shares: Map<string, Tally>,
): Promise<boolean> {
  const { files, signal } = pass;
  if (counted.length > OVERVIEW_LIMITS.countedFilesMax) {
    files.gap(
      `lines were not counted, nor mains of programs looked for: ${counted.length} source files, more than ${OVERVIEW_LIMITS.countedFilesMax}`,
    );
    return false;
  }
  const endMs = Math.min(performance.now() + OVERVIEW_LIMITS.countingMs, pass.deadlineAtMs);
  const unread = new Map<string, number>();
  let bytes = 0;
  for (const { path, language } of counted) {
    signal.throwIfAborted();
    const content = await pass.source.read(path, OVERVIEW_LIMITS.textBytesMax);
    bytes += content.ok ? content.bytes.length : 0;
    const bound = passedBound(bytes, endMs);
    if (bound !== null) {
      files.gap(
        `lines were not counted, and mains of programs looked for in a part alone: reading all source files passed the bound of ${bound}`,
      );
      return false;
    }
    const read = readText(content);
    const blobId = content.ok ? content.blobId : null;
    if (read.text === null) unread.set(read.why, (unread.get(read.why) ?? 0) + 1);
    else if (language) {
      tallyOf(shares, language).lines += codeLinesOf(blobId, read.text, language);
      pass.onText(path, read.text, blobId);
    }
  }
  for (const [why, count] of unread) files.gap(`lines of ${plural(count, 'source file')} are not counted: ${why}`);
  return true;
}

/** Files whose numbers of lines a thread remembers. */
const COUNTS_REMEMBERED_MAX = 100_000;

// By blob, so that another commit or project with the same file does not count it again.
const counts = makeBlobCache<number>(COUNTS_REMEMBERED_MAX, () => 1);

function codeLinesOf(blobId: string | null, text: string, language: Language): number {
  const key = blobId === null ? null : `${language.id} ${blobId}`;
  return counts.get(key, () => countCodeLines(text, language));
}

function passedBound(bytes: number, endMs: number): 'bytes' | 'time' | null {
  if (bytes > OVERVIEW_LIMITS.countedBytesMax) return 'bytes';
  return performance.now() > endMs ? 'time' : null;
}

function readText(content: FileContent): { readonly text: string | null; readonly why: string } {
  if (!content.ok) return { text: null, why: content.reason.replaceAll('_', ' ') };
  return { text: readUtf8(content.bytes).text, why: 'binary, or not text in UTF-8' };
}

/** Lines that are neither blank nor only a comment. A comment over lines counts as one where it begins its line. */
export function countCodeLines(text: string, language: Language): number {
  let count = 0;
  let close: string | null = null;
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end === -1 ? text.length : end).trim();
    from = end === -1 ? text.length + 1 : end + 1;
    const read = readLine(line, close, language);
    close = read.close;
    if (read.isCode) count++;
  }
  return count;
}

/** Whether a line is code, and which mark ends the comment that goes on behind it. */
function readLine(line: string, close: string | null, language: Language): { isCode: boolean; close: string | null } {
  const block = close === null ? language.blockComments.find(([open]) => line.startsWith(open)) : undefined;
  const mark = close ?? block?.[1];
  if (mark === undefined) {
    const isComment = language.lineComments.some((comment) => line.startsWith(comment));
    return { isCode: line !== '' && !isComment, close: null };
  }
  const at = line.indexOf(mark, block?.[0].length ?? 0);
  return at === -1 ? { isCode: false, close: mark } : { isCode: line.length > at + mark.length, close: null };
}

function tallyOf(shares: Map<string, Tally>, language: Language | null): Tally {
  const name = language?.name ?? '';
  const known = shares.get(name) ?? { files: 0, sources: 0, bytes: 0, lines: 0 };
  shares.set(name, known);
  return known;
}

function sortShares(shares: ReadonlyMap<string, Tally>, measure: LanguageFacts['measure']): readonly LanguageShare[] {
  const hasSources = [...shares.values()].some(({ sources }) => sources > 0);
  const rows = [...shares].map(([name, { files, sources, bytes, lines }]): LanguageShare => {
    const codeLines = measure === 'code lines' ? lines : null;
    return { name, files, bytes, codeLines, ...(hasSources && sources === 0 ? { isAside: true } : {}) };
  });
  const sizeOf = (row: LanguageShare): number =>
    measure === 'files' ? row.files : ((measure === 'bytes' ? row.bytes : row.codeLines) ?? 0);
  const asideOf = ({ isAside }: LanguageShare): number => Number(isAside === true);
  return rows.sort((a, b) => asideOf(a) - asideOf(b) || sizeOf(b) - sizeOf(a) || compareTexts(a.name, b.name));
}
