import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

/** Method and path of every route. */
function routes(file: string, lines: readonly string[]): readonly string[] {
  return findRoutes(file, lines.join('\n')).map(({ method, path }) => `${method} ${path}`);
}

test('Ktor: what makes a page in the answer to a request is no route', () => {
  const lines = [
    'import io.ktor.server.routing.*',
    'fun Route.pages() {',
    '  route("/a") {',
    '    get {',
    '      call.respondHtml { head { title("x") } }',
    '      with(client) { delete("/other") { } }',
    '    }',
    '    handle { call.respondHtml { head { } } }',
    '    get<Articles> { call.respondHtml { head { } } }',
    '    get({ description = "x" }) { call.respondHtml { head { } } }',
    '    get("/{$value}") { call.respondHtml { head { } } }',
    '    head { }',
    '    route("/b") { put { } }',
    '  }',
    '  options { get("/c") { } }',
    '}',
  ];
  expect(routes('Pages.kt', lines)).toEqual(['GET /a', 'HEAD /a', 'PUT /a/b', 'GET /c']);
});

test('Ktor: a route lies below the path of each route around it, however that is laid out, or is told as written', () => {
  const lines = [
    'import io.ktor.server.routing.*',
    'fun Route.all() {',
    '  route("/a") {',
    '    route(',
    '      "/b",',
    '      HttpMethod.Get,',
    '    ) { get("/c") { } }',
    '    route(path(of("x", listOf(y(z()))))) { get("/d") { } }',
    '  }',
    '}',
  ];
  expect(routes('All.kt', lines)).toEqual(['GET /a/b/c', 'GET /d']);
});

test('Axum: a router that is nested below what is no literal is told as written, and not below what stands around that', () => {
  const lines = [
    'use axum::{routing::get, Router};',
    'fn app() -> Router {',
    '    let inner = Router::new().route("/a", get(f));',
    '    let outer = Router::new().nest("/b", inner);',
    '    Router::new()',
    '        .nest("/c", outer)',
    '        .nest("/d", Router::new()',
    '            .nest(&format!("/{}", name), Router::new().route("/e", get(f)))',
    '            .nest(r"/raw", Router::new().route("/f", get(f)))',
    '            .nest_service("/g", Router::new().route("/h", get(f))))',
    '        .nest("/i", { let own = Router::new().route("/j", get(f)); Router::new().nest("/k", own) })',
    '}',
  ];
  expect(routes('src/main.rs', lines)).toEqual(['GET /c/b/a', 'GET /e', 'GET /f', 'GET /d/g/h', 'GET /j']);
});

test('Actix Web: what stands in a scope that is no plain literal is told as written', () => {
  const lines = [
    'use actix_web::{web, App};',
    'fn app() {',
    '    App::new().service(',
    '        web::scope("/a")',
    '            .service(web::scope(&format!("/{}", x)).route("/b", web::get().to(f)))',
    '            .service(web::scope(r"/raw").route("/c", web::get().to(f)))',
    '            .route("/d", web::get().to(f)),',
    '    );',
    '}',
  ];
  expect(routes('src/main.rs', lines)).toEqual(['GET /b', 'GET /c', 'GET /a/d']);
});

test('Laravel: prefixes in comments are none, and a group that is said in another way has no prefix that is known', () => {
  const lines = [
    '<?php',
    'use Illuminate\\Support\\Facades\\Route;',
    'Route::group([',
    "    // 'prefix' => 'old',",
    "    'middleware' => 'web',",
    '], function () {',
    "    Route::get('a', 'A@a');",
    '});',
    "Route::prefix('b')->group(function () {",
    "    Route::group(array('prefix' => 'c'), function () {",
    "        Route::get('d', 'A@d');",
    '    });',
    "    Route::prefix('e') // of all",
    '        ->group(function () {',
    "            Route::get('f', 'A@f');",
    '        });',
    "    Route::get('g', 'A@g');",
    '});',
  ];
  expect(routes('routes/web.php', lines)).toEqual(['GET a', 'GET d', 'GET f', 'GET b/g']);
});

test('Laravel: a route that is given a prefix of its own is left out, wherever that is said', () => {
  const lines = [
    '<?php',
    'use Illuminate\\Support\\Facades\\Route;',
    "Route::prefix('a')->get('b', 'A@b');",
    "Route::get('c', 'A@c')",
    "    ->name('c')",
    "    ->prefix('d');",
    "Route::get('e', 'A@e')->name('prefix');",
  ];
  expect(routes('routes/web.php', lines)).toEqual(['GET e']);
});

test('Django: a pattern behind a path is told without its beginning, and a list that is put together lies nowhere', () => {
  const lines = [
    'from django.urls import include, path, re_path',
    'urlpatterns = [',
    "    path('a/', include([",
    "        re_path(r'^b/$', view),",
    "        path('c/', include(more + [path('d/', view)])),",
    "        path('e/', view),",
    '    ])),',
    ']',
  ];
  expect(routes('urls.py', lines)).toEqual(['ANY a/b/$', 'ANY d/', 'ANY a/e/']);
});
