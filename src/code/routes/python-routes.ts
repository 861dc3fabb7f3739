import type { PythonMounts } from './python-mounts.ts';
import { readRouters } from './python-routers.ts';
import { bracketsOf, prefixesIn, type RouteBlock } from './route-blocks.ts';
import { type Code, codeMatches, joinPaths, lineOf, namesBy, type Route } from './route-code.ts';

/** `@app.route('/path', methods=['POST'])` on what `Flask(…)` or `Blueprint(…)` was assigned to. */
export function readFlask(code: Code): readonly Route[] {
  const prefixAt = readRouters(code, { made: MADE, prefix: PREFIX, mounts: MOUNTS });
  const routes: Route[] = [];
  for (const match of codeMatches(code, DECORATOR)) {
    const [, name = '', word = '', , path = '', rest = ''] = match;
    const prefix = prefixAt(name, match.index);
    if (prefix === null) continue;
    for (const method of word === 'route' ? flaskMethods(rest) : [word.toUpperCase()]) {
      routes.push({
        method,
        path: prefix === '' ? path : joinPaths(prefix, path),
        framework: 'Flask',
        file: code.file,
        line: lineOf(code, match),
      });
    }
  }
  return routes;
}

const MADE = /^[ \t]*(\w+)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=\s*(?:flask\.)?(?:Flask|Blueprint)\(/gm;
const PREFIX = /(?<!\w)url_prefix\s{0,40}=\s{0,40}/;
/** What the call says stands in place of what the blueprint was made with. Source: Flask, `register_blueprint`, `url_prefix`. */
const MOUNTS: PythonMounts = {
  call: /(?<![\w.])((?:\w+\.){0,3}\w+)\.register_blueprint\(\s*(?:blueprint\s*=\s*)?(\w+)(?=\s*[,)])/g,
  below: (around, own, given) => {
    const prefix = given === undefined ? own : given;
    return prefix === null ? '' : joined(around, prefix);
  },
};

function joined(around: string, prefix: string): string {
  return around === '' || prefix === '' ? `${around}${prefix}` : joinPaths(around, prefix);
}

const DECORATOR =
  /^[ \t]*@(\w+)\.(route|get|post|put|patch|delete)\(\s*(?:rule\s*=\s*)?[rR]?(["'])([^"'\n]{0,300})\3((?:[^()]|\([^()]{0,200}\)){0,300})\)/gm;

/** Without `methods` a route answers GET; methods that are no literals are not known, and then no route is claimed. */
export function flaskMethods(rest: string): readonly string[] {
  if (!/\bmethods\s*=/.test(rest)) return ['GET'];
  const list = /\bmethods\s*=\s*[[({]([^\])}]*)[\])}]?/.exec(rest)?.[1] ?? '';
  return namesBy(list, /["']([A-Za-z]{1,10})["']/g).map((name) => name.toUpperCase());
}

const DJANGO = /(?<![\w.])(re_path|path|url)\(\s*r?(["'])([^"'\n]{0,300})\2\s*,(?!\s*include\b)/g;
/** Paths that are written out right in what includes them, be it with a name for them. */
const INCLUDED =
  /(?<![\w.])(?:(?:(path)|re_path|url)\(\s*r?(["'])([^"'\n]{0,300})\2\s*,\s*)?include\((\s*(?:\(\s*)?\[)?/g;

/** `path('articles/<int:id>/', …)`, with every method; what `include` mounts is told by the file that it names. */
export function readDjango(code: Code): readonly Route[] {
  if (!/\burlpatterns\b/.test(code.mask)) return [];
  const found = [...codeMatches(code, DJANGO)];
  const prefixes = prefixesIn(
    includesIn(code),
    found.map(({ index }) => index),
  );
  return found.map((match, index) => {
    const prefix = prefixes[index] ?? '';
    const own = match[3] ?? '';
    // Behind another path the beginning of a pattern says nothing. Source: Django, `_join_route`.
    const path = prefix === '' ? own : `${prefix}${own.replace(/^\^/, '')}`;
    return { method: 'ANY', path, framework: 'Django', file: code.file, line: lineOf(code, match) };
  });
}

/** A pattern that paths stand behind is not told with them, nor is what a list that is put together is for. */
function includesIn(code: Code): readonly RouteBlock[] {
  const includes = [...codeMatches(code, INCLUDED)];
  if (includes.length === 0) return [];
  const closeOf = bracketsOf(code);
  return includes.map(({ index, 0: whole, 1: word, 3: prefix = '', 4: list }) => {
    const open = index + whole.lastIndexOf('include(') + 'include'.length;
    const isTold = word !== undefined && list !== undefined;
    return { from: index + whole.length, to: closeOf(open), prefix: isTold ? prefix : null };
  });
}
