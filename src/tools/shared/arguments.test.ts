import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../tool.ts';
import { readArguments } from './arguments.ts';

const tool = defineTool({
  name: 'sample_tool',
  title: 'Sample',
  description: 'A tool for these tests.',
  annotations: { readOnlyHint: true, openWorldHint: false },
  isChargeable: true,
  input: z.object({
    path: z.string().optional(),
    file: z.string().optional(),
    query: z.string().max(100).optional(),
    limit: z.int().min(1).max(200).default(30),
    ratio: z.number().optional(),
    word: z.boolean().default(false),
    include: z.array(z.string()).max(5).optional(),
    kinds: z.array(z.enum(['a', 'b'])).optional(),
    mode: z.enum(['text', 'regex', 'symbol']).optional(),
    links: z.array(z.object({ to: z.string(), weight: z.number().optional() })).optional(),
    manifest: z.object({ filename: z.string() }).optional(),
  }),
  aliases: { maxResults: 'limit' },
  check: (args) => (args.file !== undefined && args.query !== undefined ? 'send file or query, not both' : null),
  run: async () => ({ text: '' }),
});

function read(raw: unknown) {
  const result = readArguments(tool, raw);
  if (!result.ok) throw new Error(result.error);
  return result.value;
}

function refusal(raw: unknown): string {
  const result = readArguments(tool, raw);
  return result.ok ? 'accepted' : result.error;
}

describe('JSON texts in place of arrays and objects', () => {
  test('are opened up to a bound for the whole call, beyond which they stay texts', () => {
    const texts = (count: number) => JSON.stringify(Array(count).fill({ to: 'x' }));
    expect(read({ links: texts(2_000) }).links).toHaveLength(2_000);
    expect(refusal({ links: texts(6_000) })).toContain('links: expected array, received string');
    // Ten texts, each below the bound: what has been opened counts against the next.
    const weights = `{"to":"x"${',"weight":1'.repeat(1_000)}}`;
    expect(refusal({ links: Array(10).fill(weights) })).toMatch(/links\.\d: expected object, received string/);
    expect(read({ links: Array(2).fill(weights) }).links).toHaveLength(2);
  });
});

describe('names', () => {
  test('the names that other services use are understood', () => {
    for (const alias of ['project', 'repo', 'repo_path', 'projectPath'])
      expect(read({ [alias]: 'acme' }).path).toBe('acme');
    expect(read({ relative_path: 'a.ts' }).file).toBe('a.ts');
    expect(read({ q: 'x' }).query).toBe('x');
    expect(read({ pattern: 'x' }).query).toBe('x');
    expect(read({ maxResults: '7' }).limit).toBe(7);
  });

  test('an argument that is given under two names is refused, naming both', () => {
    expect(refusal({ repo: 'a', path: 'b' })).toContain('"repo" and "path" both name the argument "path"');
  });

  test('an unknown argument is refused with its name and the nearest known one', () => {
    const text = refusal({ qurey: 'x' });
    expect(text).toContain('"qurey"');
    expect(text).toContain('did you mean "query"?');
    expect(refusal({ includes: [] })).toContain('did you mean "include"?');
    expect(refusal({ zzzzzz: 1 })).not.toContain('did you mean');
    expect(text).toContain('next: call sample_tool again');
  });

  test('a value that is none of a list is refused with the list and the nearest of it', () => {
    expect(refusal({ mode: 'regexp' })).toContain(
      'mode: expected one of "text"|"regex"|"symbol" (did you mean "regex"?)',
    );
    expect(refusal({ mode: 'sym' })).toContain('did you mean "symbol"?');
    for (const value of ['references', '', 7]) expect(refusal({ mode: value })).not.toContain('did you mean');
  });

  test('names that reach a prototype are refused at any depth and change nothing', () => {
    for (const text of [
      '{"__proto__":{"limit":5}}',
      '{"constructor":{"prototype":{"polluted":1}}}',
      '{"manifest":{"filename":"a","__proto__":{"polluted":1}}}',
      '{"links":[{"to":"x","prototype":1}]}',
    ]) {
      expect(refusal(JSON.parse(text))).toContain('is not allowed as a name');
    }
    expect('polluted' in {}).toBe(false);
    expect(refusal({ toString: 1 })).toContain('is not an argument');
    expect(read({ manifest: '{"filename":"a","__proto__":{"polluted":1}}' }).manifest).toEqual({ filename: 'a' });
  });
});

describe('types', () => {
  test('a number as text is taken where a number is wanted, and only there', () => {
    expect(read({ limit: '3', ratio: '-0.5' })).toMatchObject({ limit: 3, ratio: -0.5 });
    expect(read({ query: '3' }).query).toBe('3');
    for (const text of ['', ' ', '3x', '0x10', '1e3', 'NaN', 'Infinity', '1,000', '99999999999999999999']) {
      expect(refusal({ limit: text })).toContain('limit: ');
    }
    expect(refusal({ limit: '2.5' })).toContain('limit: ');
    expect(refusal({ limit: true })).toContain('limit: ');
  });

  test('"true" and "false" are taken where a boolean is wanted, no other word is', () => {
    expect(read({ word: 'true' }).word).toBe(true);
    expect(read({ word: 'False' }).word).toBe(false);
    expect(read({ query: 'true' }).query).toBe('true');
    for (const value of ['yes', '1', 1, 0, '']) expect(refusal({ word: value })).toContain('word: ');
  });

  test('an array or object may come as JSON text, or as its single element', () => {
    expect(read({ include: '["a","b"]' }).include).toEqual(['a', 'b']);
    expect(read({ include: 'src/[ab]*.ts' }).include).toEqual(['src/[ab]*.ts']);
    expect(read({ include: '[ab]*.ts' }).include).toEqual(['[ab]*.ts']);
    expect(read({ kinds: 'a' }).kinds).toEqual(['a']);
    expect(read({ links: '[{"to":"x","weight":"2"}]' }).links).toEqual([{ to: 'x', weight: 2 }]);
    expect(read({ links: { to: 'x' } }).links).toEqual([{ to: 'x' }]);
    expect(read({ manifest: '{"filename":"a"}' }).manifest).toEqual({ filename: 'a' });
    expect(read({ query: '["a"]' }).query).toBe('["a"]');
    expect(refusal({ include: 3 })).toContain('include: ');
    expect(refusal({ include: '['.repeat(100_000) })).toBe('accepted');
  });

  test('null for what may be left out counts as left out', () => {
    expect(read({ path: null, limit: null })).toEqual({ limit: 30, word: false });
  });
});

describe('refusals', () => {
  test("the tool's own rule is applied last and its text given", () => {
    expect(refusal({ file: 'a', query: 'b' })).toContain('send file or query, not both');
  });

  test('what is not an object is refused', () => {
    for (const raw of [null, undefined, 'x', 3, [], [{}]]) expect(refusal(raw)).toContain('must be a JSON object');
  });

  test('a refusal is at most 1,500 characters and shows nothing unseen, whatever was sent', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ maxLength: 3_000, unit: 'binary' }), fc.anything()), (raw) => {
        const result = readArguments(tool, raw);
        if (result.ok) return;
        expect(result.error.length).toBeLessThanOrEqual(1_500);
        expect(result.error).not.toMatch(/[\u202a-\u202e\u2066-\u2069\u200b-\u200f]/u);
      }),
    );
    expect(refusal({ ['x\u202e'.repeat(5_000)]: 1 }).length).toBeLessThanOrEqual(1_500);
    expect(refusal({ links: Array.from({ length: 500 }, () => ({ to: 3 })) }).length).toBeLessThanOrEqual(1_500);
  });

  test('depth and number of values are bounded', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 100_000; i++) deep = [deep];
    expect(refusal({ include: deep })).toContain('nested deeper than 16');
    expect(refusal({ include: Array.from({ length: 30_000 }, () => 1) })).toContain('more than 20000 values');
  });
});

test("another service's manner is turned into ours before anything is checked", () => {
  const adapted = { ...tool, adapt: ({ old, ...rest }: Record<string, unknown>) => ({ ...rest, limit: old }) };
  const result = readArguments(adapted, { old: '4' });
  expect(result).toMatchObject({ ok: true, value: { limit: 4 } });
});
