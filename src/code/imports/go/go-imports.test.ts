import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';
import { makeProjectFiles } from '../../source/project-files.ts';
import type { Source } from '../../source/source.ts';
import { makeGraphBuilder } from '../graph-sink.ts';
import { goImports } from './go-imports.ts';

describe('imports of Go', () => {
  test('packages are folders, and the tests of each stand apart', async () => {
    const graph = await graphOf({
      'go.mod':
        'module example.com/app\n\nrequire (\n\tgithub.com/x/y/v2 v2.0.0 // indirect\n)\nrequire golang.org/x/net v0.1.0\n',
      'main.go':
        'package main\n\nimport (\n\t"fmt"\n\tm "example.com/app/internal/m" // "example.com/app/none"\n\t_ "github.com/x/y/v2/deep"\n)\nvar s = `\nimport "example.com/app/none"\n`\n',
      'internal/m/m.go': 'package m\nimport "golang.org/x/net/html"\nimport "C"\n',
      'internal/m/more.go': 'package m\n',
      'internal/m/m_test.go': 'package m_test\nimport "example.com/app/internal/m"\nimport "example.com/app/gone"\n',
      'internal/m/in_test.go': 'package m\n',
      'internal/m/gen.go': '//go:build ignore\n\npackage main\nimport "example.com/app/internal/m"\n',
      'vendor/github.com/x/y/v2/deep/d.go': 'package deep\n',
    });
    expect(edgesOf(graph)).toEqual([
      '. -> internal/m',
      'internal/m/*_test.go -> internal/m',
      'internal/m/gen.go -> internal/m',
    ]);
    expect(externalsOf(graph)).toEqual(['C (standard)', 'fmt (standard)', 'github.com/x/y/v2', 'golang.org/x/net']);
    expect(unresolvedOf(graph)).toEqual(['internal/m/m_test.go: example.com/app/gone']);
    expect(graph.units.map(({ path, kind, isTest, files }) => [path, kind, isTest, files.length])).toEqual([
      ['.', 'package', false, 1],
      ['internal/m', 'package', false, 2],
      ['internal/m/*_test.go', 'package', true, 2],
      ['internal/m/gen.go', 'file', false, 1],
    ]);
    expect(graph.gaps).toEqual(['1 Go files below vendor/ are not in the graph']);
  });

  test('nested modules and replacements by folders lead to their own folders', async () => {
    const graph = await graphOf({
      'go.mod':
        'module example.com/app\nreplace example.com/old => ./lib // moved\nrequire example.com/app/ext v1.0.0\n',
      'main.go':
        'package main\nimport "example.com/old/a"\nimport "example.com/app/tools/b"\nimport "example.com/app/ext/c"\n',
      'lib/a/a.go': 'package a\n',
      'tools/go.mod': 'module example.com/app/tools\n',
      'tools/b/b.go': 'package b\n',
    });
    expect(edgesOf(graph)).toEqual(['. -> lib/a', '. -> tools/b']);
    expect(externalsOf(graph)).toEqual(['example.com/app/ext']);
  });

  test('a module that replaces its own path leads to itself: a main module is never replaced', async () => {
    const graph = await graphOf({
      'api/go.mod':
        'module example.com/app/api\nreplace (\n\texample.com/app => ./FORBIDDEN\n\texample.com/app/api => ./FORBIDDEN\n)\n',
      'api/rpc/rpc.go': 'package rpc\nimport "example.com/app/api/auth"\n',
      'api/auth/auth.go': 'package auth\n',
    });
    expect(edgesOf(graph)).toEqual(['api/rpc -> api/auth']);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test.each([
    ['Godeps/Godeps.json', '{\n\t"ImportPath": "example.com/app",\n\t"Deps": [{ "ImportPath": "far.org/x" }]\n}\n'],
    ['vendor/vendor.json', '{"package": [{"path": "far.org/x"}], "rootPath": "example.com/app"}\n'],
    ['glide.yaml', 'package: example.com/app\nimport:\n- package: far.org/x\n'],
    ['.travis.yml', 'language: go\ngo_import_path: example.com/app\n'],
  ])('before modules the path of a project is the one that its tools write: %s', async (file, text) => {
    const graph = await graphOf({
      [file]: text,
      'main.go':
        'package main\nimport "example.com/app/store"\nimport "far.org/x"\nimport "example.com/app/Godeps/_workspace/src/far.org/y"\n',
      'store/store.go': 'package store\n',
      'Godeps/_workspace/src/far.org/y/y.go': 'package y\n',
    });
    expect(edgesOf(graph)).toEqual(['. -> store']);
    expect(externalsOf(graph)).toEqual(['far.org/x', 'far.org/y']);
    expect(graph.gaps).toEqual(['1 Go files below vendor/ or Godeps/ are not in the graph']);
  });

  test('where nothing says the path that packages of no module have, that is a gap', async () => {
    const files = { 'main.go': 'package main\nimport "example.com/app/store"\n', 'store/store.go': 'package store\n' };
    expect((await graphOf(files)).gaps).toEqual([
      'Go packages are in no module, and no file says their import path: imports between them are told as those of other packages',
    ]);
    expect((await graphOf({ 'a.go': 'package main\n', 'b.go': 'package main\n' })).gaps).toEqual([]);
  });

  test('files of one folder are gathered once, however many they are', async () => {
    // Who copies what is gathered for each file takes minutes for these, which no time limit of a test allows.
    const read = async () => ({ ok: false, reason: 'missing' }) as const;
    const project = makeProjectFiles({ read } as unknown as Source, [], '');
    const facts = { package: 'all', line: 1, mentions: [], isCut: false };
    const files = Array.from({ length: 100_000 }, (_, at) => ({
      path: `all/f${at}.go`,
      language: 'Go',
      lines: 1,
      facts,
    }));
    const graph = makeGraphBuilder('');
    await goImports.link({ project, files, base: '', sink: graph, hasTime: () => true });
    expect(graph.finish(project.gap).units.map(({ path, files: own }) => [path, own.length])).toEqual([
      ['all', 100_000],
    ]);
  });
});
