import { belowBlock, bracketsOf, prefixesIn, type RouteBlock } from './route-blocks.ts';
import { type Code, codeMatches, type Route } from './route-code.ts';

const KTOR = /(?<![\w.])(get|post|put|patch|delete|head|options|handle)(?:\(\s*"([^"\n]{0,300})"\s*\))?\s*\{/g;
/** What is given first is a literal, or anything else. */
const BLOCK = /(?<![\w.])route\((?:\s*"([^"\n]{0,300})"\s*(?=[,)]))?/g;
const BODY = /\s*\{/y;

/** A value in a text of Kotlin: a `$` before a name or brace, not behind a backslash, which may be one of a pair. */
const KOTLIN_VALUE = /^(?:[^\\$]|\\.|\$(?![A-Za-z_`{]))*\$[A-Za-z_`{]/;

/**
 * `get("/path") { … }` of Ktor, below the literal paths of the `route("…") { … }` around it, whose own is that of a `get { … }`;
 * a path with values in it is not told.
 */
export function readKtor(code: Code): readonly Route[] {
  const found = [...codeMatches(code, KTOR)];
  const prefixes = prefixesIn(
    blocksIn(code),
    found.map(({ index }) => index),
  );
  const closeOf = found.length === 0 ? () => 0 : bracketsOf(code);
  let answered = 0;
  return found.flatMap(({ index, ...match }, place) => {
    const { 0: whole, 1: method = '', 2: path } = match;
    const prefix = prefixes[place] ?? '';
    // Without a path it may be a call of anything, but not in the block of a route.
    const isOther = method !== 'handle' && path === undefined && prefix === '';
    // In what answers a request nothing is registered: there the same words may make a page (`head { … }`).
    if (isOther || index < answered) return [];
    answered = closeOf(index + whole.length - 1);
    if (method === 'handle' || KOTLIN_VALUE.test(path ?? '')) return [];
    const full = belowBlock(prefix, path ?? '');
    return { method: method.toUpperCase(), path: full, framework: 'Ktor', file: code.file, line: code.lineAt(index) };
  });
}

/** Source: Ktor documentation, "Routing", "Group routes by path". */
function blocksIn(code: Code): readonly RouteBlock[] {
  const blocks = [...codeMatches(code, BLOCK)];
  if (blocks.length === 0) return [];
  const closeOf = bracketsOf(code);
  return blocks.flatMap(({ index, 1: path }): readonly RouteBlock[] => {
    // A method may stand behind the path.
    const behind = closeOf(index + 'route'.length) + 1;
    BODY.lastIndex = behind;
    const body = BODY.exec(code.mask)?.[0];
    if (body === undefined) return [];
    const from = behind + body.length;
    return [{ from, to: closeOf(from - 1), prefix: path === undefined || KOTLIN_VALUE.test(path) ? null : path }];
  });
}
