import { diffLines } from '../../operations/read/line-diff.ts';
import { decodeText } from '../../search/scan.ts';
import { decodeBytes } from '../../source/decode.ts';
import { isSecretPath } from '../../source/secret-path.ts';
import type { Source, SourceEntry } from '../../source/source.ts';
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
  const { beforeEntries, afterEntries, scan, hasTime } = input;
  const old = new Map(beforeEntries.map((entry) => [entry.path, entry]));
  const now = new Set(afterEntries.map(({ path }) => path));
  const files: TargetFile[] = [];
  const testFiles: string[] = [];
  const notes: string[] = [];
  let added = 0;
  let changed = 0;
  let left = 0;
  for (const { path, kind, blobId } of afterEntries) {
    if (kind !== 'file' || isSecretPath(path)) continue;
    const before = old.get(path);
    // The same blob is the same text, and most are.
    if (before !== undefined && before.blobId !== null && before.blobId === blobId) continue;
    if (!hasTime()) {
      left += 1;
      continue;
    }
    const known = scan.files.get(path);
    const blob = known?.blobId ?? (await blobOf(input.after, path));
    if (before !== undefined && before.blobId === blob) continue;
    if (before === undefined) added += 1;
    else changed += 1;
    if (known === undefined) continue;
    if (scan.testFiles.get(path)?.isWhole === true) testFiles.push(path);
    else files.push(await changedFile(input, path, before !== undefined));
  }
  if (left > 0) notes.push(`${left} files were not compared: the time was over`);
  const removed = beforeEntries.filter(({ path, kind }) => kind === 'file' && !now.has(path)).map(({ path }) => path);
  const selfWhy = `it differs from ${input.since}`;
  const target: Target = { kind: 'diff', name: `since ${input.since}`, files, testFiles, selfWhy };
  return { target, added, changed, removed, notes };
}

async function blobOf(source: Source, path: string): Promise<string | null> {
  const content = await source.read(path, FILE_BYTES_MAX);
  return content.ok ? content.blobId : null;
}

/** The symbols around changed lines; of a new file, or where the lines are of no symbol, all of the file. */
async function changedFile(input: ChangeInput, path: string, wasThere: boolean): Promise<TargetFile> {
  const file = input.scan.files.get(path);
  const all = file === undefined ? [] : nameableSymbols(path, file.facts);
  const lines = wasThere ? await changedLines(input, path) : null;
  const symbols = lines === null ? [] : symbolsAt(file, lines);
  // Its own name counts as well: tests are named after files more often than after what changed in them.
  return { path, symbols: symbols.length > 0 ? symbols : all, isWhole: true };
}

/** Line numbers of the present text that were added or changed, and those around what was taken out. Null when not text. */
async function changedLines({ before, after }: ChangeInput, path: string): Promise<readonly number[] | null> {
  const [old, fresh] = await Promise.all([linesOf(before, path), linesOf(after, path)]);
  if (old === null || fresh === null) return null;
  const lines: number[] = [];
  for (const hunk of diffLines(old, fresh)) {
    let line = hunk.newFrom;
    for (const { tag } of hunk.lines) {
      if (tag !== ' ') lines.push(Math.min(line, fresh.length));
      if (tag !== '-') line += 1;
    }
  }
  return lines;
}

async function linesOf(source: Source, path: string): Promise<readonly string[] | null> {
  const content = await source.read(path, FILE_BYTES_MAX);
  if (!content.ok || decodeBytes(content.bytes).kind !== 'text') return null;
  const bytes = Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.byteLength);
  return decodeText(bytes).split(/\r?\n/);
}
