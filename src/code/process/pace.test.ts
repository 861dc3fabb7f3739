import { getPriority, setPriority } from 'node:os';
import { expect, test } from 'vitest';
import { isHeldBack, keepPace, startSlowly } from './pace.ts';

// Elsewhere a thread has no niceness of its own.
const onLinux = test.skipIf(process.platform !== 'linux');

/** Whether this process may become less nice, as the owner of a container and few others may. */
function mayHurry(): boolean {
  const own = getPriority();
  try {
    setPriority(own - 1);
    setPriority(own);
    return true;
  } catch {
    return false;
  }
}

onLinux(
  'what starts a thread runs slowly where this thread may hurry afterwards, and changes nothing where it may not',
  () => {
    const own = getPriority();
    const during = startSlowly(() => getPriority());
    expect(during).toBe(mayHurry() ? 15 : own);
    expect(getPriority()).toBe(own);
    expect(() =>
      startSlowly(() => {
        throw new Error('no thread');
      }),
    ).toThrow('no thread');
    expect(getPriority()).toBe(own);
  },
);

onLinux(
  'questions of who asks for little go before those of which nothing is known, and these before the slow ones',
  () => {
    const own = getPriority();
    const nice = (['quick', 'unknown', 'slow'] as const).map((pace) => {
      keepPace(pace);
      return getPriority();
    });
    expect(nice).toEqual(nice.toSorted((a, b) => a - b));
    expect(nice.at(-1)).toBe(19);
    expect(isHeldBack()).toBe(!mayHurry() && own < 19);
    keepPace('quick');
    expect(isHeldBack()).toBe(!mayHurry() && own < 19);
    if (mayHurry()) setPriority(own);
  },
);
