import type { CodeText } from '../lex/code-text.ts';
import { makeCodeText } from '../lex/code-text.ts';
import { languageOf } from '../lex/languages.ts';
import type { ScannedLanguage } from '../lex/lex-rules.ts';
import { readGoTests } from './go/reader.ts';
import { readJavaTests } from './java/reader.ts';
import { readPythonTests } from './python/reader.ts';
import type { Reading } from './reading.ts';
import { readRustTests } from './rust/reader.ts';
import { readScriptTests } from './script/reader.ts';
import { settle } from './settle.ts';
import type { TestFileDeps, TestFileFacts, TestFileText } from './test-file.types.ts';

/** Longer texts are not read: no test that people wrote is longer. */
const TEST_CHARACTERS_MAX = 1_024 * 1_024;

/** The other languages have no reader yet: their cases are told by names alone. */
const READERS: Readonly<Partial<Record<ScannedLanguage, (code: CodeText) => Reading>>> = {
  script: readScriptTests,
  python: readPythonTests,
  go: readGoTests,
  rust: readRustTests,
  java: readJavaTests,
};

/** Reads a text with the reader of its language; null when there is none, or the text is too long. */
export function readTestFile(file: TestFileText): Reading | null {
  const scanner = languageOf(file.path)?.scanner ?? null;
  const read = scanner === null ? undefined : READERS[scanner];
  if (scanner === null || read === undefined || file.text.length > TEST_CHARACTERS_MAX) return null;
  return read(makeCodeText(file.path, file.text, scanner));
}

/**
 * Cases and smells of one test file by its text alone: nothing is run, nothing else is read. Never throws; takes time
 * linear in the text. Precision goes first: `no_assertion` is claimed only where every function that the case calls is
 * known not to assert.
 */
export function analyseTestFile(file: TestFileText, deps: TestFileDeps = {}): TestFileFacts {
  const reading = readTestFile(file);
  if (reading !== null) return settle(reading, deps);
  return { path: file.path, frameworks: [], cases: [], assertingFunctions: [], unresolved: [], isRead: false };
}
