import { expect, test } from 'vitest';
import { kindOf } from './failures.ts';

test('a connection that broke before its statement was sent is lost, as one that broke after it', () => {
  expect(kindOf(new Error('Client has encountered a connection error and is not queryable'))).toBe('lost');
  expect(kindOf(new Error('bind message supplies 1 parameters, but prepared statement requires 2'))).toBe('refused');
});
