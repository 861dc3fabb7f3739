import { describe, expect, test } from 'vitest';
import { checkParameters } from './parameters.ts';

describe('the values of a statement', () => {
  test('are null, numbers, texts and bytes, as they are', () => {
    const values = [null, 0, -1.5, Number.MAX_SAFE_INTEGER, 7n, '', '😀', new Uint8Array([1, 2])];
    expect(checkParameters(values)).toEqual(values);
  });

  test('are refused when storage could not give them back', () => {
    const values = [
      new Date(0),
      {},
      [],
      true,
      undefined,
      Symbol('x'),
      Number.NaN,
      2 ** 53,
      -(2n ** 53n),
      'a\0',
      '\uDC00',
    ];
    for (const value of values) expect(() => checkParameters([1, value]), String(value)).toThrow('parameter 2');
  });

  test('are copied when they are bytes: their owner may change them while they wait', () => {
    const bytes = Buffer.from('secret');
    const [copy] = checkParameters([bytes]);
    bytes.fill(0);
    expect(Buffer.from(copy as Uint8Array).toString()).toBe('secret');
    expect((copy as Uint8Array).buffer.byteLength).toBe(6);
  });
});
