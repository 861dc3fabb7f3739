import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { indexedSource } from '../../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { type BytesTree, treeSource } from '../../../test/support/tree-source.ts';
import { ok } from '../../base/result.ts';
import { KIB } from '../../base/units.ts';
import { find } from '../operations/find.ts';
import type { FindInput, FindOutput } from '../questions/find.types.ts';
import type { Source, TextPart, TextRange } from '../source/source.ts';

// The index may make a search faster. It may not make it another one.

const folder = mkdtempSync(join(tmpdir(), 'portico-indexed-'));
afterAll(() => rmSync(folder, { recursive: true }));

// How long counting goes on behind a full page is bounded by time, which does not pass here.
beforeAll(() => vi.useFakeTimers({ toFake: ['performance'] }));
afterAll(() => vi.useRealTimers());

const QUESTION: Omit<FindInput, 'query'> = {
  source: { location: '/', ref: null, denied: [] },
  ...PLAIN_QUESTION,
  mode: 'text',
};

async function ask(source: Source, question: FindInput, deadlineAtMs = Infinity): Promise<FindOutput> {
  const context = { signal: new AbortController().signal, deadlineAtMs, openSource: async () => ok(source) };
  return await find(question, context);
}

/** All but what tells one state of a source from another, and an index from none; files are skipped in any order. */
function answerOf(output: FindOutput): unknown {
  if (output.outcome !== 'found') return output;
  const gaps = output.gaps.map((gap) => ({ ...gap, names: [...gap.names].sort() }));
  return { ...output, state: null, freshness: null, gaps };
}

/** The same source as one whose contents are on disk: most are had at a glance, in one buffer that is used again. */
function glancing(source: Source, tree: BytesTree): Source {
  const scratch = Buffer.alloc(256 * KIB);
  const { index } = source;
  if (index === null) return source;
  return {
    ...source,
    glance(file, wanted) {
      const bytes = file % 3 === 2 || index.files.exclusion(file) !== null ? undefined : tree[index.files.path(file)];
      scratch.fill('x');
      if (bytes === undefined) return null;
      const ranges = wanted?.partsOf(file, bytes.length) ?? null;
      if (wanted === null || ranges === null) return scratch.subarray(0, bytes.copy(scratch));
      const parts = partsIn(bytes, ranges, scratch);
      if (wanted.takesParts(file)) return parts;
      const mayHold = parts.some((part) => wanted.mayHold(part.bytes));
      return mayHold ? scratch.subarray(0, bytes.copy(scratch)) : 'nothing';
    },
  };
}

/** One behind the other, as they are read. */
function partsIn(bytes: Buffer, ranges: readonly TextRange[], room: Buffer): readonly TextPart[] {
  let at = 0;
  return ranges.map((range) => {
    const part = room.subarray(at, at + bytes.copy(room, at, range.from, range.to));
    at += part.length;
    return { ...range, bytes: part, isLast: range.to === bytes.length };
  });
}

let roots = 0;

async function expectSame(
  tree: BytesTree,
  questions: readonly Partial<FindInput>[],
  isBuilt: (path: string) => boolean = () => true,
): Promise<void> {
  const plain = treeSource(tree);
  const indexed = await indexedSource(plain, join(folder, String(roots++)), isBuilt);
  for (const question of questions) {
    const input: FindInput = { ...QUESTION, query: '', ...question };
    const wanted = [question, answerOf(await ask(plain, input))];
    expect([question, answerOf(await ask(indexed, input))]).toEqual(wanted);
    expect([question, answerOf(await ask(glancing(indexed, tree), input))]).toEqual(wanted);
  }
  await indexed.close();
}

const name = fc.constantFrom('a.ts', 'b/c.py', 'test/d.js', 'docs/e.md', 'f', 'z.test.ts', '.env', 'b/k.go', 'b/s.rs');
const piece = fc.constantFrom(
  ...[
    'ab',
    'AB',
    'b',
    ' ',
    'x',
    '(',
    '\n',
    '\n',
    '\r\n',
    'abx()',
    'function abx() {}\n',
    'class Abx {\n',
    'def abx():\n',
  ],
  ...[
    'é',
    'É',
    '\u212a',
    '\u017f',
    'k',
    's',
    'K',
    '日本語',
    '😀',
    '\ufeff',
    '\t\t',
    'func abx() {}\n',
    'struct Abx;\n',
  ],
);
const text = fc.array(piece, { maxLength: 14 }).map((parts) => parts.join(''));
const content = fc.oneof(
  { weight: 6, arbitrary: text.map((one) => Buffer.from(one)) },
  { weight: 1, arbitrary: text.map((one) => Buffer.from(one, 'latin1')) },
  { weight: 1, arbitrary: text.map((one) => Buffer.from(`\ufeff${one}`, 'utf16le')) },
  { weight: 1, arbitrary: text.map((one) => Buffer.from(`\ufeff${one}`, 'utf16le').swap16()) },
  { weight: 1, arbitrary: text.map((one) => Buffer.from(`\ufeff${one}`)) },
  { weight: 1, arbitrary: text.map((one) => Buffer.from(`${one}\0`)) },
);
const tree = fc.dictionary(name, content, { noNullPrototype: true, maxKeys: 9 });
const literal = fc.constantFrom(
  'ab',
  'abx',
  'Abx',
  'abx(',
  'b\n',
  'x\r\n',
  'é',
  'abé',
  'kab',
  'ks',
  'ſé',
  '日本',
  '😀',
  'nothing',
  ' ',
  '\ufeffab',
  'unction',
);
const regex = fc.constantFrom(
  'ab+x',
  'a.x',
  '(abx|xba)',
  '^class\\s+Abx',
  'abx\\(\\)$',
  '[kK]é',
  '(?i)ABX',
  '\\bab',
  'é|É',
  '\\u212a',
  'a(?!b)',
  'x$',
  '日本.',
  '\\p{L}abx',
  's[ab]x?',
  '^',
);
const question: fc.Arbitrary<Partial<FindInput>> = fc
  .tuple(
    fc.oneof(
      literal.map((query) => ({ query, mode: 'text' as const })),
      regex.map((query) => ({ query, mode: 'regex' as const })),
      fc.constantFrom('abx', 'Abx', 'abq').map((query) => ({ query, mode: 'auto' as const })),
    ),
    fc.record({
      case: fc.constantFrom('smart', 'sensitive', 'insensitive'),
      word: fc.boolean(),
      tests: fc.constantFrom('include', 'include', 'exclude', 'only'),
      group: fc.constantFrom('file', 'file', 'symbol', 'count'),
      include: fc.constantFrom([], [], ['*.ts'], ['b/**']),
      offset: fc.constantFrom(0, 0, 1, 3),
      limit: fc.constantFrom(2, 200),
    }),
  )
  .map(([query, rest]) => ({ ...query, ...rest }));

async function expectAllSame(isBuilt?: (path: string) => boolean): Promise<void> {
  const questions = fc.array(question, { minLength: 1, maxLength: 12 });
  const property = fc.asyncProperty(tree, questions, (files, asked) => expectSame(files, asked, isBuilt));
  await fc.assert(property, { numRuns: 20 });
}

test('rows of files stand in their order also where a pattern is watched over in some of them', async () => {
  // A line beyond ASCII takes as long as nobody knows, so that its file waits for others.
  const files = { 'a.ts': Buffer.from('é abxs\n'), 'b/c.py': Buffer.from('abxs\n'), 'd.ts': Buffer.from('é abxs\n') };
  const groups = ['file', 'symbol', 'count'] as const;
  await expectSame(
    files,
    groups.map((group) => ({ query: 'abx\\w+', mode: 'regex', group })),
  );
});

test('an index never changes an answer: rows, order, totals and what was left out', async () => {
  await expectAllSame();
}, 120_000);

test('where the time is over, no more files are left over than are in scope', async () => {
  const treeOf = (text: string): BytesTree =>
    Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`${at % 3 === 0 ? 'src' : 'lib'}/${at}.ts`, Buffer.from(`a${text}${at}`)]),
    );
  const place = join(folder, String(roots++));
  // The index has the contents of another state of the project as well.
  await (await indexedSource(treeSource(treeOf('before')), place)).close();
  const source = await indexedSource(treeSource(treeOf('now')), place);
  for (const include of [[], ['src/']]) {
    const input: FindInput = { ...QUESTION, query: 'a.', mode: 'regex', group: 'count', include };
    const output = await ask(source, input, -1);
    if (output.outcome !== 'found') throw new Error(output.outcome);
    const left = output.gaps.find(({ reason }) => reason === 'deadline')?.count ?? 0;
    expect([output.status, left, output.scope.searched]).toEqual(['partial', output.scope.files, 0]);
  }
  await source.close();
});

test('nor does one that is being built: files are read whose kind nobody has told yet', async () => {
  await expectAllSame((path) => path.length % 2 === 0);
}, 120_000);

test('a full page has the same rows however much there is to count behind it', async () => {
  const files = Array.from({ length: 600 }, (_, at) => [
    `${at % 3 === 0 ? 'test/' : ''}f${at}.ts`,
    Buffer.from(`export const v${at} = shared(${at});\n${at % 50 === 7 ? 'function shared() {}\n' : ''}`),
  ]);
  const plain = treeSource(Object.fromEntries(files));
  const indexed = await indexedSource(plain, join(folder, String(roots++)));
  for (const question of [
    { query: 'shared', limit: 20 },
    { query: 'shared', limit: 20, offset: 590 },
    { query: 'shared', limit: 20, group: 'symbol' },
    { query: 'sha\\w+\\(5', mode: 'regex', limit: 20 },
  ] as const) {
    const [one, other] = [
      await ask(indexed, { ...QUESTION, ...question }),
      await ask(plain, { ...QUESTION, ...question }),
    ];
    if (one.outcome !== 'found' || other.outcome !== 'found') throw new Error('not found');
    expect(one.rows).toEqual(other.rows);
    // A count that was cut short says so and is no more than there is.
    if (one.status === 'ok') expect(one.totals).toEqual(other.totals);
    else expect(one.totals.hits).toBeLessThan(other.totals.hits);
  }
  await indexed.close();
});

test('no more files are called uncounted than are left in scope', async () => {
  const files = Array.from({ length: 600 }, (_, at): [string, Buffer] => [
    `${at < 200 ? 'in' : 'out'}/f${at}.ts`,
    Buffer.from(`const v${at} = ${at};\ncommon();\n`),
  ]);
  const tree = Object.fromEntries(files);
  const indexed = await indexedSource(treeSource(tree), join(folder, String(roots++)));
  const question = { ...QUESTION, query: 'common()', limit: 5, include: ['in/**'] };
  const output = await ask(glancing(indexed, tree), question);
  await indexed.close();
  if (output.outcome !== 'found') throw new Error('not found');
  const { searched } = output.scope;
  expect(searched).toBeGreaterThan(0);
  expect(output.gaps).toEqual([{ reason: 'uncounted', count: 200 - searched, names: [] }]);
});

test('a rare text among many files is found wherever it stands, its declaration first, also where contents are equal', async () => {
  const files = Array.from({ length: 400 }, (_, at): [string, Buffer] => [
    `${at % 5 === 0 ? 'test/' : at % 7 === 0 ? 'docs/' : ''}f${at}.ts`,
    Buffer.from(`export const v${at} = ${at};\n${RARE.get(at) ?? ''}`),
  ]);
  const same = Buffer.from('rareName(1);\n');
  const tree = Object.fromEntries([...files, ['same/a.ts', same], ['same/b.ts', same], ['test/same.ts', same]]);
  await expectSame(tree, [
    { query: 'rareName' },
    { query: 'rareName', limit: 2 },
    { query: 'rarename', case: 'insensitive', group: 'symbol' },
    { query: 'rareName', tests: 'only' },
    { query: 'rareName', include: ['same/**'], group: 'count' },
    { query: 'rare\\w+\\(', mode: 'regex' },
    { query: 'rareNamf' },
  ]);
});

/** Lines of which any two differ, some beyond ASCII; `at` says which of them are others. */
function longFile(lines: number, at: Readonly<Record<number, string>>, end = '\n'): Buffer {
  const all = Array.from({ length: lines }, (_, line) => at[line] ?? `row ${line} é ${(line * 7_919) % 9_973};`);
  return Buffer.from(all.join(end));
}

const KEY_LINE = 'MIIEpAIBAAKCAQEA7bq1kX0aZ9vQm3Lr5uT8wYc2Nd4Sf6Gh';

test('of long files only parts are read: rows, lines around them, totals and hidden keys are as of all that is in them', async () => {
  const key = {
    10: '-----BEGIN PRIVATE KEY-----',
    3000: `needle ${KEY_LINE}`,
    3001: KEY_LINE,
    3900: '-----END PRIVATE KEY-----',
  };
  const wide = 'x'.repeat(40_000);
  const tree: BytesTree = {
    'a.ts': longFile(4_000, { 0: '\ufeffneedle', 1500: 'a needle, and a needle', 1501: 'é needle', 3999: 'needle()' }),
    'b.ts': longFile(4_000, { 1000: 'needle', 1001: 'function needle() {}' }, '\r\n'),
    'c.ts': longFile(4_000, { 900: `needle ${wide} needle`, 2000: `${wide}needle`, 2010: 'needle' }),
    'd.ts': longFile(4_000, key),
    'e.ts': longFile(4_000, Object.fromEntries(Array.from({ length: 40 }, (_, at) => [at * 100 + 7, 'the needle']))),
    'f.ts': Buffer.concat([longFile(2_000, { 700: 'needle' }), Buffer.from([0xe9, 0x0a]), longFile(2_000, {})]),
    'g.ts': longFile(2_500, { 2499: 'needle at the end' }),
    'test/h.ts': longFile(2_500, { 100: 'needle' }, '\r'),
  };
  const asked = [
    { query: 'needle' },
    { query: 'NEEDLE', case: 'insensitive' },
    { query: 'needle', word: true },
    { query: 'the needle' },
    { query: 'é needle' },
    { query: 'needle.*', mode: 'regex' },
    { query: '^needle', mode: 'regex' },
    { query: 'nee(dle|per)$', mode: 'regex' },
    { query: 'needle x', mode: 'text' },
    { query: 'row 2500 ' },
  ] as const;
  const ways = [
    {},
    { context: 1 },
    { context: 20 },
    { group: 'count' },
    { group: 'symbol' },
    { offset: 3, limit: 4 },
    { limit: 1 },
  ] as const;
  await expectSame(
    tree,
    asked.flatMap((question) => ways.map((way) => ({ ...question, ...way }))),
  );
}, 60_000);

/** Additions to a few of many files. */
const RARE = new Map([
  [3, 'rareName(3);\n'],
  [10, 'function rareName() {}\n'],
  [49, 'rareName(49);\n'],
  [301, 'export function rareName() {}\nrareName(2);\n'],
  [399, '// RareName, rareName\n'],
]);
