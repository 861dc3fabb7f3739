import { utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { makeFolder } from '../../../test/support/repository.ts';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import type { FoundOutput } from '../questions/find.types.ts';
import { startEngine } from './start-engine.ts';

test('an edit of an indexed file is in the next answer, however often the same was asked before', async () => {
  const root = keepFolder(makeFolder({ 'a.ts': 'let a = "before";', 'b.ts': 'let b;' }));
  const indexDirectory = keepFolder(makeFolder()).path;
  const engine = startEngine({ log: silentLog, clock: systemClock, indexDirectory });
  const options = { party: 'anybody', deadlineMs: 30_000, signal: new AbortController().signal };
  const source = { location: root.path, ref: null, denied: [] };
  const file = join(root.path, 'a.ts');
  const ask = async (query: string): Promise<FoundOutput> => {
    const found = await engine.call('find', { source, ...PLAIN_QUESTION, query, mode: 'text' }, options);
    if (found.outcome !== 'found') throw new Error(found.outcome);
    return found;
  };
  let word = 'before';
  for (let edit = 0; edit < 4; edit++) {
    // Old enough to be trusted by its times, and indexed: what is not is read for each question.
    utimesSync(file, new Date('2024-01-01'), new Date(`2024-01-0${edit + 1}`));
    await vi.waitUntil(async () => (await ask(word)).freshness?.unread === 0, { timeout: 30_000, interval: 30 });
    for (let asked = 0; asked < 4; asked++) expect((await ask(word)).totals.hits).toBe(1);
    const after = `edited${edit}`;
    writeFileSync(file, `let a = "${after}";`);
    expect([(await ask(after)).totals.hits, (await ask(word)).totals.hits]).toEqual([1, 0]);
    word = after;
  }
  await engine.close();
});
