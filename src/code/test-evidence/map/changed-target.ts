import { diffLines } from '../../history/line-diff.ts';
import { decodeBytes } from '../../source/decode.ts';
import { decodeText } from '../../source/searched-text.ts';
import { isSecretPath } from '../../source/secret-path.ts';
import type { Source, SourceEntry } from '../../source/source.ts';
import { wordsOfLines } from './changed-words.ts';
import { symbolsAt } from './resolve-target.ts';
import type { ProjectScan } from './scan-project.ts';
import type { Target, TargetFile } from './target.ts';
import { nameableSymbols } from './target-symbols.ts';

/** What is compared. */
export interface ChangeInput {
  readonly before: Source;
  readonly after: Source;
  /** Entries of both, within the folder that a call named. */
  readonly beforeEntries: readonly SourceEntry[];
  readonly afterEntries: readonly SourceEntry[];
  readonly scan: ProjectScan;
  /** As the caller wrote the ref. */
  readonly since: string;
  readonly hasTime: () => boolean;
}

/** What changed, as a target, and what could not be compared. */
export interface ChangedTarget {
  readonly target: Target;
  /** All changed files by kind, code or not. */
  readonly added: number;
  readonly changed: number;
  readonly removed: readonly string[];
  readonly notes: readonly string[];
}

const FILE_BYTES_MAX = 1_024 * 1_024;

/** The files that differ from the tree of a ref, and in each the symbols whose lines differ. */
export async function changedTarget(input: ChangeInput): Promise<ChangedTarget> {
  const { beforeEntries, afterEntries, scan } = input;
  const old = new Map(beforeEntries.map((entry) => [entry.path, entry]));
  const now = new Set(afterEntries.map(({ path }) => path));
  const { differing, left } = await differingFiles(input, old);
  const code = differing.filter((path) => scan.files.has(path));
  const testFiles = code.filter((path) => scan.testFiles.get(path)?.isWhole === true);
  const own = new Set(testFiles);
  const files: TargetFile[] = [];
  for (const path of code) if (!own.has(path)) files.push(await changedFile(input, path, old.has(path)));
  const removed = beforeEntries.filter(({ path, kind }) => kind === 'file' && !now.has(path)).map(({ path }) => path);
  const selfWhy = `it differs from ${input.since}`;
  const added = differing.filter((path) => !old.has(path)).length;
  const notes = left === 0 ? [] : [`${left} files were not compared: the time was over`];
  const target: Target = { kind: 'diff', name: `since ${input.since}`, files, testFiles, selfWhy };
  return { target, added, changed: differing.length - added, removed, notes };
}

/** Paths of files that are new or have other bytes, and how many were not looked at. */
async function differingFiles(
  { after, afterEntries, scan, hasTime }: ChangeInput,
  old: ReadonlyMap<string, SourceEntry>,
): Promise<{ readonly differing: readonly string[]; readonly left: number }> {
  const differing: string[] = [];
  let left = 0;
  for (const { path, kind, blobId } of afterEntries) {
    const before = old.get(path)?.blobId ?? null;
    // The same blob is the same text, and most are.
    if (kind !== 'file' || isSecretPath(path) || (before !== null && before === blobId)) continue;
    if (!hasTime()) {
      left += 1;
      continue;
    }
    const blob = blobId ?? scan.files.get(path)?.blobId ?? (await blobOf(after, path));
    if (before === null || before !== blob) differing.push(path);
  }
  return { differing, left };
}

async function blobOf(source: Source, path: string): Promise<string | null> {
  const content = await source.read(path, FILE_BYTES_MAX);
  return content.ok ? content.blobId : null;
}

/** The symbols around changed lines; of a new file, or where the lines are of no symbol, all of the file. */
async function changedFile(input: ChangeInput, path: string, wasThere: boolean): Promise<TargetFile> {
  const file = input.scan.files.get(path);
  const all = file === undefined ? [] : nameableSymbols(path, file.facts);
  const changes = wasThere ? await changedLines(input, path) : null;
  const symbols = changes === null ? [] : symbolsAt(file, changes.numbers);
  const words = changes === null ? [] : wordsOfLines(changes.texts);
  // Its own name counts as well: tests are named after files more often than after what changed in them.
  return { path, symbols: symbols.length > 0 ? symbols : all, isWhole: true, words };
}

interface ChangedLines {
  /** In the present text: lines that were added or changed, and those where something was taken out. */
  readonly numbers: readonly number[];
  /** Both what was taken out and what was added. */
  readonly texts: readonly string[];
}

/** Null when not text. */
async function changedLines({ before, after }: ChangeInput, path: string): Promise<ChangedLines | null> {
  const [old, fresh] = await Promise.all([linesOf(before, path), linesOf(after, path)]);
  if (old === null || fresh === null) return null;
  const numbers: number[] = [];
  const texts: string[] = [];
  for (const hunk of diffLines(old, fresh)) {
    let line = hunk.newFrom;
    for (const { tag, text } of hunk.lines) {
      if (tag !== ' ') {
        numbers.push(Math.min(line, fresh.length));
        texts.push(text);
      }
      if (tag !== '-') line += 1;
    }
  }
  return { numbers, texts };
}

async function linesOf(source: Source, path: string): Promise<readonly string[] | null> {
  const content = await source.read(path, FILE_BYTES_MAX);
  if (!content.ok || decodeBytes(content.bytes).kind !== 'text') return null;
  const bytes = Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.byteLength);
  return decodeText(bytes).split(/\r?\n/);
}
