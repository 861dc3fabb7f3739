import { expect, test } from 'vitest';
import { describeFailure } from './log.ts';
import { UnavailableError } from './unavailable.ts';

test('a failure of the program is told with its place, and with what caused it', () => {
  const text = describeFailure(new TypeError('outer', { cause: new Error('inner') }));
  expect(text).toMatch(/TypeError: outer\n {4}at /);
  expect(text).toContain('caused by: Error: inner');
});

test('what was away is one line: an outage writes many of them', () => {
  expect(describeFailure(new UnavailableError('the storage is away'))).toBe('UnavailableError: the storage is away');
});
