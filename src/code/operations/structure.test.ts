import { afterAll, expect, test } from 'vitest';
import { contextOf, explainerOf, makeShop } from '../../../test/support/explained.ts';
import { makeFolder, makeRepository } from '../../../test/support/repository.ts';
import type { OperationContext } from '../questions/context.ts';
import { STRUCTURE_ASPECTS } from '../questions/structure.types.ts';
import { openSource } from '../source/open-source.ts';
import { overview } from './overview.ts';
import { structure } from './structure.ts';

const shop = makeShop();
afterAll(() => shop.remove());

const { ask, explain } = explainerOf(shop.path);

test('counts tell code from tests and use from mere types', async () => {
  const { counts, status } = await explain();
  expect(status).toBe('ok');
  expect(counts).toEqual({
    units: 5,
    testUnits: 1,
    files: 6,
    edges: 4,
    typeEdges: 1,
    unresolved: 0,
    lost: 0,
    lostInCode: 0,
    notRead: expect.anything(),
  });
});

test('of a folder that is asked about alone it is said that the rest of the project may be joined with it', async () => {
  const { notKnown } = await explain({ prefix: 'src/cart' });
  expect(notKnown).toContain(
    'what joins src/cart/ with the rest of the project (imports of 2 files lead there): ask about the whole with scope src/cart',
  );
  expect((await explain({ prefix: 'src/base' })).notKnown).toContain(
    'what joins src/base/ with the rest of the project: ask about the whole with scope src/base',
  );
  expect((await explain()).notKnown.join()).not.toContain('what joins');
  expect((await explain({ prefix: 'src/cart', aspects: ['routes'] })).notKnown.join()).not.toContain('what joins');
});

test('layers go from the entry to the base, each edge with the line that says so', async () => {
  const { layers, edges, violations } = await explain();
  expect(layers).toEqual([['src/index.ts'], ['src/cart/'], ['src/base/']]);
  expect(edges?.rows).toContainEqual({
    from: 'src/index.ts',
    to: 'src/cart/',
    places: 1,
    typePlaces: 0,
    file: 'src/index.ts',
    line: 1,
    known: 'import',
  });
  expect(edges?.rows.find(({ to }) => to === 'src/base/')).toMatchObject({ places: 1, typePlaces: 1 });
  expect(violations?.rows).toEqual([]);
});

test('the cycle, what is used most, packages and standard libraries are told with their places', async () => {
  const { cycles, externals, standard, used } = await explain();
  expect(cycles).toMatchObject({ total: 1, rows: [{ size: 2, leftAfterCut: 0, cut: { places: 1 } }] });
  expect(externals?.rows).toMatchObject([{ name: 'express', files: 1, testFiles: 0, file: 'src/index.ts', line: 2 }]);
  expect(standard).toEqual([
    { language: 'TypeScript', names: ['node:fs'], total: 1, file: 'src/base/row.ts', line: 1, known: 'import' },
  ]);
  expect(used?.rows.find(({ path }) => path === 'src/cart/cart.ts')?.users).toBe(2);
});

test('entry points, routes, data, decisions and flows come with their proofs', async () => {
  const facts = await explain();
  expect(facts.entryPoints?.rows).toMatchObject([
    { kind: 'library', target: 'src/index.ts', file: 'package.json', line: 3 },
  ]);
  expect(facts.routes?.rows).toEqual([
    {
      method: 'GET',
      path: '/cart',
      framework: 'Express',
      isAside: false,
      file: 'src/index.ts',
      line: 4,
      known: 'import',
    },
  ]);
  expect(facts.data?.rows).toMatchObject([{ kind: 'SQL tables', file: 'db/schema.sql', line: 1, known: 'exact' }]);
  expect(facts.decisions?.rows).toEqual([
    { file: 'docs/adr/0001-use-carts.md', title: '1. Use carts', line: 1, known: 'name' },
  ]);
  expect(facts.flows?.rows.map(({ hop, path }) => `${hop} ${path}`)).toEqual([
    '0 src/index.ts',
    '1 src/cart/cart.ts',
    '2 src/base/money.ts',
    '2 src/cart/pay.ts',
  ]);
});

test('hot spots follow the history, and what is not known is said', async () => {
  const { history, notKnown } = await explain();
  expect(history).toMatchObject({
    commits: 2,
    isCut: false,
    hot: { rows: [{ file: 'src/base/money.ts', commits: 2, lines: 1 }] },
  });
  expect(notKnown).toContainEqual(expect.stringMatching(/^impact: not known without since/));
  expect(notKnown).toContainEqual(expect.stringMatching(/Shell 1/));
});

test('scope: a file, a folder or a symbol by its name, with what leaves it and what comes in', async () => {
  const file = await explain({ scope: 'src/cart/cart.ts' });
  expect(file.scope).toMatchObject({ kind: 'file', uses: { total: 2 }, usedBy: { total: 2 }, tests: { total: 1 } });
  const folder = await explain({ scope: 'src/base/' });
  expect(folder.scope).toMatchObject({ kind: 'folder', files: 2, uses: { total: 0 }, usedBy: { total: 2 } });
  const symbol = await explain({ scope: 'money' });
  expect(symbol.scope).toMatchObject({ path: 'src/base/money.ts', symbol: { name: 'money', line: 1 } });
  expect(await ask({ scope: 'nothing_like_it' })).toMatchObject({ status: 'unknown_scope' });
});

test('a file that is not there is near to files, and to no name that is like its extension', async () => {
  const folder = makeFolder({ 'src/router.ts': 'export function artsy() {}\nexport const tests = 1;\n' });
  const { ask: askThere } = explainerOf(folder.path);
  expect(await askThere({ scope: 'src/route.ts' })).toMatchObject({ status: 'unknown_scope', near: ['src/router.ts'] });
  folder.remove();
});

test('every list keeps to the scope that was asked for', async () => {
  const cart = await explain({ scope: 'src/cart' });
  expect([cart.routes?.total, cart.data?.total, cart.decisions?.total, cart.externals?.total]).toEqual([0, 0, 0, 0]);
  expect([cart.entryPoints?.total, cart.flows?.total, cart.standard.length]).toEqual([0, 0, 0]);
  expect(cart.used?.rows.map(({ path }) => path).sort()).toEqual(['src/cart/cart.ts', 'src/cart/pay.ts']);
  const index = await explain({ scope: 'src/index.ts' });
  expect(index.routes?.rows).toMatchObject([{ method: 'GET', path: '/cart' }]);
  expect(index.externals?.rows).toMatchObject([{ name: 'express' }]);
  // Declared by the manifest, and leading there.
  expect(index.entryPoints?.total).toBe(1);
  expect((await explain({ scope: 'docs' })).decisions?.total).toBe(1);
  expect((await explain({ scope: 'src/base' })).cycles?.total).toBe(0);
  expect(index.used?.total).toBe(0);
});

test('a name that several files declare is ambiguous and not guessed', async () => {
  const twice = makeRepository({ 'a.ts': 'export const same = 1;\n', 'b.ts': 'export const same = 2;\n' });
  const output = await ask({ scope: 'same' }, twice.path);
  twice.remove();
  expect(output).toMatchObject({
    status: 'ambiguous_scope',
    total: 2,
    candidates: [{ file: 'a.ts' }, { file: 'b.ts' }],
  });
});

test('of declarations of one name the only one of the program is meant, and how many others there are is told', async () => {
  const files = {
    'test/a.ts': 'function same() {}\n',
    'src/same.ts': 'export const same = 1;\n',
    'examples/b.ts': 'const same = 2;\n',
    'src/same.test.ts': "describe('same', () => {\n  function same() {}\n});\n",
  };
  const folder = makeFolder(files);
  const { scope } = await explain({ scope: 'same' }, folder.path);
  folder.remove();
  expect(scope).toMatchObject({ path: 'src/same.ts', symbol: { name: 'same', line: 1, others: 3 } });
});

test('a folder without git, an empty one, and refs that are not there get true answers', async () => {
  const plain = makeFolder({ 'a.ts': "import './b.ts';\n", 'b.ts': '' });
  const facts = await explain({}, plain.path);
  expect(facts.counts).toMatchObject({ units: 2, edges: 1 });
  expect(facts.history).toBeNull();
  expect(facts.notKnown).toContainEqual('hotspots: not known, since there is no git history');
  expect(await ask({ since: 'main' }, plain.path)).toEqual({ status: 'not_a_repository' });
  plain.remove();
  const empty = makeFolder();
  expect(await explain({}, empty.path)).toMatchObject({ files: 0, layers: [], cycles: { total: 0 } });
  empty.remove();
  expect(await ask({ since: 'no-such-ref' })).toEqual({ status: 'unknown_earlier' });
  expect(await ask({ prefix: 'none' })).toEqual({ status: 'empty_prefix' });
});

test('the same tree gives the same answer, from the work tree or from its commit', async () => {
  const [first, second] = [await explain(), await explain()];
  expect(second).toEqual(first);
  const commit = await explain({ source: { location: shop.path, ref: 'main', denied: [] } });
  expect({ ...commit, identity: null }).toEqual({ ...first, identity: null });
});

test('of a project whose files are still being listed nothing is said', async () => {
  const listing = { entries: [], limit: 'listing' } as const;
  const context: OperationContext = {
    ...contextOf(),
    openSource: async (selector) => {
      const opened = await openSource(selector);
      return opened.ok ? { ok: true, value: { ...opened.value, list: async () => listing } } : opened;
    },
  };
  const source = { location: shop.path, ref: null, denied: [] };
  const common = { source, prefix: null, scope: null, since: null, question: null, depth: 2 };
  expect(await structure({ ...common, aspects: STRUCTURE_ASPECTS }, context)).toEqual({ status: 'being_listed' });
  const asked = { source, prefix: null, parts: ['summary'], depth: 2, task: null } as const;
  expect(await overview(asked, context)).toEqual({ status: 'being_listed' });
});

test('after its deadline it answers with a part and says so', async () => {
  const input = { source: { location: shop.path, ref: null, denied: [] }, prefix: null, aspects: STRUCTURE_ASPECTS };
  const late = { ...contextOf(), deadlineAtMs: 0 };
  const output = await structure({ ...input, scope: null, since: null, question: null, depth: 2 }, late);
  expect(output.status).toBe('partial');
  expect('gaps' in output && output.gaps.length).toBeGreaterThan(0);
});

test('services outside are told by clients, settings and addresses; tests, comments and examples say nothing', async () => {
  const folder = makeFolder({
    'src/a.ts':
      "import { Pool } from 'pg';\n// https://api.ghost.io/v1\nexport const at = 'https://api.github.com/repos';\nexport const doc = 'https://api.example.com/';\n",
    'src/b.py': 'import boto3\n',
    'test/a.test.ts': "import { createClient } from 'redis';\n",
    'compose.yaml': 'services:\n  cache:\n    image: docker.io/library/redis:8\n  # image: mysql\n',
    '.env.example': 'QUEUE=amqp://guest:secret@localhost\n',
    'examples/compose.yaml': 'services:\n  db:\n    image: mongo\n',
  });
  const { services } = await explain({ aspects: ['external'] }, folder.path);
  folder.remove();
  const rows = services?.rows.map(
    ({ service, by, as, file, line, known }) => `${service} ${by} ${as} ${file}:${line} ${known}`,
  );
  expect(rows).toEqual([
    'AWS import boto3 src/b.py:1 import',
    'PostgreSQL import pg src/a.ts:1 import',
    'RabbitMQ (AMQP) settings amqp: .env.example:1 exact',
    'Redis or Valkey settings image library/redis compose.yaml:3 exact',
    'api.github.com address https://api.github.com src/a.ts:3 exact',
  ]);
});

test('a part of the project that is not there is no service outside, nor what a script beside its settings calls', async () => {
  const folder = makeFolder({
    'sidekiq.gemspec': '',
    'lib/sidekiq.rb': 'require "sidekiq/pro/version"\nrequire "sidekiq/config"\n',
    'lib/sidekiq/config.rb': '',
    '.github/scripts/note.js': "import pg from 'pg';\nfetch('https://api.github.com/');\n",
    'package.json': '{"dependencies": {"pg": "1"}}',
  });
  const { services } = await explain({ aspects: ['external'] }, folder.path);
  folder.remove();
  expect(services?.rows.map(({ service }) => service)).toEqual([]);
});

test('records of decisions beyond the bound are counted as such, and not as all guides', async () => {
  const records = Array.from({ length: 41 }, (_, at) => [`docs/adr/${at}.md`, '# One\n'] as const);
  const folder = makeFolder(Object.fromEntries(records));
  const { gaps } = await explain({ aspects: ['decisions'] }, folder.path);
  folder.remove();
  expect(gaps).toEqual(['41 records of decisions were found; the headings of the first 40 were read']);
});

test('a page about the records, or what they are made from, is no record of a decision', async () => {
  const about = [
    'ADRs/ADRs.md',
    'adr/0000-template.md',
    'adr/adr-template.md',
    'adr/README.md',
    'decisions/overview.md',
  ];
  const records = ['adr/0001-choose-a-template.md', 'adr/0002-indexes.md'];
  const folder = makeFolder(Object.fromEntries([...about, ...records].map((path) => [path, '# One\n'])));
  const { decisions } = await explain({ aspects: ['decisions'] }, folder.path);
  folder.remove();
  expect(decisions?.rows.map(({ file }) => file)).toEqual(records);
});

test('flows of a Go module begin in the package that others import by its name', async () => {
  const folder = makeFolder({
    'go.mod': 'module acme.org/shop\n\ngo 1.22\n',
    'shop.go': 'package shop\n\nimport "acme.org/shop/cart"\n\nvar _ = cart.New\n',
    'shop_test.go': 'package shop\n',
    'cart/cart.go': 'package cart\n\nfunc New() {}\n',
  });
  const { flows } = await explain({ aspects: ['flows'] }, folder.path);
  folder.remove();
  expect(flows?.rows.map(({ hop, path, file, line }) => `${hop} ${path} ${file}:${line}`)).toEqual([
    '0 ./ go.mod:1',
    '1 cart/ shop.go:3',
  ]);
});

test('flows of a program of Swift begin in the file of its folder that has its main', async () => {
  const folder = makeFolder({
    'Package.swift':
      'let package = Package(targets: [\n  .executableTarget(name: "Run"),\n  .executableTarget(name: "Plain"),\n])\n',
    'Sources/Run/Entry.swift': '@main\nenum Entry {\n  static let kit = Kit()\n}\n',
    'Sources/Run/Kit.swift': 'struct Kit {}\n',
    'Sources/Plain/main.swift': 'let box = Box()\n',
    'Sources/Plain/Box.swift': 'struct Box {}\n',
  });
  const { flows } = await explain({ aspects: ['flows'] }, folder.path);
  folder.remove();
  expect(flows?.rows.map(({ hop, path }) => `${hop} ${path}`)).toEqual([
    '0 Sources/Run/Entry.swift',
    '1 Sources/Run/Kit.swift',
    '0 Sources/Plain/main.swift',
    '1 Sources/Plain/Box.swift',
  ]);
});

test('what Rust only declares (`mod x;`) is no dependency of a scope, in no layer a use, and in flows said to be that', async () => {
  const folder = makeFolder({
    'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
    'src/lib.rs': 'pub mod cart;\npub mod tax;\npub use tax::rate;\n',
    'src/cart.rs': 'pub fn cart() {}\n',
    'src/tax.rs': 'pub fn rate() {}\n',
  });
  const { scope, flows } = await explain({ scope: 'src/lib.rs' }, folder.path);
  const cart = await explain({ scope: 'src/cart.rs' }, folder.path);
  folder.remove();
  expect([scope?.uses.rows.map(({ to }) => to), scope?.declared]).toEqual([['src/tax.rs'], { out: 1, into: 0 }]);
  expect([cart.scope?.usedBy.total, cart.scope?.declared]).toEqual([0, { out: 0, into: 1 }]);
  expect(flows?.rows.map(({ path, isDeclared }) => `${path} ${isDeclared}`)).toEqual([
    'src/lib.rs false',
    'src/cart.rs true',
    'src/tax.rs false',
  ]);
});

test('a module of Rust is not told as used where another of its name is meant', async () => {
  const metrics = 'mod runtime;\npub use runtime::Metrics;\n';
  const worker = (body: string): string =>
    `use crate::metrics::Metrics;\nuse crate::runtime;\npub fn run(_: Metrics) {\n    runtime::${body};\n}\n`;
  const repository = makeRepository(
    {
      'Cargo.toml': '[package]\nname = "shop"\nedition = "2021"\n',
      'src/lib.rs': 'mod metrics;\nmod runtime;\nmod worker;\n',
      'src/metrics/mod.rs': `${metrics}#[cfg(test)]\nmod tests {\n    fn a() {}\n}\n`,
      'src/metrics/runtime.rs': 'pub struct Metrics;\n',
      'src/runtime.rs': 'pub fn start() {}\npub fn stop() {}\n',
      'src/worker.rs': worker('start()'),
    },
    { 'src/metrics/mod.rs': metrics.replace('mod runtime;', '#[path = "runtime.rs"]\nmod runtime;') },
  );
  const { question, impact } = await explain(
    { aspects: ['impact'], since: 'HEAD~1', question: 'worker metrics' },
    repository.path,
  );
  repository.remove();
  const steps = question?.ways.flatMap((way) => way.steps.flatMap(({ uses }) => uses)) ?? [];
  expect([...steps, ...(impact?.uses.rows ?? [])].filter(({ symbol }) => symbol === 'runtime')).toEqual([]);
});
