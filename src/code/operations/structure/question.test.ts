import { expect, test } from 'vitest';
import { makeFolder } from '../../../../test/support/repository.ts';
import { openSource } from '../../source/open-source.ts';
import { structure } from '../structure.ts';

async function ask(path: string, question: string, deadlineAtMs = performance.now() + 30_000) {
  const output = await structure(
    {
      source: { location: path, ref: null, denied: [] },
      prefix: null,
      aspects: ['data'],
      depth: 2,
      scope: null,
      question,
      since: null,
    },
    {
      signal: new AbortController().signal,
      deadlineAtMs,
      openSource: (selector) => openSource(selector),
    },
  );
  return 'question' in output ? output.question : null;
}

test('a question that names a member as code does leads to where that is declared', async () => {
  const folder = makeFolder({
    'lib/app.js':
      "var Router = require('router');\nvar app = exports = module.exports = {};\n\n/** Dispatches. */\napp.handle = function handle(req) {\n  return new Router(req);\n};\n",
    'lib/router.js':
      '// the router handles what the router is given by the app, route by route\nmodule.exports = class Router {};\n',
    'other/app/handle.js': 'exports.other = function other() {};\n',
  });
  const asked = await ask(folder.path, 'how does app.handle lead to the router?');
  const unknown = await ask(folder.path, 'how does node.js lead to the router?');
  folder.remove();
  expect(asked?.hits.rows[0]).toMatchObject({ file: 'lib/app.js', line: 5, symbol: 'app/handle' });
  expect(asked?.reading).toMatch(/; app\.handle where it is declared$/);
  expect(unknown?.reading).not.toContain('declared');
});

test('a question that has a name of several words leads to where that is declared, near its other words', async () => {
  const uses = Object.fromEntries(
    ['one', 'two', 'three', 'four'].map((name) => [
      `core/${name}.ts`,
      'export const query = 1; // the query of a store\n',
    ]),
  );
  const folder = makeFolder({
    ...uses,
    ...Object.fromEntries(
      ['lit', 'react', 'solid', 'vue'].map((name) => [`packages/${name}/use.ts`, 'export function useQuery() {}\n']),
    ),
    'core/store.ts': 'export class QueryStore {}\n',
  });
  const asked = await ask(folder.path, 'how does useQuery of react reach the query of a store?');
  const unclear = await ask(folder.path, 'how does useQuery reach the QueryStore?');
  folder.remove();
  expect(asked?.hits.rows[0]).toMatchObject({ file: 'packages/react/use.ts', symbol: 'useQuery' });
  expect(asked?.reading).toMatch(/; useQuery where it is declared$/);
  expect(unclear?.hits.rows[0]).toMatchObject({ file: 'core/store.ts', symbol: 'QueryStore' });
  expect(unclear?.reading).toMatch(/; QueryStore where it is declared$/);
});

test('a question is not led to what a file of Rust has for its tests alone', async () => {
  const fake =
    'struct Fake;\n    impl Sink for Fake {\n        fn register_sink(&self) { register_sink_of_sink() }\n    }\n';
  const folder = makeFolder({
    'Cargo.toml': '[package]\nname = "a"\n',
    'src/lib.rs': `mod b;\nimpl Sink for Own {\n    fn register_sink(&self) {}\n}\n\n#[cfg(test)]\nmod tests {\n    ${fake}}\n`,
    'src/b.rs': `pub fn go() {}\n\n#[cfg(test)]\nmod tests {\n    ${fake}}\n`,
  });
  const asked = await ask(folder.path, 'how does a sink get to register_sink and register_sink_of_sink?');
  folder.remove();
  const told = asked?.hits.rows.map(({ file, line, symbol }) => `${file}:${line} ${symbol}`);
  expect(told?.toSorted()).toEqual(['src/b.rs:null null', 'src/lib.rs:3 Own/register_sink']);
});

test('a question that names files by their paths is about them', async () => {
  const folder = makeFolder({
    'packages/cli/src/run.ts': "import './args';\n",
    'packages/cli/src/args.ts': "import '../../map/src/index';\n",
    'packages/map/src/index.ts': 'export const map = 1;\n',
    'packages/map/src/run.ts': 'export const reach = 1;\n',
    'tools/reach.ts': '// how does run reach the index of packages map, packages cli and src\n',
  });
  const asked = await ask(folder.path, 'how does `packages/cli/src/run.ts` reach map/src/index.ts:12?');
  const unclear = await ask(folder.path, 'how does it reach src/run.ts?');
  folder.remove();
  expect(asked?.hits.rows.slice(0, 2).map(({ file }) => file)).toEqual([
    'packages/cli/src/run.ts',
    'packages/map/src/index.ts',
  ]);
  expect(asked?.ways.map(({ steps }) => steps.map(({ to }) => to))).toEqual([
    ['packages/cli/src/args.ts', 'packages/map/src/index.ts'],
  ]);
  expect(asked?.reading).toMatch(/; the file packages\/cli\/src\/run\.ts; the file packages\/map\/src\/index\.ts$/);
  expect(unclear?.reading).not.toContain('the file');
});

test('a place that only the name speaks for is not said to be known exactly', async () => {
  const folder = makeFolder({
    'state.js': 'class State {\n  match() {}\n}\nmodule.exports = State;\n',
    'use.js': 'function use(given) {\n  return given.match(1);\n}\nuse();\n',
  });
  const asked = await ask(folder.path, 'callers of State.match');
  folder.remove();
  expect(asked?.hits.rows).toMatchObject([{ file: 'use.js', line: 2, symbol: 'use', known: 'name' }]);
});

test('that not all files were searched in the time is said with what was found', async () => {
  const folder = makeFolder({ 'state.js': 'class State {\n  match() {}\n}\n' });
  const late = await ask(folder.path, 'callers of State.match', 0);
  const asked = await ask(folder.path, 'callers of State.match');
  folder.remove();
  expect(late?.reading).toMatch(/; 1 file not searched for want of time$/);
  expect(asked?.reading).not.toContain('not searched');
});
