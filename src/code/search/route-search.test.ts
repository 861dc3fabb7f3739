import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { indexedSource } from '../../../test/support/indexed-source.ts';
import { PLAIN_QUESTION } from '../../../test/support/plain-question.ts';
import { treeSource } from '../../../test/support/tree-source.ts';
import { ok } from '../../base/result.ts';
import { find } from '../operations/find.ts';
import type { Source } from '../source/source.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-routes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILES: Readonly<Record<string, string>> = {
  'app.ts': "import express from 'express';\nconst app = express();\napp.get('/users', list);\n",
  'api.py': "from flask import Flask\napp = Flask(__name__)\n@app.get('/users')\ndef users():\n  pass\n",
  'main.go': 'package main\n\nimport "net/http"\n\nfunc main() {\n\thttp.HandleFunc("/users", list)\n}\n',
  'other.ts': "app.get('/users', list);\n",
  'notes.md': "import express from 'express'\n",
  'style.css': 'a {}\n',
  'late.ts': `import express from 'express';\nconst app = express();\napp.get('/late', list);\n`,
  'large.ts': `import 'express';\n${'x();\n'.repeat(220_000)}`,
};

/** Routes of these files, and which files were read for them. */
async function ask(source: Source, query: string) {
  const read: string[] = [];
  const watched = {
    ...source,
    read: async (path: string, bytesMax: number) => {
      read.push(path);
      const content = await source.read(path, bytesMax);
      const isTooLarge = content.ok && content.size > bytesMax;
      return isTooLarge ? ({ ok: false, reason: 'too_large', detail: '' } as const) : content;
    },
  };
  const context = { signal: new AbortController().signal, deadlineAtMs: Infinity, openSource: async () => ok(watched) };
  const input = {
    source: { location: '/', ref: null, denied: [] },
    ...PLAIN_QUESTION,
    mode: 'auto',
    query,
    kind: 'route',
  } as const;
  const output = await find(input, context);
  if (output.outcome !== 'found') throw new Error('not found');
  const { rows, scope, gaps } = output;
  return { files: rows.map(({ file }) => file), read: new Set(read), scope, gaps };
}

test('for routes only files are read that may name a framework, and what is not indexed yet is told', async () => {
  const tree = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [path, Buffer.from(text)]));
  const plain = treeSource(tree);
  const found = await ask(plain, '/users');
  expect(found.files).toEqual(['api.py', 'app.ts', 'main.go']);
  expect([...found.read].sort()).toEqual(['api.py', 'app.ts', 'large.ts', 'late.ts', 'main.go', 'other.ts']);
  expect(found.gaps).toEqual([{ reason: 'too_large', count: 1, names: ['large.ts'] }]);
  // As the listing of a work tree, which knows no sizes.
  const source = await indexedSource(plain, join(folder, 'a'), (path) => !/^(?:late|large)\./.test(path));
  const indexed = await ask(source, '*');
  expect(indexed.files.toSorted()).toEqual(['api.py', 'app.ts', 'late.ts', 'main.go']);
  expect([...indexed.read].sort()).toEqual(['api.py', 'app.ts', 'large.ts', 'late.ts', 'main.go']);
  expect(indexed.gaps).toEqual([{ reason: 'too_large', count: 1, names: ['large.ts'] }]);
  expect(indexed.scope.searched).toBe(7);
  await source.close();
});
