import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type IndexedSource, indexedSource } from '../../../test/support/indexed-source.ts';
import { makeRepository } from '../../../test/support/repository.ts';
import type { FindInput } from '../questions/find.types.ts';
import { openSource } from '../source/open-source.ts';
import type { Source } from '../source/source.ts';
import type { SourceIndex } from '../source/source-index.ts';
import { readRankQuery } from './rank-query.ts';
import { searchRanked } from './ranked-search.ts';
import { openScope } from './scope.ts';

const repository = makeRepository({
  'src/router.ts': 'export class Router {\n  addRoute(path: string) {\n    return path;\n  }\n}\n',
  'src/reply.ts':
    '// the router hands the reply over\nexport function sendReply() {}\nexport const serializeReply = 1;\n',
  'src/store/cache.ts': 'export function evict(entry: string) {\n  // drop the oldest entry of the cache\n}\n',
  'src/store/disk.ts': 'export function flush(entry: string) {}\n// cache entry, cache entry\n',
  'src/plain.ts': 'export const value = 1; // a socket is closed here\n',
  'src/other.ts': 'export const value = 2; // a socket is closed here\n',
  'test/router.test.ts': "test('add a route to the router: add route, router', () => {});\n",
  'docs/router.md': 'The router adds a route. The router, the route.\n',
  'src/room.ts':
    "import {\n  joinPortal,\n} from './portal';\nimport {\n  type A,\n} from './join-portal';\nexport function enter() {\n  return joinPortal(1);\n}\n",
  'src/größe.ts': 'export const größe = 1; // Größe der Länge\n',
  'logo.png': Buffer.from([0, 1, 2]),
});
const folder = mkdtempSync(join(tmpdir(), 'ranked-'));
let indexed: IndexedSource;
beforeAll(async () => {
  indexed = await indexedSource(await open(null), folder);
});
afterAll(async () => {
  await indexed.close();
  repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function open(ref: string | null, location = repository.path): Promise<Source> {
  const opened = await openSource({ location, ref, denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

async function rank(
  source: Source,
  query: string,
  page: Partial<FindInput> = {},
  accepts: (path: string) => boolean = () => true,
) {
  const input: FindInput = {
    ...{ source: { location: repository.path, ref: null, denied: [] }, prefix: null, query, mode: 'ranked' },
    ...{ include: [], exclude: [], kind: null, case: 'smart', word: false, tests: 'include', context: 0 },
    ...{ group: 'file', offset: 0, limit: 30, ...page },
  };
  const context = { signal: new AbortController().signal, deadlineAtMs: performance.now() + 60_000 };
  const scope = await openScope(source, { accepts }, context);
  return await searchRanked({ scope, input }, readRankQuery(query));
}

async function filesOf(source: Source, query: string): Promise<readonly string[]> {
  return (await rank(source, query)).rows.map(({ file }) => file);
}

test('the code that is asked for comes before its tests and what is told about it', async () => {
  expect(await filesOf(indexed, 'add a route to the router')).toEqual([
    'src/router.ts',
    'docs/router.md',
    'test/router.test.ts',
    'src/reply.ts',
  ]);
});

test('a row shows the line with the rarest words of the question, and what encloses it', async () => {
  const { rows } = await rank(indexed, 'drop the oldest cache entry');
  expect(rows[0]).toMatchObject({ file: 'src/store/cache.ts', line: 2, symbol: { kind: 'function', name: 'evict' } });
});

test('a row shows what is done with a name, and not the import of it', async () => {
  const { rows } = await rank(indexed, 'how is a portal joined');
  expect(rows[0]).toMatchObject({ file: 'src/room.ts', line: 8, symbol: { name: 'enter' } });
});

test('an identifier as a whole counts for more than its words', async () => {
  expect((await filesOf(indexed, 'where is serializeReply'))[0]).toBe('src/reply.ts');
});

test('a word with letters beyond ASCII is found in its line', async () => {
  expect((await rank(indexed, 'Größe der Länge')).rows[0]).toMatchObject({ file: 'src/größe.ts', line: 1 });
});

const words = fc.constantFrom(
  'router',
  'route',
  'addRoute',
  'cache',
  'entry',
  'Reply',
  'socket',
  'store',
  'größe',
  'logo',
  'the',
  'add',
  '42',
);
const questions = fc.array(words, { minLength: 1, maxLength: 6 }).map((all) => all.join(' '));

/** The same index with some files not indexed yet. */
function without(index: SourceIndex, isPending: (file: number) => boolean, generation: string): SourceIndex {
  const numbers = Array.from({ length: index.files.count }, (_, file) => file);
  return {
    ...index,
    generation,
    place: (file) => (isPending(file) ? null : index.place(file)),
    pending: Uint32Array.from(numbers.filter((file) => index.place(file) !== null && isPending(file))),
    segments: index.segments.map(({ segment, files }) => ({
      segment,
      files: (document) => files(document).filter((file) => !isPending(file)),
    })),
  };
}

test('an index, whole or in part, ranks as reading everything does', async () => {
  const plain = await open(null);
  await fc.assert(
    fc.asyncProperty(questions, fc.integer({ min: 0, max: 1_023 }), async (query, mask) => {
      const all = await rank(plain, query);
      const facts = ({ rows, totals, searched, isComplete }: typeof all) => ({ rows, totals, searched, isComplete });
      expect(facts(await rank(indexed, query))).toEqual(facts(all));
      const half = without(indexed.index, (file) => (mask >> file) % 2 === 1, `without ${mask}`);
      expect(facts(await rank({ ...indexed, index: half }, query))).toEqual(facts(all));
    }),
    { numRuns: 40 },
  );
  await plain.close();
});

test('a question about a folder ranks alike whether an index knows the lengths of the rest or not', async () => {
  const filler = (words: number): string => 'other words of a text '.repeat(words / 5);
  const made = makeRepository({
    'a/long.md': `${filler(100)}\nsocket ${filler(20)}\nsocket\n`,
    'a/short.md': 'a socket here\n',
    'b/rest.md': filler(20_000),
  });
  const folderOfIndex = mkdtempSync(join(tmpdir(), 'ranked-'));
  const plain = await open(null, made.path);
  const known = await indexedSource(await open(null, made.path), folderOfIndex);
  try {
    const inFolder = (path: string): boolean => path.startsWith('a/');
    const found = (await rank(plain, 'socket', {}, inFolder)).rows;
    expect(found.map(({ file }) => file)).toEqual(['a/short.md', 'a/long.md']);
    expect((await rank(known, 'socket', {}, inFolder)).rows).toEqual(found);
  } finally {
    await plain.close();
    await known.close();
    made.remove();
    rmSync(folderOfIndex, { recursive: true, force: true });
  }
});

test('pages put together are the whole, wherever they are cut', async () => {
  const whole = await filesOf(indexed, 'router cache socket entry reply value');
  for (const limit of [1, 2, 3]) {
    const pages: string[] = [];
    for (let offset = 0; offset < whole.length; offset += limit)
      pages.push(
        ...(await rank(indexed, 'router cache socket entry reply value', { offset, limit })).rows.map(
          ({ file }) => file,
        ),
      );
    expect(pages).toEqual(whole);
  }
});

test('subjects of earlier commits point at the files that they changed; later ones do not count', async () => {
  const before = repository.git('rev-parse', 'HEAD');
  repository.commit(
    { 'src/plain.ts': 'export const value = 3; // a socket is closed here\n' },
    'Close the socket in time',
  );
  const later = repository.git('rev-parse', 'HEAD');
  const [then, now] = [await open(before), await open(later)];
  expect((await filesOf(then, 'close socket')).slice(0, 2)).toEqual(['src/other.ts', 'src/plain.ts']);
  expect((await filesOf(now, 'close socket')).slice(0, 2)).toEqual(['src/plain.ts', 'src/other.ts']);
  await then.close();
  await now.close();
});

test('a question of nothing but small words has nothing to rank by', () => {
  expect(readRankQuery('what is it and how').terms).toEqual([]);
});

test('neighbours and whole identifiers of a question are known', () => {
  const { terms, pairs, wholes } = readRankQuery('fix the setErrorHandler of a min-publish-age');
  expect(terms).toEqual(['fix', 'set', 'error', 'handler', 'min', 'publish', 'age']);
  expect(pairs).toContainEqual([4, 5]);
  expect(wholes).toEqual([{ text: 'setErrorHandler', terms: [1, 2, 3] }]);
});
