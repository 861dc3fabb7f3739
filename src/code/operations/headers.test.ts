import { afterEach, expect, test } from 'vitest';
import { type FileSpecs, makeRepository, type TestRepository } from '../../../test/support/repository.ts';
import { openSource } from '../source/open-source.ts';
import type { Source } from '../source/source.ts';
import { headers } from './headers.ts';

const made: TestRepository[] = [];
const sources: Source[] = [];
afterEach(async () => {
  for (const source of sources.splice(0)) await source.close();
  for (const repository of made.splice(0)) repository.remove();
});

/** Asks about a repository of these files. */
async function ask(files: FileSpecs, prefix: string | null = null, deadlineAtMs = Number.POSITIVE_INFINITY) {
  const repository = makeRepository(files);
  made.push(repository);
  return headers(
    { source: { location: repository.path, ref: null, denied: [] }, prefix },
    {
      signal: new AbortController().signal,
      deadlineAtMs,
      async openSource(selector) {
        const opened = await openSource(selector);
        if (opened.ok) sources.push(opened.value);
        return opened;
      },
    },
  );
}

const NGINX = 'server {\n  add_header X-Frame-Options DENY always;\n}\n';

test('production files come before examples and tests', async () => {
  const set = "res.set('X-Frame-Options', 'DENY');";
  const found = await ask({ 'test/a.test.js': set, 'examples/a.js': set, 'src/a.js': set });
  if (found.outcome !== 'read') throw new Error('the source is there');
  expect(found.places.map(({ file, role }) => `${role} ${file}`)).toEqual([
    'source src/a.js',
    'aside examples/a.js',
    'test test/a.test.js',
  ]);
});

test("helmet's defaults are those of the version that the nearest package.json asks for", async () => {
  const app = "const helmet = require('helmet');\napp.use(helmet());\n";
  const manifest = (range: string): string => JSON.stringify({ dependencies: { helmet: range } });
  const found = await ask({
    'package.json': manifest('^8.0.0'),
    'old/package.json': manifest('7.1.0'),
    'app.js': app,
    'old/app.js': app,
  });
  if (found.outcome !== 'read') throw new Error('the source is there');
  const ages = found.places.map(
    ({ settings }) => settings.find(({ name }) => name === 'strict-transport-security')?.value,
  );
  expect(ages).toEqual(['max-age=31536000; includeSubDomains', 'max-age=15552000; includeSubDomains']);
});

test('a folder narrows the question, and what others wrote is not read', async () => {
  const files = { 'a/nginx.conf': NGINX, 'b/nginx.conf': NGINX, 'node_modules/x/nginx.conf': NGINX };
  expect(await ask(files)).toMatchObject({ total: 2, files: { inScope: 2, read: 2 } });
  expect(await ask(files, 'b')).toMatchObject({ total: 1, places: [{ file: 'b/nginx.conf', line: 2 }] });
  const shop = { 'src/vendor/nginx.conf': NGINX, 'src/vendor/third_party/nginx.conf': NGINX };
  expect(await ask(shop)).toMatchObject({ total: 0 });
  expect(await ask(shop, 'src/vendor')).toMatchObject({ total: 1, places: [{ file: 'src/vendor/nginx.conf' }] });
});

test('what a reader finds is found in a project, too, be it the only word of headers in its file', async () => {
  const files = {
    'src/main.rs': 'use tower_http::cors::CorsLayer;\n',
    'settings.py': 'import corsheaders\n',
    'nginx.conf': 'server {\n  proxy_hide_header X-Powered-By;\n}\n',
    'tokens.conf': 'server {\n  server_tokens off;\n}\n',
    'app.ts': "// import cors from 'cors'\nimport cors from 'cors';\n",
  };
  const found = await ask(files);
  if (found.outcome !== 'read') throw new Error('the source is there');
  expect(found.places.map(({ file, line, tool }) => `${file}:${line} ${tool}`).sort()).toEqual([
    'app.ts:2 cors middleware',
    'nginx.conf:2 nginx',
    'settings.py:1 cors middleware',
    'src/main.rs:1 cors middleware',
  ]);
});

test('all places are counted, however many there are, and those of production are given first', async () => {
  const server = NGINX.repeat(60);
  const files = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`a/test/n${at}.conf`, server]));
  const found = await ask({ ...files, 'z/nginx.conf': NGINX });
  if (found.outcome !== 'read') throw new Error('the source is there');
  expect(found).toMatchObject({ status: 'ok', total: 6_001 });
  expect(found.places).toHaveLength(200);
  expect(found.places[0]?.file).toBe('z/nginx.conf');
});

test('a deadline gives what is known, and says that it is not all', async () => {
  expect(await ask({ 'nginx.conf': NGINX }, null, 0)).toMatchObject({ status: 'partial', files: { read: 0 } });
});
