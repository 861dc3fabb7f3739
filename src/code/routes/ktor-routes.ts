import { belowBlock, bracketsOf, prefixesIn, type RouteBlock } from './route-blocks.ts';
import { type Code, codeMatches, type Route } from './route-code.ts';

/** A call of a method, or of what answers to each, with a path alone or with anything else. */
const KTOR =
  /(?<![\w.])(get|post|put|patch|delete|head|options|handle)(<[^<>\n]{0,100}>)?(?:\(\s*"([^"\n]{0,300})"\s*\)|\s*(\())?/g;
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
  const found = callsIn(code);
  const prefixes = prefixesIn(
    blocksIn(code),
    found.map(({ index }) => index),
  );
  let answered = 0;
  return found.flatMap(({ index, end, method, path, isPlain }, place) => {
    const prefix = prefixes[place] ?? '';
    // Without a path it may be a call of anything, but not in the block of a route.
    const isOther = method !== 'handle' && path === undefined && prefix === '';
    // In what answers a request nothing is registered: there the same words may make a page (`head { … }`).
    if (isOther || index < answered) return [];
    answered = end;
    if (!isPlain || method === 'handle' || KOTLIN_VALUE.test(path ?? '')) return [];
    const full = belowBlock(prefix, path ?? '');
    return { method: method.toUpperCase(), path: full, framework: 'Ktor', file: code.file, line: code.lineAt(index) };
  });
}

/** A call with a block, which ends at an offset. */
interface Call {
  readonly index: number;
  readonly end: number;
  readonly method: string;
  readonly path: string | undefined;
  /** Whether nothing but a path is given. */
  readonly isPlain: boolean;
}

function callsIn(code: Code): readonly Call[] {
  const found = [...codeMatches(code, KTOR)];
  const closeOf = found.length === 0 ? () => 0 : bracketsOf(code);
  return found.flatMap(({ index, 0: whole, 1: method = '', 2: types, 3: path, 4: open }): readonly Call[] => {
    const behind = index + whole.length;
    BODY.lastIndex = open === undefined ? behind : closeOf(behind - 1) + 1;
    if (!BODY.test(code.mask)) return [];
    const isPlain = types === undefined && open === undefined;
    return [{ index, end: closeOf(BODY.lastIndex - 1), method, path, isPlain }];
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
