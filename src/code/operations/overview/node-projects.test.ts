import { expect, test } from 'vitest';
import { commandsOf, entriesOf, overviewOf } from '../../../../test/support/overview-of.ts';

test('the lock file chooses the package manager of a Node project, and its scripts are told with their lines', async () => {
  const found = await overviewOf({
    'package.json': `{
  "name": "@acme/api",
  "main": "./lib/index",
  "bin": { "acme": "bin/acme.js" },
  "scripts": {
    "test": "vitest run",
    "lint:fix": "biome check --write",
    "build": "tsc",
    "release": "x"
  },
  "dependencies": { "express": "^5.0.0" }
}`,
    'pnpm-lock.yaml': '',
    'lib/index.js': 'export {};\n',
  });
  expect(commandsOf(found)).toEqual([
    'install pnpm install convention pnpm-lock.yaml:null',
    'test pnpm test defined package.json:6',
    'format pnpm run lint:fix defined package.json:7',
    'build pnpm run build defined package.json:8',
  ]);
  expect(entriesOf(found)).toEqual([
    'bin acme package.json:4 bin/acme.js false',
    'library @acme/api package.json:3 lib/index.js true',
  ]);
  expect(found.frameworks).toEqual([{ name: 'Express', file: 'package.json', line: 11 }]);
  expect(found.packageManagers).toEqual([{ name: 'pnpm', file: 'pnpm-lock.yaml', line: null }]);
});

test('an application of a framework begins, by convention, where all its pages are rendered', async () => {
  const app = (name: string, asks: object): string => JSON.stringify({ name, private: true, ...asks });
  const found = await overviewOf({
    'package.json': '{"private": true, "workspaces": ["apps/*", "packages/*"]}',
    'apps/web/package.json': app('web', { dependencies: { next: '16' } }),
    'apps/web/src/app/layout.tsx': '',
    'apps/web/src/pages/_app.jsx': '',
    'apps/web/src/app/shop/layout.tsx': '',
    'apps/shop/package.json': app('shop', {
      dependencies: { react: '19' },
      devDependencies: { '@react-router/dev': '7' },
    }),
    'apps/shop/app/root.tsx': '',
    'apps/board/package.json': app('board', { devDependencies: { nuxt: '4' } }),
    'apps/board/app.vue': '',
    'apps/board/app.ts': '',
    'packages/ui/package.json': '{"name": "ui", "peerDependencies": {"next": "16"}}',
    'packages/ui/app/layout.tsx': '',
    'examples/one/package.json': app('one', { dependencies: { next: '16' } }),
    'examples/one/app/layout.tsx': '',
  });
  expect(found.entryPoints.map(({ kind, name, file, basis }) => `${kind} ${name} ${file} ${basis}`)).toEqual([
    'main web apps/web/src/app/layout.tsx convention',
    'main web apps/web/src/pages/_app.jsx convention',
    'main board apps/board/app.vue convention',
    'main shop apps/shop/app/root.tsx convention',
  ]);
});

test('where an application asks for two frameworks that begin in one file, it is told once', async () => {
  const found = await overviewOf({
    'package.json': '{"name":"shop","devDependencies":{"@react-router/dev":"7","@remix-run/dev":"2"}}',
    'app/root.tsx': '',
  });
  expect(found.entryPoints.map(({ kind, name, file }) => `${kind} ${name} ${file}`)).toEqual([
    'main shop app/root.tsx',
  ]);
});

test('what npm init writes is not a test, and without a lock file no package manager is claimed', async () => {
  const found = await overviewOf({
    'package.json': '{"scripts": {"test": "echo \\"Error: no test specified\\" && exit 1"}}',
  });
  expect(commandsOf(found)).toEqual(['install npm install convention package.json:null']);
  expect(found.packageManagers).toEqual([]);
});

test('a library that only a build makes is led to its source, and the short names of a workspace come first', async () => {
  const found = await overviewOf({
    'pnpm-workspace.yaml': 'packages: []\n',
    'package.json': '{"private":true,"packageManager":"pnpm@9.0.0"}',
    'pnpm-lock.yaml': '',
    '.github/workflows/a.yml': 'on: push\n',
    '.github/workflows/ci.yml': 'on: push\n',
    'packages/acme-testing/package.json':
      '{"name":"@acme/testing","main":"index.js","dependencies":{"vue":"workspace:*"}}',
    'packages/acme-testing/index.js': '',
    'packages/acme/package.json': '{"name":"acme","main":"dist/acme.cjs.js","bin":{"acme":"dist/cli.js"}}',
    'packages/acme/src/index.ts': '',
    'packages/acme/src/cli.ts': '',
    'packages/gone/package.json': '{"name":"gone","main":"dist/gone.js"}',
    'packages/deep/package.json': '{"name":"deep","main":"dist/node/index.js"}',
    'packages/deep/src/index.ts': '',
    'packages/deep/src/node/index.ts': '',
    'packages/types/package.json': '{"name":"types","main":"","exports":{".":{"types":"./dist/index.d.ts"}}}',
  });
  expect(found.entryPoints.map(({ name, target, isThere, builtFrom }) => [name, target, isThere, builtFrom])).toEqual([
    ['acme', 'packages/acme/dist/cli.js', false, 'packages/acme/src/cli.ts'],
    ['acme', 'packages/acme/dist/acme.cjs.js', false, 'packages/acme/src/index.ts'],
    ['deep', 'packages/deep/dist/node/index.js', false, 'packages/deep/src/node/index.ts'],
    ['gone', 'packages/gone/dist/gone.js', false, undefined],
    ['types', 'packages/types/dist/index.d.ts', false, undefined],
    ['@acme/testing', 'packages/acme-testing/index.js', true, undefined],
  ]);
  expect(found.packageManagers).toEqual([{ name: 'pnpm', file: 'package.json', line: 1 }]);
  expect(found.manifests.map(({ file }) => file)).toEqual([
    'package.json',
    'pnpm-workspace.yaml',
    '.github/workflows/ci.yml',
    'packages/acme-testing/package.json',
    'packages/acme/package.json',
    'packages/deep/package.json',
    'packages/gone/package.json',
    'packages/types/package.json',
    '.github/workflows/a.yml',
  ]);
  expect(found.frameworks).toEqual([]);
});

test('scripts are known by the word before a hyphen too, but parts are neither started nor installed', async () => {
  const names = ['test-unit', 'build-dts', 'format-check', 'dev-docs', 'install-hooks', 'release'];
  const scripts = Object.fromEntries(names.map((name) => [name, 'x']));
  const found = await overviewOf({ 'package.json': JSON.stringify({ scripts }) });
  expect(found.commands.map(({ kind, command }) => [kind, command])).toEqual([
    ['install', 'npm install'],
    ['test', 'npm run test-unit'],
    ['build', 'npm run build-dts'],
    ['check', 'npm run format-check'],
  ]);
});

test('what only looks whether the format is right is a check by its name or what it runs, unless it writes', async () => {
  const scripts = {
    format: 'dprint fmt',
    'format:check': 'prettier --check .',
    'format:fix': 'prettier --write .',
    'format:ci': 'prettier . --check',
    'format:ci:all': 'dprint fmt && prettier --check .',
    'prettier:verify': 'prettier --list-different .',
    'format:check:fix': 'x',
    'fmt-check': 'prettier --check . || prettier --write .',
  };
  const { commands } = await overviewOf({ 'package.json': JSON.stringify({ scripts }) });
  const told = commands.flatMap(({ kind, command }) => (kind === 'install' ? [] : [`${kind} ${command.slice(8)}`]));
  expect(told.sort()).toEqual([
    'check format:check',
    'check format:ci',
    'check prettier:verify',
    'format fmt-check',
    'format format',
    'format format:check:fix',
    'format format:ci:all',
    'format format:fix',
  ]);
});

test('a script that only looks at the format is a check by what it runs, and one that may write is none', async () => {
  const scripts = {
    format: 'oxfmt --check',
    'format:code': 'prettier --list-different src && dprint fmt',
    'format:all': 'npm run format && npm run format:fix',
    'format:both': 'prettier --check a && prettier --write b',
    'format:more': 'oxfmt --check && dprint fmt',
    'format:fix': 'oxfmt --write',
    'format:ci': 'prettier --check . && biome ci --formatter-enabled=false',
    'format:own': 'biome format && prettier -w "**/*" --check',
    'format:go': 'gofmt -l .',
    'format:part': 'prettier --check . && npm run other',
    fmt: 'cargo fmt --all -- --check',
  };
  const { commands } = await overviewOf({
    'package.json': JSON.stringify({ scripts }),
    '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - run: pnpm format\n      - run: cargo fmt --check\n',
    'pnpm-lock.yaml': '',
  });
  const told = commands.flatMap(({ kind, command }) => (kind === 'install' ? [] : [`${kind} ${command}`]));
  expect(told.sort()).toEqual([
    'check cargo fmt --check',
    'check pnpm format',
    'check pnpm run fmt',
    'check pnpm run format',
    'check pnpm run format:ci',
    'check pnpm run format:go',
    'format pnpm run format:all',
    'format pnpm run format:both',
    'format pnpm run format:code',
    'format pnpm run format:fix',
    'format pnpm run format:more',
    'format pnpm run format:own',
    'format pnpm run format:part',
  ]);
});

test('a script that changes files is no check, by its name, by what it runs, or by the script that it calls', async () => {
  const scripts = {
    lint: 'eslint .',
    'lint-fix': 'turbo lint -- --fix',
    'lint:fix': 'yarn lint',
    'lint:prettier': 'yarn lint:prettier-script --write',
    'lint:prettier:ci': 'yarn lint:prettier-script --check',
    'lint:prettier-script': 'prettier .',
    'lint:all': 'npm run lint && npm run tidy',
    'lint:dry': 'eslint . --fix-dry-run',
    tidy: 'prettier --write .',
    check: 'biome check --write',
    typecheck: 'tsc',
    'test:fix': 'vitest -u',
  };
  const { commands } = await overviewOf({ 'package.json': JSON.stringify({ scripts }) });
  const told = commands.flatMap(({ kind, command }) => (kind === 'install' ? [] : [`${kind} ${command.slice(8)}`]));
  expect(told.sort()).toEqual([
    'check typecheck',
    'format check',
    'format lint-fix',
    'format lint:all',
    'format lint:fix',
    'format lint:prettier',
    'lint lint',
    'lint lint:dry',
    'lint lint:prettier-script',
    'lint lint:prettier:ci',
    'test test:fix',
  ]);
});

test('what puts the packages of a project together is told beside its manifest', async () => {
  const found = await overviewOf({
    'package.json': '{"private": true, "workspaces": ["packages/*"]}',
    'packages/a/package.json': '{"name": "a"}',
    'turbo.json': '{}',
    'nx.json': '{}',
    'packages/a/lerna.json': '{}',
  });
  expect(found.manifests.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'Nx nx.json',
    'package.json (workspaces) package.json',
    'Turborepo turbo.json',
    'package.json packages/a/package.json',
  ]);
});

test('Rush is told by its file at the top, where no manifest is', async () => {
  const found = await overviewOf({ 'rush.json': '{"projects": []}', 'apps/a/package.json': '{"name": "a"}' });
  expect(found.manifests.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'Rush rush.json',
    'package.json apps/a/package.json',
  ]);
});

test('Rush installs and builds all its projects, and runs their scripts in their folders', async () => {
  const rush = `{
    // Of all projects.
    "pnpmVersion": "10.27.0",
    "nodeSupportedVersionRange": ">=20.9.0",
    "projects": [{ "packageName": "a", "projectFolder": "apps/a" }, { "packageName": "b", "projectFolder": "libs/b" }]
  }`;
  const scripts = '{"name": "x", "scripts": {"build": "heft build", "test": "heft test", "start": "heft start"}}';
  const found = await overviewOf({
    'rush.json': rush,
    'apps/a/package.json': scripts,
    'libs/b/package.json': '{"name": "b"}',
    'common/autoinstallers/lint/package.json': '{"name": "lint", "scripts": {"test": "node a"}}',
    'common/autoinstallers/lint/pnpm-lock.yaml': '',
  });
  expect(found.packageManagers.map(({ name, file, line }) => `${name} ${file}:${line}`)).toEqual(['pnpm rush.json:3']);
  expect(found.versions.map(({ name, file, line }) => `${name} ${file}:${line}`)).toEqual([
    'node >=20.9.0 rush.json:4',
  ]);
  expect(found.commands.map(({ command, directory, file }) => `${command} in ${directory || '.'} by ${file}`)).toEqual([
    'rush install in . by rush.json',
    'rush build in . by rush.json',
    'rushx build in apps/a by apps/a/package.json',
    'rushx test in apps/a by apps/a/package.json',
    'rushx start in apps/a by apps/a/package.json',
    'pnpm test in common/autoinstallers/lint by common/autoinstallers/lint/package.json',
  ]);
});

test('a manifest that leads out of its folder is a way into the package around it, and no library', async () => {
  const found = await overviewOf({
    'package.json': '{"name": "root", "private": true}',
    'packages/shop/package.json': '{"name": "@acme/shop", "main": "index.js"}',
    'packages/shop/index.js': '',
    'packages/shop/react/package.json': '{"name": "@acme/shop-react", "main": "../dist/react/index.js"}',
    'packages/shop/react/deep/package.json': '{"name": "@acme/deep", "main": "../../dist/react/deep.js"}',
    'packages/web/package.json': '{"name": "@acme/web", "main": "../../dist/web/index.js"}',
  });
  expect(found.entryPoints.map(({ name }) => name).toSorted()).toEqual(['@acme/shop', '@acme/web']);
});

test.each([
  [{ private: true, dependencies: { expo: '~54.0.0' } }, 'main'],
  [{ private: true, devDependencies: { electron: '^40.0.0' } }, 'main'],
  [{ private: true, dependencies: { react: '^19.0.0' } }, 'library'],
  [{ devDependencies: { electron: '^40.0.0' } }, 'library'],
  [{ private: true, exports: './main.js', dependencies: { expo: '~54.0.0' } }, 'library'],
])('what Expo or Electron starts is the beginning of an application and no library: %j', async (fields, kind) => {
  const manifest = JSON.stringify({ name: '@acme/app', main: 'main.js', ...fields });
  const found = await overviewOf({ 'apps/a/package.json': manifest, 'apps/a/main.js': '', 'package.json': '{}' });
  expect(found.entryPoints.map((one) => `${one.kind} ${one.name}`)).toEqual([`${kind} @acme/app`]);
});

test.each([
  ['expo-router/entry', 'expo-router/entry null'],
  ['./node_modules/expo/AppEntry.js', './node_modules/expo/AppEntry.js null'],
  ['./entry.js', 'apps/a/entry.js false'],
])('what starts in a package that is asked for is no file of the application: %s', async (main, target) => {
  const dependencies = { expo: '~54.0.0', 'expo-router': '~6.0.0' };
  const manifest = JSON.stringify({ name: '@acme/app', private: true, main, dependencies });
  const found = await overviewOf({ 'apps/a/package.json': manifest, 'apps/a/app/index.tsx': '', 'package.json': '{}' });
  expect(found.entryPoints.map((one) => `${one.target} ${one.isThere}`)).toEqual([target]);
});

test('a package whose manifest gives out styles alone is the code beside it, to which a build leads', async () => {
  const exports = '{"name": "@acme/kit", "exports": {".": {"sass": "./_index.scss"}}}';
  const found = await overviewOf({
    'src/kit/package.json': exports,
    'src/kit/_index.scss': '',
    'src/kit/index.ts': '',
    'src/theme/package.json': '{"name": "theme", "main": "theme.css"}',
    'src/theme/theme.css': '',
  });
  expect(found.entryPoints.map(({ name, file, target, basis }) => [name, file, target, basis])).toEqual([
    ['theme', 'src/theme/package.json', 'src/theme/theme.css', 'defined'],
    ['@acme/kit', 'src/kit/index.ts', null, 'convention'],
  ]);
});
