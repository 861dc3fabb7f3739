import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeAnyCaseFinder, makeTextCheck } from './text-check.ts';

const piece = fc.constantFrom('a', 'e', ' ', '#', 'Z', '_x', 'return', '(9', 'Zq#');
const text = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''));

test('a text is told to be in a content exactly when it is', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), text, fc.boolean(), (parts, wanted, isThere) => {
      const content = Buffer.from(parts.join(isThere ? wanted : ''));
      expect(makeTextCheck(Buffer.from(wanted))(content)).toBe(content.includes(wanted));
    }),
    { numRuns: 1_000 },
  );
});

test('its rarest part may stand before it, and overlap it', () => {
  const holds = makeTextCheck(Buffer.from('ee#Z#Z12'));
  expect(holds(Buffer.from('#Z12 e#Z#Z12'))).toBe(false);
  expect(holds(Buffer.from('#Z#Z12ee#Z#Z12'))).toBe(true);
  expect(holds(Buffer.from('ee#Z#Zee#Z#Z12'))).toBe(true);
});

test('a text in any case is found wherever it stands, and what is beyond ASCII is what it is', () => {
  const odd = fc.constantFrom('é', 'É', '\u212a', '\u017f', '@', '[', '`', '{', 'k', 'S');
  fc.assert(
    fc.property(fc.array(fc.oneof(text, odd), { maxLength: 12 }), text, fc.boolean(), (parts, wanted, isThere) => {
      const content = Buffer.from(parts.join(isThere ? wanted.toUpperCase() : 'a'));
      const next = makeAnyCaseFinder(Buffer.from(wanted))(content);
      const found: number[] = [];
      for (let at = next(0); at !== -1; at = next(at + 1)) found.push(at);
      const pattern = new RegExp(`(?=${wanted.replace(/[(#]/g, '\\$&')})`, 'gi');
      expect(found).toEqual(Array.from(content.toString('latin1').matchAll(pattern), ({ index }) => index));
    }),
    { numRuns: 1_000 },
  );
});
