import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

const told = (text: string): readonly string[] =>
  findRoutes('src/app.ts', text).map(({ method, path }) => `${method} ${path}`);

test('a router of Express that its file takes in below a literal path has that before its own', () => {
  const text = `import express, { Router } from 'express';
const app = express();
const api = Router();
const users = express.Router();
app.get('/', home);
api.use('/users', auth, users);
users.get('/', list);
users.route('/:id').get(one);
api.post('/login', login);
app.use('/api', api);
`;
  expect(told(text)).toEqual(['GET /', 'GET /api/users', 'GET /api/users/:id', 'POST /api/login']);
});

test('a router that may be taken in elsewhere, or twice, or below what is no literal, is told by its own paths', () => {
  const routers = (rest: string): readonly string[] =>
    told(`import express from 'express';
const app = express();
const api = express.Router();
api.get('/a', a);
${rest}
`);
  expect(routers("app.use('/api', api);")).toEqual(['GET /api/a']);
  expect(routers("app.use('/api', api);\nexport default api;")).toEqual(['GET /a']);
  expect(routers("app.use('/api', api);\napp.use('/v2', api);")).toEqual(['GET /a']);
  expect(routers("app.use('/api', api);\nmount(api);")).toEqual(['GET /a']);
  expect(routers('app.use(PREFIX, api);')).toEqual(['GET /a']);
  expect(routers("app.use('/*', api);")).toEqual(['GET /a']);
  expect(routers("app.use('/api', limit(10), api);")).toEqual(['GET /a']);
  expect(routers("// app.use('/api', api);")).toEqual(['GET /a']);
  expect(routers("other.use('/api', api);")).toEqual(['GET /a']);
  expect(routers("app.use('/api', api);\nfunction f(api) { api.get('/b', b); }")).toEqual(['GET /a', 'GET /b']);
  expect(routers('app.use(`/$' + '{v}`, api);')).toEqual(['GET /a']);
  expect(routers("app.use(\n  '/api',\n  auth,\n  api,\n);")).toEqual(['GET /api/a']);
  expect(routers("api = other;\napp.use('/api', api);")).toEqual(['GET /a']);
  const inner = "const inner = express.Router();\ninner.get('/b', b);\napi.use('/inner', inner);";
  expect(routers(`${inner}\napp.use('/api', api);`)).toEqual(['GET /api/a', 'GET /api/inner/b']);
  expect(routers(`${inner}\napp.use(PREFIX, api);`)).toEqual(['GET /a', 'GET /b']);
  expect(routers(`${inner}\napp.use('/api', limit(10), api);`)).toEqual(['GET /a', 'GET /b']);
  expect(routers(`${inner}\napp.use(\n  PREFIX,\n  api,\n);`)).toEqual(['GET /a', 'GET /b']);
});

test('Hono and Koa have the path that they are made with and taken in below', () => {
  const hono = `import { Hono } from 'hono';
const app = new Hono<{ Bindings: Env }>().basePath('/api');
const books = new Hono();
books.get('/', list).get('/:id', one);
app.get('/health', ok);
app.route('/books', books);
`;
  expect(told(hono)).toEqual(['GET /api/books', 'GET /api/books/:id', 'GET /api/health']);
  const koa = `import Router from '@koa/router';
const api = new Router({ prefix: '/api' });
const users = new Router();
users.get('/list', list);
api.get('/health', ok);
api.use('/users', users.routes(), users.allowedMethods());
const other = new Router();
other.get('/x', x);
api.use('/other', other.routes());
`;
  expect(told(koa)).toEqual(['GET /api/users/list', 'GET /api/health', 'GET /api/other/x']);
});

test('Hono and Koa: what a router is given after another has taken it in does not lie below that', () => {
  const hono = `import { Hono } from 'hono'
const api = new Hono()
const app = new Hono()
api.get('/before', f)
app.route('/api', api)
api.get('/after', f)
app.get('/own', f)
`;
  const paths = (file: string, text: string) => findRoutes(file, text).map(({ path }) => path);
  expect(paths('a.ts', hono)).toEqual(['/api/before', '/after', '/own']);
  const called = hono.replace("app.route('/api', api)", "const start = () => { app.route('/api', api) }");
  expect(paths('a.ts', called)).toEqual(['/api/before', '/api/after', '/own']);
  const koa = `import Router from '@koa/router'
const one = new Router({ prefix: '/u' })
const all = new Router()
one.get('/before', f)
all.use('/v1', one.routes())
one.get('/after', f)
`;
  expect(paths('a.ts', koa)).toEqual(['/v1/u/before', '/u/after']);
  const express = `const express = require('express')
const app = express()
const one = express.Router()
app.use('/v1', one)
one.get('/after', f)
`;
  expect(paths('a.js', express)).toEqual(['/v1/after']);
});

test('Koa: a router that is told its prefix has it before all of its paths, and one of another prefix is told as written', () => {
  const lines = [
    "import Router from '@koa/router';",
    'const users = new Router();',
    "users.get('/a', f);",
    "users.prefix('/users');",
    "users.get('/b', f);",
    'const api = new Router();',
    "api.use('/api', users.routes());",
    "const other = new Router({ prefix: '/c' });",
    'other.prefix(version);',
    "other.get('/d', f);",
    "api.use('/e', other.routes());",
  ];
  const found = findRoutes('app.js', lines.join('\n')).map(({ path }) => path);
  expect(found).toEqual(['/api/users/a', '/api/users/b', '/d']);
});
