import { commandRank } from '../../questions/command-rank.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import type { CommandRow, TestsInput } from '../../questions/tests.types.ts';
import { nameOf } from '../../text/paths.ts';
import { filesBelow } from '../overview/files-below.ts';
import { readManifests } from '../overview/manifests.ts';
import type { Asking } from './asking.ts';

/**
 * The commands that run all tests, of those that the overview tells: of manifests of one name the first. What CI or a guide
 * runs is told where no manifest has any, as it may be a part of the tests. The tests of a folder that says nothing of them
 * run with those of the project around it.
 */
export async function suiteCommands({ prefix, ...project }: Suite): Promise<readonly CommandRow[]> {
  const own = await commandsBelow({ prefix, ...project });
  return own.length > 0 || prefix === null ? own : await commandsBelow({ prefix: null, ...project });
}

type Suite = Pick<Asking, 'source' | 'listing'> & Pick<TestsInput, 'prefix'>;

async function commandsBelow({ source, listing, prefix }: Suite): Promise<readonly CommandRow[]> {
  const { commands } = await readManifests(filesBelow(source, listing, prefix).files);
  const ranked = commandRank(commands.filter(({ kind }) => kind === 'test'));
  const written = ranked.filter(({ basis }) => basis === 'defined' || basis === 'convention');
  const chosen = written.length > 0 ? written : ranked.slice(0, 1);
  return [...Map.groupBy(chosen, ({ file }) => nameOf(file)).values()].flatMap(([first]) =>
    first === undefined ? [] : [rowOf(first)],
  );
}

function rowOf({ command, directory, file, line, basis, detail }: CommandFact): CommandRow {
  const why = REASONS[basis];
  return { command, directory, file, line, why: detail === null ? why : `${why}: ${detail}` };
}

const REASONS: Readonly<Record<CommandFact['basis'], string>> = {
  defined: 'defines it',
  convention: 'by convention',
  guide: 'says so',
  ci: 'runs it',
};
