import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import { type IndexedSource, indexedSource } from '../../../test/support/indexed-source.ts';
import { makeFolder, makeRepository } from '../../../test/support/repository.ts';
import { openSource } from '../source/open-source.ts';
import type { Source } from '../source/source.ts';
import { findSymbol } from './find-symbol.ts';

const FILES = {
  'go.mod': 'module example.org/server/v2\n\ngo 1.22\n',
  // The licence and its words come before the clause.
  'context.go':
    '// package words is what a comment says.\n\npackage server\n\ntype Context struct{}\n\nfunc (c Context) App() {}\n\nfunc Run() {}\n',
  'cmd/main.go': 'package servercmd\n\nimport "example.org/server/v2"\n\nfunc Main() { server.Run() }\n',
  'cmd/tool/start.go': 'package main\n\nfunc Start() {}\n',
  'other/context.go': 'package other\n\ntype Context struct{}\n',
  'only/context_test.go': 'package tested_test\n\ntype Context struct{}\n',
};

const folder = makeFolder();
const repository = makeRepository(FILES);
const sources: Record<string, Source> = {};
let indexed: IndexedSource;

async function open(): Promise<Source> {
  const opened = await openSource({ location: repository.path, ref: 'HEAD', denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

beforeAll(async () => {
  indexed = await indexedSource(await open(), join(folder.path, 'index'));
  sources['with an index'] = indexed;
  sources['without an index'] = await open();
});

afterAll(async () => {
  for (const source of Object.values(sources)) await source.close();
  folder.remove();
  repository.remove();
});

describe.each(['with an index', 'without an index'])('%s', (kind) => {
  test.each([
    ['server.Context', ['context.go Context']],
    ['server.Context.App', ['context.go Context/App']],
    ['servercmd.Main', ['cmd/main.go Main']],
    ['other.Context', ['other/context.go Context']],
    ['tested.Context', ['only/context_test.go Context']],
    ['words.Context', []],
    ['main.Start', []],
  ])('%s is found by the clause of its package: %j', async (wanted, found) => {
    const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY, openSource };
    const source = sources[kind];
    if (source === undefined) throw new Error(kind);
    const { candidates } = await findSymbol(source, wanted, context);
    expect(candidates.map(({ file, path }) => `${file} ${path}`)).toEqual(found);
  });
});

test('a package that is not called like its folder is a name before a declaration in every mode', async () => {
  const symbol = await askCode(FILES, { mode: 'symbol', query: 'server.Context' });
  expect(symbol.rows.map(({ file, line }) => `${file}:${line}`)).toEqual(['context.go:5']);
  const callers = await askCode(FILES, { mode: 'callers', query: 'server.Run' });
  expect(callers.reading).toContain('callers of server/Run (exact 1); 1 declaration');
  expect(callers.rows.map(({ file, symbol: caller }) => `${file} ${caller?.name}`)).toEqual(['cmd/main.go Main']);
});
