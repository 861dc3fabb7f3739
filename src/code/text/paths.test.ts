import { expect, test } from 'vitest';
import { nearestTheTop } from './paths.ts';

test('of too many files those deep down are left out, and the others keep their order', () => {
  const files = ['arch/arm/mach/a.c', 'drivers/net/b.c', 'kernel/c.c', 'main.c', 'mm/d.c'].map((path) => ({ path }));
  expect(nearestTheTop(files, 3).map(({ path }) => path)).toEqual(['kernel/c.c', 'main.c', 'mm/d.c']);
  expect(nearestTheTop(files, 2).map(({ path }) => path)).toEqual(['kernel/c.c', 'main.c']);
  expect(nearestTheTop(files, 1).map(({ path }) => path)).toEqual(['main.c']);
  expect(nearestTheTop(files, 0)).toEqual([]);
  expect(nearestTheTop(files, 5)).toEqual(files);
});
