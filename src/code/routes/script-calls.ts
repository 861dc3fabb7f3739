import { languageOf } from '../lex/languages.ts';
import { rulesOf } from '../lex/rules-of.ts';
import { structureOf } from '../lex/structure.ts';
import { type Code, joinPaths, type Route } from './route-code.ts';
import { readRouteObject } from './route-objects.ts';
import { type PrefixOf, readMounts } from './script-mounts.ts';
import { basesOf, madeIn, NAME, type Routers, receiversIn, TYPE_ARGUMENTS } from './script-receivers.ts';

/**
 * `app.get('/path', …)`, and what goes on behind it: `.use(…).post('/path', …)`, where an application gives back itself. A
 * call with a path alone reads a setting in Express and is no route.
 */
export function readCalls(code: Code, routers: Routers): readonly Route[] {
  const language = languageOf(code.file);
  const names = [...routers.names, ...(routers.given?.names ?? [])];
  if (language === null || (names.length === 0 && routers.makers.length === 0)) return [];
  const { closeOf } = structureOf(code.mask, rulesOf(language));
  const reading: Reading = { code, framework: routers.framework, closeOf };
  const made = madeIn(code, routers, closeOf);
  const prefixOf = readMounts(code, routers, basesOf(code, routers.framework, made));
  const found = [
    ...placed(code, routers, { names, prefixOf }),
    // What is called on it right there comes before its name is known, but not before what it is made with.
    ...made.map(({ name, base, end }) => ({ end, prefix: name === '' ? base : prefixOf(name, end) })),
  ];
  return found.toSorted((a, b) => a.end - b.end).flatMap(({ end, prefix }) => routesFrom(reading, end, prefix));
}

/** Where a path may be registered, and what stands before it. */
interface Place {
  readonly end: number;
  readonly prefix: string;
}

function placed(
  code: Code,
  { names: made, given }: Routers,
  { names, prefixOf }: { readonly names: readonly string[]; readonly prefixOf: PrefixOf },
): readonly Place[] {
  const receivers = receiversIn(code, names);
  const known = new Set(made);
  const prefixes = given?.prefixes(receivers.map(({ name, end }) => ({ at: end, name })));
  return receivers.flatMap(({ name, end }, index) => {
    const prefix = prefixes?.[index] ?? (known.has(name) ? prefixOf(name, end) : null);
    return prefix === null ? [] : [{ end, prefix }];
  });
}

interface Reading {
  readonly code: Code;
  readonly framework: string;
  readonly closeOf: (open: number) => number;
}

const LINK = new RegExp(`\\s*\\.\\s*(${NAME})\\s*${TYPE_ARGUMENTS}\\(`, 'y');
const METHODS: ReadonlySet<string> = new Set('get,post,put,patch,delete,options,head,all'.split(','));
/** What else gives back what it is called on. */
const OTHERS: ReadonlySet<string> = new Set('use,on,route,mount,basePath,notFound,onError,param,register'.split(','));

const PATH = /\s*(['"`])([^'"`\n]{0,300})\1\s*([,)])/y;
/** A further literal behind the first. */
const SECOND = /\s*(['"`])([^'"`\n]{0,300})\1\s*,/y;

/** The routes of a chain of calls that begins behind an offset. */
function routesFrom(reading: Reading, from: number, prefix: string): readonly Route[] {
  const { code, framework } = reading;
  const routes: Route[] = [];
  // Of Express all methods of one path: `app.route('/path').get(…).post(…)`. Source: Express, "Routing", app.route().
  let common: string | null = null;
  for (let link = linkAt(reading, from); link !== null; link = linkAt(reading, link.end)) {
    const { name, written } = link;
    if (!METHODS.has(name)) {
      routes.push(...objectRoutes(reading, link, prefix));
      common = framework === 'Express' && name === 'route' && written?.isAlone === true ? written.path : null;
      continue;
    }
    // A setting is read, which gives back no application.
    if (common === null && written?.isAlone === true) break;
    const path = common ?? written?.path ?? null;
    if (path !== null && !path.includes('${'))
      routes.push(routeOf(code, framework, { ...link, path: below(framework, prefix, path) }));
  }
  return routes;
}

/** The path of a router itself is where it is taken in. Fastify puts no slash between the two, but leaves one of two out. */
function below(framework: string, prefix: string, path: string): string {
  const own = prefix !== '' && path === '/' ? '' : path;
  if (prefix === '') return own;
  const isJoined = framework !== 'Fastify' || (prefix.endsWith('/') && own.startsWith('/'));
  return isJoined ? joinPaths(prefix, own) : `${prefix}${own}`;
}

/** `app.route({ method: 'GET', url: '/path', … })`. Source: Fastify, "Routes", "Full declaration". */
function objectRoutes({ code, framework, closeOf }: Reading, link: Link, prefix: string): readonly Route[] {
  if (framework !== 'Fastify' || link.name !== 'route') return [];
  const { methods, path } = readRouteObject(code, link.open, closeOf);
  if (path === null) return [];
  const full = below(framework, prefix, path);
  return methods.map((name) => routeOf(code, framework, { name, path: full, at: link.at }));
}

/** One call of a chain. */
interface Link {
  readonly name: string;
  readonly at: number;
  /** Where what it is given begins. */
  readonly open: number;
  readonly written: Written | null;
  readonly end: number;
}

/** The call that a chain goes on with at an offset; null where it ends, or gives back something else. */
function linkAt({ code, framework, closeOf }: Reading, from: number): Link | null {
  LINK.lastIndex = from;
  const [whole, name = ''] = LINK.exec(code.mask) ?? [];
  if (whole === undefined || !(METHODS.has(name) || OTHERS.has(name))) return null;
  const open = from + whole.length;
  const at = from + whole.search(/[A-Za-z_$]/);
  return { name, at, open, written: pathAt(code.text, open, framework), end: closeOf(open - 1) + 1 };
}

interface Written {
  readonly path: string;
  /** Whether nothing is given behind it. */
  readonly isAlone: boolean;
}

/** The literal that a call begins with. A route of Koa may have a name, which stands before its path. Source: @koa/router, "API", "Named routes". */
function pathAt(text: string, open: number, framework: string): Written | null {
  PATH.lastIndex = open;
  const [whole, , path, end] = PATH.exec(text) ?? [];
  if (whole === undefined || path === undefined) return null;
  SECOND.lastIndex = open + whole.length;
  const named = framework === 'Koa' ? SECOND.exec(text)?.[2] : undefined;
  return { path: named ?? path, isAlone: end === ')' };
}

function routeOf(
  { file, lineAt }: Code,
  framework: string,
  { name, path, at }: Pick<Link, 'name' | 'at'> & { readonly path: string },
): Route {
  return { method: name === 'all' ? 'ANY' : name.toUpperCase(), path, framework, file, line: lineAt(at) };
}
