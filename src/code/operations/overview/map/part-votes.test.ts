import { afterAll, describe, expect, test } from 'vitest';
import { makeFolder } from '../../../../../test/support/repository.ts';
import type { Overview, OverviewInput } from '../../../questions/overview.types.ts';
import { openSource } from '../../../source/open-source.ts';
import type { SourceEntry } from '../../../source/source.ts';
import { overview } from '../../overview.ts';
import { OVERVIEW_LIMITS } from '../limits.ts';

const folder = makeFolder({
  'core/queue.c': 'int push_item(int a)\n{\n\treturn a;\n}\n',
  'core/run.c': 'int run(void)\n{\n\treturn push_item(1);\n}\n',
  'drivers/net/fast/ring.c': 'int fill_ring(int a)\n{\n\treturn a;\n}\n',
  'drivers/net/fast/send.c': 'int send_all(void)\n{\n\treturn fill_ring(push_item(2));\n}\n',
});
afterAll(() => folder.remove());

/** Further files, deeper than all others. */
const furtherFiles = (count: number): readonly SourceEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    path: `drivers/video/deep/down/f${at}.c`,
    kind: 'file',
    size: 1,
    blobId: null,
  }));
/** So many that not all are read. */
const MANY = furtherFiles(OVERVIEW_LIMITS.countedFilesMax);

async function mapOfLarge(input: Partial<OverviewInput>, further = MANY): Promise<Pick<Overview, 'map' | 'gaps'>> {
  const context = {
    signal: new AbortController().signal,
    deadlineAtMs: Number.POSITIVE_INFINITY,
    openSource: async (selector: OverviewInput['source']) => {
      const opened = await openSource(selector);
      if (!opened.ok) return opened;
      const { value } = opened;
      const list: typeof value.list = async (signal) => {
        const listing = await value.list(signal);
        return { ...listing, entries: [...listing.entries, ...further] };
      };
      return { ...opened, value: { ...value, list } };
    },
  };
  const source = { location: folder.path, ref: null, denied: [] };
  const output = await overview({ source, prefix: null, parts: ['map'], depth: 2, task: null, ...input }, context);
  if (output.status !== 'ok') throw new Error(output.status);
  return output;
}

const namesOf = (map: Overview['map']) => map?.symbols.map(({ name }) => name);

describe('the map of a project that is too large to be read whole', () => {
  test('is one of the files nearest to the top, and says so', async () => {
    const { map } = await mapOfLarge({});
    expect([map?.part, namesOf(map)]).toEqual(['top', ['push_item', 'fill_ring']]);
  });

  test('is one of the files beside those for the task, and says so', async () => {
    const { map } = await mapOfLarge({ task: 'fill the ring' });
    expect([map?.part, map?.files, namesOf(map)]).toEqual(['task', 2, ['fill_ring']]);
  });

  test('is left out where the list of its files takes the room', async () => {
    const { map, gaps } = await mapOfLarge({}, furtherFiles(OVERVIEW_LIMITS.mappedFilesMax));
    expect([map, gaps]).toEqual([null, expect.arrayContaining(['no map of symbols: more than 200000 files'])]);
  });
});
