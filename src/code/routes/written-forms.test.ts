import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

/** Method and path of every route. */
function routes(file: string, lines: readonly string[], end = '\n'): readonly string[] {
  return findRoutes(file, lines.join(end)).map(({ method, path }) => `${method} ${path}`);
}

test('Koa: the name of a route is not its path', () => {
  const made = ["const Router = require('@koa/router');", 'const router = new Router();'];
  expect(routes('a.js', [...made, "router.get('user', '/users/:id', h);", "router.get('/b', h);"])).toEqual([
    'GET /users/:id',
    'GET /b',
  ]);
});

test.each([
  ['Express', "import express, {\n  type Request,\n  type Response,\n} from 'express';\nconst app = express();"],
  ['Express', "import {\n  Router,\n  type Request,\n} from 'express';\nconst app = Router();"],
  ['Express', "import { type Request, Router as R } from 'express';\nconst app = R();"],
  ['Express', "const { Router: Made } = require('express');\nconst app = Made();"],
  ['Express', "const app = require('express').Router();"],
  ['Express', "import * as express from 'express';\nconst app = express.Router();"],
  ['Fastify', "import Fastify, {\n  type FastifyInstance,\n} from 'fastify';\nconst app = Fastify();"],
  ['Fastify', "import { fastify as make } from 'fastify';\nconst app = make();"],
])('%s: what is imported on several lines or by another name has routes: %j', (framework, made) => {
  const lines = [...made.split('\n'), "app.get<{ Params: { id: string }; Reply: Map<string, A> }>('/a', h);", ''];
  for (const end of ['\n', '\r\n']) {
    expect(findRoutes('a.ts', lines.join(end))).toMatchObject([{ framework, method: 'GET', path: '/a' }]);
  }
});

test('Express: a type that is called like a maker makes nothing', () => {
  expect(
    routes('a.ts', ["import { type Router } from 'express';", 'const app = Router();', "app.get('/a', h);"]),
  ).toEqual([]);
});

test('Gin: a group of a group has routes as well', () => {
  const made = ['import "github.com/gin-gonic/gin"', 'r := gin.Default()', 'v1 := api.Group("/v1")'];
  expect(
    routes('a.go', [...made, 'api := r.Group("/api")', 'v1.GET("/c", h)', 'x := y.Group("/")', 'x.GET("/d", h)']),
  ).toEqual(['GET /v1/c']);
});

test('Rails: every name of a line of resources is told, and methods behind a line end of Windows', () => {
  const drawn = [
    'Rails.application.routes.draw do',
    '  resources :photos, :books,',
    '    :films, :only => [:index]',
    "  match '/x',",
    '    via: :post',
    'end',
  ];
  const told = ['RESOURCES photos', 'RESOURCES books', 'RESOURCES films', 'POST /x'];
  expect(routes('config/routes.rb', drawn)).toEqual(told);
  expect(routes('config/routes.rb', drawn, '\r\n')).toEqual(told);
});

test('ASP.NET: actions behind an inner class are those of the controller, and a list may hold other attributes', () => {
  expect(
    routes('A.cs', [
      'using Microsoft.AspNetCore.Mvc;',
      '[ApiController, Route("api/[controller]")]',
      'public class UsersController(IFoo foo) : ControllerBase {',
      '  [Authorize, HttpGet("{id}"), ProducesResponseType(typeof(A[]), 200)]',
      '  public IActionResult Get(int id) => Ok();',
      '  private class Inner { public int A { get; set; } }',
      '  [HttpDelete("{id}")]',
      '  public IActionResult Del() { return a[0]; }',
      '}',
      'class Other { [HttpGet("none")] public int None() => 1; }',
    ]),
  ).toEqual(['GET /api/Users/{id}', 'DELETE /api/Users/{id}']);
});

test('Flask: an application with a type, a path by its name and a raw one are read', () => {
  const lines = ['from flask import Flask', 'app: Flask = Flask(__name__)', '@app.route(rule="/x")', 'def x(): pass'];
  expect(routes('a.py', [...lines, '@app.post(r"/y")', 'def y(): pass'])).toEqual(['GET /x', 'POST /y']);
});

test('Axum: layers between the methods of a route, and types of a handler, hide none', () => {
  expect(
    routes('a.rs', [
      'use axum::{routing::get, Router};',
      'fn app() -> Router { Router::new().route("/a", get(h::<S>()))',
      '.route("/e", get(h).layer(l.get(1)).post(g)).route("/c", get(|| async { "x".get(1) })) }',
    ]),
  ).toEqual(['GET /a', 'GET /e', 'POST /e', 'GET /c']);
});

test('texts of the same form by ten thousands end in time', () => {
  const heads: readonly (readonly [string, string, string])[] = [
    ['a.ts', "import { Router } from 'express'\n", 'a.get<a.get<'],
    ['a.ts', "import { Router } from 'express'\n", 'import { type A, '],
    ['a.cs', 'using Microsoft.AspNetCore.Mvc;', '[Route, '],
    ['a.cs', 'using Microsoft.AspNetCore.Mvc;', '[A[]'],
    ['a.rs', 'use axum::routing;', '.route("/a", get(a('],
    ['a.rs', 'use axum::routing;', '.route("/a", get(a).b(c)'],
    ['routes.rb', 'routes.draw do\n', 'resources :a, :b,'],
    ['a.go', '"github.com/gin-gonic/gin"\nr := gin.New()\n', 'r := r.Group(\n'],
  ];
  for (const [file, head, part] of heads) expect(routes(file, [head + part.repeat(30_000)])).toBeDefined();
});
