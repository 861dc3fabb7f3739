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

test.each<readonly [framework: string, file: string, lines: readonly string[], expected: readonly string[]]>([
  [
    'NestJS',
    'cats.controller.ts',
    [
      "import { Controller, Get, Post } from '@nestjs/common';",
      "@Controller('cats')",
      'export class Cats {',
      '  @Get() all() {}',
      "  @Get(':id') one() {}",
      '  // @Get("no")',
      '  @Post(PATH) made() {}',
      '}',
      '@Controller(NAME)',
      'export class Dogs { @Get("x") all() {} }',
    ],
    ['GET /cats 4', 'GET /cats/:id 5'],
  ],
  [
    'Hono',
    'app.ts',
    ["import { Hono } from 'hono'", 'const app = new Hono()', "app.get('/a', (c) => c.text('/b'))", "map.get('/c', x)"],
    ['GET /a 3'],
  ],
  [
    'Koa',
    'app.js',
    ["const Router = require('@koa/router')", 'const api = new Router()', "api.del = 1; api.put('/a', f)"],
    ['PUT /a 3'],
  ],
  [
    'FastAPI',
    'main.py',
    [
      'from fastapi import FastAPI',
      'app = FastAPI()',
      '@app.get("/a/{id}")',
      'def a(): pass',
      '# @app.get("/b")',
      '@x.get("/c")',
    ],
    ['GET /a/{id} 3'],
  ],
  [
    'FastAPI',
    'ways.py',
    [
      'from fastapi import APIRouter',
      'router = APIRouter(prefix="/x")',
      '@router.api_route("/a")',
      'def a(): pass',
      '@router.api_route("/b", methods=["GET", "post"])',
      'def b(): pass',
      '@router.api_route("/c", methods=METHODS)',
      'def c(): pass',
      'router.add_api_route("/d", make(c), tags=["POST"])',
      'router.add_api_route(',
      '    "/e",',
      '    c,',
      '    methods={"DELETE"},',
      ')',
      '@router.websocket_route("/f")',
      'def f(): pass',
      'router.add_api_websocket_route("/g", f)',
      'other.add_api_route("/h", f)',
    ],
    [
      'GET /x/a 3',
      'GET /x/b 5',
      'POST /x/b 5',
      'GET /x/d 9',
      'DELETE /x/e 10',
      'WEBSOCKET /x/f 15',
      'WEBSOCKET /x/g 17',
    ],
  ],
  [
    'Django',
    'urls.py',
    [
      'from django.urls import include, path',
      'urlpatterns = [',
      '    path("a/<int:id>/", views.a),',
      '    path("b/", include("b.urls")),',
      '    # path("c/", views.c),',
      ']',
    ],
    ['ANY a/<int:id>/ 3'],
  ],
  [
    'Echo',
    'main.go',
    [
      'import "github.com/labstack/echo/v4"',
      'e := echo.New()',
      'g := e.Group("/g")',
      'g.POST("/a", h)',
      'c.GET("/b", h)',
    ],
    ['POST /g/a 4'],
  ],
  [
    'chi',
    'main.go',
    [
      'import "github.com/go-chi/chi/v5"',
      'func mount(r chi.Router) {',
      '\tr.Get("/a", h)',
      '\tclient.Get("/b", h)',
      '}',
    ],
    ['GET /a 3'],
  ],
  [
    'net/http',
    'main.go',
    [
      'import "net/http"',
      'mux := http.NewServeMux()',
      'mux.HandleFunc("POST /a", h)',
      'http.Handle("/b", h)',
      'x.Handle("/c", h)',
    ],
    ['POST /a 3', 'ANY /b 4'],
  ],
  [
    'Axum',
    'main.rs',
    [
      'use axum::{routing::get, Router};',
      'let app = Router::new().route("/a", get(a).post(b))',
      '    .route("/b", service);',
    ],
    ['GET /a 2', 'POST /a 2'],
  ],
  [
    'Actix Web',
    'main.rs',
    ['use actix_web::{get, web};', '#[get("/a/{id}")]', 'async fn a() {}', 'app.route("/b", web::post().to(b))'],
    ['GET /a/{id} 2', 'POST /b 4'],
  ],
  [
    'Actix Web',
    'lib.rs',
    [
      'use actix_web::{guard, web::{delete, get, post, resource, scope}};',
      'scope("/site")',
      '  .route("/icon", post().to(upload))',
      '  .route("/gone", gone())',
      '  .route("/one", client.get().to(x))',
    ],
    ['POST /site/icon 3'],
  ],
  [
    'Actix Web',
    'app.rs',
    [
      'use actix_web::web;',
      'cfg.service(web::resource("/a/{id}").name("a").route(web::get().to(one)).route(web::put().guard(g()).to(two)))',
      '  .service(web::resource("/b")',
      '    .wrap(cors(list(origins())))',
      '    .to(any))',
      '  .service(web::resource("/c").get(three).default_service(web::to(four)))',
      'client.resource("/d").get(five)',
      'web::resource("/e").app_data(limit)',
    ],
    ['GET /a/{id} 2', 'PUT /a/{id} 2', 'ANY /b 3', 'GET /c 6'],
  ],
  [
    'Actix Web',
    'scopes.rs',
    [
      'use actix_web::web::{scope, resource};',
      'cfg.service(web::scope("/api/v4").wrap(limit())',
      '    .route("/site", web::get().to(site))',
      '    .service(scope("/user")',
      '      .service(resource("").get(one))',
      '      .route("/", web::post().to(two)))',
      '    .service(scope(ADMIN).service(web::resource("/a").get(three)).service(scope("/b").route("/c", web::put().to(four))))',
      '    .service(resource("/d").get(five)))',
      '  .route("/e", web::get().to(six));',
    ],
    [
      'GET /api/v4/site 3',
      'GET /api/v4/user 5',
      'POST /api/v4/user/ 6',
      'GET /a 7',
      'PUT /b/c 7',
      'GET /api/v4/d 8',
      'GET /e 9',
    ],
  ],
  [
    'Axum',
    'nested.rs',
    [
      'use axum::{Router, routing::get};',
      'let app = Router::new()',
      '  .nest("/api", Router::new().route("/", get(one))',
      '    .nest("/v1", Router::new().route("/two", get(two)))',
      '    .nest(PATH, Router::new().route("/three", get(three)))',
      '    .route("/four", get(four)))',
      '  .nest("/other", other())',
      '  .route("/five", get(five));',
    ],
    ['GET /api 3', 'GET /api/v1/two 4', 'GET /three 5', 'GET /api/four 6', 'GET /five 8'],
  ],
  [
    'Axum',
    'named.rs',
    [
      'use axum::{Router, routing::get};',
      'fn app() -> Router {',
      '  let users = Router::new().route("/", get(all)).route("/{id}", get(one));',
      '  let twice: Router<S> = Router::new().route("/two", get(two));',
      '  let api = Router::new().nest("/a", twice.clone()).nest("/b", twice.clone()).route("/three", get(three));',
      '  Router::new().nest("/users", users).nest("/api", api).route("/four", get(four))',
      '}',
      'fn five() -> Router { let own = Router::new().route("/five", get(five)); own }',
      'fn six(own: Router) -> Router { Router::new().nest("/six", own) }',
    ],
    ['GET /users 3', 'GET /users/{id} 3', 'GET /two 4', 'GET /api/three 5', 'GET /four 6', 'GET /five 8'],
  ],
  ['Rocket', 'main.rs', ['use rocket::get;', '#[get("/a/<id>")]', 'fn a() {}'], ['GET /a/<id> 2']],
  [
    'Ktor',
    'App.kt',
    [
      'import io.ktor.server.routing.*',
      'routing {',
      '  get("/a") { call.respond("x") }',
      '  client.get("/b") { }',
      '  get("{$name...}") { }',
      `  get("/\${prefix}/c") { }`,
      '  get("/{id}/cost-in-$") { }',
      '  get("/\\$d") { }',
      '  get { }',
      '}',
    ],
    ['GET /a 3', 'GET /{id}/cost-in-$ 7', 'GET /\\$d 8'],
  ],
  [
    'Ktor',
    'Orders.kt',
    [
      'import io.ktor.server.routing.*',
      'fun Route.orders() {',
      '  route("/orders") {',
      '    get { list() }',
      '    post("/") { }',
      '    authenticate("x") {',
      '      route("/{id}") {',
      '        get("/lines") { cache.get { } }',
      '      }',
      '    }',
      '    route(path) { get("/a") { } }',
      '    route("/b", HttpMethod.Get) { put("c") { } }',
      '  }',
      '  get("/d") { }',
      '}',
    ],
    ['GET /orders 4', 'POST /orders 5', 'GET /orders/{id}/lines 8', 'GET /a 11', 'PUT /orders/b/c 12', 'GET /d 14'],
  ],
  [
    'Rails',
    'config/routes.rb',
    [
      'Rails.application.routes.draw do',
      '  root "pages#home"',
      "  get '/a', to: 'a#b'",
      '  resources :posts',
      "  # get '/b'",
      '  match "/c" => "a#c", :as => "c",',
      '    :via => [:get, :post]',
      "  match '/d', to: 'a#d', via: :all",
      "  match '/e', to: 'a#e', via: %i[put]",
      "  match '/f', to: 'a#f', via: VERBS",
      'end',
    ],
    ['GET / 2', 'GET /a 3', 'RESOURCES posts 4', 'GET /c 6', 'POST /c 6', 'ANY /d 8', 'PUT /e 9'],
  ],
  [
    'Rails',
    'test/integration_test.rb',
    [
      'class Engine < ::Rails::Engine',
      '  routes.draw do',
      "    get '/e'",
      '  end',
      'end',
      'App.routes.draw do',
      "  get '/a' => 'test#index'",
      '  scope :b do',
      "    post '/c'",
      '  end',
      "  get '/d'",
      'end',
      'class AppTest',
      '  def test_it',
      "    get '/a'",
      '  end',
      'end',
    ],
    ['GET /e 3', 'GET /a 7', 'POST b/c 9', 'GET /d 11'],
  ],
  [
    'Sinatra',
    'config.ru',
    [
      "require 'sinatra/base'",
      'class App < Sinatra::Base',
      "  get '/' do",
      '  end',
      '  get "/a/#{name}" do',
      '  end',
      'end',
      'run App',
    ],
    ['GET / 3'],
  ],
  ['Sinatra', 'app.rb', ["require 'sinatra'", "get '/a/:id' do", '  get_it', 'end'], ['GET /a/:id 2']],
  [
    'Laravel',
    'routes/web.php',
    [
      '<?php',
      'use Illuminate\\Support\\Facades\\Route;',
      "Route::get('/a', [A::class, 'a']);",
      "// Route::get('/b', x);",
      "Route::resource('photos', P::class);",
      "Route::match(['get', 'post'], '/c', 'c')->name('c');",
      "Route::middleware('auth')->name('d')",
      "  ->get('/d', 'd');",
      "Route::prefix('admin')->get('/e', 'e');",
    ],
    ['GET /a 3', 'RESOURCE photos 5', 'GET /c 6', 'POST /c 6', 'GET /d 7'],
  ],
  [
    'Laravel',
    'routes/admin.php',
    [
      '<?php',
      'use Illuminate\\Support\\Facades\\Route;',
      "Route::middleware(['auth', 'x'])->prefix('admin')->name('admin.')->group(function () {",
      "  Route::get('/', 'a');",
      "  Route::group(['prefix' => '/users', 'middleware' => ['a']], static function () {",
      "    Route::get('{id}', 'b');",
      "    Route::resource('photos', P::class);",
      '  });',
      '  Route::prefix($part)->group(function () {',
      "    Route::get('/c', 'c');",
      "    Route::prefix('d')->group(fn () => Route::get('/e', 'e'));",
      '  });',
      "  Route::controller(F::class)->group(function () { Route::put('/f', 'f'); });",
      '});',
      "Route::group(['middleware' => 'web', 'prefix' => PREFIX], function () { Route::get('/g', 'g'); });",
      "Route::get('/h', 'h');",
      'Route::get("/{$i}", "i");',
    ],
    [
      'GET admin 4',
      'GET admin/users/{id} 6',
      'RESOURCE admin/users/photos 7',
      'GET /c 10',
      'GET d/e 11',
      'PUT admin/f 13',
      'GET /g 15',
      'GET /h 16',
    ],
  ],
  [
    'Symfony',
    'src/A.php',
    [
      '<?php',
      'use Symfony\\Component\\Routing\\Attribute\\Route;',
      "#[Route('/blog')]",
      'class Blog {',
      "  #[Route('/{id}', name: 'one', methods: ['GET', 'PUT'])]",
      '  public function one() {}',
      "  #[Route(path: '/two', methods: 'GET', name: 'HOME')]",
      '  #[Route(',
      "    name: 'three', path: '/three',",
      '    methods: [Request::METHOD_POST],',
      '  )]',
      "  #[Route('/four'), IsGranted('VIEW')]",
      '  public function four() {}',
      "  #[Route('/five', methods: self::METHODS)]",
      '  public function five() {}',
      '}',
      "#[Route('/shop')]",
      '#[IsGranted("class Shop")]',
      'final class Shop {',
      "  #[Route('/six')]",
      '  public function six() {}',
      '}',
      'class Bare {',
      "  #[Route('/seven')]",
      '  public function seven() { return new class { }; }',
      "  #[Route('/eight')]",
      '  public function eight() {}',
      '}',
    ],
    [
      'GET /blog/{id} 5',
      'PUT /blog/{id} 5',
      'GET /blog/two 7',
      'POST /blog/three 8',
      'ANY /blog/four 12',
      'ANY /shop/six 20',
      'ANY /seven 24',
      'ANY /eight 26',
    ],
  ],
  [
    'ASP.NET Core',
    'UsersController.cs',
    [
      'using Microsoft.AspNetCore.Mvc;',
      '[ApiController]',
      '[Route("api/[controller]")]',
      'public class UsersController : ControllerBase {',
      '  [HttpGet]',
      '  public void All() { }',
      '  [HttpGet("{id}")]',
      '  public void One() { }',
      '  // [HttpPut("no")]',
      '}',
    ],
    ['GET /api/Users 5', 'GET /api/Users/{id} 7'],
  ],
  [
    'ASP.NET Core',
    'Controllers.cs',
    [
      'using Microsoft.AspNetCore.Mvc;',
      '[Route("api/[controller]")] [Route("v1/users")]',
      'public class UsersController : ControllerBase {',
      '  [HttpGet]',
      '  [Route("details/{id}")]',
      '  public async Task<ActionResult<User>> One(int id) { }',
      '  [HttpPut, HttpPatch("~/part")]',
      '  public void Change() { }',
      '  [HttpGet(Paths.All)]',
      '  public void All() { }',
      '  [Route("[action]")]',
      '  public void Any() { }',
      '}',
      'public class HomeController : Controller {',
      '  [HttpPost]',
      '  public void Conventional() { }',
      '  [HttpGet("home", Name = "home")]',
      '  public void Home() { }',
      '}',
      '[Route(Base)]',
      'public class OtherController : Controller {',
      '  [HttpGet("x")]',
      '  public void X() { }',
      '}',
    ],
    [
      'GET /api/Users/details/{id} 5',
      'GET /v1/users/details/{id} 5',
      'PATCH /part 7',
      'PUT /api/Users 7',
      'PUT /v1/users 7',
      'ANY /api/Users/Any 11',
      'ANY /v1/users/Any 11',
      'GET home 17',
    ],
  ],
  [
    'ASP.NET Core',
    'Program.cs',
    ['var app = WebApplication.Create(args);', 'app.MapGet("/a", () => "b");', 'app.MapPost($"/{x}", f);'],
    ['GET /a 2'],
  ],
])('%s in %s', (framework, file, lines, expected) => {
  const text = `${lines.join('\n')}\n`;
  expect(findRoutes(file, text).map(({ method, path, line }) => `${method} ${path} ${line}`)).toEqual(expected);
  expect([...new Set(findRoutes(file, text).map((route) => route.framework))]).toEqual([framework]);
});
