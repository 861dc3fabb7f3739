import { beforeEach, expect, test, vi } from 'vitest';

/** A system on which this thread has a niceness, below which it may not go. */
const system = { niceness: 10, floor: -20 };

vi.mock('node:os', () => ({
  getPriority: () => system.niceness,
  setPriority(wanted: number) {
    if (wanted < system.niceness && wanted < system.floor) throw new Error('EACCES');
    system.niceness = wanted;
  },
}));

/** The pace of a thread that is loaded now, with a niceness and a floor. */
async function loadPace(niceness: number, floor: number) {
  vi.resetModules();
  Object.assign(system, { niceness, floor });
  return await import('./pace.ts');
}

beforeEach(() => {
  Object.defineProperty(process, 'platform', { value: 'linux' });
});

test('a thread that may become a little less nice, and not enough for quick questions, does not become nicer for its start', async () => {
  const { startSlowly, keepPace, isHeldBack } = await loadPace(10, 9);
  expect(startSlowly(() => system.niceness)).toBe(10);
  keepPace('quick');
  expect([system.niceness, isHeldBack()]).toEqual([10, false]);
  keepPace('slow');
  keepPace('quick');
  expect([system.niceness, isHeldBack()]).toEqual([19, true]);
});

test('where the whole service was started nicer than usual no thread is held back that is no nicer than that', async () => {
  const { keepPace, isHeldBack } = await loadPace(15, 15);
  keepPace('quick');
  expect(isHeldBack()).toBe(false);
  keepPace('slow');
  expect(isHeldBack()).toBe(true);
});

test('what starts a thread goes back to the niceness that this process was given after it had begun', async () => {
  const { startSlowly } = await loadPace(0, -20);
  system.niceness = 10;
  expect(startSlowly(() => system.niceness)).toBe(15);
  expect(system.niceness).toBe(10);
});
