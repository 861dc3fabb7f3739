import { overview } from '../../src/code/operations/overview.ts';
import type { Overview, OverviewInput, OverviewOutput } from '../../src/code/questions/overview.types.ts';
import { openSource } from '../../src/code/source/open-source.ts';
import { type FileSpecs, makeFolder } from './repository.ts';

const PARTS = ['summary', 'tree', 'commands', 'guides', 'deps', 'entry_points', 'activity'] as const;

/** Asks for the overview of a place, with all parts that are not named. */
export async function askOverview(
  location: string,
  input: Partial<OverviewInput> = {},
  ref: string | null = null,
): Promise<OverviewOutput> {
  const source = { location, ref, denied: [] };
  const signal = new AbortController().signal;
  const context = { signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource };
  return overview({ source, prefix: null, parts: PARTS, depth: 2, task: null, ...input }, context);
}

/** The overview of files of its own. Throws where there is none. */
export async function overviewOf(files: FileSpecs, input: Partial<OverviewInput> = {}): Promise<Overview> {
  const folder = makeFolder(files);
  try {
    const output = await askOverview(folder.path, input);
    if (output.status !== 'ok') throw new Error(output.status);
    return output;
  } finally {
    folder.remove();
  }
}

/** Commands as `kind command basis file:line`. */
export function commandsOf({ commands }: Overview): readonly string[] {
  return commands.map(({ kind, command, basis, file, line }) => `${kind} ${command} ${basis} ${file}:${line}`);
}

/** Entry points as `kind name file:line target isThere`. */
export function entriesOf({ entryPoints }: Overview): readonly string[] {
  return entryPoints.map(
    ({ kind, name, file, line, target, isThere }) => `${kind} ${name} ${file}:${line} ${target} ${isThere}`,
  );
}
