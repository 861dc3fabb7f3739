import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

const SERVER = 'func serve(mux *http.ServeMux) {\n\tmux.HandleFunc("/v1", answer)\n}\n';
const PLAIN = `package backend\nimport (\n\t"net/http"\n)\n${SERVER}`;

function routesOf(text: string): readonly string[] {
  return findRoutes('main.go', `package main\n${text}`).map(({ method, path }) => `${method} ${path}`);
}

function pathsOf(file: string, text: string): readonly string[] {
  return findRoutes(file, text).map(({ path }) => path);
}

test('Go: servers that tests are run against, by the name of their file, are no routes of the program', () => {
  for (const file of ['remote/testing.go', 'command/cloud_mock.go', 'mock_server.go']) {
    expect(pathsOf(file, PLAIN)).toEqual([]);
  }
  for (const file of ['server.go', 'mocking.go', 'hammock.go', 'testing/server.go']) {
    expect(pathsOf(file, PLAIN)).toEqual(['/v1']);
  }
});

test('Go: a file that imports what only tests need is one of tests', () => {
  for (const name of ['testing', 'net/http/httptest']) {
    expect(pathsOf('server.go', PLAIN.replace('\t"net/http"', `\t"net/http"\n\t"${name}"`))).toEqual([]);
    expect(pathsOf('server.go', `package a\nimport "net/http"\nimport _ "${name}"\n${SERVER}`)).toEqual([]);
  }
  const gin =
    'package a\nimport (\n\t"testing"\n\t"github.com/gin-gonic/gin"\n)\nfunc f(r *gin.Engine) { r.GET("/a", b) }\n';
  expect(pathsOf('help.go', gin)).toEqual([]);
});

test('Go: the same words in a comment or in a text are no import', () => {
  expect(pathsOf('server.go', PLAIN.replace('\t"net/http"', '\t"net/http"\n\t// "testing"'))).toEqual(['/v1']);
  expect(
    pathsOf('server.go', `${PLAIN}const usage = \`\n"testing"\n\`\nvar kinds = []string{\n\t"testing",\n}\n`),
  ).toEqual(['/v1']);
});

test('chi: routes by a pattern, by a method that is named and behind middleware of their own', () => {
  const text = `import "github.com/go-chi/chi/v5"
func main() {
	r := chi.NewRouter()
	r.Handle("/vars", h)
	r.HandleFunc("PUT /put", h)
	r.Method("GET", "/get", h)
	r.MethodFunc(http.MethodPost, \`/post\`, h)
	r.With(page, auth("x")).Get("/list", h)
	r.Method(verb, "/unknown", h)
	// r.Handle("/comment", h)
}
`;
  expect(routesOf(text)).toEqual(['ANY /vars', 'PUT /put', 'GET /get', 'POST /post', 'GET /list']);
});

test('Gin, Echo and Fiber: a route for each of the methods that a call is given, none where one is not known', () => {
  expect(
    routesOf(
      'import "github.com/gin-gonic/gin"\nfunc f(r *gin.Engine) {\n\tr.Handle("LINK", "/a", h)\n\tr.Match([]string{"GET", http.MethodPost}, "/b", h)\n\tr.Match([]string{"GET", verb}, "/c", h)\n}\n',
    ),
  ).toEqual(['LINK /a', 'GET /b', 'POST /b']);
  expect(
    routesOf(
      'import "github.com/labstack/echo/v4"\nfunc f(e *echo.Echo) {\n\te.Add(echo.GET, "/a", h)\n\te.Match([]string{\n\t\t"GET",\n\t}, "/b", h)\n\te.TRACE("/c", h)\n}\n',
    ),
  ).toEqual(['GET /a', 'GET /b', 'TRACE /c']);
  expect(
    routesOf(
      'import "github.com/gofiber/fiber/v2"\nfunc f(a *fiber.App) {\n\ta.Add("GET", "/a", h)\n\ta.Add([]string{fiber.MethodPut}, "/b", h)\n\ta.Use("/c", h)\n}\n',
    ),
  ).toEqual(['GET /a', 'PUT /b']);
});
