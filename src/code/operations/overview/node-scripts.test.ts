import { expect, test } from 'vitest';
import { commandsOf, overviewOf } from '../../../../test/support/overview-of.ts';

/** Kinds and names of the scripts of manifests. */
async function kindsOf(
  manifests: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<readonly string[]> {
  const files = Object.fromEntries(
    Object.entries(manifests).map(([path, scripts]) => {
      const workspaces = path === 'package.json' ? { workspaces: ['packages/*'] } : {};
      return [path, JSON.stringify({ name: path, scripts, ...workspaces })];
    }),
  );
  const commands = commandsOf(await overviewOf({ 'a.js': 'export {};\n', ...files }));
  return commands.filter((command) => !command.startsWith('install')).map((one) => one.replace(/ defined .*$/, ''));
}

test.each([
  ['eslint --max-warnings=0 .', 'lint'],
  ['eslint . --fix', 'format'],
  ['biome check --staged', 'lint'],
  ['biome check --write', 'format'],
  ['biome format', 'test'],
  ['publint --strict', 'check'],
  ['knip', 'check'],
  ['publint && attw --pack', 'check'],
  ['publint && node a.js', 'test'],
  ['yarn prettier --list-different', 'check'],
  ['vue-tsc --build', 'check'],
  ['tsc', 'check'],
  ['tsc -p test/types', 'test'],
  ['tsc -p . --outDir out', 'test'],
  ['prettier .', 'test'],
  ['eslint . && vitest', 'test'],
  ['vitest', 'test'],
])('a script that is called a test and only looks at code is told as what it does: %s', async (text, kind) => {
  expect(await kindsOf({ 'package.json': { 'test:code': text } })).toEqual([`${kind} npm run test:code`]);
});

test('what the project calls its test is its test, whatever it runs', async () => {
  expect(await kindsOf({ 'package.json': { test: 'eslint .' } })).toEqual(['test npm test']);
});

test.each([
  ['turbo run format --continue -- --cache', 'prettier --check .', 'check'],
  ['turbo run format -- --write', 'prettier --check .', 'format'],
  ['turbo run format', 'prettier --write .', 'format'],
  ['pnpm -r format', 'prettier --check .', 'check'],
  ['turbo run other', 'prettier --check .', 'format'],
])('what runs a script of all packages does what those do: %s, %s', async (top, below, kind) => {
  const found = await kindsOf({ 'package.json': { format: top }, 'packages/a/package.json': { format: below } });
  expect(found[0]).toBe(`${kind} npm run format`);
});

test('what lints all packages and mends one is no lint', async () => {
  const packages = {
    'packages/a/package.json': { lint: 'eslint .' },
    'packages/b/package.json': { lint: 'eslint . --fix' },
  };
  expect(await kindsOf({ 'package.json': { lint: 'turbo lint' }, ...packages })).toContain('format npm run lint');
  expect(
    await kindsOf({ 'package.json': { lint: 'turbo lint' }, 'packages/a/package.json': { lint: 'eslint .' } }),
  ).toContain('lint npm run lint');
});

test('what lies beside the packages of a workspace and is none of them is run by no script of all', async () => {
  const scripts = { 'package.json': { lint: 'pnpm -r run lint' }, 'packages/a/package.json': { lint: 'eslint .' } };
  const found = await kindsOf({ ...scripts, 'apps/old/package.json': { lint: 'eslint --fix .' } });
  expect(found[0]).toBe('lint npm run lint');
});

test.each([
  [
    "concurrently -c red,blue 'npm:lint:js' 'npm:lint:md'",
    { 'lint:js': 'eslint . --fix', 'lint:md': 'mdl .' },
    'format',
  ],
  ["concurrently 'npm:lint:*'", { 'lint:js:all': 'eslint . --fix' }, 'format'],
  ["concurrently 'npm:lint:*(!fix)'", { 'lint:js': 'eslint .', 'lint:fix': 'eslint . --fix' }, 'lint'],
  ["concurrently 'npm:lint:js'", { 'lint:js': 'eslint .', 'lint:js:fix': 'eslint . --fix' }, 'lint'],
  ['run-p --continue-on-error "lint:*"', { 'lint:js': 'eslint --fix .' }, 'format'],
  ['run-p --continue-on-error "lint:*"', { 'lint:js': 'eslint .', 'lint:js:fix': 'eslint . --fix' }, 'lint'],
  ['npm-run-all lint:js lint:md', { 'lint:md': 'prettier --write "**/*.md"' }, 'format'],
])('what lints by a script that mends is no lint: %s', async (lint, others, kind) => {
  expect((await kindsOf({ 'package.json': { lint, ...others } }))[0]).toBe(`${kind} npm run lint`);
});

test.each([
  ["eslint . || (echo 'try npm run lint:fix' && exit 1)", 'lint'],
  ['eslint . || echo "try eslint --fix"', 'lint'],
  ['eslint . || echo try eslint --fix', 'lint'],
  ["echo 'mending' && npm run lint:fix", 'format'],
  ['echo start; eslint --fix .', 'format'],
  ['echo "from" | xargs eslint --fix', 'format'],
])('what lints and only prints how to mend is a lint: %s', async (lint, kind) => {
  const scripts = { lint, 'lint:fix': 'eslint --fix .' };
  expect((await kindsOf({ 'package.json': scripts }))[0]).toBe(`${kind} npm run lint`);
});
