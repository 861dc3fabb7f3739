import { prefixesIn, type RouteBlock } from './route-blocks.ts';
import { type Code, codeMatches, joinPaths, lineOf, type Route } from './route-code.ts';

/** Whether a text of Ruby has values in it: it is no literal path then. */
export function isPutTogether(quote: string | undefined, path: string): boolean {
  return quote === '"' && /(?<!\\)#\{/.test(path);
}

const SINATRA =
  /^[ \t]*(get|post|put|patch|delete|options|head)[ \t(]+(["'])([^"'\n]{1,300})\2[^\n]{0,200}?(?:\bdo\b|\{)/gm;

/** `get '/path' do`, behind the literal namespaces around it, as these are written. */
export function readSinatra(code: Code): readonly Route[] {
  const found = [...codeMatches(code, SINATRA)];
  const prefixes = prefixesIn(
    namespacesIn(code),
    found.map(({ index }) => index),
  );
  return found.flatMap((match, at) => {
    const [, method = '', quote, path = ''] = match;
    if (isPutTogether(quote, path)) return [];
    const place = { framework: 'Sinatra', file: code.file, line: lineOf(code, match) };
    return { method: method.toUpperCase(), path: `${prefixes[at] ?? ''}${path}`, ...place };
  });
}

const NAMESPACE =
  /^([ \t]{0,80})namespace\b(?:[ \t(]{1,4}(["'])(\/[^"'\n#]{0,200})\2(?=[ \t]*(?:[,)]|do\b)))?[^\n]{0,200}[ \t]do\b/gm;
/** Namespaces of one file; who has more tries something out. */
const NAMESPACES_MAX = 200;

/** What may stand behind a `do` that opens a block over lines. */
const OPENED = /[ \t]*(?:\|[^|\n]{0,100}\|)?[ \t]*(?:\n|$)/y;

/** Each to the `end` of its indent. Source: sinatra-contrib, `Sinatra::Namespace`. */
function namespacesIn(code: Code): readonly RouteBlock[] {
  return [...codeMatches(code, NAMESPACE)].slice(0, NAMESPACES_MAX).flatMap(({ index, 0: head, ...groups }) => {
    const { 1: indent = '', 3: prefix = null } = groups;
    const from = index + head.length;
    OPENED.lastIndex = from;
    return OPENED.test(code.mask) ? { from, to: endOf(code.mask, from, indent), prefix } : [];
  });
}

function endOf(mask: string, from: number, indent: string): number {
  const end = new RegExp(`\\n${indent}end(?!\\w)`, 'g');
  end.lastIndex = from;
  return end.exec(mask)?.index ?? mask.length;
}

const SYMFONY = /#\[Route(\()|(?<![\w$>:])(class|function)\s+&?\s{0,40}[A-Za-z_]/g;

/** `#[Route('/path', methods: ['GET'])]` of a method; the one before its class is put before it. */
export function readSymfony(code: Code): readonly Route[] {
  const routes: Route[] = [];
  let prefix = '';
  let waiting: RouteAttribute[] = [];
  for (const match of codeMatches(code, SYMFONY)) {
    if (match[1] !== undefined) waiting.push(...routeAttribute(code, match));
    else {
      if (match[2] === 'class') prefix = waiting[0]?.path ?? '';
      else routes.push(...waiting.flatMap((one) => symfonyRoutes(code, one, prefix)));
      waiting = [];
    }
  }
  return routes;
}

/** What stands in an attribute before it is known whether a class or a method has it. */
interface RouteAttribute {
  readonly path: string;
  readonly said: string;
  readonly line: number;
}

/** None where its path is no literal. */
function routeAttribute(code: Code, match: RegExpExecArray): readonly RouteAttribute[] {
  const said = ` ${withinParentheses(code, match.index + match[0].length)}`;
  const path = SYMFONY_PATH.exec(said)?.[2];
  return path === undefined ? [] : [{ path, said, line: lineOf(code, match) }];
}

function symfonyRoutes({ file }: Code, { path, said, line }: RouteAttribute, prefix: string): readonly Route[] {
  const place = { path: joinPaths(prefix, path), framework: 'Symfony', file, line };
  return symfonyMethods(said).map((method) => ({ method, ...place }));
}

const ATTRIBUTE_MAX = 3_000;

/** The text from behind a parenthesis to the one that closes it; `''` where that is too far away. */
function withinParentheses({ text, mask }: Code, from: number): string {
  let depth = 1;
  for (let at = from; at < Math.min(mask.length, from + ATTRIBUTE_MAX); at += 1) {
    depth += mask[at] === '(' ? 1 : mask[at] === ')' ? -1 : 0;
    if (depth === 0) return text.slice(from, at);
  }
  return '';
}

/** The first argument, or the one of that name. */
const SYMFONY_PATH = /(?:^|[,(\s]path:)\s*(["'])([^"'\n]{0,300})\1/;
const SYMFONY_METHODS = /[,(\s]methods:\s*(?:\[([^\]]*)\]|(["']\w+["']|[\w\\]+::\w+))?/;
/** A method as a text, or by its constant, such as `Request::METHOD_GET`. */
const SYMFONY_METHOD = /^(?:["'](\w+)["']|[\w\\]+::METHOD_([A-Z]+))$/;

/** Methods that a route names, all where it names none; none where they are not written out. */
function symfonyMethods(said: string): readonly string[] {
  const found = SYMFONY_METHODS.exec(said);
  if (found === null) return ['ANY'];
  const listed = (found[1] ?? found[2] ?? '').split(',').map((one) => one.trim());
  return listed.flatMap((one) => {
    const [, quoted, constant] = SYMFONY_METHOD.exec(one) ?? [];
    return (quoted ?? constant)?.toUpperCase() ?? [];
  });
}
