import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

/** Method, path and line of every route. */
function routes(file: string, text: string): readonly string[] {
  return findRoutes(file, text).map(({ method, path, line }) => `${method} ${path} ${line}`);
}

test('Express: calls with a path and a handler are routes on what the file made by express, and on nothing else', () => {
  const text = [
    "const express = require('express');",
    'const app = express();',
    'const router = express.Router();',
    "app.get('/a', handler);",
    "router.post('/b', (req, res) => {});",
    "app.get('view engine');",
    "// app.get('/comment', handler);",
    'const text = "app.get(\'/text\', x)";',
    "map.get('/other', handler);",
    "app.all('*', handler);",
    `app.get(\`/\${name}\`, handler);`,
  ].join('\n');
  expect(routes('app.js', text)).toEqual(['GET /a 4', 'POST /b 5', 'ANY * 10']);
  expect(routes('app.js', text.replace("require('express')", "require('../../')"))).toEqual([]);
});

test('Express and Koa: what a module gives out and names in one statement has routes by that name', () => {
  const head = "const express = require('express');\n";
  for (const made of [
    'module.exports = express()',
    'exports = express.Router()',
    "module.exports = require('express')()",
    'exports = module.exports = express()',
  ]) {
    expect(routes('app.js', `${head}var app = ${made};\napp.get('/a', f);\n`)).toEqual(['GET /a 3']);
  }
  const koa = "const Router = require('@koa/router');\nconst router = module.exports = new Router();\n";
  expect(routes('app.js', `${koa}router.get('/a', f);\n`)).toEqual(['GET /a 3']);
});

test('Express: what is imported, typed, or made by a named Router has routes as well', () => {
  const text =
    "import express, { Router } from 'express';\nconst app: express.Express = express();\nconst api = Router();\napi.put('/x', f);\napp.delete('/y', f);\n";
  expect(routes('app.ts', text)).toEqual(['PUT /x 4', 'DELETE /y 5']);
});

test('routes that are chained, also right behind what makes the application, are each of their own line', () => {
  const hono = [
    "import { Hono } from 'hono';",
    'export const route = new Hono<{ Variables: A }>()',
    '  .use(async (c, next) => {',
    "    c.get('user', 1);",
    '    await next();',
    '  })',
    '  // .get("/no", x)',
    "  .get('/a', (c) => c.json(c.get('b', 1)))",
    "  .post<'/b'>('/b', validator('json', S), async (c) => {})",
    "  .route('/c', other)",
    "  .put('/d', f);",
    'route',
    "  .get('/e', f)",
    "  .foo('/x', f)",
    "  .get('/y', f);",
    "export default new Hono().delete('/f', f);",
  ].join('\n');
  expect(routes('a.ts', hono)).toEqual(['GET /a 8', 'POST /b 9', 'PUT /d 11', 'GET /e 13', 'DELETE /f 16']);
  const express = [
    "import express from 'express';",
    'const app = express();',
    "app.use(cors()).get('/a', f);",
    "app.route('/b').all(f).get(g, h);",
    "app.get('trust proxy').get('/no', f);",
    'app.route(path).get(f);',
    "module.exports = express.Router().get('/c', f);",
  ].join('\n');
  expect(routes('a.js', express)).toEqual(['GET /a 3', 'ANY /b 4', 'GET /b 4', 'GET /c 7']);
});

test('Fastify: what the file makes by fastify has routes', () => {
  const text =
    "const fastify = require('fastify')({ logger: true })\nfastify.get('/', async () => 1)\nother.get('/no', f)\n";
  expect(routes('server.js', text)).toEqual(['GET / 2']);
});

test('Flask: decorators of applications and blueprints are routes, with methods where those are literals', () => {
  const text = [
    'from flask import Blueprint',
    'bp = Blueprint("auth", __name__, url_prefix="/auth")',
    '@bp.route("/register", methods=("GET", "POST"))',
    'def register(): pass',
    '@bp.route("/logout")',
    'def logout(): pass',
    '@bp.route("/x", methods=METHODS)',
    '@other.route("/y")',
    '# @bp.route("/z")',
    'bp = Blueprint("mail", __name__)',
    '@bp.get("/mails")',
  ].join('\n');
  expect(routes('auth.py', text)).toEqual([
    'GET /auth/register 3',
    'POST /auth/register 3',
    'GET /auth/logout 5',
    'GET /mails 11',
  ]);
});

test('Gin: engines, groups and parameters of such types have routes', () => {
  const text = [
    'import "github.com/gin-gonic/gin"',
    'func main() {',
    '\tr := gin.Default()',
    '\tr.GET("/ping", ping)',
    '\tv1 := r.Group("/v1")',
    '\tv1.POST("/login", login)',
    '\tclient.GET("/no", x)',
    '}',
    'func add(g *gin.RouterGroup) { g.Any("/any", x) }',
  ].join('\n');
  expect(routes('main.go', text)).toEqual(['GET /ping 4', 'POST /v1/login 6', 'ANY /any 9']);
});

test('Spring: the literal prefix of the class stands before the paths of its methods', () => {
  const text = [
    'import org.springframework.web.bind.annotation.GetMapping;',
    '@Controller',
    '@RequestMapping("/owners/{ownerId}")',
    'class PetController {',
    '\t@GetMapping("/pets/new")',
    '\tString a() {}',
    '\t@PostMapping(value = { "/pets", "/animals" }, consumes = "x")',
    '\tString b() {}',
    '\t@GetMapping',
    '\tString c() {}',
    '\t@GetMapping(Paths.ALL)',
    '\tString d() {}',
    '\t// @GetMapping("/no")',
    '}',
  ].join('\n');
  expect(routes('PetController.java', text)).toEqual([
    'GET /owners/{ownerId}/pets/new 5',
    'POST /owners/{ownerId}/pets 7',
    'POST /owners/{ownerId}/animals 7',
    'GET /owners/{ownerId} 9',
  ]);
  expect(routes('Client.java', text.replace('@Controller', '@FeignClient'))).toEqual([]);
  expect(routes('PetController.java', text.replace('"/owners/{ownerId}"', 'BASE'))).toEqual([]);
});

test('Spring: paths of Kotlin stand in brackets, too', () => {
  const text = [
    'import org.springframework.web.bind.annotation.*',
    '@RestController',
    '@RequestMapping(path = ["/pets"])',
    'class PetController {',
    '\t@GetMapping(["/new", "/all"])',
    '\tfun a() {}',
    '\t@RequestMapping(value = ["/one"], method = [RequestMethod.PUT])',
    '\tfun b() {}',
    '\t@GetMapping([ALL])',
    '\tfun c() {}',
    '\t@RequestMapping(value = arrayOf("/two"), method = arrayOf(RequestMethod.GET, RequestMethod.HEAD))',
    '\tfun d() {}',
    '\t@GetMapping(path = ["/three"], produces = [type()])',
    '\tfun e() {}',
    '\t@GetMapping(path = [of(of(1))])',
    '\tfun f() {}',
    '}',
  ].join('\n');
  const own = ['GET /pets/new 5', 'GET /pets/all 5', 'PUT /pets/one 7'];
  expect(routes('PetController.kt', text)).toEqual([
    ...own,
    'GET /pets/two 11',
    'HEAD /pets/two 11',
    'GET /pets/three 13',
  ]);
});

test('routes are looked for in as many steps as a text is long, also in a hostile one', () => {
  const parts = ["app.get('", '@GetMapping("', '(', '"', '{', 'CREATE TABLE ', '@Entity\n', '/*', 'methods=[', ' '];
  // Half a megabyte and more of each: who reads on from every part takes 10^10 steps, which the time of a test does not allow.
  for (const part of parts) {
    const text = `import 'express' from 'express' import org.springframework.web.bind.annotation.\n${part.repeat(50_000)}`;
    for (const file of ['a.js', 'a.py', 'a.go', 'a.java']) findRoutes(file, text);
  }
});

test('chains of calls are followed in as many steps as a text is long, also in a hostile one', () => {
  const parts = [
    "app.get('/a', f)",
    'app.use(',
    'app.',
    'app ',
    '.use()',
    'new App(',
    'new App<',
    'new ',
    'a<',
    "app.route('/a').get(",
  ];
  for (const part of parts) {
    findRoutes('a.ts', `import { Hono as App } from 'hono';\nconst app = new App();\n${part.repeat(50_000)}`);
    findRoutes('a.js', `const App = require('express');\nconst app = App();\n${part.repeat(50_000)}`);
  }
});
