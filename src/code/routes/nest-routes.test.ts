import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

function routesOf(controller: string, ...methods: readonly string[]): readonly string[] {
  const text = `import { Controller, Get, Post } from '@nestjs/common';\n@Controller(${controller})\nexport class A {\n${methods.join(' a() {}\n')} a() {}\n}\n`;
  return findRoutes('src/a.controller.ts', text).map(({ method, path }) => `${method} ${path}`);
}

test.each([
  ["'users'", ['/users']],
  ["{ path: 'users', version: '1' }", ['/users']],
  ["{\n  version: '1', // path: 'old'\n  path: 'users',\n}", ['/users']],
  ["{ host: 'admin.acme.dev' }", ['/']],
  ["['users', 'people']", ['/users', '/people']],
  ["{ path: ['users', 'people'] }", ['/users', '/people']],
  ['{ path: USERS }', []],
  ['USERS', []],
  ["'users',", ['/users']],
  ["{ 'path': 'users' }", ['/users']],
  ["{ /* path: 'old', */ path: 'users' }", ['/users']],
  ["{ version: ['1', '2'], host, path: 'users', }", ['/users']],
  ['{ path }', []],
  ['{ ...options }', []],
  ["{ path: 'users', ...options }", []],
  ['{ path: `$' + '{USERS}/a` }', []],
])('a controller of NestJS puts before its routes what it says to be its path: %s', (controller, paths) => {
  expect(routesOf(controller, '@Get()')).toEqual(paths.map((path) => `GET ${path}`));
});

test('a method of NestJS answers at each path of a list', () => {
  expect(routesOf("'a'", "@Get(['x', 'y'])", '@Post(PATH)', "@Post('z')")).toEqual([
    'GET /a/x',
    'GET /a/y',
    'POST /a/z',
  ]);
});

test('a router of Koa that is made by a call has routes, below its prefix', () => {
  const text = (made: string) => `${made}\nrouter.get('/a', f);\nmodule.exports = router;\n`;
  const told = (made: string) => findRoutes('a.js', text(made)).map(({ method, path }) => `${method} ${path}`);
  expect(told("const router = require('koa-router')();\nrouter.prefix('/u');")).toEqual(['GET /u/a']);
  expect(told("const Router = require('@koa/router');\nconst router = Router({ prefix: '/v' });")).toEqual([
    'GET /v/a',
  ]);
  expect(told("const router = require('koa-router')();")).toEqual(['GET /a']);
  expect(told("const router = require('koa-router')(options);")).toEqual([]);
});
