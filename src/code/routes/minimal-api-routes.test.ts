import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

function routesOf(lines: readonly string[]): readonly string[] {
  return findRoutes('Program.cs', lines.join('\n')).map(({ method, path, line }) => `${method} ${path} ${line}`);
}

test('ASP.NET Core: what is mapped on a group lies below it, of whatever group the name is at that place', () => {
  const text = [
    'var app = WebApplication.Create(args);',
    'app.MapGet("weather", f);',
    'var api = app.NewVersionedApi("Shop").MapGroup("api/shop").HasApiVersion(1, 0);',
    'api.MapGet("/", f);',
    'api',
    '  .MapGet("/items/{id:int}", f);',
    'RouteGroupBuilder own = api.MapGroup("/own").WithTags("own");',
    'own.MapPost("a", f);',
    'var two = app.MapGroup("/one").MapGroup("/two");',
    'two.MapGet("/b", f);',
    'var said = app.MapGroup(options.Path);',
    'said.MapGet("/c", f);',
    'static class Api {',
    '  static void Map(this RouteGroupBuilder api) {',
    '    api.MapDelete("/d", f);',
    '    var g = api.MapGroup("/g");',
    '    if (x) g = api.MapGroup("/h");',
    '    g.MapPut("/e", f);',
    '  }',
    '}',
  ];
  expect(routesOf(text)).toEqual([
    'GET /weather 2',
    'GET /api/shop 4',
    'GET /api/shop/items/{id:int} 6',
    'POST /api/shop/own/a 8',
    'GET /b 10',
    'GET /c 12',
    'DELETE /d 15',
    'PUT /e 18',
  ]);
});

test('ASP.NET Core: a class that says an empty route has its actions at the root, one that says none may have a base', () => {
  const action = '{ [HttpGet("a")] public void A() { } }';
  const text = [
    'using Microsoft.AspNetCore.Mvc;',
    `[Route("")] public class OneController : Controller ${action}`,
    `public class TwoController : Shared ${action}`,
  ];
  expect(routesOf(text)).toEqual(['GET /a 2', 'GET a 3']);
});
