import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

const COUNT = 30_000;

function rows(row: (at: number) => string): string {
  return Array.from({ length: COUNT }, (_, at) => row(at)).join('\n');
}

test.each([
  ["import { type Context, Hono } from 'hono'", 'new Hono()'],
  ["import {\n  type Context,\n  Hono as App,\n} from 'hono'", 'new App<Env>()'],
  ["const { Router: Made } = require('koa-router')", 'new Made()'],
  ["import Router, { Other } from '@koa/router'", 'new Router()'],
])('routes are those of what is made by any name of %j', (imported, made) => {
  const routes = findRoutes('a.js', `${imported}\nconst app = ${made}\napp.get('/a', f)\n`);
  expect(routes.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /a']);
});

test('a comment imports nothing, and nor does what stands before another statement', () => {
  const text =
    "import { A } from 'x'\n// import { B } from 'hono'\nexport { C } from 'hono'\nconst a = new A()\na.get('/a', f)\n";
  expect(findRoutes('a.js', `${text}const b = new B()\nb.get('/b', f)\n`)).toEqual([]);
});

// Who tries each name at each place takes many minutes for these, which no time limit of a test allows.
test.each([
  ['a.js', 'import { H } from "hono"', (at: number) => `import { H${at} } from 'hono'; const h${at} = new H${at}()`],
  ['a.js', 'import e from "express"', (at: number) => `import e${at} from 'express'; const a${at} = e${at}()`],
  ['a.js', 'import f from "fastify"', (at: number) => `import f${at} from 'fastify'\nconst a${at} = f${at}()`],
  ['a.go', 'import "github.com/gin-gonic/gin"', (at: number) => `r${at} := gin.New()\ng${at} := r${at}.Group("/a")`],
  ['a.go', 'import "net/http"', (at: number) => `m${at} := http.NewServeMux()`],
  ['a.py', 'from flask import Flask', (at: number) => `a${at} = Flask(b)`],
])('names of routers by ten thousands are not tried one by one: %s, %s', (file, head, row) => {
  const text = `${head}\n${rows(row)}\n${rows((at) => `x${at}.get("/a", f)\nx${at}.HandleFunc("/a", f)\n@x${at}.get("/a")`)}`;
  expect(findRoutes(file, text)).toEqual([]);
});

test.each([
  ['a.js', 'import e from "express"'],
  ['a.js', 'import f from "fastify"\n'],
  ['a.js', 'import { H } from "hono"'],
  ['a.go', 'import "github.com/gin-gonic/gin"'],
])('a name of half a megabyte is gone through once: %s, %s', (file, head) => {
  expect(findRoutes(file, `${head}\nr := gin.New()\n${'a'.repeat(500_000)}\n`)).toEqual([]);
});

test.each([
  ['Express', "var express = require('../..');\nvar app = express();\n"],
  ['Express', "var express = require('../../lib/express');\nvar app = express.Router();\n"],
  ['Fastify', "import Fastify from '../fastify.js'\nconst app = Fastify()\n"],
  ['Fastify', "const app = require('../fastify')({ logger: false })\n"],
])('in the repository of %s files name it by paths, elsewhere these may lead to anything: %s', (framework, head) => {
  const text = `${head}app.get('/a', f)\n`;
  const paths = (own: string | null) =>
    findRoutes('a.js', text, own).map((route) => `${route.framework} ${route.path}`);
  expect(paths(framework)).toEqual([`${framework} /a`]);
  expect(paths(null)).toEqual([]);
});

test('in the repository of Express what a file takes by other paths, or under another name, makes no application', () => {
  for (const head of ["var db = require('../..')", "var express = require('./helpers')"]) {
    expect(
      findRoutes('a.js', `${head};\nvar app = db();\nvar app = express();\napp.get('/a', f)\n`, 'Express'),
    ).toEqual([]);
  }
});
