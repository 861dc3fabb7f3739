import { expect, test } from 'vitest';
import { readSeverity, scoreCvss3 } from './cvss.ts';

// Scores as the advisories of these vectors were published with.
test.each<[string, number]>([
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', 9.8],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:C/C:H/I:H/A:H', 10],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', 7.5],
  ['CVSS:3.1/AV:N/AC:H/PR:N/UI:N/S:U/C:N/I:H/A:H', 7.4],
  ['CVSS:3.1/AV:N/AC:L/PR:H/UI:N/S:U/C:H/I:H/A:H', 7.2],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:C/C:L/I:L/A:N', 6.1],
  ['CVSS:3.0/AV:N/AC:L/PR:N/UI:N/S:U/C:L/I:N/A:N', 5.3],
  ['CVSS:3.1/AV:L/AC:L/PR:L/UI:N/S:U/C:H/I:N/A:N', 5.5],
  ['CVSS:3.1/AV:P/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N', 1.6],
  ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:N', 0],
])('%s scores %d', (vector, score) => {
  expect(scoreCvss3(vector)).toBe(score);
});

test.each([
  '',
  'CVSS:2.0/AV:N',
  'CVSS:3.1/AV:N/AC:L',
  'CVSS:3.1/AV:X/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/__proto__:1',
])('"%s" has no score', (vector) => {
  expect(scoreCvss3(vector)).toBeNull();
});

test('of labels and vectors the worst counts; an estimate only where nothing else tells', () => {
  const four = 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:H/SI:H/SA:H';
  expect(readSeverity(['low'], ['CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H', four])).toEqual({
    severity: 'high',
    isEstimated: false,
  });
  expect(readSeverity([], [four])).toEqual({ severity: 'critical', isEstimated: true });
  expect(readSeverity(['whatever'], ['nonsense'])).toEqual({ severity: 'unknown', isEstimated: false });
});
