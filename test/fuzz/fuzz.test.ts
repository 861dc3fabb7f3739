import { expect, test } from 'vitest';
import { fuzz } from './fuzz.ts';

// `npm run prove -- fuzz` sends 100,000. The seed stands still: a failure here is the same on every machine.
test('1,200 requests of every shape: no 5xx, no crash, the limit headers, nothing unseen, no secret', async () => {
  const report = await fuzz(1_200, 20_261_121);
  expect(report.faults).toEqual([]);
  // The proof would be empty if all were refused at the door, so every tool must have answered something.
  for (const [name, { ok }] of Object.entries(report.tools)) expect(ok, name).toBeGreaterThan(0);
  expect(Object.keys(report.tools).length).toBe(10);
});
