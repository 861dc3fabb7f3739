import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import { rankEntries } from './entry-order.ts';
import type { FactSheet } from './fact-sheet.ts';
import { readNode } from './node.ts';

const look = (specs: FileSpecs): Promise<FactSheet> => factSheetOf(specs, readNode);

async function entriesOf(specs: FileSpecs): Promise<readonly string[]> {
  return rankEntries((await look(specs)).entryPoints, []).map(
    ({ kind, name, subpath = '', subpaths, patterns, target, builtFrom = '' }) =>
      `${kind} ${name}${subpath} ${[subpaths, patterns].filter(Boolean).join('+')} ${target} ${builtFrom}`,
  );
}

test('a package whose name alone gives out nothing is told with the first of its sub-paths, and never by its types', async () => {
  const exports =
    '{"./package.json": "./package.json", "./a/b": "./dist/a/b.js", "./config": {"types": "./dist/config.d.ts", "default": "./dist/config.js"}, "./x/*": "./x/*.js"}';
  expect(
    await entriesOf({
      'p/package.json': `{"name": "p", "main": "no.js", "types": "./dist/runtime.d.ts", "exports": ${exports}}`,
      'p/src/config.ts': '',
      'q/package.json':
        '{"name": "q", "types": "./dist/runtime.d.ts", "exports": {"./package.json": "./package.json"}}',
      'q/index.js': '',
    }),
  ).toEqual(['library p/config 2+1 p/dist/config.js p/src/config.ts']);
});

test('a manifest without a name is for a path behind the name of the package that it lies in, unless that says what is imported', async () => {
  const main = '{"main": "dist/x.cjs.js"}';
  expect(
    await entriesOf({
      'package.json': '{"name": "all", "workspaces": ["*"]}',
      'kit/package.json': '{"name": "@acme/kit", "main": "dist/acme-kit.cjs.js"}',
      'kit/adapters/node/package.json': main,
      'kit/src/adapters/node.ts': '',
      'new/package.json': '{"name": "new", "exports": {"./package.json": "./package.json"}}',
      'new/part/package.json': main,
      'plain/package.json': main,
    }),
  ).toEqual([
    'library plain  plain/dist/x.cjs.js ',
    'library @acme/kit  kit/dist/acme-kit.cjs.js ',
    'library @acme/kit/adapters/node  kit/adapters/node/dist/x.cjs.js ',
  ]);
});

test('what a compiler puts beside its source is told with that, before a source of the name elsewhere', async () => {
  expect(
    await entriesOf({
      'p/package.json': '{"name": "p", "exports": {".": "./index.js", "./m": "./m.mjs"}, "bin": {"go": "./go.cjs"}}',
      'p/index.ts': '',
      'p/src/index.ts': '',
      'p/go.cts': '',
      'p/go.ts': '',
    }),
  ).toEqual(['bin go  p/go.cjs p/go.cts', 'library p 1 p/index.js p/index.ts']);
});

test('a manifest below the top that only says how its files are read is no library', async () => {
  expect(
    await entriesOf({
      'package.json': '{"private": true}',
      'index.js': '',
      'p/package.json': '{"name": "p", "main": "src/index.js"}',
      'p/src/package.json': '{"type": "module"}',
      'p/src/index.js': '',
    }),
  ).toEqual(['library package  null ', 'library p  p/src/index.js ']);
});

test('a package that gives out nothing but its manifest has no library', async () => {
  expect(
    await entriesOf({
      'p/package.json': '{"name": "p", "bin": "p.js", "exports": {".": "./package.json"}}',
      'p/p.js': '',
      'q/package.json': '{"name": "q", "exports": "./package.json"}',
      'r/package.json': '{"name": "r", "main": "package.json"}',
      's/package.json': '{"name": "s", "exports": {".": "./package.json", "./a": "./a.js"}}',
      's/a.js': '',
    }),
  ).toEqual(['bin p  p/p.js ', 'library s/a 1 s/a.js ']);
});

test('without a field for it a library is its index.js, also beside programs, but for one that is a program', async () => {
  expect(
    await entriesOf({
      'p/package.json': '{"name": "p", "bin": {"p": "./bin/p"}}',
      'p/index.js': '',
      'p/bin/p': '',
      'q/package.json': '{"name": "q", "bin": "./index.js"}',
      'q/index.js': '',
    }),
  ).toEqual(['bin p  p/bin/p ', 'bin q  q/index.js ', 'library p  null ']);
});

test('a package that nobody can publish and nothing asks for gives out no library by the name of its file alone', async () => {
  expect(
    await entriesOf({
      '.github/actions/check/package.json': '{"name": "check-action", "private": true}',
      '.github/actions/check/index.js': '',
      'used/package.json': '{"name": "used", "private": true}',
      'used/index.js': '',
      'p/package.json': '{"name": "p", "version": "1.0.0", "dependencies": {"used": "workspace:*"}}',
      'p/index.js': '',
    }),
  ).toEqual(['library p  null ', 'library used  null ']);
});

test('a library begins where a condition leads that the tree has, rather than where only a build leads', async () => {
  const exports =
    '{".": {"require": "./lib/app.js", "import": "./dist/a.mjs"}, "./types": {"types": "./dist/a.d.ts", "import": "./no.js"}}';
  expect(
    await entriesOf({
      'p/package.json': `{"name": "p", "main": "lib/app.js", "exports": ${exports}}`,
      'p/lib/app.js': '',
      'q/package.json': '{"name": "q", "main": "dist/q.js", "module": "lib/q.js", "types": "q.d.ts"}',
      'q/lib/q.js': '',
      'q/q.d.ts': '',
      'r/package.json': '{"name": "r", "exports": {"import": "./dist/r.js", "types": "./r.d.ts"}}',
      'r/r.d.ts': '',
    }),
  ).toEqual(['library p 1 p/lib/app.js ', 'library q  q/lib/q.js ', 'library r  r/dist/r.js ']);
});

test('what bears the name of the repository goes first, what is published next, what serves the project alone last', async () => {
  const repository = '"repository": {"url": "git+https://example.org/acme/shop.git", "directory": "x"}';
  expect(
    await entriesOf({
      'package.json': '{"private": true}',
      'a/package.json': '{"name": "a", "private": true, "bin": {"a-tool": "a.js"}}',
      'scripts/package.json': '{"name": "helpers", "main": "h.js"}',
      '__utils__/prepare/package.json': '{"name": "prepare", "main": "p.js"}',
      'packages/b/package.json': `{"name": "b", ${repository}, "main": "b.js"}`,
      'packages/c-long/package.json': `{"name": "c-long", ${repository}, "main": "c.js"}`,
      'packages/deep/shop/package.json': `{"name": "@acme/shop", ${repository}, "main": "s.js", "dependencies": {"c-long": "1"}}`,
      'packages/tools/cli/package.json': `{"name": "@acme/cli", "private": true, ${repository}, "bin": {"shop": "cli.js"}}`,
    }),
  ).toEqual([
    'bin shop  packages/tools/cli/cli.js ',
    'library @acme/shop  packages/deep/shop/s.js ',
    'library c-long  packages/c-long/c.js ',
    'library b  packages/b/b.js ',
    'bin a-tool  a/a.js ',
    'library helpers  scripts/h.js ',
    'library prepare  __utils__/prepare/p.js ',
  ]);
});

test('applications that the work on a project is tried with come behind what it publishes', async () => {
  const page = '<script type="module" src="/main.ts"></script>';
  expect(
    await entriesOf({
      'packages/deep/lib/package.json': '{"name": "lib", "main": "l.js"}',
      'packages-private/debug/package.json': '{"name": "debug", "private": true}',
      'packages-private/debug/index.html': page,
      'packages-private/debug/main.ts': '',
      'integrations/vite/package.json': '{"name": "vite-app", "private": true}',
      'integrations/vite/index.html': page,
      'integrations/vite/main.ts': '',
    }),
  ).toEqual([
    'library lib  packages/deep/lib/l.js ',
    'main debug  packages-private/debug/main.ts ',
    'main vite-app  integrations/vite/main.ts ',
  ]);
});

test('the application of a bundler begins in the script of its page', async () => {
  const page =
    '<html>\n<script src="/other.js"></script>\n<script type="module" src="/src/main.tsx"></script>\n</html>\n';
  const { entryPoints } = await look({
    'web/package.json': '{"name": "web", "private": true}',
    'web/index.html': page,
    'web/src/main.tsx': '',
    'web/other.js': '',
  });
  expect(entryPoints).toMatchObject([
    { kind: 'main', name: 'web', file: 'web/index.html', line: 3, target: 'web/src/main.tsx', isThere: true },
  ]);
});

test('a package whose index.js nobody has, as npm init writes it, gives out no library', async () => {
  const started = '{"name": "api_tests", "version": "1.0.0", "main": "index.js"}';
  const tests = { 'api_tests/package.json': started, 'api_tests/src/a.spec.ts': '' };
  expect(await entriesOf(tests)).toEqual([]);
  expect(await entriesOf({ 'site/package.json': '{"name": "tech-doc-hugo", "main": "none.js"}' })).toEqual([]);
  const app = '{"name": "wiki", "private": true, "main": "index.js"}';
  expect(await entriesOf({ 'package.json': app })).toEqual([]);
  expect(await entriesOf({ 'package.json': app, 'index.ts': '' })).toHaveLength(1);
  // What is asked for by another package is one, and so is what is built into a folder, or has its source beside it.
  const user = '{"name": "user", "dependencies": {"api_tests": "workspace:*"}}';
  expect(await entriesOf({ ...tests, 'user/package.json': user })).toEqual(['library api_tests  api_tests/index.js ']);
  const built = { 'kit/package.json': '{"name": "kit", "main": "dist/kit.js"}', 'kit/lib/kit.ts': '' };
  const beside = { 'lib/package.json': '{"name": "lib", "main": "index.js"}', 'lib/index.ts': '' };
  expect(await entriesOf({ ...built, ...beside })).toEqual([
    'library lib  lib/index.js lib/index.ts',
    'library kit  kit/dist/kit.js kit/lib/kit.ts',
  ]);
  const packed = { 'pack/package.json': '{"name": "pack", "main": "index.js", "files": ["index.js"]}' };
  expect(await entriesOf(packed)).toEqual(['library pack  pack/index.js ']);
  const typed = { 'bind/package.json': '{"name": "bind", "main": "index.js", "types": "index.d.ts"}' };
  expect(await entriesOf(typed)).toEqual(['library bind  bind/index.js ']);
  expect(await entriesOf({ 'package.json': started })).toEqual(['library api_tests  index.js ']);
});

test('all files of the folder that a package names for its programs are programs', async () => {
  const manifest = '{"name": "shop", "directories": {"bin": "./bin", "doc": "docs"}}';
  const files = { 'bin/shop': '#!/bin/sh\n', 'bin/shop-run': '#!/bin/sh\n', 'bin/.keep': '', 'docs/a.md': '' };
  expect(await entriesOf({ 'package.json': manifest, ...files })).toEqual([
    'bin shop  bin/shop ',
    'bin shop-run  bin/shop-run ',
  ]);
  // Only what `bin` says counts where it says something, and nothing that lies outside of the package.
  const both = '{"name": "shop", "bin": "./run.js", "directories": {"bin": "bin"}}';
  expect(await entriesOf({ 'package.json': both, 'run.js': '', ...files })).toEqual(['bin shop  run.js ']);
  const outer = '{"name": "shop", "directories": {"bin": "../bin"}}';
  expect(await entriesOf({ 'kit/package.json': outer, ...files })).toEqual([]);
});

test('what an editor starts as its extension is no library', async () => {
  const manifest = '{"name": "lint", "main": "./out/main.js", "engines": {"vscode": "^1.90.0"}}';
  expect(await entriesOf({ 'editors/code/package.json': manifest, 'editors/code/out/main.js': '' })).toEqual([
    'main lint (extension of an editor)  editors/code/out/main.js ',
  ]);
});

test('scripts that are no commands are counted, and one that only fails is none', async () => {
  const scripts = {
    build: 'tsc',
    bench: 'node bench.js',
    prepare: 'husky',
    'serve:site': 'echo "Error: moved to \'/docs\'" && exit 1',
    test: 'echo "no test specified" && exit 1',
    start: 'exit 1',
  };
  const { commands, otherScripts } = await look({ 'package.json': JSON.stringify({ scripts }) });
  expect(commands.map(({ command }) => command)).toEqual(['npm install', 'npm run build']);
  expect(otherScripts).toBe(5);
});

test('a script that prints what it has formatted is no command, one that writes or looks is', async () => {
  const scripts =
    '"prettier": "prettier --parser ts \\"src/**\\"", "format": "prettier -w .", "format:all": "npm run prettier -- --write", "fmt": "prettier -c .", "fmt:all": "prettier -c . -w"';
  const { commands } = await look({ 'package.json': `{"name": "p", "scripts": {${scripts}}}` });
  const told = commands.filter(({ basis }) => basis === 'defined').map(({ kind, command }) => `${kind} ${command}`);
  expect(told.sort()).toEqual([
    'check npm run fmt',
    'format npm run fmt:all',
    'format npm run format',
    'format npm run format:all',
  ]);
});

test('a peer that need not be there is an extra', async () => {
  const peers = '"peerDependencies": {"react": "*", "react-native": "*"}';
  const described = '"peerDependenciesMeta": {"react-native": {"optional": true}}';
  const { dependencies } = await look({ 'package.json': `{"name": "p", ${peers}, ${described}}` });
  expect(dependencies.map(({ name, scope }) => `${name} ${scope}`)).toEqual(['react peer', 'react-native optional']);
});

test('sub-paths beside the name of a package are counted, those that are no code are not', async () => {
  const exports =
    '{".": "./a.js", "./b": {"types": "./b.d.ts", "import": "./b.js"}, "./c": "./c.mjs", "./c.css": "./c.css", "./gone": null, "./i/*": "./i/*.js"}';
  expect(await entriesOf({ 'package.json': `{"name": "p", "exports": ${exports}}`, 'a.js': '' })).toEqual([
    'library p 2+1 a.js ',
  ]);
});

test('a library begins in its code where the tree has a bundle of it as well', async () => {
  const exports = '{".": {"require": "./dist/a.cjs", "default": "./index.js"}}';
  const files = { 'package.json': `{"name": "p", "exports": ${exports}}`, 'dist/a.cjs': '', 'index.js': '' };
  expect(await entriesOf(files)).toEqual(['library p  index.js ']);
  const bundled = { 'package.json': '{"name": "p", "main": "dist/a.cjs"}', 'dist/a.cjs': '', 'index.js': '' };
  expect(await entriesOf(bundled)).toEqual(['library p  dist/a.cjs ']);
});

test('a manifest without a version that bears the name of the package around it is no library of its own', async () => {
  const own = '{"name": "@a/emitter", "version": "1.0.0", "exports": {"import": "./lib/esm/index.js"}}';
  const note = '{"name": "@a/emitter", "type": "module"}';
  const files = { 'packages/e/package.json': own, 'packages/e/lib/esm/index.js': '' };
  expect(await entriesOf({ ...files, 'packages/e/lib/esm/package.json': note })).toEqual([
    'library @a/emitter  packages/e/lib/esm/index.js ',
  ]);
});

test.each([
  ['lint', ['lint']],
  ['eclint', ['lint']],
  ['dockerfile_lint', ['lint']],
  ['lint:fix', ['format']],
  ['lint-staged:setup', []],
  ['lint-staged:setup:1', []],
  ['lint-staged', []],
  ['test:setup', []],
  ['types:check', ['check']],
])('a script is a command of the kind that its name says, and none where it only prepares: %s', async (name, kinds) => {
  const { commands } = await look({ 'package.json': `{"scripts": {"${name}": "x"}}` });
  expect(commands.filter(({ basis }) => basis === 'defined').map(({ kind }) => kind)).toEqual(kinds);
});

test('a project whose tests are a package of their own is tested with what a script of that begins', async () => {
  const tests =
    '{"scripts": {"test": "jest --ci"}, "devDependencies": {"jest": "^27", "vitest": "^1", "react": "^18"}}';
  const files = {
    'package.json': '{"private": true}',
    'packages/a/package.json': '{"name": "a"}',
    'packages/b/package.json': '{"name": "b"}',
    'packages/tests/package.json': tests,
    'examples/tests/package.json': tests.replace('jest --ci', 'vitest'),
  };
  const told = async (specs: FileSpecs): Promise<readonly string[]> =>
    (await look(specs)).frameworks.map(({ name, file }) => `${name} ${file}`);
  expect(await told(files)).toEqual(['Jest packages/tests/package.json']);
  expect(await told({ ...files, 'package.json': '{"devDependencies": {"mocha": "^10"}}' })).toEqual([]);
});

test('a compiler that is told to write nothing builds nothing, whatever its script is called', async () => {
  const scripts = {
    compile: 'tsc --noEmit',
    build: 'tsc -p . --noEmit && vite build',
    'build:types': 'tsc --noEmit false',
  };
  const sheet = await look({ 'package.json': JSON.stringify({ scripts }) });
  expect(sheet.commands.flatMap(({ kind, command }) => (kind === 'install' ? [] : [`${kind} ${command}`]))).toEqual([
    'check npm run compile',
    'build npm run build',
    'build npm run build:types',
  ]);
});
