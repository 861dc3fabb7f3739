import type { PythonMounts } from './python-mounts.ts';
import { readRouters } from './python-routers.ts';
import { flaskMethods } from './python-routes.ts';
import { type Code, codeMatches, lineOf, type Route } from './route-code.ts';

/** What is made by the framework: `app = FastAPI()`, `self.router: APIRouter = APIRouter()`. */
const MADE = /^[ \t]*((?:self\.)?\w+)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=\s*(?:fastapi\.)?(?:FastAPI|APIRouter)\(/gm;
/** Of a router alone: an application has none. */
const PREFIX = /(?<!\w)prefix\s{0,40}=\s{0,40}/;
/** What is given with a type of the framework: `def add(app: FastAPI)`. */
const TYPED = /(?:^|[(,])[ \t]*(\w+)[ \t]*:[ \t]*(?:fastapi\.)?(?:FastAPI|APIRouter)[ \t]*(?=[),=\r\n])/gm;

/** Source: FastAPI's reference, `include_router`: what it is given stands before what the router was made with. */
const MOUNTS: PythonMounts = {
  call: /(?<![\w.])((?:\w+\.){0,3}\w+)\.include_router\(\s*(?:router\s*=\s*)?(\w+)(?=\s*[,)])/g,
  below: (around, own, given = '') => (given === null || own === null ? (own ?? '') : `${around}${given}${own}`),
};

/** A literal path, by its place or by its name. */
const PATH = '\\(\\s*(?:path\\s*=\\s*)?[rR]?(["\'])([^"\'\\n]{0,300})';
/** What stands behind it, up to the bracket that ends the call. */
const REST = '((?:[^()]|\\([^()]{0,200}\\)){0,300})\\)';

/** `@app.get("/path"`, and `@self.router.get(`. */
const DECORATED = new RegExp(
  `^[ \\t]*@((?:self\\.)?\\w+)\\.(get|post|put|patch|delete|options|head|trace|websocket)${PATH}\\3`,
  'gm',
);
/** What takes methods, or none: `@app.api_route("/path", …)`, `app.add_api_route("/path", …)`. */
const ADDED = new RegExp(
  `^[ \\t]*(?:@((?:self\\.)?\\w+)\\.(api_route|websocket_route|route)` +
    `|((?:self\\.)?\\w+)\\.(add_api_route|add_api_websocket_route|add_websocket_route|add_route))${PATH}\\5${REST}`,
  'gm',
);

/** `@app.get("/path")`, `app.add_api_route("/path", …)` on what the file makes by the framework, or names the type of. */
export function readFastApi(code: Code): readonly Route[] {
  const prefixAt = readRouters(code, { made: MADE, typed: TYPED, prefix: PREFIX, mounts: MOUNTS });
  const kinds = kindsOf(code);
  const of = (match: RegExpExecArray, method: string, path: string): Route => {
    return { method, path, framework: 'FastAPI', file: code.file, line: lineOf(code, match) };
  };
  const routes = [...codeMatches(code, DECORATED)].flatMap((match) => {
    const [, router = '', method = '', , path = ''] = match;
    const prefix = prefixAt(router, match.index);
    return prefix === null ? [] : [of(match, method.toUpperCase(), `${prefix}${path}`)];
  });
  const others = [...codeMatches(code, ADDED)].flatMap((match) => {
    const [, router, decorated, other = '', called = '', , path = '', rest = ''] = match;
    const prefix = prefixAt(router ?? other, match.index);
    if (prefix === null) return [];
    const kind = decorated === undefined ? kindOfEndpoint(kinds, rest) : kindBelow(code, match);
    return methodsOf(decorated ?? called, rest, kind).map((method) => of(match, method, `${prefix}${path}`));
  });
  return [...routes, ...others].sort((one, other) => one.line - other.line);
}

/**
 * Source: FastAPI's reference, `APIRouter.api_route` and `add_api_route`: GET without `methods`, as Flask has it.
 * What Starlette's `route` and `add_route` lead to answers GET where it is a function, else every method; where neither
 * is known, no route is claimed. Source: Starlette's reference, "Routing", `Route`.
 */
function methodsOf(word: string, rest: string, kind: string | undefined): readonly string[] {
  if (word.includes('websocket')) return ['WEBSOCKET'];
  if (word.includes('api_route') || /\bmethods\s*=/.test(rest)) return flaskMethods(rest);
  if (kind === undefined) return [];
  return [kind === 'def' ? 'GET' : 'ANY'];
}

/** What the names of a file are first declared as: `def` or `class`. */
function kindsOf({ mask }: Code): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  for (const [, kind = '', name = ''] of mask.matchAll(/^[ \t]*(?:async[ \t]+)?(def|class)[ \t]+(\w+)/gm))
    if (!kinds.has(name)) kinds.set(name, kind);
  return kinds;
}

function kindOfEndpoint(kinds: ReadonlyMap<string, string>, rest: string): string | undefined {
  const name = /^\s*,\s*(?:endpoint\s*=\s*)?(\w+)\s*(?:,|$)/.exec(rest)?.[1];
  return name === undefined ? undefined : kinds.get(name);
}

const BELOW_MAX = 2000;

/** What a decorator stands on, which may have others. */
function kindBelow({ mask }: Code, match: RegExpExecArray): string | undefined {
  const end = match.index + match[0].length;
  return /^[ \t]*(?:async[ \t]+)?(def|class)[ \t]/m.exec(mask.slice(end, end + BELOW_MAX))?.[1];
}
