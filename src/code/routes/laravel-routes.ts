import { withoutComments } from '../lex/mask.ts';
import { belowBlock, bracketsOf, prefixesIn, type RouteBlock } from './route-blocks.ts';
import { type Code, codeMatches, lineOf, type Route } from './route-code.ts';

const LARAVEL =
  /(?<![\w\\])Route::(?:(?!prefix\()[a-z]\w{0,40}\([^()\n]{0,200}\)\s{0,40}->){0,8}(get|post|put|patch|delete|options|any|view|redirect|resource|apiResource|match)\(\s*(?:\[([^\]\n]{0,200})\]\s*,\s*)?(["'])([^"'\n]{0,300})\3\s*,/g;

/**
 * `Route::get('/path', …)`, also behind what is said for it (`Route::middleware('auth')->get(…)`), and `match` for the
 * methods that it names; `resource` stands for the usual ones. Below the literal prefixes of the groups around it; what has a
 * prefix of its own is left out.
 */
export function readLaravel(code: Code): readonly Route[] {
  const found = [...codeMatches(code, LARAVEL)];
  const prefixes = prefixesIn(
    groupsIn(code),
    found.map(({ index }) => index),
  );
  const closeOf = found.length === 0 ? () => 0 : bracketsOf(code);
  return found.flatMap((match, index): Route | readonly Route[] => {
    const [whole, word = '', listed, quote, written = ''] = match;
    if (hasOwnPrefix(code, closeOf(match.index + whole.lastIndexOf(`${word}(`) + word.length) + 1, closeOf)) return [];
    if ((word === 'match') !== (listed !== undefined) || (quote === '"' && VALUE.test(written))) return [];
    const path = belowBlock(prefixes[index] ?? '', written);
    const place = { path, framework: 'Laravel', file: code.file, line: lineOf(code, match) };
    if (listed !== undefined) {
      return [...listed.matchAll(/["'](\w+)["']/g)].map(([, method = '']) => ({
        method: method.toUpperCase(),
        ...place,
      }));
    }
    const method = word === 'any' || word === 'redirect' ? 'ANY' : word === 'view' ? 'GET' : word.toUpperCase();
    return { method, ...place };
  });
}

const SAID_BEHIND = /\s*->\s*(\w{1,40})\(/y;

/** Whether a route is given a prefix of its own behind its call (`Route::get('/a', …)->prefix('b')`). */
function hasOwnPrefix({ mask }: Code, end: number, closeOf: (open: number) => number): boolean {
  for (let at = end; ; ) {
    SAID_BEHIND.lastIndex = at;
    const [whole, word] = SAID_BEHIND.exec(mask) ?? [];
    if (whole === undefined || word === 'prefix') return whole !== undefined;
    at = closeOf(at + whole.length - 1) + 1;
  }
}

/** A value in a text of PHP. */
const VALUE = /\$[A-Za-z_{]|\{\$/;

const ARGUMENTS = '(?:[^()]|\\([^()]{0,200}\\)){0,300}';
const GROUP = new RegExp(
  `(?<![\\w\\\\])Route::((?:[a-z]\\w{0,40}\\(${ARGUMENTS}\\)\\s{0,40}->\\s{0,40}){0,8})group\\(\\s*(?:\\[((?:[^\\[\\]]|\\[[^\\[\\]]{0,300}\\]){0,600})\\]\\s*,\\s*)?(?:static\\s+)?(?:function|fn)\\b`,
  'g',
);
const CHAINED = /(?<!\w)prefix\(\s*(?:(["'])([^"'\n$]{0,200})\1\s*\))?/g;
const LISTED = /(["'])prefix\1\s*=>\s*(?:(["'])([^"'\n$]{0,200})\2\s*[,\]])?/g;

const ANY_GROUP = /(?:->|::)\s{0,40}group\(/g;

/**
 * Functions that hold what a group has. What is given to a group in another way lies below what is not known. Source: Laravel
 * documentation, "Routing", "Route Groups".
 */
function groupsIn(code: Code): readonly RouteBlock[] {
  const all = [...code.mask.matchAll(ANY_GROUP)].map(({ index, 0: whole }) => index + whole.length - 1);
  if (all.length === 0) return [];
  const closeOf = bracketsOf(code);
  const told = [...codeMatches(code, GROUP)].map((match): readonly [number, string | null] => {
    const { index, 0: whole, 1: chain = '' } = match;
    const open = index + whole.indexOf('group(', 'Route::'.length + chain.length) + 'group'.length;
    return [open, prefixOf(code, { from: index, open, to: index + whole.length })];
  });
  const prefixes = new Map(told);
  return all.map((open) => ({ from: open + 1, to: closeOf(open), prefix: prefixes.get(open) ?? null }));
}

/** The one literal prefix of a group, `''` where it has none. */
function prefixOf({ text, mask }: Code, group: Record<'from' | 'open' | 'to', number>): string | null {
  const code = (from: number, to: number): string => withoutComments(text.slice(from, to), mask.slice(from, to));
  const said = [
    ...[...code(group.from, group.open).matchAll(CHAINED)].map(([, , literal]) => literal),
    ...[...code(group.open, group.to).matchAll(LISTED)].map(([, , , literal]) => literal),
  ];
  // Of two the later holds, or it is not written which: neither is told.
  return said.length > 1 ? null : said.length === 0 ? '' : (said[0] ?? null);
}
