import type { TestFileDeps, TestFileFacts, TestFileText } from './test-file.types.ts';

/**
 * Cases and smells of one test file by its text alone: nothing is run, nothing else is read. Never throws; takes time
 * linear in the text. Precision goes first: `no_assertion` is claimed only where every function that the case calls is
 * known not to assert.
 */
export function analyseTestFile(file: TestFileText, _deps: TestFileDeps = {}): TestFileFacts {
  return { path: file.path, frameworks: [], cases: [], assertingFunctions: [], unresolved: [], isRead: false };
}
