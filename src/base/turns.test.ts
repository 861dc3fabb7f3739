import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { makeTurns } from './turns.ts';

test('pieces of work come one by one, and others get their turn between any two', async () => {
  const nextTurn = makeTurns();
  const seen: string[] = [];
  const work = [1, 2, 3].map(async (piece) => {
    await nextTurn();
    seen.push(`piece ${piece}`);
  });
  const others = (async () => {
    for (let turn = 0; turn < 4; turn++) {
      await setImmediate();
      seen.push('other');
    }
  })();
  await Promise.all([...work, others]);
  for (const piece of [1, 2, 3]) {
    expect(seen.indexOf(`piece ${piece}`)).toBeGreaterThan(seen.indexOf(`piece ${piece - 1}`));
    expect(seen[seen.indexOf(`piece ${piece}`) + 1]).toBe('other');
  }
});
