import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countLineFeeds } from './count-line-feeds.ts';

test('as many line feeds are counted as there are, wherever the bytes lie in memory and whatever they are', () => {
  const byte = fc.oneof(fc.constant(10), fc.constantFrom(0, 9, 11, 0x8a, 0x0b, 0xff), fc.integer({ min: 0, max: 255 }));
  const asked = fc.record({
    bytes: fc
      .uint8Array({ minLength: 0, maxLength: 300 })
      .chain(({ length }) => fc.array(byte, { minLength: length, maxLength: length })),
    before: fc.integer({ min: 0, max: 9 }),
    from: fc.nat(300),
    length: fc.nat(300),
  });
  fc.assert(
    fc.property(asked, ({ bytes, before, from, length }) => {
      const memory = Uint8Array.from([...new Array<number>(before).fill(10), ...bytes, 10, 10]);
      const content = memory.subarray(before, before + bytes.length);
      const [begin, end] = [Math.min(from, bytes.length), Math.min(from + length, bytes.length)];
      expect(countLineFeeds(content, begin, end)).toBe(bytes.slice(begin, end).filter((one) => one === 10).length);
    }),
    { numRuns: 3_000 },
  );
});
