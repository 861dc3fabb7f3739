import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

function routesOf(file: string, lines: readonly string[]): readonly string[] {
  return findRoutes(file, lines.join('\n')).map(({ method, path }) => `${method} ${path}`);
}

test('Flask: what a blueprint is registered below in its own file stands in place of what it was made with', () => {
  const text = (...registered: readonly string[]) => [
    'from flask import Flask, Blueprint',
    'users = Blueprint("users", __name__, url_prefix="/users")',
    'api = Blueprint("api", __name__, url_prefix="/api")',
    '@users.route("/<id>")',
    'def one(id): pass',
    'app = Flask(__name__)',
    ...registered,
  ];
  for (const [registered, path] of [
    [['app.register_blueprint(users)'], '/users/<id>'],
    [['app.register_blueprint(users, url_prefix="/people")'], '/people/<id>'],
    [['app.register_blueprint(users, url_prefix=PREFIX)'], '/<id>'],
    [['api.register_blueprint(users)', 'app.register_blueprint(api, url_prefix="/v2")'], '/v2/users/<id>'],
    [['app.register_blueprint(users, url_prefix="/a")', 'app.register_blueprint(users, url_prefix="/b")'], '/<id>'],
    [['one.register_blueprint(users)', 'two.register_blueprint(users)'], '/users/<id>'],
  ] as const) {
    expect(routesOf('a.py', text(...registered))).toEqual([`GET ${path}`]);
  }
});

test('FastAPI: what a router is included below in its own file stands before what it was made with', () => {
  const text = (...included: readonly string[]) => [
    'from fastapi import APIRouter, FastAPI',
    'items = APIRouter(prefix="/items")',
    'api = APIRouter()',
    '@items.get("/{id}")',
    'def one(id): pass',
    'app = FastAPI()',
    ...included,
  ];
  for (const [included, path] of [
    [['app.include_router(items)'], '/items/{id}'],
    [['app.include_router(items, prefix="/v1", tags=["a"])'], '/v1/items/{id}'],
    [['api.include_router(items)', 'app.include_router(api, prefix="/api")'], '/api/items/{id}'],
    [['app.include_router(items, prefix=settings.PREFIX)'], '/items/{id}'],
    [['app.include_router(items)', 'app.include_router(items, prefix="/v2")'], '/items/{id}'],
    [['app.include_router(other.items, prefix="/v3")'], '/items/{id}'],
  ] as const) {
    expect(routesOf('a.py', text(...included))).toEqual([`GET ${path}`]);
  }
});

test('FastAPI: a router below what is no literal is told as written, and so is what comes after it was included', () => {
  expect(
    routesOf('a.py', [
      'from fastapi import APIRouter, FastAPI',
      'app = FastAPI()',
      'named = APIRouter(prefix=PREFIX)',
      'early = APIRouter(prefix="/early")',
      'api = APIRouter()',
      'items = APIRouter()',
      '@named.get("/a")',
      'def a(): pass',
      'app.include_router(named, prefix="/v1")',
      'app.include_router(early, prefix="/v2")',
      '@early.get("/b")',
      'def b(): pass',
      'app.include_router(api, prefix="/v3")',
      '@items.get("/c")',
      'def c(): pass',
      'api.include_router(items, prefix="/items")',
      'def create():',
      '    app.include_router(later, prefix="/v4")',
      'later = APIRouter()',
      '@later.get("/d")',
      'def d(): pass',
    ]),
  ).toEqual(['GET /a', 'GET /early/b', 'GET /items/c', 'GET /v4/d']);
});

test('Flask: a blueprint whose own prefix is no literal lies below that of its registration alone', () => {
  expect(
    routesOf('a.py', [
      'from flask import Flask, Blueprint',
      'app = Flask(__name__)',
      'a = Blueprint("a", __name__, url_prefix=PREFIX)',
      'b = Blueprint("b", __name__, url_prefix=PREFIX)',
      'c = Blueprint("c", __name__, url_prefix="/c")',
      '@a.route("/x")',
      'def x(): pass',
      '@b.route("/y")',
      'def y(): pass',
      'c.register_blueprint(a)',
      'c.register_blueprint(b, url_prefix="/b")',
      'app.register_blueprint(c)',
    ]),
  ).toEqual(['GET /x', 'GET /c/b/y']);
});

test('Django: paths that are written right in an include lie below its own', () => {
  expect(
    routesOf('urls.py', [
      'from django.urls import include, path, re_path',
      'urlpatterns = [',
      "  path('api/', include([",
      "    path('users/', users),",
      "    path('v1/', include(([path('a/', a)], 'v1'))),",
      "    path('other/', include('other.urls')),",
      '  ])),',
      "  re_path(r'^old/', include([path('b/', b)])),",
      "  path('c/', c),",
      ']',
    ]),
  ).toEqual(['ANY api/users/', 'ANY api/v1/a/', 'ANY b/', 'ANY c/']);
});
