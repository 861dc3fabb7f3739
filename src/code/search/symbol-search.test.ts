import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import { type IndexedSource, indexedSource } from '../../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { makeFolder, makeRepository } from '../../../test/support/repository.ts';
import { ok } from '../../base/result.ts';
import { find as findIn } from '../operations/find.ts';
import type { FindInput } from '../questions/find.types.ts';
import { openSource } from '../source/open-source.ts';
import type { Source } from '../source/source.ts';
import { declaredByDots } from './dotted-name.ts';
import { planQuery } from './plan.ts';
import { openScope } from './scope.ts';
import { readSymbolQuery } from './symbol-fit.ts';
import { searchSymbols } from './symbol-search.ts';
import { searchWord } from './word-search.ts';

const FILES = {
  'src/router.ts': `export class Router {
  #grow() {}
  add(path: string): void {}
  addAll(paths: string[]): void {}
}
export function makeRouter(): Router { return new Router(); }
const router = makeRouter();
`,
  'src/route.ts': `export class Route {
  add(): void {}
}
export const ROUTER = 1;
`,
  'src/http/server.go': `package http

type Server struct{}

func (s *Server) Serve() error { return nil }
func NewServer() *Server { return nil }
`,
  'src/app/cache.go': 'package app\n\ntype Depot struct{}\n',
  'src/cache/depot.go': 'package cache\n\ntype Depot struct{}\n',
  'src/log/server.go': `package log

type Server struct{}
`,
  'tools/reply.py': `class Reply:
    def serialize(self):
        pass

def kReplySerializer():
    pass
`,
  'tests/router_test.py': `class Router:
    def add(self):
        pass
`,
  'tests/reply_copy.py': `class Reply:
    def serialize(self):
        pass

def kReplySerializer():
    pass
`,
  'lib/Mail/Sender.php': '<?php\nnamespace Acme\\Mail;\nclass Sender {\n  function deliver() {}\n}\n',
  'lib/Contracts/Mail/Sender.php': '<?php\nnamespace Acme\\Mail;\ninterface Sender {\n  function deliver();\n}\n',
  'src/user.ts': 'export const loadUserX = 1;\nexport function loadUserz() {}\n',
  'tests/user_test.py': 'def loadUserAll():\n    pass\n',
  'README.md': 'class Router in prose',
  'copy/router.ts': 'export class Router {\n  add(): void {}\n}\n',
  'copy/router-again.ts': 'export class Router {\n  add(): void {}\n}\n',
};

const folder = makeFolder();
const repository = makeRepository(FILES);
let scanned: Source;
let indexed: IndexedSource;

beforeAll(async () => {
  scanned = await open();
  indexed = await indexedSource(await open(), join(folder.path, 'index'));
});

afterAll(async () => {
  await scanned.close();
  await indexed.close();
  folder.remove();
  repository.remove();
});

async function open(): Promise<Source> {
  const opened = await openSource({ location: repository.path, ref: 'HEAD', denied: [] });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}

async function ask(source: Source, query: string, more: Partial<FindInput> = {}) {
  const input: FindInput = {
    source: { location: repository.path, ref: 'HEAD', denied: [] },
    ...PLAIN_QUESTION,
    query,
    mode: 'symbol',
    limit: 30,
    ...more,
  };
  const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY };
  const accepts = (_: string, role: string): boolean => input.tests === 'include' || role !== 'test';
  const scope = await openScope(source, { accepts }, context);
  return { scope, input };
}

async function search(source: Source, query: string, more: Partial<FindInput> = {}) {
  return await searchSymbols(await ask(source, query, more), readSymbolQuery(query));
}

/** The rows of a query as `file:line name`. */
async function find(query: string, more: Partial<FindInput> = {}): Promise<readonly string[]> {
  const { rows } = await search(indexed, query, more);
  return rows.map(({ file, line, symbol }) => `${file}:${line} ${symbol?.name}`);
}

describe('a search for declarations', () => {
  const queries = [
    'Router',
    'router',
    'add',
    'Router/add',
    'rout',
    'r',
    'kRS',
    'Ruoter',
    'Couter',
    'outer',
    'xRouter',
    'oRuter',
    'Xerve',
    'ddAll',
    'Serialize',
    '#grow',
    'http.Server',
    'loadUserX',
    'loadUserA',
  ];
  test.each([
    ...queries,
    'log::Server',
    'lib/Mail/Sender.php#Acme\\Mail',
    'Router.nothing',
    'zzzz',
    'serializ',
    'Reply/serialize',
  ])('answers %s out of the index as it does by reading all', async (query) => {
    for (const more of [
      {},
      { word: true },
      { case: 'sensitive' },
      { tests: 'exclude' },
      { kind: 'class' },
      { kind: 'function' },
    ] as const) {
      const [fast, slow] = [await search(indexed, query, more), await search(scanned, query, more)];
      expect(fast.rows).toEqual(slow.rows);
      expect([fast.reading, fast.totals, fast.near]).toEqual([slow.reading, slow.totals, slow.near]);
    }
  });

  test('gives what has exactly the name first, tests last', async () => {
    expect(await find('Router', { word: true })).toEqual([
      'copy/router-again.ts:1 Router',
      'copy/router.ts:1 Router',
      'src/router.ts:1 Router',
      'tests/router_test.py:1 Router',
      'src/route.ts:4 ROUTER',
      'src/router.ts:7 router',
    ]);
  });

  test('takes names before the last as what it lies in, a folder or file too', async () => {
    expect(await find('Route/add')).toEqual(['src/route.ts:2 add']);
    expect((await find('http.Server'))[0]).toBe('src/http/server.go:3 Server');
    expect(await find('src/log/server.go#Server')).toEqual(['src/log/server.go:3 Server']);
    expect(await find('log::Server')).toEqual(['src/log/server.go:3 Server']);
    expect(await find('func (s *Server) Serve()')).toEqual([]);
  });

  test('gives what lies in the very file first, then what lies in one of a longer path', async () => {
    expect(await find('lib/Mail/Sender.php#deliver')).toEqual([
      'lib/Mail/Sender.php:4 deliver',
      'lib/Contracts/Mail/Sender.php:4 deliver',
    ]);
  });

  test('gives what lies in the package of the name before what lies in a file called so elsewhere', async () => {
    const query = 'cache.Depot';
    expect(await find(query)).toEqual(['src/cache/depot.go:3 Depot', 'src/app/cache.go:3 Depot']);
    expect((await declaredByDots(await ask(indexed, query, { mode: 'auto' }), query))?.total).toBe(1);
  });

  test('takes a name before the last in its own case first, and says when there is only another', async () => {
    expect(await find('http.Server/Serve', { word: true })).toEqual(['src/http/server.go:5 Serve']);
    expect((await search(indexed, 'Server/Serve', { word: true })).reading).toBe('symbol (exact 1)');
    expect((await search(indexed, 'server/Serve', { word: true })).reading).toBe(
      'symbol (exact 1), the name before it in another case',
    );
  });

  test('takes the package of a name before a type that is called so in another case', async () => {
    const files = {
      'storage/interface.go': 'package storage\n\ntype Appender interface{}\n',
      'storage/remote/storage.go': 'package remote\n\ntype Storage struct{}\n\nfunc (s *Storage) Appender() {}\n',
    };
    const query = 'storage.Appender';
    const { rows, declared, reading } = await askCode(files, { query, mode: 'symbol' });
    expect(reading).toBe('symbol (exact 1); 1 more with the name before it in another case');
    expect(rows.map(({ file, line }) => `${file}:${line}`)).toEqual([
      'storage/interface.go:3',
      'storage/remote/storage.go:5',
    ]);
    expect(declared).toBeUndefined();
    const uses = await askCode(files, { query, mode: 'references' });
    expect(uses.declared?.shown.map(({ path }) => path)).toEqual(['Appender']);
  });

  test('finds what a companion object of Kotlin declares by the path that an import of it has', async () => {
    const files = {
      'net/Url.kt': 'package net\nclass Url {\n  companion object {\n    fun String.toUrl(): Url = Url()\n  }\n}\n',
      'net/Server.kt': 'package net\nclass Server {\n  companion object {\n    val PORT = 1\n  }\n}\n',
    };
    for (const query of ['Url/Companion/toUrl', 'net.Url.Companion.toUrl', 'Url.kt#Url/Companion/toUrl']) {
      const { rows, reading } = await askCode(files, { query, mode: 'symbol' });
      expect(rows.map(({ file, line }) => `${file}:${line}`)).toEqual(['net/Url.kt:4']);
      expect(reading).toBe('symbol (exact 1)');
    }
    expect((await askCode(files, { query: 'Server/Companion/toUrl', mode: 'symbol' })).rows).toEqual([]);
    const uses = await askCode(files, { query: 'Url/Companion/toUrl', mode: 'references' });
    expect(uses.declared?.shown.map(({ path }) => path)).toEqual(['Url/toUrl']);
  });

  test('counts what only lies in files or folders called like the names before a name apart from what is called so', async () => {
    const files = {
      'celery/app.py': 'class Celery:\n    def send_task(self):\n        pass\n',
      'celery/beat.py': 'class Scheduler:\n    def send_task(self):\n        pass\n',
    };
    const { rows, reading } = await askCode(files, { query: 'Celery/send_task', mode: 'symbol' });
    expect(rows.map(({ file }) => file)).toEqual(['celery/app.py', 'celery/beat.py']);
    expect(reading).toBe(
      'symbol (exact 1); 1 more with the names before it taken for parts of a path, in any case and with others between',
    );
  });

  test('says what names before a name were taken for where nothing is called just so', async () => {
    expect((await search(indexed, 'Log/Server')).reading).toBe(
      'symbol (exact 1), the name before it taken for a folder or file called so, in any case',
    );
    expect((await search(indexed, 'log.Server')).reading).toBe('symbol (exact 1)');
  });

  test('takes a name behind a file and a slash for one of that file', async () => {
    expect((await find('src/http/server.go/Server'))[0]).toBe('src/http/server.go:3 Server');
    expect(await find('http/server.go/Server/Serve', { word: true })).toEqual(['src/http/server.go:5 Serve']);
    expect(await find('router.ts/makeRouter')).toEqual(['src/router.ts:6 makeRouter']);
    expect(readSymbolQuery('src/a.ts#Bar.baz/qux')).toMatchObject({ file: 'src/a.ts', inFile: ['Bar', 'baz'] });
    expect(readSymbolQuery('src/a.ts/Bar.baz/qux')).toMatchObject({ file: 'src/a.ts', inFile: ['Bar', 'baz'] });
    expect(readSymbolQuery('http.Router/add')).toMatchObject({ file: null, containers: ['http', 'Router'] });
  });

  test('takes a name behind a file for one of that file, whatever it lies in there', async () => {
    expect(await find('src/http/server.go#Serve', { word: true })).toEqual(['src/http/server.go:5 Serve']);
    expect(await find('src/http/server.go#Server/Serve', { word: true })).toEqual(['src/http/server.go:5 Serve']);
    expect(await find('src/router.ts#add', { word: true })).toEqual(['src/router.ts:3 add']);
    expect(await find('Acme.Router#add', { word: true })).toEqual([]);
  });

  test('finds a name of several parts, in a file too', async () => {
    expect(await find('Acme\\Mail')).toHaveLength(2);
    expect((await find('lib/Contracts/Mail/Sender.php#Acme\\Mail'))[0]).toBe(
      'lib/Contracts/Mail/Sender.php:2 Acme\\Mail',
    );
  });

  test('finds a name by its humps, and with one slip of the pen', async () => {
    expect((await find('kRS'))[0]).toBe('tools/reply.py:5 kReplySerializer');
    expect((await find('Ruoter'))[0]).toMatch(/ Router$/);
    expect((await find('Seraliaze')).length).toBe(0);
  });

  test.each(['Couter', 'outer', 'xRouter', 'oRuter', 'Router_', 'Ruter'])('finds Router by %s', async (slip) => {
    expect((await find(slip))[0]).toMatch(/ Router$/);
  });

  test('finds a name that holds a sign', async () => {
    expect(await find('#grow')).toEqual(['src/router.ts:2 #grow']);
  });

  test('tells names that may have been meant', async () => {
    expect((await search(indexed, 'Seraliaze')).near).toContain('serialize');
  });
});

describe('a text of names and dots', () => {
  test.each([
    ['Server.Serve', ['src/http/server.go:5 Server/Serve']],
    ['(*Server).Serve', ['src/http/server.go:5 Server/Serve']],
    ['http.Server', ['src/http/server.go:3 Server']],
    ['Server.serve', undefined],
    ['Server.Serve()', undefined],
    ['Serve', undefined],
    ['nobody.Serve', undefined],
  ])('%s means %o', async (query, expected) => {
    const declared = await declaredByDots(await ask(indexed, query, { mode: 'auto' }), query);
    expect(declared?.shown.map(({ file, line, path }) => `${file}:${line} ${path}`)).toEqual(expected);
  });

  test('is read as the declaration where it stands nowhere in the text, and as text where it does', async () => {
    const context = { signal: new AbortController().signal, deadlineAtMs: Number.POSITIVE_INFINITY };
    const openSource = async () => ok(indexed);
    const asked = async (query: string) => {
      const { input } = await ask(indexed, query, { mode: 'auto' });
      return await findIn(input, { ...context, openSource });
    };
    expect(await asked('Route.add')).toMatchObject({
      mode: 'symbol',
      reading: 'symbol (exact 1); no text hits',
      rows: [{ file: 'src/route.ts', line: 2 }],
    });
    expect(await asked('zzzz.nothing')).toMatchObject({ mode: 'text', status: 'not_found' });
    expect(await asked('Acme.Mail')).toMatchObject({ mode: 'text', rows: [] });
  });

  test('is not asked for where contents would have to be read for it', async () =>
    expect(await declaredByDots(await ask(scanned, 'Server.Serve'), 'Server.Serve')).toBeUndefined());
});

test('a text that the time did not suffice for is not said to be nowhere', async () => {
  const { input, scope } = await ask(indexed, 'makeRouter', { mode: 'auto' });
  const plan = planQuery(input);
  if (!plan.ok || plan.value.mode !== 'word') throw new Error('no word');
  // Enough for the declarations, which are in the index, and not for a look at a file.
  const left = [Number.POSITIVE_INFINITY];
  const cpu = { leftMs: () => left.pop() ?? 0, spend: () => undefined };
  const found = await searchWord({ input, scope: { ...scope, cpu } }, plan.value);
  expect(found.rows.map(({ file }) => file)).toEqual(['src/router.ts']);
  expect(found.reading).toBe('symbol (exact 1); text not searched to the end');
});

test('a path that is a file is that file: those whose paths end so come behind it, and are asked for by more of theirs', async () => {
  const text = 'def app():\n    pass\n\ndef use():\n    app()\n';
  const files = { 'examples/site/tests/conftest.py': text, 'tests/conftest.py': text };
  const filesOf = async (query: string, mode: FindInput['mode']) =>
    (await askCode(files, { query, mode })).rows.map(({ file }) => file);
  expect(await filesOf('tests/conftest.py#app', 'symbol')).toEqual([
    'tests/conftest.py',
    'examples/site/tests/conftest.py',
  ]);
  expect((await filesOf('./tests/conftest.py#app', 'symbol'))[0]).toBe('tests/conftest.py');
  expect(await filesOf('site/tests/conftest.py#app', 'symbol')).toEqual(['examples/site/tests/conftest.py']);
  expect(await filesOf('tests/conftest.py#app', 'callers')).toEqual(['tests/conftest.py']);
});

test('the best declaration is shown, however many lesser ones were read before it', async () => {
  const many = Array.from({ length: 11_000 }, (_, at) => `export const growNumber${at} = ${at};`).join('\n');
  const folder = makeFolder({ 'a.ts': many, 'b.ts': many, 'c.ts': 'export class Grow {}\n' });
  try {
    const opened = await openSource({ location: folder.path, ref: null, denied: [] });
    if (!opened.ok) throw new Error(opened.error);
    const context = { signal: new AbortController().signal, deadlineAtMs: Infinity };
    const scope = await openScope(opened.value, { accepts: () => true }, context);
    const input: FindInput = {
      ...PLAIN_QUESTION,
      source: { location: folder.path, ref: null, denied: [] },
      query: 'grow',
      mode: 'symbol',
      limit: 3,
    };
    const found = await searchSymbols({ scope, input }, readSymbolQuery('grow'));
    expect(found.totals.rows).toBe(22_001);
    expect(found.rows.map(({ file, symbol }) => `${file} ${symbol?.name}`)).toEqual([
      'c.ts Grow',
      'a.ts growNumber0',
      'a.ts growNumber1',
    ]);
  } finally {
    folder.remove();
  }
});
