import { expect, test } from 'vitest';
import { findRoutes } from './routes.ts';

/** Routes of a file of Python: `method path line`. */
const routesOf = (...lines: readonly string[]): readonly string[] =>
  findRoutes('app.py', lines.join('\n')).map(({ method, path, line }) => `${method} ${path} ${line}`);

test('routes on an app or router that a file is given by its type, or keeps in an object, are told', () => {
  const told = routesOf(
    'import fastapi',
    'from fastapi import APIRouter, FastAPI',
    'def add(app: FastAPI, *, other: fastapi.APIRouter = None, all: list[FastAPI] = ()):',
    '    @app.get("/a")',
    '    def a(): pass',
    '    other.add_api_route(path="/b", endpoint=a, methods=["PUT"])',
    '    all.add_api_route("/c", a)',
    'class Api:',
    '    def __init__(self):',
    '        self.router = APIRouter()',
    '        self.router.add_api_route("/d", self.d)',
    '        @self.router.post(path=r"/e/{id}")',
    '        def e(): pass',
    '        selfXrouter.add_api_route("/f", self.d)',
    '# def g(h: FastAPI)',
    '@h.get("/h")',
    'def i(): pass',
  );
  expect(told).toEqual(['GET /a 4', 'PUT /b 6', 'GET /d 11', 'POST /e/{id} 12']);
});

test("routes by Starlette's own ways are told where it is known what they answer", () => {
  const told = routesOf(
    'from fastapi import FastAPI',
    'from .pages import page',
    'app = FastAPI()',
    '@app.route("/a")',
    '@cached',
    'async def a(request): pass',
    '@app.route("/b", methods=["POST"])',
    'def b(request): pass',
    '@app.route("/c")',
    'class C(HTTPEndpoint): pass',
    'app.add_route("/d", a, include_in_schema=False)',
    'app.add_route("/e", C)',
    'app.add_route("/f", page)',
    'app.add_route("/g", page, methods=["DELETE"])',
    'app.add_route("/h", GraphQL(schema))',
    'app.add_websocket_route("/i", page)',
    'app.mount("/static", files)',
  );
  expect(told).toEqual([
    'GET /a 4',
    'POST /b 7',
    'ANY /c 9',
    'GET /d 11',
    'ANY /e 12',
    'DELETE /g 14',
    'WEBSOCKET /i 16',
  ]);
});

test('a literal prefix of a router stands before its paths, of whatever router the name is at that place', () => {
  const told = routesOf(
    'from fastapi import APIRouter, Depends',
    'router = APIRouter(',
    '    dependencies=[Depends(by(prefix="/no"))],  # prefix="/neither"',
    "    prefix='/items', tags=['prefix=\"/nor\"'],",
    ')',
    '@router.get("")',
    'def a(): pass',
    '@router.get("/{id}")',
    'def b(): pass',
    'made = APIRouter(prefix=f"/{name}")',
    '@made.get("/as/written")',
    'def c(): pass',
    'made = APIRouter(prefix=PREFIX)',
    '@made.get("/too")',
    'def d(): pass',
    'router = APIRouter()',
    '@router.get("/{id}")',
    'def e(): pass',
  );
  expect(told).toEqual(['GET /items 6', 'GET /items/{id} 8', 'GET /as/written 11', 'GET /too 14', 'GET /{id} 17']);
});

test('a prefix stands before what its own router has, not before what one of the same name has in another function', () => {
  const told = routesOf(
    'from fastapi import APIRouter',
    'router = APIRouter(prefix="/a")',
    'def inner():',
    '    router = APIRouter(prefix="/b")',
    '    text = """',
    'none of the code',
    '"""',
    '    @router.get("/c")',
    '    def c(): pass',
    '@router.get("/d")',
    'def d(): pass',
    'def given(router: APIRouter):',
    '    @router.get("/e")',
    '    def e(): pass',
    'def outer():',
    '    @router.get("/f")',
    '    def f(): pass',
    'class Api:',
    '    def g(self):',
    '        self.own.add_api_route("/g", f)',
    '    def __init__(self):',
    '        self.own = APIRouter(prefix="/own")',
  );
  expect(told).toEqual(['GET /b/c 8', 'GET /a/d 10', 'GET /e 13', 'GET /a/f 16', 'GET /own/g 20']);
});

test('an empty path is told as it is written where the prefix before it is not known', () => {
  const told = routesOf(
    'from fastapi import APIRouter',
    'router = APIRouter(prefix=f"{shop}/items")',
    '@router.get("")',
    'def a(): pass',
    'other = APIRouter(prefix="/a")',
    '@other.get("/")',
    'def b(): pass',
  );
  expect(told).toEqual(['GET  3', 'GET /a/ 6']);
});
