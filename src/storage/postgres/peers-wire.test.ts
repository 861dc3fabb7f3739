import { expect, test } from 'vitest';
import { announcement, channelOf, meetingPlaceOf, parseNotice, readSight } from './peers-wire.ts';

const PLACE = meetingPlaceOf('public');

/** What the server makes of an announcement, with the epoch that it has counted. */
function said(names: readonly string[], epoch: number): string {
  const { parameters } = announcement(PLACE, { from: 7, ticket: '7-1', names });
  return `${parameters[1]}${epoch}}`;
}

test('a change is understood as it was said, whatever its names', () => {
  const names = ['key:"quoted" \\ }', 'account:\0\ud800', 'key:Ελλάδα'];
  expect(parseNotice(said(names, 42))).toEqual({ kind: 'change', from: 7, ticket: '7-1', epoch: 42, names });
});

test('a notice stays below the 8,000 bytes of a payload; what does not fit is any record', () => {
  for (const count of [1, 100, 300, 1_000]) {
    const names = Array.from({ length: count }, (_, i) => `key:😀${i}`);
    const text = said(names, Number.MAX_SAFE_INTEGER);
    expect(Buffer.byteLength(text)).toBeLessThan(8_000);
    expect(parseNotice(text)).toMatchObject({ names: count <= 300 ? names : null });
  }
});

test.each([
  '',
  'hello',
  'null',
  '7',
  '"text"',
  '[]',
  '{}',
  '{"kind":"change","from":7,"ticket":"7-1"}',
  '{"kind":"change","from":"7","ticket":"7-1","epoch":1,"names":null}',
  '{"kind":"recall","from":7,"ticket":"7-1"}',
  '{"kind":"what a later version says","from":7,"ticket":"7-1"}',
])('a notice that is none is left alone: %s', (text) => {
  expect(parseNotice(text)).toBeNull();
});

test('names that are none mean any record', () => {
  const notice = parseNotice('{"kind":"change","from":7,"ticket":"7-1","epoch":1,"names":[7]}');
  expect(notice).toMatchObject({ names: null });
});

test('nodes of two schemas of one database do not meet', () => {
  const other = meetingPlaceOf('other');
  expect(other.channel).not.toBe(PLACE.channel);
  expect(other.lockClass).not.toBe(PLACE.lockClass);
  // Identifiers of more than 63 bytes would be cut.
  expect(channelOf(PLACE, 2 ** 31 - 1).length).toBeLessThan(63);
});

test('an epoch that is not there is a failure, not an epoch of nothing', () => {
  expect(() => readSight([])).toThrow('no row');
  expect(readSight([{ epoch: '5', nodes: null }])).toEqual({ epoch: 5, nodes: [] });
  expect(readSight([{ epoch: '5', nodes: '1,22' }])).toEqual({ epoch: 5, nodes: [1, 22] });
});
