import { type Code, codeMatches, lineOf, namesBy, type Route } from './route-code.ts';

/** `@app.route('/path', methods=['POST'])` on what `Flask(…)` or `Blueprint(…)` was assigned to. */
export function readFlask(code: Code): readonly Route[] {
  const names = namesBy(code.text, /^[ \t]*(\w+)\s*=\s*(?:flask\.)?(?:Flask|Blueprint)\(/gm);
  if (names.length === 0) return [];
  const decorator = new RegExp(
    `^[ \\t]*@(?:${[...new Set(names)].join('|')})\\.(route|get|post|put|patch|delete)\\(\\s*(["'])([^"'\\n]{0,300})\\2((?:[^()]|\\([^()]{0,200}\\)){0,300})\\)`,
    'gm',
  );
  const routes: Route[] = [];
  for (const match of codeMatches(code, decorator)) {
    const [, word = '', , path = '', rest = ''] = match;
    for (const method of word === 'route' ? flaskMethods(rest) : [word.toUpperCase()]) {
      routes.push({ method, path, framework: 'Flask', file: code.file, line: lineOf(code.text, match) });
    }
  }
  return routes;
}

/** Without `methods` a route answers GET; methods that are no literals are not known, and then no route is claimed. */
function flaskMethods(rest: string): readonly string[] {
  if (!/\bmethods\s*=/.test(rest)) return ['GET'];
  const list = /\bmethods\s*=\s*[[({]([^\])}]*)[\])}]?/.exec(rest)?.[1] ?? '';
  return namesBy(list, /["']([A-Za-z]{1,10})["']/g).map((name) => name.toUpperCase());
}

/** `@app.get("/path")`, `app.add_api_route("/path", …)` on what `FastAPI(…)` or `APIRouter(…)` was assigned to. */
export function readFastApi(code: Code): readonly Route[] {
  const names = namesBy(code.text, /^[ \t]*(\w+)\s*(?::\s*\w+\s*)?=\s*(?:fastapi\.)?(?:FastAPI|APIRouter)\(/gm);
  if (names.length === 0) return [];
  const routers = [...new Set(names)].join('|');
  const decorator = new RegExp(
    `^[ \\t]*@(?:${routers})\\.(get|post|put|patch|delete|options|head|trace|websocket)\\(\\s*(["'])([^"'\\n]{0,300})\\2`,
    'gm',
  );
  const added = new RegExp(
    `^[ \\t]*(?:@(?:${routers})\\.(api_route|websocket_route)|(?:${routers})\\.(add_api_route|add_api_websocket_route|add_websocket_route))` +
      `\\(\\s*(["'])([^"'\\n]{0,300})\\3((?:[^()]|\\([^()]{0,200}\\)){0,300})\\)`,
    'gm',
  );
  const of = (match: RegExpExecArray, method: string, path: string): Route => {
    return { method, path, framework: 'FastAPI', file: code.file, line: lineOf(code.text, match) };
  };
  const routes = [...codeMatches(code, decorator)].map((match) =>
    of(match, match[1]?.toUpperCase() ?? '', match[3] ?? ''),
  );
  const others = [...codeMatches(code, added)].flatMap((match) => {
    const [, decorated, call, , path = '', rest = ''] = match;
    return methodsOf(decorated ?? call ?? '', rest).map((method) => of(match, method, path));
  });
  return [...routes, ...others].sort((one, other) => one.line - other.line);
}

/** Source: FastAPI's reference, `APIRouter.api_route` and `add_api_route`: GET without `methods`, as Flask has it. */
function methodsOf(word: string, rest: string): readonly string[] {
  return word.includes('websocket') ? ['WEBSOCKET'] : flaskMethods(rest);
}

const DJANGO = /(?<![\w.])(re_path|path|url)\(\s*r?(["'])([^"'\n]{0,300})\2\s*,(?!\s*include\b)/g;

/** `path('articles/<int:id>/', …)`, with every method; what `include` mounts is told by the file that it names. */
export function readDjango(code: Code): readonly Route[] {
  if (!/\burlpatterns\b/.test(code.mask)) return [];
  return [...codeMatches(code, DJANGO)].map((match) => {
    const [, , , path = ''] = match;
    return { method: 'ANY', path, framework: 'Django', file: code.file, line: lineOf(code.text, match) };
  });
}
