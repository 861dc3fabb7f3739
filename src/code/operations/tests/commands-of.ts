import type { TestLink } from '../../questions/tests.types.ts';
import { type Commands, makeCommands } from '../../test-evidence/command/make-commands.ts';
import type { Asking } from './asking.ts';
import { suiteCommands } from './suite-commands.ts';

/** Test files of one command: more than these are the whole suite to whoever waits for them. */
const FILES_MAX = 12;
/** A row that is tied much more loosely than the best one is not run with it. */
const SHARE_OF_BEST = 0.6;
const CONFIDENCE_MIN = 0.3;

/** The commands for the test files that are best tied to the target; for the whole project those that run all tests. */
export async function commandsOf(asking: Asking, tied: readonly TestLink[]): Promise<Commands> {
  const { files, scan, target, input } = asking;
  if (target.kind === 'project') return { rows: await suiteCommands({ ...asking, prefix: input.prefix }), notes: [] };
  const best = tied[0]?.confidence ?? 0;
  const close = tied.filter(({ confidence }) => confidence >= Math.max(CONFIDENCE_MIN, best * SHARE_OF_BEST));
  const links = (close.length > 0 ? close : tied.slice(0, 1)).slice(0, FILES_MAX);
  const chosen = links.flatMap(({ file, cases }) => {
    const test = scan.testFiles.get(file);
    // Single cases only where a single symbol is meant: of a file all its tests are.
    return test === undefined ? [] : [{ test, cases: target.kind === 'symbol' ? cases : [] }];
  });
  const { rows, notes } = await makeCommands(files, chosen);
  const left = tied.length - links.length;
  const rest =
    left > 0 && rows.length > 0 ? [`the command runs the ${links.length} best tied of ${tied.length} test files`] : [];
  return { rows, notes: [...notes, ...rest] };
}
