import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';
import type { FindInput } from '../operations/find.types.ts';

/** The declarations that a question about uses is taken to be about, as `file:line path`. */
async function declared(files: FileSpecs, query: string, mode: FindInput['mode'] = 'callers'): Promise<string[]> {
  const output = await askCode(files, { mode, query });
  return (output.declared?.shown ?? []).map(({ file, line, path }) => `${file}:${line} ${path}`).sort();
}

const GO: FileSpecs = {
  'go.mod': 'module example.com/a\n',
  'internal/providers/provider.go': 'package providers\n\ntype Interface interface{}\n',
  'internal/plugin6/grpc.go': 'package plugin6\n\ntype Client struct{}\n\nfunc (c *Client) Plan() {}\n',
  'internal/plugin/grpc.go': 'package plugin\n\ntype Client struct{}\n\nfunc (c *Client) Plan() {}\n',
  'backend/base.go': 'package backend\n\ntype Backend interface{}\n',
  'remote/backend.go': 'package remote\n\ntype Backend struct{}\n',
  'kv.go': 'package a\n\ntype kv struct{}\ntype Op struct{}\n\nfunc (k *kv) Put() {}\nfunc (o Op) Put() {}\n',
};

test.each(['references', 'implementations', 'callers', 'callees'] as const)(
  'a package before a name says whose declaration is meant, in mode %s',
  async (mode) => {
    expect(await declared(GO, 'providers.Interface', mode)).toEqual(['internal/providers/provider.go:3 Interface']);
    expect(await declared(GO, 'plugin6.Client/Plan', mode)).toEqual(['internal/plugin6/grpc.go:5 Client/Plan']);
    expect(await declared(GO, 'backend.Backend', mode)).toEqual(['backend/base.go:3 Backend']);
  },
);

test('a module path of Python and Rust, and a package of Java, are read before a name', async () => {
  const files = {
    'src/_pytest/config/__init__.py': 'class Config:\n    def getini(self):\n        pass\n',
    'other/config.py': 'class Config:\n    def getini(self):\n        pass\n',
    'src/core/workspace.rs': 'pub struct Workspace;\n',
    'app/src/main/java/play/mvc/Results.java': 'package play.mvc;\nclass Results {\n  int ok() { return 1; }\n}\n',
  };
  expect(await declared(files, '_pytest.config.Config/getini')).toEqual([
    'src/_pytest/config/__init__.py:2 Config/getini',
  ]);
  expect(await declared(files, 'crate::core::workspace::Workspace')).toEqual(['src/core/workspace.rs:1 Workspace']);
  expect(await declared(files, 'play.mvc.Results#ok')).toEqual([
    'app/src/main/java/play/mvc/Results.java:3 Results/ok',
  ]);
});

test('a name behind its file means all of the name there, and a name in its own case goes before another case', async () => {
  expect(await declared(GO, 'kv.go#Put')).toEqual(['kv.go:6 kv/Put', 'kv.go:7 Op/Put']);
  const both = { ...GO, 'other.go': 'package a\n\ntype KV struct{}\n\nfunc (k KV) Put() {}\n' };
  expect(await declared(both, 'KV/Put')).toEqual(['other.go:5 KV/Put']);
  expect(await declared(GO, 'KV/Put')).toEqual(['kv.go:6 kv/Put']);
});
