import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

const SERVER = 'func serve(mux *http.ServeMux) {\n\tmux.HandleFunc("/v1", answer)\n}\n';
const PLAIN = `package backend\nimport (\n\t"net/http"\n)\n${SERVER}`;

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
