import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { keepFolder } from '../../../test/support/kept-folder.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { makeFolder, makeRepository } from '../../../test/support/repository.ts';
import { systemClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import type { FoundOutput } from '../questions/find.types.ts';
import { type SupervisedEngine, startEngine } from './start-engine.ts';

const engines: SupervisedEngine[] = [];

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
});

/** An engine with an index, which is asked for texts of one place. */
function makeAsking(location: string, ref: string | null) {
  const indexDirectory = keepFolder(makeFolder()).path;
  const engine = startEngine({ log: silentLog, clock: systemClock, indexDirectory });
  engines.push(engine);
  const source = { location, ref, denied: [] };
  const ask = async (query: string): Promise<FoundOutput> => {
    const options = { party: 'anybody', deadlineMs: 30_000, signal: new AbortController().signal };
    const found = await engine.call('find', { source, ...PLAIN_QUESTION, query, mode: 'text' }, options);
    if (found.outcome !== 'found') throw new Error(found.outcome);
    return found;
  };
  const untilIndexed = async (query: string): Promise<void> => {
    await vi.waitUntil(async () => (await ask(query)).freshness?.unread === 0, { timeout: 30_000, interval: 30 });
  };
  return { indexDirectory, ask, untilIndexed };
}

test('an edit of an indexed file is in the next answer, however often the same was asked before', async () => {
  const root = keepFolder(makeFolder({ 'a.ts': 'let a = "before";', 'b.ts': 'let b;' }));
  const { ask, untilIndexed } = makeAsking(root.path, null);
  const file = join(root.path, 'a.ts');
  let word = 'before';
  for (let edit = 0; edit < 4; edit++) {
    // Old enough to be trusted by its times, and indexed: what is not is read for each question.
    utimesSync(file, new Date('2024-01-01'), new Date(`2024-01-0${edit + 1}`));
    await untilIndexed(word);
    for (let asked = 0; asked < 4; asked++) expect((await ask(word)).totals.hits).toBe(1);
    const after = `edited${edit}`;
    writeFileSync(file, `let a = "${after}";`);
    expect([(await ask(after)).totals.hits, (await ask(word)).totals.hits]).toEqual([1, 0]);
    word = after;
  }
});

test.each([null, 'HEAD'])(
  'an index that is damaged while it is in use costs no answer of %s, and is built anew',
  async (ref) => {
    const root = keepFolder(makeRepository({ 'a.ts': 'let needle = "first";', 'b.ts': 'let b = "second";' }));
    const { indexDirectory, ask, untilIndexed } = makeAsking(root.path, ref);
    await untilIndexed('needle');
    expect(spoil(indexDirectory)).toBeGreaterThan(0);
    for (const query of ['first', 'second', 'let', 'needle']) {
      const { totals } = await ask(query);
      expect([query, totals.files]).toEqual([query, query === 'let' ? 2 : 1]);
    }
    await untilIndexed('second');
  },
);

/** Where what is read anew at each question begins: behind the head and its table. */
const BODY_AT = 4_116;

/** Writes nonsense over all texts' segments, as a disk may that forgets, and tells how many. */
function spoil(indexDirectory: string): number {
  let spoilt = 0;
  for (const entry of readdirSync(indexDirectory, { recursive: true, encoding: 'utf8' })) {
    if (!entry.endsWith('.text')) continue;
    const path = join(indexDirectory, entry);
    writeFileSync(path, readFileSync(path).fill('Z', BODY_AT), { flag: 'r+' });
    spoilt += 1;
  }
  return spoilt;
}
