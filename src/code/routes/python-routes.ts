import { type Code, codeMatches, joinPaths, lineOf, namesBy, type Route } from './route-code.ts';

/** `@app.route('/path', methods=['POST'])` on what `Flask(…)` or `Blueprint(…)` was assigned to. */
export function readFlask(code: Code): readonly Route[] {
  const names = readRouters(code, MADE, PREFIX);
  const routes: Route[] = [];
  for (const match of names.size === 0 ? [] : codeMatches(code, DECORATOR)) {
    const [, name = '', word = '', , path = '', rest = ''] = match;
    const prefix = prefixBefore(names, name, match.index);
    if (prefix === null) continue;
    for (const method of word === 'route' ? flaskMethods(rest) : [word.toUpperCase()]) {
      routes.push({
        method,
        path: joinPaths(prefix, path),
        framework: 'Flask',
        file: code.file,
        line: lineOf(code, match),
      });
    }
  }
  return routes;
}

/** What a file makes routers of under one name: where, and the literal prefix that it gives each. */
export type Routers = ReadonlyMap<string, readonly { readonly at: number; readonly prefix: string }[]>;

/**
 * Routers by their names, with the literal prefix of what makes them; `given` finds its argument. What is put together at run
 * time (`f"/{id}"`, a name) is not known: then paths are told as they are written.
 */
export function readRouters(code: Code, made: RegExp, given: RegExp): Routers {
  const routers = new Map<string, { at: number; prefix: string }[]>();
  for (const match of code.mask.matchAll(made)) {
    const [whole, name = ''] = match;
    const router = { at: match.index, prefix: prefixIn(code, match.index + whole.length, given) };
    const known = routers.get(name);
    if (known === undefined) routers.set(name, [router]);
    else known.push(router);
  }
  return routers;
}

/** The prefix of the router that a name stands for at a place: of what was made last before it. Null where there is none. */
export function prefixBefore(routers: Routers, name: string, at: number): string | null {
  const made = routers.get(name);
  if (made === undefined) return null;
  return (made.findLast((one) => one.at <= at) ?? made[0])?.prefix ?? null;
}

/** What a call takes, up to the bracket that ends it, and the calls in it. */
const ARGUMENTS = /(?:[^()]|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,1000}/y;
const CALLS = /\((?:[^()]|\([^()]{0,200}\)){0,200}\)/g;
const LITERAL = /(["'])([^"'\\\n]{0,300})\1(?=\s{0,40}[,)])/y;

function prefixIn({ text, mask }: Code, from: number, given: RegExp): string {
  ARGUMENTS.lastIndex = from;
  const own = (ARGUMENTS.exec(mask)?.[0] ?? '').replace(CALLS, (call) => ' '.repeat(call.length));
  const match = given.exec(own);
  if (match === null) return '';
  LITERAL.lastIndex = from + match.index + match[0].length;
  return LITERAL.exec(text)?.[2] ?? '';
}

const MADE = /^[ \t]*(\w+)[ \t]*(?::[ \t]*[\w.]+[ \t]*)?=\s*(?:flask\.)?(?:Flask|Blueprint)\(/gm;
const PREFIX = /(?<!\w)url_prefix\s{0,40}=\s{0,40}/;
const DECORATOR =
  /^[ \t]*@(\w+)\.(route|get|post|put|patch|delete)\(\s*(?:rule\s*=\s*)?[rR]?(["'])([^"'\n]{0,300})\3((?:[^()]|\([^()]{0,200}\)){0,300})\)/gm;

/** Without `methods` a route answers GET; methods that are no literals are not known, and then no route is claimed. */
export function flaskMethods(rest: string): readonly string[] {
  if (!/\bmethods\s*=/.test(rest)) return ['GET'];
  const list = /\bmethods\s*=\s*[[({]([^\])}]*)[\])}]?/.exec(rest)?.[1] ?? '';
  return namesBy(list, /["']([A-Za-z]{1,10})["']/g).map((name) => name.toUpperCase());
}

const DJANGO = /(?<![\w.])(re_path|path|url)\(\s*r?(["'])([^"'\n]{0,300})\2\s*,(?!\s*include\b)/g;

/** `path('articles/<int:id>/', …)`, with every method; what `include` mounts is told by the file that it names. */
export function readDjango(code: Code): readonly Route[] {
  if (!/\burlpatterns\b/.test(code.mask)) return [];
  return [...codeMatches(code, DJANGO)].map((match) => {
    const [, , , path = ''] = match;
    return { method: 'ANY', path, framework: 'Django', file: code.file, line: lineOf(code, match) };
  });
}
