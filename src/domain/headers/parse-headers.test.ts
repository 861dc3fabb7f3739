import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PASTED_LIMITS, readPastedHeaders } from './parse-headers.ts';

describe('pasted headers are read as they come', () => {
  test('a block with a status line, folded lines and repeated names', () => {
    const { fields, status } = readPastedHeaders(
      'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Long: one\r\n  two\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\n\r\n<p>body: x</p>',
    );
    expect(status).toBe(200);
    expect(fields).toEqual([
      ['content-type', 'text/html'],
      ['x-long', 'one two'],
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
    ]);
  });

  test('curl -v: only the lines of the answer, and the Origin that was asked with', () => {
    const { fields, requestOrigin } = readPastedHeaders(
      '* Connected to a.example\n> GET / HTTP/2\n> Origin: https://b.example\n> Host: a.example\n>\n< HTTP/2 200 \n< x-frame-options: DENY\n< \n{ [5 bytes data]',
    );
    expect(fields).toEqual([['x-frame-options', 'DENY']]);
    expect(requestOrigin).toBe('https://b.example');
  });

  test('of several answers the last one counts, and their number is told', () => {
    const read = readPastedHeaders('HTTP/1.1 301 Moved\nlocation: /x\nx-a: 1\n\nHTTP/1.1 200 OK\nx-b: 2\n');
    expect(read).toMatchObject({ blocks: 2, status: 200, fields: [['x-b', '2']] });
  });

  test('an object with texts and lists, pairs, and the same written as JSON', () => {
    const fields = [
      ['set-cookie', 'a=1'],
      ['set-cookie', 'b=2'],
      ['x-a', '3'],
    ];
    const object = { 'Set-Cookie': ['a=1', 'b=2'], 'X-A': 3 };
    expect(readPastedHeaders(object).fields).toEqual(fields);
    expect(readPastedHeaders(JSON.stringify(object)).fields).toEqual(fields);
    expect(readPastedHeaders(fields).fields).toEqual(fields);
    expect(readPastedHeaders(fields.map(([name, value]) => ({ name, value }))).fields).toEqual(fields);
  });

  test('what is no header is told, not dropped', () => {
    expect(readPastedHeaders('hello world\nx-a: 1').problems).toEqual(['no header: "hello world"']);
    expect(readPastedHeaders({ 'bad name': 'x', ok: { a: 1 } }).problems).toHaveLength(2);
  });
});

test('reading never throws and stays within its bounds, whatever is pasted', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('HTTP/1.1 200 OK', 'a: b', '< x: y', '> origin: q', ' folded', ':status: 200', ''),
  );
  const given = fc.oneof(
    fc.array(piece, { maxLength: 40 }).map((lines) => lines.join('\n')),
    fc.anything(),
    fc.json(),
  );
  fc.assert(
    fc.property(given, (value) => {
      const { fields, problems } = readPastedHeaders(value);
      expect(fields.length).toBeLessThanOrEqual(PASTED_LIMITS.fields);
      expect(problems.length).toBeLessThanOrEqual(PASTED_LIMITS.problems + 1);
      for (const [name, text] of fields) {
        expect(name).toMatch(/^[^\s:A-Z]+$/);
        expect(text).not.toMatch(/[\r\n]/);
      }
    }),
    { numRuns: 500 },
  );
});

test('more headers or characters than are read are told', () => {
  const many = Array.from({ length: PASTED_LIMITS.fields + 5 }, (_, i) => `x-${i}: 1`).join('\n');
  expect(readPastedHeaders(many).problems[0]).toBe('header 501 and later were left out');
  expect(readPastedHeaders(`x: ${'a'.repeat(70_000)}`).problems.join()).toContain('60000 characters');
});
