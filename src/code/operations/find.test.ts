import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { err, ok } from '../../base/result.ts';
import type { FindInput, FoundOutput } from '../questions/find.types.ts';
import type { Source } from '../source/source.ts';
import { find } from './find.ts';

type Tree = Readonly<Record<string, string | Buffer>>;

/** A source in memory. */
function treeSource(tree: Tree): Source {
  const paths = Object.keys(tree).sort();
  return {
    index: null,
    identity: { kind: 'folder', branch: null, commit: null },
    list: async () => ({
      entries: paths.map((path) => ({ path, kind: 'file', size: null, blobId: null })),
      limit: null,
    }),
    async read(path, bytesMax) {
      const content = Object.hasOwn(tree, path) ? tree[path] : undefined;
      if (content === undefined) return { ok: false, reason: 'not_found', detail: '' };
      const bytes = Buffer.from(content as string);
      if (bytes.length > bytesMax) return { ok: false, reason: 'too_large', detail: String(bytes.length) };
      return { ok: true, bytes, size: bytes.length, blobId: null };
    },
    close: async () => undefined,
  };
}

const QUESTION: Omit<FindInput, 'query'> = {
  source: { location: '/', ref: null, denied: [] },
  ...PLAIN_QUESTION,
  mode: 'auto',
};

async function ask(tree: Tree, question: Partial<FindInput> & { query: string }, deadlineAtMs = Infinity) {
  return await find(
    { ...QUESTION, ...question },
    { signal: new AbortController().signal, deadlineAtMs, openSource: async () => ok(treeSource(tree)) },
  );
}

async function search(tree: Tree, question: Partial<FindInput> & { query: string }): Promise<FoundOutput> {
  const output = await ask(tree, question);
  if (output.outcome !== 'found') throw new Error(JSON.stringify(output));
  return output;
}

const places = (found: FoundOutput): string[] => found.rows.map(({ file, line }) => `${file}:${line}`);

const REPOSITORY: Tree = {
  'src/router.ts':
    'export class Router {\n  add(path: string) {}\n}\nexport function makeRouter() {\n  return new Router();\n}\n',
  'src/use.ts': "import { Router } from './router.ts';\nconst r = new Router();\n",
  'test/router.test.ts': "test('Router adds', () => {\n  new Router();\n});\n",
  'docs/router.md': '# Router\nHow requests are routed.\n',
  'src/reply.ts': 'export const kReplySerializer = 1;\nexport function serializeReply() {}\n',
};

test('text hits are exactly the lines that hold the text, in every file', async () => {
  const name = fc.constantFrom('a.ts', 'b/c.py', 'test/d.js', 'docs/e.md', 'f');
  const line = fc
    .array(fc.constantFrom('ab', 'AB', 'b', ' ', 'x', '('), { maxLength: 4 })
    .map((parts) => parts.join(''));
  const tree = fc.dictionary(
    name,
    fc.array(line, { maxLength: 6 }).map((lines) => lines.join('\n')),
    { noNullPrototype: true },
  );
  await fc.assert(
    fc.asyncProperty(tree, fc.constantFrom('ab', 'b', 'x(', 'abb'), async (files, query) => {
      const expected = Object.entries(files).flatMap(([path, text]) =>
        text.split('\n').flatMap((content, at) => (content.includes(query) ? [`${path}:${at + 1}`] : [])),
      );
      const found = await search(files, { query, mode: 'text', case: 'sensitive' });
      expect(places(found).sort()).toEqual(expected.sort());
      expect(found.totals).toEqual({
        rows: expected.length,
        hits: expected.length,
        files: new Set(expected.map((place) => place.split(':')[0])).size,
      });
    }),
  );
});

test('pages put together are the whole, in one order, whatever their size', async () => {
  const whole = await search(REPOSITORY, { query: 'router', mode: 'text' });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), async (limit) => {
      const rows: string[] = [];
      for (let offset = 0; offset < whole.totals.rows; offset += limit) {
        rows.push(...places(await search(REPOSITORY, { query: 'router', mode: 'text', offset, limit })));
      }
      expect(rows).toEqual(places(whole));
    }),
  );
});

test('files with the declaration come first, then source, then what lies aside, then tests', async () => {
  const found = await search(REPOSITORY, { query: 'Router', mode: 'text' });
  const files = [...new Set(found.rows.map(({ file }) => file))];
  expect(files).toEqual(['src/router.ts', 'src/use.ts', 'docs/router.md', 'test/router.test.ts']);
  expect(found.rows[0]).toMatchObject({ line: 1, role: 'definition' });
});

test('a word on its own is read as a symbol, and the text hits are counted', async () => {
  const found = await search(REPOSITORY, { query: 'Router' });
  expect(found.mode).toBe('symbol');
  expect(found.reading).toMatch(/^symbol \(exact 1.*\); text hits \d+ in 4 files -> mode=text$/);
  expect(found.rows[0]).toMatchObject({ file: 'src/router.ts', line: 1, fit: 'exact', symbol: { kind: 'class' } });
});

test('a word that nothing is named by is read as text', async () => {
  const found = await search(REPOSITORY, { query: 'requests' });
  expect(found).toMatchObject({ mode: 'text', reading: 'symbol (none), then text, any case' });
  expect(places(found)).toEqual(['docs/router.md:2']);
});

test('quoted text and code are read as text, several words as ranked, and the reading is stated', async () => {
  expect((await search(REPOSITORY, { query: '"new Router()"' })).reading).toBe('text, case counts');
  expect((await search(REPOSITORY, { query: 'Router()' })).mode).toBe('text');
  const ranked = await search(REPOSITORY, { query: 'where is the "reply" serialized (issue)?' });
  expect(ranked.reading).toBe('ranked words: reply, serialized, issue; in no file searched: issue');
  expect(ranked.rows[0]?.file).toBe('src/reply.ts');
});

test('code of several words that stands in the code is read as text, on every page', async () => {
  const line = 'if (left === right) {\n';
  const tree = { 'src/a.ts': `${line}${line}`, 'src/b.ts': 'const right = left;\n', 'notes.md': 'left => right\n' };
  for (const offset of [0, 1]) {
    const found = await search(tree, { query: line.trim(), offset, limit: 1 });
    expect(found).toMatchObject({ mode: 'text', reading: 'text, any case; words -> mode=ranked', totals: { hits: 2 } });
    expect(places(found)).toEqual([`src/a.ts:${1 + offset}`]);
  }
  // What stands in prose alone is a question, and so is what stands nowhere.
  expect((await search(tree, { query: 'left => right' })).mode).toBe('ranked');
  expect((await search(tree, { query: 'if (left !== right) {' })).mode).toBe('ranked');
});

test('of words that stand somewhere as they are the answer says how often', async () => {
  const found = await search(REPOSITORY, { query: 'requests are routed' });
  expect(found.reading).toBe('ranked words: requests, routed; text hits 1 in 1 file -> mode=text');
  expect(found.rows[0]?.file).toBe('docs/router.md');
});

test('a message of four words or more that stands in the code is read as text', async () => {
  const tree = { 'a.ts': "throw new Error('value is out of range');\n", 'b.ts': 'const valueRange = 1;\n' };
  const found = await search(tree, { query: 'value is out of range' });
  expect(found).toMatchObject({ mode: 'text', reading: 'text, any case; words -> mode=ranked' });
  expect(places(found)).toEqual(['a.ts:1']);
  expect((await search(tree, { query: 'out of range' })).mode).toBe('ranked');
});

test.each([
  ['kReplySerializer', 'exact'],
  ['kreplyserializer', 'case'],
  ['kReply', 'prefix'],
  ['KRS', 'hump'],
  ['kReplySerialzer', 'typo'],
])('the symbol %s is found: %s', async (query, fit) => {
  const found = await search(REPOSITORY, { query, mode: 'symbol' });
  expect(found.rows[0]).toMatchObject({ file: 'src/reply.ts', line: 1, fit });
});

test('a name with the keyword before it is found as the name', async () => {
  expect(places(await search(REPOSITORY, { query: 'function makeRouter()', mode: 'symbol' }))).toEqual([
    'src/router.ts:4',
  ]);
  expect(places(await search(REPOSITORY, { query: 'class Router', mode: 'symbol' }))).toContain('src/router.ts:1');
});

test('a name path finds the member of that container only', async () => {
  expect(places(await search(REPOSITORY, { query: 'Router/add', mode: 'symbol' }))).toEqual(['src/router.ts:2']);
  expect((await search(REPOSITORY, { query: 'Reply.add', mode: 'symbol' })).totals.rows).toBe(0);
});

test('hits are gathered by the symbol around them, or counted by file', async () => {
  const bySymbol = await search(REPOSITORY, {
    query: 'Router',
    mode: 'text',
    group: 'symbol',
    include: ['src/router.ts'],
  });
  expect(bySymbol.rows.map(({ symbol, hits }) => [symbol?.name, hits])).toEqual([
    ['Router', 1],
    ['makeRouter', 2],
  ]);
  const byFile = await search(REPOSITORY, { query: 'Router', mode: 'text', group: 'count' });
  expect(byFile.totals.rows).toBe(byFile.totals.files);
  expect(byFile.rows.reduce((sum, { hits }) => sum + hits, 0)).toBe(byFile.totals.hits);
});

test('include, exclude, tests and a sub-folder narrow the files', async () => {
  const files = async (question: Partial<FindInput>) =>
    (await search(REPOSITORY, { query: 'Router', mode: 'text', group: 'count', ...question })).rows.map(
      ({ file }) => file,
    );
  expect(await files({ include: ['*.md'] })).toEqual(['docs/router.md']);
  expect(await files({ exclude: ['src', '*.md'] })).toEqual(['test/router.test.ts']);
  expect(await files({ tests: 'only' })).toEqual(['test/router.test.ts']);
  expect(await files({ tests: 'exclude', include: ['**/*.ts'] })).toEqual(['src/router.ts', 'src/use.ts']);
  expect(await files({ prefix: 'src' })).toEqual(['src/router.ts', 'src/use.ts']);
});

test('an exclusion can be taken back, and the last one that fits decides', async () => {
  const files = async (question: Partial<FindInput>) =>
    (await search(REPOSITORY, { query: 'Router', mode: 'text', group: 'count', ...question })).rows.map(
      ({ file }) => file,
    );
  expect(await files({ exclude: ['src/**', '!src/use.ts', '*.md'] })).toEqual(['src/use.ts', 'test/router.test.ts']);
  expect(await files({ exclude: ['src', '!src/use.ts', 'src', '*.md'] })).toEqual(['test/router.test.ts']);
  const alone = await ask(REPOSITORY, { query: 'Router', exclude: ['!src/use.ts'] });
  expect(alone).toMatchObject({ outcome: 'bad_query', text: expect.stringContaining('include') });
  expect(await files({ include: ['src', '!src/use.ts'] })).toEqual(['src/router.ts']);
});

test('files are found by a glob that begins at the root, has separators of Windows, or too many braces', async () => {
  const files = async (query: string) =>
    (await search(REPOSITORY, { query, mode: 'files' })).rows.map(({ file }) => file);
  for (const query of ['src\\ro*.ts', '/src/ro*.ts', './src/ro*.ts', '/src/router.ts'])
    expect(await files(query), query).toEqual(['src/router.ts']);
  const refused = await ask(REPOSITORY, { query: `${'{a,b}'.repeat(7)}*`, mode: 'files' });
  expect(refused).toMatchObject({ outcome: 'bad_query', text: expect.stringContaining('use fewer braces') });
});

test('a file whose name is shown in quotes is in its folder, and a test where that is one', async () => {
  const odd = { '"src/new\\nline.py"': 'alpha\n', '"tests/tab\\t.py"': 'alpha\n', 'src/a.py': 'alpha\n' };
  const files = async (question: Partial<FindInput>) =>
    (await search(odd, { query: 'alpha', mode: 'text', ...question })).rows.map(({ file }) => file);
  expect(await files({ include: ['*.py'], tests: 'exclude' })).toEqual(['"src/new\\nline.py"', 'src/a.py']);
  expect(await files({ prefix: 'src' })).toEqual(['"src/new\\nline.py"', 'src/a.py']);
  expect(await files({ tests: 'only' })).toEqual(['"tests/tab\\t.py"']);
});

test('lines around a hit are shown, and a long line is clipped around it with a mark', async () => {
  const tree = { 'a.txt': `one\ntwo\n${'x'.repeat(1_000)}HIT${'y'.repeat(1_000)}\nfour\n` };
  const { rows } = await search(tree, { query: 'HIT', mode: 'text', context: 2 });
  expect(rows[0]).toMatchObject({ line: 3, before: ['one', 'two'], after: ['four'] });
  expect(rows[0]?.text).toMatch(/^…x+HITy+…$/);
  expect(rows[0]?.text?.length).toBe(302);
});

test('what is not searched is counted and named: binary and large files', async () => {
  const found = await search(
    { 'a.bin': Buffer.from([97, 0, 97]), 'big.txt': 'a'.repeat(1_100_000), 'c.txt': 'a' },
    { query: 'a', mode: 'text' },
  );
  expect(found.gaps).toEqual([
    { reason: 'binary', count: 1, names: ['a.bin'] },
    { reason: 'too_large', count: 1, names: ['big.txt'] },
  ]);
  expect(found.scope).toEqual({ files: 3, searched: 1 });
});

test('files of credentials are named and not searched, in any mode that shows content', async () => {
  const tree = {
    '.env': 'PASSWORD=hunter2',
    '"o\\"dd/.env"': 'PASSWORD=hunter2',
    'keys/id_rsa': 'hunter2',
    '.env.example': 'PASSWORD=',
    'a.ts': 'const PASSWORD = 1; // hunter2',
  };
  for (const mode of ['auto', 'text', 'regex', 'ranked'] as const) {
    const found = await search(tree, { query: 'hunter2', mode });
    expect(found.rows.map(({ file }) => file)).toEqual(['a.ts']);
    expect(found.gaps).toEqual([
      { reason: 'secret', count: 3, names: ['.env', '"o\\"dd/.env"', 'keys/id_rsa'].sort() },
    ]);
  }
  expect((await search(tree, { query: '.env', mode: 'files' })).totals.rows).toBe(3);
});

test('after the deadline the answer is partial and says how many files are left', async () => {
  const output = await ask(REPOSITORY, { query: 'Router', mode: 'text' }, 0);
  expect(output).toMatchObject({
    outcome: 'found',
    status: 'partial',
    gaps: [{ reason: 'deadline', count: 5, names: [] }],
    scope: { files: 5, searched: 0 },
  });
});

test('nothing found: near names and the hits in any case are offered', async () => {
  expect((await search(REPOSITORY, { query: 'makeRouters', mode: 'text' })).near).toEqual(['makeRouter']);
  const found = await search(REPOSITORY, { query: 'ROUTER', mode: 'text' });
  expect(found).toMatchObject({ status: 'not_found', insensitiveHits: 8 });
});

test('a file is found by its name, a part of its path, a pattern or its letters in order', async () => {
  const files = async (query: string) =>
    (await search(REPOSITORY, { query, mode: 'files' })).rows.map(({ file }) => file);
  expect(await files('router.ts')).toEqual(['src/router.ts']);
  expect(await files('src reply')).toEqual(['src/reply.ts']);
  expect(await files('*.md')).toEqual(['docs/router.md']);
  expect(await files('srrply')).toEqual(['src/reply.ts']);
});

test('bodies of private keys are never shown', async () => {
  const body = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC';
  const tree = { 'notes.md': `-----BEGIN PRIVATE KEY-----\n${body}\n-----END PRIVATE KEY-----\n` };
  const found = await search(tree, { query: 'MIIE', mode: 'text' });
  expect(found.rows[0]?.text).toBe('[REDACTED:private-key]');
});

test('queries that cannot be read are refused with what to do', async () => {
  expect(await ask({}, { query: '(', mode: 'regex' })).toMatchObject({ outcome: 'bad_query' });
  expect(await ask({}, { query: 'a', include: ['{a,b}'.repeat(10)] })).toMatchObject({ outcome: 'bad_query' });
  const gone = await find(
    { ...QUESTION, query: 'a' },
    { signal: new AbortController().signal, deadlineAtMs: Infinity, openSource: async () => err('location_gone') },
  );
  expect(gone).toEqual({ outcome: 'no_source', problem: 'location_gone' });
});

// A ranking without a word once looked for nothing, everywhere, until its deadline.
test('signs alone are looked for as they are, and cannot be ranked', async () => {
  const files = { 'a.ts': 'const sum = 1 + - 2;\n' };
  expect(await ask(files, { query: '+ -' })).toMatchObject({ outcome: 'found', totals: { rows: 1 } });
  for (const query of ['+ -', '!!!', '\u{a11f3}']) {
    expect(await ask(files, { query, mode: 'ranked' })).toMatchObject({ outcome: 'bad_query' });
  }
});

test('UTF-16 with its mark is searched as the text that it is', async () => {
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('one\nStr\u00f6mung two\n', 'utf16le')]);
  for (const query of ['Str\u00f6mung', 'two']) {
    const found = await ask(
      { 'a.txt': wide, 'b.bin': Buffer.from([0xff, 0, 0x74, 0x77, 0x6f]) },
      { query, mode: 'text' },
    );
    expect(found).toMatchObject({ status: 'ok', rows: [{ file: 'a.txt', line: 2, text: 'Str\u00f6mung two' }] });
    expect(found).toMatchObject({ gaps: [{ reason: 'binary', count: 1 }] });
  }
});

test('a hostile regular expression ends within seconds, and what was found before is told', async () => {
  const tree = { 'a.txt': 'aa!\naaaa\n', 'b.txt': `${'a'.repeat(5_000)}!\n`, 'c.txt': 'aa\n' };
  const found = await ask(tree, { query: '^(?=(a+)+$)(a+)+\\2$', mode: 'regex' });
  expect(found).toMatchObject({ status: 'partial', rows: [{ file: 'a.txt', line: 2 }], scope: { searched: 1 } });
  expect(found).toMatchObject({ gaps: [{ reason: 'deadline', count: 2 }] });
});

test('a kind that nothing of the name has does not blame the case of letters', async () => {
  const tree = { 'a.ts': 'export function cartTotal() {}\ncartTotal();\n' };
  expect(await ask(tree, { query: 'cartTotal', kind: 'class' })).toMatchObject({
    status: 'not_found',
    near: ['cartTotal'],
    insensitiveHits: null,
  });
});

test('routes are found by method and path, with the framework that they are of', async () => {
  const tree = {
    'app.js':
      "const express = require('express');\nconst app = express();\napp.get('/users/:id', (req, res) => {});\napp.post('/users', (req, res) => {});\n",
  };
  const found = await search(tree, { query: 'post users', kind: 'route' });
  expect(found.rows).toMatchObject([{ line: 4, symbol: { kind: 'route', name: 'POST /users', container: 'Express' } }]);
  expect((await search(tree, { query: '/', kind: 'route', mode: 'symbol' })).totals.rows).toBe(2);
});

test.each(['function makeRouter', 'def makeRouter(', 'export function makeRouter()', 'class Router', 'class Router {'])(
  'the head of a declaration, %s, is read as the symbol that it declares',
  async (query) => {
    const found = await search(REPOSITORY, { query });
    expect(found).toMatchObject({ mode: 'symbol' });
    expect(found.rows[0]).toMatchObject({ fit: 'exact', symbol: { name: /[mM]akeRouter|Router/.exec(query)?.[0] } });
  },
);

test('words that begin like a declaration and name nothing are a question', async () => {
  for (const query of ['class loader', 'type checking of replies', 'function names'])
    expect((await search(REPOSITORY, { query })).reading).toMatch(/^ranked words: /);
});

test('the route of the very path that was asked for stands before those that only begin like it', async () => {
  const tree = {
    'a.js':
      "const app = require('express')();\napp.get('/owners/new', one);\napp.get('/owners', all);\napp.post('/owners', add);\n",
  };
  const found = await search(tree, { query: 'GET /owners', mode: 'symbol', kind: 'route' });
  expect(places(found)).toEqual(['a.js:3', 'a.js:2']);
});

test('a route that a test beside the code declares is shown as a test, behind those of the code', async () => {
  const tree = {
    'a.rs':
      '#[cfg(test)]\nmod tests {\n    use axum::routing::get;\n    fn t() {\n        Router::new().route("/probe", get(a));\n    }\n}\n',
    'b.rs':
      'use axum::{Router, routing::get};\nfn app() -> Router {\n    Router::new().route("/probe/live", get(a))\n}\n',
  };
  const found = await search(tree, { query: '/probe', mode: 'symbol', kind: 'route' });
  expect(found.rows).toMatchObject([
    { file: 'b.rs', line: 3, role: 'definition' },
    { file: 'a.rs', line: 5, role: 'test' },
  ]);
});

test('a route that is not found comes with what is read to find one, and where paths may differ', async () => {
  const found = await search(
    { 'a.js': "const app = require('express')();\napp.get('/users', all);\n" },
    { query: '/api/v1', kind: 'route' },
  );
  expect(found.totals.rows).toBe(0);
  expect(found.reading).toMatch(
    /^routes \(with \/api\/v1\); literal paths as their files make them, without what other functions and files put before them, of files that name Express, .*; others are not known$/,
  );
});

test('routes are found in the repository of the framework itself, whose examples require it by paths', async () => {
  const example = "var express = require('../..');\nvar app = express();\napp.get('/login', show);\n";
  const found = await search(
    { 'package.json': '{ "name": "express" }', 'examples/auth/index.js': example },
    { query: 'GET /login' },
  );
  expect(places(found)).toEqual(['examples/auth/index.js:3']);
  const below = await search(
    { 'package.json': '{ "name": "express" }', 'examples/auth/index.js': example },
    { query: '/login', kind: 'route', include: ['examples/**'] },
  );
  expect(places(below)).toEqual(['examples/auth/index.js:3']);
  const other = await search(
    { 'package.json': '{ "name": "shop" }', 'a/b/c.js': example },
    { query: '/login', kind: 'route' },
  );
  expect(places(other)).toEqual([]);
});

test('a query that begins like a request is a route, of its method, and a text where there is no such route', async () => {
  const tree = {
    'a.js':
      "const app = require('express')();\napp.get('/owners/{id}', one);\napp.delete('/owners/{id}/target', all);\napp.all('/any/owners/{id}', all);\n",
    'b.txt': 'then GET /pets/1 is sent\n',
  };
  const found = await search(tree, { query: 'GET /owners/{id}' });
  expect(found.reading).toMatch(/^routes \(with get and \/owners\/\{id\}\)/);
  expect(places(found)).toEqual(['a.js:2', 'a.js:4']);
  const other = await search(tree, { query: 'get /pets/1' });
  expect(places(other)).toEqual(['b.txt:1']);
  expect(other.reading).toMatch(/^no routes \(with get and \/pets\/1\).*; then /);
});

test('a question for the place of a declaration is read as its name, one for more than a name as words', async () => {
  for (const query of [
    'where is Router defined',
    'Where is the Router class declared?',
    'where is class `Router` implemented?',
    'find where Router is defined',
  ]) {
    const found = await search(REPOSITORY, { query });
    expect(found).toMatchObject({ mode: 'symbol' });
    expect(found.rows[0]).toMatchObject({ fit: 'exact', symbol: { name: 'Router' } });
  }
  expect((await search(REPOSITORY, { query: 'where is Router/add defined' })).rows[0]).toMatchObject({
    symbol: { name: 'add' },
  });
  for (const query of ['where is caching implemented', 'where is the class defined'])
    expect((await search(REPOSITORY, { query })).reading).toMatch(/^ranked words: /);
  expect((await search(REPOSITORY, { query: 'where are the routes of users defined' })).reading).toMatch(
    /^ranked words: /,
  );
});

test('a question for references in words is counted as mode=references is, and what has no lines is refused', async () => {
  const counted = await search(REPOSITORY, { query: 'references to makeRouter', group: 'count' });
  const named = await search(REPOSITORY, { query: 'makeRouter', mode: 'references', group: 'count' });
  expect(counted.rows).toEqual(named.rows);
  const refused = await ask(REPOSITORY, { query: 'callers of makeRouter', group: 'count' });
  expect(refused).toMatchObject({ outcome: 'bad_query', text: expect.stringContaining('mode=references') });
  const word = await ask(REPOSITORY, { query: 'makeRouter', group: 'count' });
  expect(word).toMatchObject({ outcome: 'bad_query', text: expect.stringContaining('group=count counts lines') });
});

test('a name behind its file or its package is read as a symbol first, a path is not', async () => {
  for (const query of [
    'src/router.ts#add',
    'src/router.ts#Router.add',
    'src.router.Router/add',
    'src::router::Router::add',
  ])
    expect(places(await search(REPOSITORY, { query }))).toEqual(['src/router.ts:2']);
  expect(await search(REPOSITORY, { query: './router.ts' })).toMatchObject({ mode: 'text', totals: { rows: 1 } });
});

test('a name path is read as a symbol first', async () => {
  const found = await search(REPOSITORY, { query: 'Router/add' });
  expect(found).toMatchObject({ mode: 'symbol' });
  expect(places(found)).toEqual(['src/router.ts:2']);
});
