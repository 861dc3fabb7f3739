import { diffLines } from '../../history/line-diff.ts';
import { decodeBytes } from '../../source/decode.ts';
import { decodeText } from '../../source/searched-text.ts';
import type { Source } from '../../source/source.ts';
import { wordsOfLines } from './changed-words.ts';
import { symbolsAt } from './resolve-target.ts';
import type { ProjectScan } from './scan-project.ts';
import type { Target, TargetFile } from './target.ts';
import { nameableSymbols } from './target-symbols.ts';

/** What is compared. */
export interface ChangeInput {
  readonly before: Source;
  readonly after: Source;
  /** What differs: where each file is now, and where it was before; null for one that is new. */
  readonly differing: ReadonlyMap<string, string | null>;
  readonly scan: ProjectScan;
  /** As the caller wrote the ref. */
  readonly since: string;
}

const FILE_BYTES_MAX = 1_024 * 1_024;

/** The files that differ from the tree of a ref, as a target: in each the symbols whose lines differ. */
export async function changedTarget(input: ChangeInput): Promise<Target> {
  const { differing, scan } = input;
  const code = [...differing.keys()].filter((path) => scan.files.has(path));
  const testFiles = code.filter((path) => scan.testFiles.get(path)?.isWhole === true);
  const own = new Set(testFiles);
  const files: TargetFile[] = [];
  for (const path of code) if (!own.has(path)) files.push(await changedFile(input, path, differing.get(path) ?? null));
  const selfWhy = `it differs from ${input.since}`;
  return { kind: 'diff', name: `since ${input.since}`, files, testFiles, selfWhy };
}

/** The symbols around changed lines; of a new file, or where the lines are of no symbol, all of the file. */
async function changedFile(input: ChangeInput, path: string, from: string | null): Promise<TargetFile> {
  const file = input.scan.files.get(path);
  const all = file === undefined ? [] : nameableSymbols(path, file.facts);
  const changes = from === null ? null : await changedLines(input, from, path);
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
async function changedLines({ before, after }: ChangeInput, from: string, path: string): Promise<ChangedLines | null> {
  const [old, fresh] = await Promise.all([linesOf(before, from), linesOf(after, path)]);
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
