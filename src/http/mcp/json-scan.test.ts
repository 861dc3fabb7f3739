import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DEPTH_MAX, MEMBERS_MAX, scanJson } from './json-scan.ts';

const scan = (text: string) => scanJson(Buffer.from(text));

test('any JSON value that breaks no bound passes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      expect(scan(JSON.stringify({ jsonrpc: '2.0', params: { value } }))).toBeNull();
    }),
  );
});

describe('keys', () => {
  test.each([
    '{"id":1,"id":2}',
    '{"id":1,"\\u0069d":2}',
    '{"a":{"b":[{}]},"params":{},"a":0}',
    '{"params":{"x":1,"y":{"x":1},"x":2}}',
  ])('are given twice in %s', (text) => {
    expect(scan(text)?.kind).toBe('key');
  });

  test.each(['{"ID":1}', '{"Params":{}}', '{"jsonRpc":"2.0"}', '{"METHOD":"x"}'])(
    'are spelled differently in %s',
    (text) => {
      expect(scan(text)?.text).toContain('write the key');
    },
  );

  test.each([
    '{"a":"id","b":"id"}',
    '{"a":["id","id"]}',
    '{"a":{"id":1},"b":{"id":1}}',
    '{"params":{"a":{"x":1,"x":2}}}',
    '{"a":"\\"id\\":1,\\"id\\":2"}',
    '{"other":{"x":1,"x":2}}',
    '[{"id":1},{"id":1}]',
  ])('are not given twice in %s', (text) => {
    expect(scan(text)).toBeNull();
  });

  test('agree with the parser on what a key is, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (key) => {
        const quoted = JSON.stringify(key);
        const other = `"${[...key].map((c) => [...Array(c.length).keys()].map((i) => `\\u${c.charCodeAt(i).toString(16).padStart(4, '0')}`).join('')).join('')}"`;
        expect(scan(`{${quoted}:1,${other}:2}`)?.kind).toBe('key');
      }),
    );
  });
});

describe('bounds', () => {
  test('keys that are compared, also in text that is no JSON', () => {
    const keys = (count: number) => Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',');
    expect(scan(`{${keys(200)}}`)).toBeNull();
    expect(scan(`{${keys(300)}}`)?.kind).toBe('bound');
    expect(scan(`{"params":{${keys(300)}}}`)?.kind).toBe('bound');
    expect(scan(`{"params":{"arguments":{${keys(300)}}}}`)).toBeNull();
    // Without commas only the first string is a key: the rest costs no look at all.
    expect(scan(`{${'"\\u006b"'.repeat(100_000)}}`)).toBeNull();
  });

  test(`level ${DEPTH_MAX} is the deepest`, () => {
    expect(scan('['.repeat(DEPTH_MAX) + ']'.repeat(DEPTH_MAX))).toBeNull();
    expect(scan('['.repeat(DEPTH_MAX + 1))?.kind).toBe('bound');
  });

  test('members are counted over all levels', () => {
    expect(scan(`[${'0,'.repeat(MEMBERS_MAX)}0]`)).toBeNull();
    expect(scan(`[${'[0,0],'.repeat(MEMBERS_MAX / 2 + 1)}0]`)?.kind).toBe('bound');
  });

  test('a bound is told before a key', () => {
    expect(scan(`{"id":1,"id":2,"a":${'['.repeat(99)}`)?.kind).toBe('bound');
  });
});

test('bytes that are no JSON end the scan without harm', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      scanJson(bytes);
    }),
  );
  for (const text of ['', '"', '"\\', '{"', '}}}]]]', '{"a', ',,,,', '::::']) expect(scan(text)).toBeNull();
});

// The scan runs on the loop that serves everybody.
test.each([
  ['one string', `"${'x'.repeat(1_048_574)}"`],
  ['escapes', `"${'\\"'.repeat(524_287)}"`],
  ['spaces', ' '.repeat(1_048_576)],
  ['long keys', `{${Array.from({ length: 1_000 }, (_, i) => `"${'\\u0061'.repeat(170)}${i}":0`).join()}}`],
  ['quotes', '"'.repeat(1_048_576)],
  ['closing', '}'.repeat(1_048_576)],
])('1 MiB of %s takes less than 50 ms', (_case, text) => {
  const bytes = Buffer.from(text);
  // The best of some runs: the machine may be busy with other things.
  const timesMs = Array.from({ length: 5 }, () => {
    const startedMs = performance.now();
    scanJson(bytes);
    return performance.now() - startedMs;
  });
  expect(Math.min(...timesMs)).toBeLessThan(50);
});
