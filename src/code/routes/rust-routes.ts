import { nestsIn } from './axum-nests.ts';
import { belowBlock, bracketsOf, prefixesIn, type RouteBlock } from './route-blocks.ts';
import { type Code, codeMatches, joinPaths, lineOf, type Route } from './route-code.ts';

const ATTRIBUTE = /#\[\s*(get|post|put|patch|delete|head|options)\s*\(\s*"([^"\n]{0,300})"/g;

/** `#[get("/path")]` on a function, as Actix Web and Rocket have it. */
export function readAttributes(framework: 'Actix Web' | 'Rocket'): (code: Code) => readonly Route[] {
  return (code) => {
    const routes = [...codeMatches(code, ATTRIBUTE)].map((match): Route => {
      const [, method = '', path = ''] = match;
      return { method: method.toUpperCase(), path, framework, file: code.file, line: lineOf(code, match) };
    });
    return framework === 'Rocket' ? routes : [...routes, ...readActix(code)];
  };
}

/** What is registered in a scope lies below its path. Source: Actix Web, `actix_web::Scope`. */
function readActix(code: Code): readonly Route[] {
  const found = [...readCalls(code, 'Actix Web', ACTIX_CALL), ...readResources(code)];
  return placed(scopesIn(code), found, (prefix, path) => (prefix === '' ? path : joinPaths(prefix, path)));
}

const SCOPE = /(?<![.\w])scope\((?:\s*"([^"\n]{0,300})"\s*\))?/g;

/** All that is chained to a scope: what is registered on it. */
function scopesIn(code: Code): readonly RouteBlock[] {
  const scopes = [...codeMatches(code, SCOPE)];
  if (scopes.length === 0) return [];
  const closeOf = bracketsOf(code);
  return scopes.map(({ index, 1: prefix = null }) => {
    const from = closeOf(index + 'scope'.length) + 1;
    return { from, to: chainEnd(code.mask, from, closeOf), prefix };
  });
}

/** Where a chain of calls ends that begins at an offset. */
function chainEnd(mask: string, from: number, closeOf: (open: number) => number): number {
  for (let at = from; ; ) {
    CHAINED.lastIndex = at;
    const whole = CHAINED.exec(mask)?.[0];
    if (whole === undefined) return at;
    at = closeOf(at + whole.length - 1) + 1;
  }
}

/** A route with the offset where it stands. */
interface Found {
  readonly at: number;
  readonly route: Route;
}

function placed(
  blocks: readonly RouteBlock[],
  found: readonly Found[],
  below: (prefix: string, path: string) => string,
): readonly Route[] {
  const inOrder = found.toSorted((one, other) => one.at - other.at);
  const prefixes = prefixesIn(
    blocks,
    inOrder.map(({ at }) => at),
  );
  return inOrder.map(({ route }, index) => ({ ...route, path: below(prefixes[index] ?? '', route.path) }));
}

const ACTIX_CALL =
  /\.route\(\s*"([^"\n]{0,300})"\s*,\s*((?:(?:actix_web::)?web::)?(?:get|post|put|patch|delete|head)\(\))/g;
const ACTIX_RESOURCE = /(?<![.\w])resource\(\s*"([^"\n]{0,300})"\s*\)/g;
const ACTIX_ROUTE = /^\s*(?:(?:actix_web::)?web::)?(get|post|put|patch|delete|head)\(\)/;
const RESOURCE_VERB = /^(?:get|post|put|patch|delete|head)$/;

/** `web::resource("/path")` with the methods that are chained to it; `.to(handler)` is for every one. */
function readResources(code: Code): readonly Found[] {
  return [...codeMatches(code, ACTIX_RESOURCE)].flatMap((match) => {
    const [whole, path = ''] = match;
    const methods = chainedCalls(code.mask, match.index + whole.length).flatMap(({ name, given }) => {
      if (name === 'to') return 'ANY';
      const verb = RESOURCE_VERB.test(name) ? name : name === 'route' ? ACTIX_ROUTE.exec(given)?.[1] : undefined;
      return verb?.toUpperCase() ?? [];
    });
    const place = { path, framework: 'Actix Web', file: code.file, line: lineOf(code, match) };
    return [...new Set(methods)].map((method) => ({ at: match.index, route: { method, ...place } }));
  });
}

/** Characters of the calls that are chained to one. */
const CHAIN_MAX = 2_000;
const CHAINED = /\s*\.(\w{1,40})\(/y;

/** The calls that are chained from an offset of a mask on, each with what it is given. */
function chainedCalls(mask: string, from: number): readonly { readonly name: string; readonly given: string }[] {
  const calls: { readonly name: string; readonly given: string }[] = [];
  for (let at = from; ; ) {
    CHAINED.lastIndex = at;
    const [whole = '', name] = CHAINED.exec(mask) ?? [];
    const open = at + whole.length;
    const close = name === undefined ? -1 : closeOf(mask, open, from + CHAIN_MAX);
    if (name === undefined || close === -1) return calls;
    calls.push({ name, given: mask.slice(open, close) });
    at = close + 1;
  }
}

/** Where the round bracket closes that was opened right before an offset; -1 where it does not before a bound. */
function closeOf(mask: string, from: number, bound: number): number {
  let depth = 1;
  for (let at = from; at < Math.min(mask.length, bound); at += 1) {
    if (mask[at] === '(') depth += 1;
    else if (mask[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** Arguments of a call that hold no more than calls with plain ones. */
const ARGUMENTS = '\\((?:[^()]|\\([^()]{0,200}\\)){0,300}\\)';
const AXUM_CALL = new RegExp(
  `\\.route\\(\\s*"([^"\\n]{0,300})"\\s*,\\s*((?:(?:axum::)?routing::)?(?:get|post|put|patch|delete|head|options|any|trace)\\s*(?:::<[^>\\n]{0,80}>)?${ARGUMENTS}(?:\\s*\\.\\w{1,40}${ARGUMENTS}){0,8})`,
  'g',
);

/** `.route("/path", get(handler).post(other))`, with as many methods as are chained, below the literal path of the `nest` that it is given to. */
export function readAxum(code: Code): readonly Route[] {
  return placed(nestsIn(code), readCalls(code, 'Axum', AXUM_CALL), belowBlock);
}

const GIVEN = new RegExp(ARGUMENTS, 'g');
const VERB = /(?:^|[.:])\s*(get|post|put|patch|delete|head|options|any|trace)\s*(?:::<[^>]*>)?\(/g;

function readCalls(code: Code, framework: string, pattern: RegExp): readonly Found[] {
  return [...codeMatches(code, pattern)].flatMap((match) => {
    const [whole, path = '', written = ''] = match;
    const end = match.index + whole.length;
    // What the arguments call is no method of the route.
    const chain = code.mask.slice(end - written.length, end).replace(GIVEN, '()');
    const methods = [...chain.matchAll(VERB)].map(([, verb = '']) => (verb === 'any' ? 'ANY' : verb.toUpperCase()));
    const place = { path, framework, file: code.file, line: lineOf(code, match) };
    return [...new Set(methods)].map((method) => ({ at: match.index, route: { method, ...place } }));
  });
}
