import { expect, test } from 'vitest';
import { smallLetters } from './small-letters.ts';

const ALL = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));

/** Byte for byte. */
function byHand(bytes: Buffer): Buffer {
  return Buffer.from(bytes.map((byte) => (byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte)));
}

test('capitals of ASCII become small and every other byte stays, wherever in a content they stand', () => {
  for (let from = 0; from < 9; from++) {
    for (let length = 0; length < 9; length++) {
      const some = Buffer.concat([ALL.subarray(0, from), ALL, ALL.subarray(60, 60 + length)]);
      expect(smallLetters(some)).toEqual(byHand(some));
      expect(smallLetters(some.subarray(from, from + length))).toEqual(byHand(some.subarray(from, from + length)));
    }
  }
});

test('a content that is larger than the usual ones is read to its end', () => {
  const large = Buffer.alloc(1_048_576 + 3, 'aZ');
  expect(smallLetters(large)).toEqual(Buffer.alloc(large.length, 'az'));
});

test('what is given stays as it is', () => {
  const given = Buffer.from('Given');
  smallLetters(given);
  expect(given.toString()).toBe('Given');
});

test('what is asked for again is the same, whatever was asked for between', () => {
  const [one, other] = [Buffer.from('One OF two'), Buffer.from('ANOTHER')];
  for (const given of [one, one, other, one, one.subarray(4), other]) {
    expect(smallLetters(given)).toEqual(byHand(given));
  }
});
