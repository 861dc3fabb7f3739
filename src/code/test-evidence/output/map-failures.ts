import type { FailureRow, RunnerFacts } from '../../questions/tests.types.ts';
import { inFolder } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { PathMatcher } from '../match-paths.ts';
import { findFrames, type PrintedFrame } from './frames.ts';
import { parseRunnerOutput } from './parse-output.ts';
import type { PrintedFailure } from './runner-output.ts';

/** What tells whether a printed place is one of the project. */
export interface FailurePlace {
  readonly matcher: PathMatcher;
  /** Lines of a file; null when it cannot be read. */
  readonly linesIn: (path: string) => Promise<number | null>;
}

const FRAMES_MAX = 8;
const MESSAGE_MAX = 500;
const NAME_MAX = 300;

/** What a runner printed, with the places that are in files of the project: both the file and the line are there. */
export async function mapFailures(printed: string, place: FailurePlace): Promise<RunnerFacts> {
  const run = parseRunnerOutput(printed);
  if (run === null) return { format: null, totals: { passed: null, failed: null, skipped: null }, failures: [] };
  const failures: FailureRow[] = [];
  for (const failure of run.failures) {
    failures.push({
      test: failure.test.slice(0, NAME_MAX),
      message: failure.message.slice(0, MESSAGE_MAX),
      frames: await framesOf(failure, place),
    });
  }
  return { format: run.format, totals: run.totals, failures };
}

async function framesOf(failure: PrintedFailure, { matcher, linesIn }: FailurePlace): Promise<FailureRow['frames']> {
  const found = new Map<string, { readonly file: string; readonly line: number }>();
  for (const frame of findFrames(`${failure.block}`)) {
    const file = fileOf(frame, failure.place, matcher);
    const lines = file === null ? null : await linesIn(file);
    // A line beyond the end is of another version of the file, or of another file.
    if (file === null || lines === null || frame.line < 1 || frame.line > lines) continue;
    found.set(`${file}:${frame.line}`, { file, line: frame.line });
    if (found.size >= FRAMES_MAX) break;
  }
  return [...found.values()];
}

/** A bare name is of the folder that the failure is of: Go prints `x_test.go:12`, wherever that is. */
function fileOf({ path }: PrintedFrame, place: string, matcher: PathMatcher): string | null {
  const isBare = !path.includes('/') && !path.includes('\\');
  if (!isBare || place === '') return matcher.find(path);
  const folder = /\.\w+$/.test(place) && matcher.find(place) !== null ? folderOf(matcher.find(place) ?? '') : place;
  return matcher.find(inFolder(folder, path));
}
