import { afterEach, expect, test } from 'vitest';
import { PLAIN_QUESTION } from '../../test/support/plain-question.ts';
import { makeFolder, type TempFolder } from '../../test/support/repository.ts';
import { systemClock } from '../base/clock.ts';
import { silentLog } from '../base/log.ts';
import { DEFAULT_LIMITS } from './engine-limits.ts';
import { startEngine } from './host/start-engine.ts';
import type { FindInput } from './questions/find.types.ts';

const folders: TempFolder[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) folder.remove();
});

test("the operator's bound on a file holds for what is searched, with an index and without", async () => {
  const root = makeFolder({ 'small.ts': 'needle', 'large.ts': `needle ${'x'.repeat(200)}` });
  const index = makeFolder();
  folders.push(root, index);
  for (const indexDirectory of [null, index.path]) {
    const limits = { ...DEFAULT_LIMITS, fileBytesMax: 100 };
    const engine = startEngine({ log: silentLog, clock: systemClock, indexDirectory, limits });
    const options = { party: 'anybody', deadlineMs: 30_000, signal: new AbortController().signal };
    const found = await engine.call('find', question(root.path), options);
    await engine.close();
    expect(found).toMatchObject({
      outcome: 'found',
      rows: [{ file: 'small.ts' }],
      gaps: [{ reason: 'too_large', count: 1, names: ['large.ts'] }],
    });
  }
});

function question(location: string): FindInput {
  return {
    source: { location, ref: null, denied: [] },
    ...PLAIN_QUESTION,
    query: 'needle',
    mode: 'text',
    limit: 10,
  };
}
