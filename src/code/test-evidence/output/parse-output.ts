import { stripVTControlCharacters } from 'node:util';
import { readCargoTest, readGoJson, readGoTest } from './go-rust-runners.ts';
import { readDotnet, readGradle, readJunitXml, readPhpunit, readRspec, readSurefire } from './other-runners.ts';
import { readPytest, readUnittest } from './python-runners.ts';
import type { PrintedRun, RunReader } from './runner-output.ts';
import { readAva, readJest, readMocha, readNodeTest, readVitest } from './script-runners.ts';
import { readTap } from './tap.ts';

/** The surest marks first: a format whose own summary is unmistakable is asked before one of loose forms. */
const READERS: readonly RunReader[] = [
  readJunitXml,
  readGoJson,
  readCargoTest,
  readGoTest,
  readSurefire,
  readGradle,
  readPytest,
  readUnittest,
  readRspec,
  readPhpunit,
  readDotnet,
  readVitest,
  readJest,
  readNodeTest,
  readMocha,
  readTap,
  readAva,
];

/** Reads what a runner printed, colours and progress taken out; null when no format is recognised. Never throws. */
export function parseRunnerOutput(printed: string): PrintedRun | null {
  const text = stripVTControlCharacters(printed).replace(/\r\n?/g, '\n');
  const lines = text.split('\n');
  for (const read of READERS) {
    const run = read(lines, text);
    if (run !== null) return run;
  }
  return null;
}
