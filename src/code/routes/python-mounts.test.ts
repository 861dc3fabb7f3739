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
