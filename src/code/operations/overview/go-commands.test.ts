import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { FactSheet } from './fact-sheet.ts';
import { readGo } from './go.ts';

/** Commands as `command (folder) file: detail`. */
async function commandsOf(specs: FileSpecs): Promise<readonly string[]> {
  const { commands } = await read(specs);
  return commands.map(({ command, directory, file, detail }) => `${command} (${directory}) ${file}: ${detail ?? ''}`);
}

const read = (specs: FileSpecs): Promise<FactSheet> => factSheetOf(specs, readGo);

const mod = (name: string): string => `module x.org/${name}\n\ngo 1.24\n`;

test('commands of one Go module go for all of it', async () => {
  expect(await commandsOf({ 'go.mod': mod('a') })).toEqual(['go build ./... () go.mod: ', 'go test ./... () go.mod: ']);
});

test('modules within a Go module have commands of their own, and its own say that they leave them out', async () => {
  const specs = {
    'go.mod': mod('a'),
    'tools/go.mod': mod('t'),
    'tools/gen/a.go': '',
    'z/api/go.mod': mod('z'),
    'z/api/b.go': '',
    '.golangci.yml': '',
  };
  expect(await commandsOf(specs)).toEqual([
    'go build ./... () go.mod: only the module of go.mod, not tools, z/api',
    'go test ./... () go.mod: only the module of go.mod, not tools, z/api',
    'go build ./... (tools) tools/go.mod: ',
    'go test ./... (tools) tools/go.mod: ',
    'go build ./... (z/api) z/api/go.mod: ',
    'go test ./... (z/api) z/api/go.mod: ',
    'golangci-lint run () .golangci.yml: only the module of go.mod, not tools, z/api',
  ]);
});

test('a Go module without a file of Go, as one for a site or for C, has no commands and is left out by none', async () => {
  const specs = {
    'go.mod': mod('a'),
    'docs/go.mod': mod('d'),
    'docs/page.md': '',
    'wasm/go.mod': mod('w'),
    'wasm/a.c': '',
  };
  expect(await commandsOf(specs)).toEqual(['go build ./... () go.mod: ', 'go test ./... () go.mod: ']);
});

test('a Go module whose one file lists tools has no commands, as go finds no packages in it', async () => {
  const specs = { 'go.mod': mod('a'), 'a.go': '', 'hack/go.mod': mod('hack'), 'hack/tools.go': '' };
  expect(await commandsOf(specs)).toEqual(['go build ./... () go.mod: ', 'go test ./... () go.mod: ']);
});

test('a Go module without a file of Go takes no commands from one beside it', async () => {
  const specs = { 'app/go.mod': mod('a'), 'app/a.go': '', 'site/go.mod': mod('s'), 'site/page.md': '' };
  expect(await commandsOf(specs)).toEqual(['go build ./... (app) app/go.mod: ', 'go test ./... (app) app/go.mod: ']);
});

test('commands of a Go workspace name its modules, and what it does not use', async () => {
  const specs = {
    'go.mod': mod('a'),
    'go.work': 'go 1.24\n\nuse (\n\t.\n\t./tools // ours\n\t"./gone"\n)\nuse ./z/api\n',
    'tools/go.mod': mod('t'),
    'z/api/go.mod': mod('z'),
    'lone/go.mod': mod('l'),
    'lone/a.go': '',
  };
  const detail = 'not lone: go.work does not use them';
  expect(await commandsOf(specs)).toEqual([
    `go build ./... ./tools/... ./z/api/... () go.work: ${detail}`,
    `go test ./... ./tools/... ./z/api/... () go.work: ${detail}`,
  ]);
  const { 'go.mod': _, 'lone/go.mod': __, ...rest } = specs;
  expect((await commandsOf(rest))[1]).toBe('go test ./tools/... ./z/api/... () go.work: ');
});

test('a folder with signs of a shell in its name is in no command', async () => {
  const specs = { 'go.work': 'use (\n\t./a\n\t./b;id\n)\n', 'a/go.mod': mod('a'), 'b;id/go.mod': mod('b') };
  expect((await commandsOf(specs))[0]).toBe('go build ./a/... () go.work: not 1 more module of go.work');
});

test('a Go module that only lists tools, or that others may not import, is no library', async () => {
  const { entryPoints } = await read({
    'go.mod': mod('a'),
    'a.go': '',
    'kit/go.mod': mod('kit'),
    'kit/tools.go': '',
    'internal/b/go.mod': mod('a/internal/b'),
    'internal/b/b.go': '',
  });
  expect(entryPoints.map(({ name }) => name)).toEqual(['x.org/a']);
});

test('a Go module whose top folder is a program or plugin is a library only where its packages below are asked for', async () => {
  const { entryPoints } = await read({
    'go.work': 'use ./api\nuse ./plugin\nuse ./lib\n',
    'api/go.mod': mod('api'),
    'api/main.go': 'package main\n\nfunc main() {}\n',
    'api/types/types.go': 'package types\n\ntype T int\n',
    'plugin/go.mod': `${mod('plugin')}\nrequire x.org/api v1.0.0\n`,
    'plugin/hash.go': '// It is built with -buildmode=plugin.\n// package hash\npackage main\n\nvar Plugin int\n',
    'plugin/below/below.go': 'package below\n\nfunc Do() {}\n',
    'lib/go.mod': mod('lib'),
    'lib/lib.go': 'package lib\n\nfunc Do() {}\n',
  });
  const libraries = entryPoints.filter(({ kind }) => kind === 'library').map(({ name }) => name);
  expect(libraries.toSorted()).toEqual(['x.org/api', 'x.org/lib']);
});

test('a program of Go is no library for being asked for by its own tests or what works on it', async () => {
  const { entryPoints } = await read({
    'go.mod': mod('prog'),
    'main.go': 'package main\n\nfunc main() {}\n',
    'agent/agent.go': 'package agent\n\nfunc Do() {}\n',
    'test/integration/go.mod': `${mod('tests')}\nrequire x.org/prog v1.0.0\n`,
    'e2e/go.mod': `${mod('e2e')}\nrequire x.org/prog v1.0.0\n`,
    '.ci/go.mod': `${mod('ci')}\nrequire x.org/prog v1.0.0\n`,
  });
  expect(entryPoints.filter(({ kind }) => kind === 'library')).toEqual([]);
});

test('a Go module whose packages all lie deeper is a library where another one of the project asks for it', async () => {
  const { entryPoints } = await read({
    'go.mod': `${mod('a')}\nrequire x.org/api v1.0.0\n`,
    'dummy.go': 'package dummy\n\nimport (\n\t_ "x.org/api/rpc"\n)\n',
    'api/go.mod': mod('api'),
    'api/rpc/rpc.go': 'package rpc\n',
    'shown/go.mod': mod('shown'),
    'shown/main.go': 'package main\n\nfunc main() {}\n',
    'shown/deep/deep.go': 'package deep\n',
    'examples/one/go.mod': `${mod('one')}\nrequire x.org/shown v1.0.0\n`,
    'lone/go.mod': mod('lone'),
    'lone/deep/deep.go': 'package deep\n',
    'told/go.mod': mod('told'),
    'told/doc.go': '// Package told is told.\npackage told\n',
    'told/deep/deep.go': 'package deep\n',
  });
  expect(entryPoints.map(({ name }) => name)).toEqual(['x.org/api', 'x.org/shown', 'x.org/told']);
});
