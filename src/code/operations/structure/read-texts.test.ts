import { expect, test } from 'vitest';
import { makeFolder } from '../../../../test/support/repository.ts';
import type { StructureInput } from '../../questions/structure.types.ts';
import { openSource } from '../../source/open-source.ts';
import { structure } from '../structure.ts';

async function explain(location: string, aspects: StructureInput['aspects'], prefix: string | null = null) {
  return await structure(
    {
      source: { location, ref: null, denied: [] },
      prefix,
      aspects,
      scope: null,
      since: null,
      question: null,
      depth: 2,
    },
    {
      signal: new AbortController().signal,
      deadlineAtMs: performance.now() + 30_000,
      openSource: (selector) => openSource(selector),
    },
  );
}

test('routes and addresses of tests that a file of Rust holds beside its code are none of the project', async () => {
  const folder = makeFolder({
    'Cargo.toml': '[package]\nname = "web"\n[dependencies]\naxum = "0.8"\n',
    'src/main.rs': `use axum::{Router, routing::get};
const API: &str = "https://api.shop.io/v1/items";
fn main() { Router::new().route("/items", get(items)); }
#[cfg(test)]
mod tests {
    const OTHER: &str = "https://api.other.io/v1/items";
    fn app() { Router::new().route("/only-tested", get(items)); }
}
`,
  });
  const output = await explain(folder.path, ['routes', 'external']);
  folder.remove();
  if (!('counts' in output)) throw new Error(output.status);
  expect(output.routes?.rows.map(({ path, line }) => `${path} ${line}`)).toEqual(['/items 3']);
  expect(output.services?.rows.map(({ service, line }) => `${service} ${line}`)).toEqual(['api.shop.io 2']);
});

test('routes of the program stand before those of examples, benchmarks, documents and templates, which are marked', async () => {
  const route = (path: string) => `import express from 'express';\nconst app = express();\napp.get('${path}', show);\n`;
  const folder = makeFolder({
    'package.json': '{ "name": "web", "dependencies": { "express": "5" } }',
    'benches/many.js': route('/many'),
    'docs/site/server.js': route('/docs'),
    'examples/chat/server.js': route('/chat'),
    'packages/create-web/templates/basic/server.js': route('/basic'),
    'src/server.js': route('/items'),
    'src/build/routes.js': route('/builds'),
  });
  const whole = await explain(folder.path, ['routes']);
  const chat = await explain(folder.path, ['routes'], 'examples/chat');
  folder.remove();
  if (!('counts' in whole && 'counts' in chat)) throw new Error(whole.status);
  expect(whole.routes?.rows.map(({ path, isAside }) => `${path} ${isAside ? 'aside' : 'own'}`)).toEqual([
    '/builds own',
    '/items own',
    '/many aside',
    '/docs aside',
    '/chat aside',
    '/basic aside',
  ]);
  // Who asks about an example by itself asks about its program.
  expect(chat.routes?.rows.map(({ path, isAside }) => `${path} ${isAside}`)).toEqual(['/chat false']);
});

test('routes of the examples that a framework has in its own repository are told as those of examples', async () => {
  const folder = makeFolder({
    'package.json': '{ "name": "express", "main": "index.js" }',
    'index.js': "module.exports = require('./lib/express');\n",
    'lib/express.js': 'exports = module.exports = createApplication;\nfunction createApplication() {}\n',
    'examples/auth/index.js': "var express = require('../..');\nvar app = express();\napp.get('/login', show);\n",
  });
  const output = await explain(folder.path, ['routes']);
  folder.remove();
  if (!('counts' in output)) throw new Error(output.status);
  expect(output.routes?.rows.map(({ path, line, isAside }) => `${path} ${line} ${isAside}`)).toEqual(['/login 3 true']);
});
