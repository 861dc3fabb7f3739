import { expect, test } from 'vitest';
import { makeCpuBudget } from './cpu-budget.ts';

test('what another thread takes for a search is taken from its time', () => {
  const cpu = makeCpuBudget(60_000);
  expect(cpu.leftMs()).toBeGreaterThan(0);
  cpu.spend(40_000);
  expect(cpu.leftMs()).toBeLessThanOrEqual(20_000);
  cpu.spend(20_000);
  expect(cpu.leftMs()).toBeLessThanOrEqual(0);
});
