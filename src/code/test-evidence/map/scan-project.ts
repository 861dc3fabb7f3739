import { plural } from '../../../base/plural.ts';
import type { OperationContext } from '../../questions/context.ts';
import { scanTexts } from '../../search/scan.ts';
import { makeGaps, type ScannedFile } from '../../search/scope.ts';
import { hasSymbols } from '../../search/symbols-of.ts';
import { isBorrowed, isBuilt } from '../../source/borrowed.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { decodeText } from '../../source/searched-text.ts';
import type { Source, SourceEntry } from '../../source/source.ts';
import { analyseTestFile } from '../analyse-test-file.ts';
import type { TestFileFacts } from '../test-file.types.ts';
import { type FileFacts, factsOf, isWithin } from './file-facts.ts';
import { TEST_LIMITS } from './limits.ts';
import { isUnreadTest, looksLikeTestFile } from './test-names.ts';
import { makeTestWords } from './test-words.ts';

/** A code file that was read. */
export interface CodeFile {
  readonly path: string;
  readonly role: ScannedFile['role'];
  readonly blobId: string | null;
  readonly facts: FileFacts;
}

/** A file with tests, by itself or (Rust) inside of a source file. */
export interface TestFile extends CodeFile {
  readonly tests: TestFileFacts;
  /** False for a source file with tests inside. */
  readonly isWhole: boolean;
}

/** What reading a project for its tests gives. */
export interface ProjectScan {
  readonly files: ReadonlyMap<string, CodeFile>;
  readonly testFiles: ReadonlyMap<string, TestFile>;
  /**
   * Every word of every file in test folders and of test modules, comments and literals included; null where there are
   * too many.
   */
  readonly testWords: ReadonlySet<string> | null;
  /** Files of tests by name whose language is not read for cases. */
  readonly unread: number;
  readonly isComplete: boolean;
  readonly notes: readonly string[];
}

/** What a scan runs on. */
export interface ScanInput {
  readonly source: Source;
  readonly entries: readonly SourceEntry[];
  readonly context: Pick<OperationContext, 'signal' | 'deadlineAtMs'>;
}

/** Reads code and test files once: names, symbols, cases. Until the deadline; what was not read is noted. */
export async function scanProject({ source, entries, context }: ScanInput): Promise<ProjectScan> {
  const gaps = makeGaps();
  const wanted = entries.filter(isWanted).map(({ path }) => ({ path, role: roleOfPath(path) }));
  const files = new Map<string, CodeFile>();
  const testFiles = new Map<string, TestFile>();
  const testWords = makeTestWords(TEST_LIMITS.wordsMax);
  let unread = 0;
  const scope = { source, context, files: wanted.slice(0, TEST_LIMITS.filesMax), gaps };
  const end = await scanTexts(scope, ({ path, role }, bytes, blobId) => {
    const text = decodeText(bytes);
    if (role === 'test') testWords.add(text);
    const file: CodeFile = { path, role, blobId, facts: factsOf(path, text, blobId) };
    if (role === 'test' && isUnreadTest(path)) {
      unread += 1;
      testFiles.set(path, { ...file, tests: analyseTestFile({ path, text }), isWhole: true });
    }
    if (!hasSymbols(path)) return;
    files.set(path, file);
    const test = readTests(file, text);
    if (test !== null) testFiles.set(path, test);
    if (role === 'test' || test === null) return;
    for (const words of regionTexts(file.facts, text)) testWords.add(words);
  });
  const words = testWords.all();
  const noted = notesOf(wanted.length, end.unread, gaps.list());
  return {
    files,
    testFiles,
    testWords: words,
    unread,
    isComplete: end.isComplete && wanted.length <= TEST_LIMITS.filesMax && words !== null,
    notes: words === null ? [...noted, TOO_MANY_WORDS] : noted,
  };
}

const TOO_MANY_WORDS = `the files of tests have more than ${TEST_LIMITS.wordsMax} different words: which names none of them has is not known`;

/**
 * Whether code is not scanned, with its tests: that of others, or what is built of it. Not what may be the project's own,
 * such as `external/`: that it has no tests would be false. A folder's path ends in a slash.
 */
export function isLeftOut(path: string): boolean {
  return isBorrowed(path) || isBuilt(path);
}

/** Code of the scanned languages, and whatever text lies among tests. */
function isWanted({ kind, path }: SourceEntry): boolean {
  if (kind !== 'file' || isLeftOut(path)) return false;
  return hasSymbols(path) || roleOfPath(path) === 'test';
}

/** The cases of a file; null when it has none and its name does not say that it should have. */
function readTests(file: CodeFile, text: string): TestFile | null {
  const isInside = file.role !== 'test' && file.facts.testRegions.length > 0;
  if (file.role !== 'test' && !isInside) return null;
  const tests = analyseTestFile({ path: file.path, text });
  const cases = tests.cases.some(({ kind }) => kind !== 'suite');
  if (isInside) {
    const own = tests.cases.some(({ kind, line }) => kind !== 'suite' && isWithin(file.facts.testRegions, line));
    return own || !tests.isRead ? { ...file, tests, isWhole: false } : null;
  }
  const isTest = tests.isRead ? cases : looksLikeTestFile(file.path);
  return isTest ? { ...file, tests, isWhole: true } : null;
}

function regionTexts({ testRegions }: FileFacts, text: string): readonly string[] {
  if (testRegions.length === 0) return [];
  const lines = text.split('\n');
  return testRegions.map(([from, to]) => lines.slice(from - 1, to).join('\n'));
}

function notesOf(
  wanted: number,
  unread: number,
  gaps: readonly { reason: string; count: number; names: readonly string[] }[],
): readonly string[] {
  const notes: string[] = [];
  const over = wanted - TEST_LIMITS.filesMax;
  if (over > 0) notes.push(`${over} files were not read: more than ${TEST_LIMITS.filesMax}`);
  if (unread > 0) notes.push(`${unread} files were not read: the time was over`);
  for (const { reason, count, names } of gaps) {
    // Pictures among the fixtures of tests hold no code.
    if (reason === 'binary') continue;
    const why = reason === 'secret' ? 'they hold credentials by their name' : reason.replaceAll('_', ' ');
    notes.push(`${plural(count, 'file was', 'files were')} not read: ${why} (${names.join(', ')})`);
  }
  return notes;
}
