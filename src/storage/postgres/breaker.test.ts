import { expect, test } from 'vitest';
import { systemClock } from '../../base/clock.ts';
import { UnavailableError } from '../../base/unavailable.ts';
import { makeBreaker } from './breaker.ts';

test('refuses at once while the server is away, looks one at a time, and tells each change once', async () => {
  const events: string[] = [];
  let looking = 0;
  let most = 0;
  let tries = 0;
  const isBack = Promise.withResolvers<void>();
  const breaker = makeBreaker({
    async probe() {
      looking += 1;
      most = Math.max(most, looking);
      await Promise.resolve();
      looking -= 1;
      tries += 1;
      if (tries < 4) throw new Error('still away');
      setImmediate(isBack.resolve);
    },
    onAway: () => void events.push('dropped'),
    clock: systemClock,
    log: { event: (name) => void events.push(name) },
    probeEveryMs: 1,
  });
  breaker.guard();
  breaker.trip('the cable');
  breaker.trip('the same cable');
  expect(() => breaker.guard()).toThrow(UnavailableError);
  await isBack.promise;
  breaker.guard();
  expect(events).toEqual(['storage.away', 'dropped', 'storage.back']);
  expect({ most, tries }).toEqual({ most: 1, tries: 4 });
  breaker.stop();
});
