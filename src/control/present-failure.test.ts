import { expect, test } from 'vitest';
import { silentLog } from '../base/log.ts';
import { UnavailableError } from '../base/unavailable.ts';
import { presentFailure } from './server.ts';

test('an operator hears why storage did not take a change, and that it is not confirmed [L10]', () => {
  const failure = new UnavailableError('a write was not acknowledged: database or disk is full');
  const { kind, message } = presentFailure(failure, silentLog);

  expect(kind).toBe('failed');
  expect(message).toContain('database or disk is full');
  expect(message).toContain('not confirmed');
  // The same text answers a command that only reads.
  expect(message).toMatch(/^no answer from storage/);
});

test('what nobody expected goes to the log only', () => {
  expect(presentFailure(new TypeError('x is undefined'), silentLog).message).not.toContain('undefined');
});
