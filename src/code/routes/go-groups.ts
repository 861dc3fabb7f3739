import { type NamedRouter, type NameUse, prefixesAt } from './named-groups.ts';
import { bracketsOf } from './route-blocks.ts';
import { type Code, codeMatches, joinPaths } from './route-code.ts';

/** How a framework of Go says what is a router. */
export interface GroupWords {
  /** Calls that make one, as the source of a pattern. */
  readonly makers: string;
  /** Types of parameters that are one. */
  readonly types: string;
  /** Methods that make a group of another. */
  readonly groups: string;
  /** Those of them whose first argument is a path. */
  readonly prefixed: string;
  /** Methods between a router and what registers, such as for middleware of one route. */
  readonly between?: string;
  /** The method that takes another router in below a path. */
  readonly mount?: string;
  /** How a path stands behind a prefix: as it is (`plain`), behind one slash, or not at all where it is one (`slashless`). */
  readonly joins: 'plain' | 'slash' | 'slashless';
}

/** Arguments of a call that hold no more than calls with plain ones. */
export const ARGUMENTS = '(?:[^()\\n]|\\([^()\\n]{0,200}\\)){0,300}';
/** A path, in one of two groups. */
const PATH = '(?:"([^"\\n]{0,300})"|`([^`\\n]{0,300})`)';
/** Routers that one file holds by names; who has more is generated, and its groups are not told apart. */
const ROUTERS_MAX = 5_000;

/** The prefix that groups of the file itself put before each use of a router's name. */
export function readGroups(words: GroupWords): (code: Code, uses: readonly NameUse[]) => readonly string[] {
  const made = new RegExp(`(?<![\\w.])(\\w+)\\s*(:?)=\\s*(?:${words.makers})\\(`, 'g');
  const given = new RegExp(`(?<![\\w.])(\\w+)\\s+(?:${words.types})\\b`, 'g');
  const assigned = assignedGroups(words);
  const functions = groupFunctions(words);
  const mounts = mountsOf(words);
  return (code, uses) => {
    if (uses.length === 0) return [];
    const inner = functions(code);
    const told = new Set(inner.map(({ givenAt }) => givenAt));
    const routers: readonly NamedRouter[] = [
      ...[...codeMatches(code, made)].map(({ index, 1: name = '', 2: colon }) => ({
        ...plainRouter(index, name),
        kind: kindOf(colon),
      })),
      ...[...codeMatches(code, given)]
        .filter(({ index }) => !told.has(index))
        .map(({ index, 1: name = '' }) => plainRouter(index, name)),
      ...assigned(code),
      ...inner,
    ];
    if (routers.length > ROUTERS_MAX) return uses.map(() => '');
    const inOrder = mounts(code, routers).toSorted((one, other) => one.at - other.at);
    return prefixesAt(code.mask, inOrder, uses).map((prefix) => prefix ?? '');
  };
}

/** `r.Mount("/api", api)`: a name that the file gives one router, and takes in once, lies below that path. */
function mountsOf({ mount }: GroupWords): (code: Code, routers: readonly NamedRouter[]) => readonly NamedRouter[] {
  if (mount === undefined) return (_, routers) => routers;
  const pattern = new RegExp(`(?<![\\w.])(\\w+)\\.(?:${mount})\\(\\s*${PATH}\\s*,\\s*(\\w+)\\s*\\)`, 'g');
  return (code, routers) => {
    const found = Map.groupBy(codeMatches(code, pattern), ({ 4: name = '' }) => name);
    const named = Map.groupBy(routers, ({ name }) => name);
    return routers.map((router) => {
      const [taken, another] = found.get(router.name) ?? [];
      const isOnly = another === undefined && named.get(router.name)?.length === 1 && router.kind === 'new';
      if (taken === undefined || !isOnly || taken[1] === router.name) return router;
      return { ...router, of: taken[1] ?? null, prefix: taken[2] ?? taken[3] ?? null };
    });
  };
}

function plainRouter(at: number, name: string): NamedRouter {
  return { at, name, of: null, prefix: '', kind: 'parameter' };
}

function kindOf(colon: string | undefined): NamedRouter['kind'] {
  return colon === '' ? 'again' : 'new';
}

/** `v1 := r.Group("/v1")`. */
function assignedGroups(words: GroupWords): (code: Code) => readonly NamedRouter[] {
  const pattern = new RegExp(
    `(?<![\\w.])(var\\s+)?(\\w+)\\s*(:?)=\\s*([\\w.]+)\\.(${words.groups})\\((?:\\s*${PATH}\\s*(?=[,)]))?`,
    'g',
  );
  return (code) => {
    const found = [...codeMatches(code, pattern)];
    const closeOf = found.length === 0 ? () => 0 : bracketsOf(code);
    return found.map(({ index, 0: whole, ...groups }) => {
      const { 1: declared, 2: name = '', 3: colon, 4: of = '', 5: word = '', 6: quoted, 7: raw } = groups;
      const end = closeOf(index + whole.indexOf('(')) + 1;
      const isWhole =
        !AMONG_OTHERS.test(code.mask.slice(Math.max(0, index - 20), index)) &&
        !isGroupedOn(words, code.mask, end, closeOf);
      const prefix = isWhole ? prefixOf(words, word, quoted ?? raw) : null;
      return { at: index, name, of, prefix, kind: declared === undefined ? kindOf(colon) : 'new' };
    });
  };
}

/** Before the last of several names that are given values at once. */
const AMONG_OTHERS = /,[ \t]*$/;
const CALL = /\s*\.\s*(\w{1,40})\(/y;

/** Whether the group is one of a group that is made right there (`r.Group("/a").Group("/b")`). */
function isGroupedOn({ prefixed }: GroupWords, mask: string, end: number, closeOf: (open: number) => number): boolean {
  const words = prefixed.split('|');
  for (let at = end; ; ) {
    CALL.lastIndex = at;
    const [whole, word = ''] = CALL.exec(mask) ?? [];
    if (whole === undefined || words.includes(word)) return whole !== undefined;
    at = closeOf(at + whole.length - 1) + 1;
  }
}

/** `r.Route("/v1", func(r chi.Router) {`: the parameter is the group. */
function groupFunctions(words: GroupWords): (code: Code) => readonly (NamedRouter & { readonly givenAt: number })[] {
  const chain = words.between === undefined ? '' : `(?:\\.(?:${words.between})\\(${ARGUMENTS}\\))?`;
  const pattern = new RegExp(
    `(?<![\\w.])([\\w.]+)${chain}\\.(${words.groups})\\(\\s*(?:(?:${PATH}|[^,()"\`\\n]{1,200}),\\s*)?func\\(\\s*(?=(\\w+)\\s+(?:${words.types})\\s*\\))`,
    'g',
  );
  return (code) =>
    [...codeMatches(code, pattern)].map(({ index, 0: whole, ...groups }) => {
      const { 1: of = '', 2: word = '', 3: quoted, 4: raw, 5: name = '' } = groups;
      const prefix = prefixOf(words, word, quoted ?? raw);
      return { at: index, name, of, prefix, kind: 'parameter', givenAt: index + whole.length };
    });
}

/** What a group puts before paths; null where that is no literal. */
function prefixOf({ prefixed }: GroupWords, word: string, literal: string | undefined): string | null {
  return prefixed.split('|').includes(word) ? (literal ?? null) : '';
}

/** A path behind the prefix of its group, from the root on, be it written so or not. */
export function belowGroup({ joins }: GroupWords, prefix: string, path: string): string {
  if (prefix === '') return path;
  const own = joins === 'slashless' && path === '/' ? '' : path;
  const full = joins === 'plain' ? `${prefix}${path}` : joinPaths(prefix, own);
  return full.startsWith('/') ? full : `/${full}`;
}
