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

test('Gin, Echo and Fiber: groups of the file stand before the paths of what they are at that place', () => {
  const gin = `import "github.com/gin-gonic/gin"
func main() {
	r := gin.Default()
	r.GET("/", h)
	v1 := r.Group("/v1", auth())
	{
		users := v1.Group("users")
		users.GET("", h)
		users.GET("/:id", h)
	}
	if isNew {
		v1 := r.Group(\`/new\`)
		v1.GET("/b", h)
	}
	v1.POST("/a", h)
	own := v1.Group(settings.Path)
	own.GET("/c", h)
	own.Group("/d")
	d := own.Group("/d")
	d.GET("/e", h)
}
func add(v1 *gin.RouterGroup) {
	v1.GET("/f", h)
	g := v1.Group("/g")
	g.GET("/h", h)
	g = v1.Group("/i")
	g.GET("/j", h)
}
`;
  expect(routesOf(gin)).toEqual([
    'GET /',
    'GET /v1/users',
    'GET /v1/users/:id',
    'GET /new/b',
    'POST /v1/a',
    'GET /c',
    'GET /d/e',
    'GET /f',
    'GET /g/h',
    'GET /j',
  ]);
  const echo =
    'import "github.com/labstack/echo/v4"\nfunc f(e *echo.Echo) {\n\tg := e.Group("/g", m)\n\tg.GET("", h)\n\tg.GET("/", h)\n\tg.GET("x", h)\n}\n';
  expect(routesOf(echo)).toEqual(['GET /g', 'GET /g/', 'GET /gx']);
  const fiber =
    'import "github.com/gofiber/fiber/v2"\nfunc f(a *fiber.App) {\n\tapi := a.Group("api")\n\tapi.Get("/x", h)\n\tapi.Route("/y", func(r fiber.Router) {\n\t\tr.Get("/z", h)\n\t}, "y.")\n}\n';
  expect(routesOf(fiber)).toEqual(['GET /api/x', 'GET /api/y/z']);
});

test('chi: what a function is given by Route lies below its path, behind it the outer router is meant again', () => {
  const text = `import "github.com/go-chi/chi/v5"
func main() {
	r := chi.NewRouter()
	r.Route("/articles", func(r chi.Router) {
		r.Get("/", h)
		r.With(page).Get("/list", h)
		r.Group(func(r chi.Router) {
			r.Use(auth)
			r.Post("/", h)
		})
		r.With(ctx, log("x")).Route("/{id}", func(one chi.Router) {
			one.Get("/", h)
			r.Get("/feed", h)
		})
		r.Route(settings.Path, func(r chi.Router) {
			r.Get("/unknown", h)
		})
	})
	r.Get("/ping", h)
}
`;
  expect(routesOf(text)).toEqual([
    'GET /articles',
    'GET /articles/list',
    'POST /articles',
    'GET /articles/{id}',
    'GET /articles/feed',
    'GET /unknown',
    'GET /ping',
  ]);
});

test('chi: what the file itself mounts lies below the path of the mount, where it does so once', () => {
  const text = (...lines: readonly string[]) =>
    ['import "github.com/go-chi/chi/v5"', 'func main() {', 'r := chi.NewRouter()', ...lines, '}'].join('\n');
  const api = ['api := chi.NewRouter()', 'api.Get("/x", h)', 'api.Get("/", h)'];
  expect(routesOf(text(...api, 'r.Mount("/api", api)', 'r.Get("/y", h)'))).toEqual([
    'GET /api/x',
    'GET /api',
    'GET /y',
  ]);
  expect(routesOf(text(...api, 'r.Mount("/a", api)', 'r.Mount("/b", api)'))).toEqual(['GET /x', 'GET /']);
  expect(routesOf(text(...api, 'r.Mount(path, api)'))).toEqual(['GET /x', 'GET /']);
});

test('Go: a group of a group, and one that is made beside others, have no prefix that is known', () => {
  const lines = [
    'package main',
    'import "github.com/go-chi/chi/v5"',
    'import "github.com/gin-gonic/gin"',
    'func serve(r chi.Router, e *gin.Engine) {',
    '  a := e.Group("/a", one(two)).Use(three).Group("/b")',
    '  a.GET("/c", f)',
    '  d, g := e.Group("/d"), e.Group("/g")',
    '  g.GET("/h", f)',
    '  u := e.Group("/u").Use(three)',
    '  u.GET("/v", f)',
    '  r.Route("/i", func(r chi.Router) {',
    '    j := r.With(one).With(two)',
    '    j.Get("/k", f)',
    '  })',
    '}',
  ];
  const found = findRoutes('main.go', lines.join('\n')).map(({ method, path }) => `${method} ${path}`);
  expect(found.toSorted()).toEqual(['GET /c', 'GET /h', 'GET /i/k', 'GET /u/v']);
});
