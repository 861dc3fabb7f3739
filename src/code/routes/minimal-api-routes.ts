import { type NamedRouter, prefixesAt } from './named-groups.ts';
import { type Code, codeMatches, joinPaths, type Route } from './route-code.ts';

const MAP = /(?<![\w.])(\w+)((?:\.\w+)*)\s*\.Map(Get|Post|Put|Patch|Delete)\(\s*"([^"\n]{0,300})"/g;
/** What stands before the name is its type, or `var`, or nothing where it has a value already. */
const GROUP =
  /(?<![\w.])([\w<>?]+\s+)?(\w+)\s*=\s*(\w+)((?:\s*\.\w+(?:\([^()\n]{0,200}\))?)*?)\s*\.MapGroup\(\s*(?:"([^"\n]{0,300})"\s*\))?/g;
const GIVEN = /(?<![\w.])(?:IEndpointRouteBuilder|RouteGroupBuilder|WebApplication)\s+(\w+)\s*[,)]/g;
/** Groups that one file makes; who has more is generated, and its groups are not told apart. */
const GROUPS_MAX = 5_000;
/** Characters of what is called on a group that is made. */
const CHAIN_MAX = 600;

/**
 * `app.MapGet("/path", …)` of ASP.NET Core, behind the literal groups of its own file. A template begins at the root, with a
 * slash or without. Source: ASP.NET Core documentation, "Route handlers in Minimal API apps", "Route groups".
 */
export function readMinimalApi(code: Code): readonly Route[] {
  const calls = [...codeMatches(code, MAP)];
  const groups = groupsOf(code);
  // Of a member (`endpoints.App`) it is not known what it holds.
  const uses = calls.map(({ index, 1: name = '', 2: members }) => ({ at: index, name: members === '' ? name : '' }));
  const prefixes = groups.length > GROUPS_MAX ? [] : prefixesAt(code.mask, groups, uses);
  return calls.map((match, index) => {
    const [, , , word = '', path = ''] = match;
    const place = { framework: 'ASP.NET Core', file: code.file, line: code.lineAt(mapAt(code, match)) };
    return { method: word.toUpperCase(), path: rooted(prefixes[index] ?? '', path), ...place };
  });
}

/** Where the call itself stands, which may be on another line than what it is called on. */
function mapAt({ mask }: Code, { index, 0: whole }: RegExpExecArray): number {
  return mask.indexOf('.Map', index + whole.indexOf('.Map'));
}

function rooted(prefix: string, path: string): string {
  return joinPaths(`/${prefix.replace(/^\//, '')}`, path === '/' ? '' : path);
}

function groupsOf(code: Code): readonly NamedRouter[] {
  const made = [...codeMatches(code, GROUP)].map((match): NamedRouter => {
    const [whole, declared, name = '', of = '', between = '', prefix] = match;
    const behind = code.mask.slice(match.index + whole.length, match.index + whole.length + CHAIN_MAX);
    const isWhole = !between.includes('MapGroup') && !/^[^;]*\.MapGroup\(/.test(behind);
    const kind = declared === undefined ? 'again' : 'new';
    return { at: match.index, name, of, prefix: isWhole ? (prefix ?? null) : null, kind };
  });
  const given = [...codeMatches(code, GIVEN)].map(
    ({ index, 1: name = '' }): NamedRouter => ({ at: index, name, of: null, prefix: '', kind: 'parameter' }),
  );
  return [...made, ...given].toSorted((one, other) => one.at - other.at);
}
