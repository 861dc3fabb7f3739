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
    '    get("/{$value}") { call.respondHtml { head { } } }',
    '    head { }',
    '    route("/b") { put { } }',
    '  }',
    '  options { get("/c") { } }',
    '}',
  ];
  expect(routes('Pages.kt', lines)).toEqual(['GET /a', 'HEAD /a', 'PUT /a/b', 'GET /c']);
});
