import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import { overviewOf } from '../../../../test/support/overview-of.ts';
import { readDeno } from './deno.ts';

test('all files of Deno are read, also those that are named when it is called', async () => {
  const { manifests, commands, dependencies } = await factSheetOf(
    {
      'deno.json': '{"tasks": {"test": "deno test"}}',
      'deno.lock.json': '{"version": "4", "specifiers": {}}',
      'examples/deno.json': '{"imports": {"x": "npm:x@1"}}',
      'run/deno.jsx.json': '{"tasks": {"build": "x"}, "imports": {"@std/path": "jsr:@std/path@^1"}}',
      'web/deno.jsonc': '{"imports": {"a": "npm:a@1"}}',
    },
    readDeno,
  );
  expect(manifests.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'deno.json deno.json',
    'deno.json web/deno.jsonc',
    'deno.jsx.json run/deno.jsx.json',
  ]);
  expect(commands.map(({ command, directory }) => `${directory}: ${command}`)).toEqual([
    ': deno task test',
    'run: deno task --config deno.jsx.json build',
  ]);
  expect(dependencies.map(({ name, file }) => `${name} ${file}`)).toEqual([
    'a web/deno.jsonc',
    '@std/path run/deno.jsx.json',
  ]);
});

test('a package of Deno is a library by what it gives out', async () => {
  const { entryPoints } = await factSheetOf(
    {
      'deno.json': '{"workspace": ["./a", "./b"]}',
      'a/deno.json': '{\n"name": "@x/a",\n"exports": {\n".": "./mod.ts",\n"./more": "./more.ts"}}',
      'a/mod.ts': '',
      'a/more.ts': '',
      'b/deno.json': '{"name": "@x/b", "exports": "./gone.ts"}',
      'c/deno.json': '{"exports": "./main.ts"}',
    },
    readDeno,
  );
  expect(
    entryPoints.map(({ kind, name, file, line, target, isThere, subpaths = 0 }) => [
      kind,
      name,
      `${file}:${line}`,
      target,
      isThere,
      subpaths,
    ]),
  ).toEqual([
    ['library', '@x/a', 'a/deno.json:4', 'a/mod.ts', true, 1],
    ['library', '@x/b', 'b/deno.json:1', 'b/gone.ts', false, 0],
  ]);
});

test('a package that npm and Deno know by one name is one library', async () => {
  const { entryPoints } = await overviewOf({
    'a/package.json': '{"name": "@x/a", "exports": "./src/index.ts"}',
    'a/deno.json': '{"name": "@x/a", "exports": "./src/index.ts"}',
    'a/src/index.ts': '',
    'b/package.json': '{"name": "b", "exports": "./src/index.ts"}',
    'b/deno.json': '{"name": "@x/b", "exports": "./src/index.ts"}',
    'b/src/index.ts': '',
  });
  expect(entryPoints.map(({ name, file }) => `${name} ${file}`).toSorted()).toEqual([
    '@x/a a/package.json',
    '@x/b b/deno.json',
    'b b/package.json',
  ]);
});
