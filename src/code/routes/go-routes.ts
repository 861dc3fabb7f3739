import { ARGUMENTS, belowGroup, type GroupWords, readGroups } from './go-groups.ts';
import { type Code, codeMatches, lineOf, namesBy, type Route } from './route-code.ts';

/** How a framework of Go makes routers, and how they register. */
interface GoFramework extends GroupWords {
  readonly framework: string;
  readonly verbs: string;
  /** Methods that take a pattern for every verb, which may begin with one. */
  readonly patterns?: string;
  /** Methods whose first argument is a verb, or a list of them. */
  readonly named: string;
}

const UPPER = 'GET|POST|PUT|PATCH|DELETE|OPTIONS|HEAD|Any';
const TITLE = 'Get|Post|Put|Patch|Delete|Options|Head|Connect|Trace';

const GIN: GoFramework = {
  framework: 'Gin',
  makers: 'gin\\.(?:Default|New)',
  types: '\\*gin\\.(?:Engine|RouterGroup)|gin\\.(?:IRouter|IRoutes)',
  groups: 'Group',
  prefixed: 'Group',
  joins: 'slash',
  verbs: UPPER,
  named: 'Handle|Match',
};
const ECHO: GoFramework = {
  framework: 'Echo',
  makers: 'echo\\.New',
  types: '\\*echo\\.(?:Echo|Group)',
  groups: 'Group',
  prefixed: 'Group',
  joins: 'plain',
  verbs: `${UPPER}|CONNECT|TRACE`,
  named: 'Add|Match',
};
const CHI: GoFramework = {
  framework: 'chi',
  makers: 'chi\\.NewRouter|chi\\.NewMux',
  types: '\\*chi\\.Mux|chi\\.Router',
  groups: 'With|Group|Route',
  prefixed: 'Route',
  mount: 'Mount',
  joins: 'slashless',
  verbs: TITLE,
  patterns: 'Handle|HandleFunc',
  named: 'Method|MethodFunc',
  between: 'With',
};
const FIBER: GoFramework = {
  framework: 'Fiber',
  makers: 'fiber\\.New',
  types: '\\*fiber\\.App|fiber\\.Router',
  groups: 'Group|Route',
  prefixed: 'Group|Route',
  joins: 'slash',
  verbs: `${TITLE}|All`,
  named: 'Add',
};

/** Files of helpers for tests, which Go compiles as any other: only their name or what they import tells. */
const TEST_NAME = /(?:^|\/)(?:testing|mock_[^/]*|[^/]*_mock)\.go$/;
const TEST_IMPORT =
  /^[ \t]*(?:import[ \t]+)?(?:[\w.]+[ \t]+)?"(?:testing|net\/http\/httptest)"[ \t]*(?:;[ \t]*)?\r?$/gm;
/** The first declaration: imports stand before it. */
const FIRST_DECLARATION = /^(?:func|type|var|const)\b/m;

/** Whether a file serves nothing but tests: what it answers to is no route of the program. */
function isTestCode(code: Code): boolean {
  if (TEST_NAME.test(code.file)) return true;
  const end = FIRST_DECLARATION.exec(code.mask)?.index ?? code.text.length;
  const head = { ...code, text: code.text.slice(0, end) };
  return codeMatches(head, TEST_IMPORT).next().done === false;
}

/** `r.GET("/path", …)` on a router, a group of it, or a parameter of such a type; behind the prefixes of the file's own groups. */
function readVerbs(one: GoFramework): (code: Code) => readonly Route[] {
  // Whole names, looked up in a set: as alternatives of a pattern thousands are tried at each place.
  const made = new RegExp(`\\b(\\w+)\\s*:?=\\s*(?:${one.makers})\\(`, 'g');
  const given = new RegExp(`\\b(\\w+)\\s+(?:${one.types})\\b`, 'g');
  const groups = new RegExp(`\\b(\\w+)\\s*:?=\\s*(\\w+)\\.(?:${one.groups})\\(`, 'g');
  const call = callOf(one);
  const prefixesOf = readGroups(one);
  return (code) => {
    if (isTestCode(code)) return [];
    const known = new Set([...namesBy(code.text, made), ...namesBy(code.text, given)]);
    if (known.size === 0) return [];
    const names = withGroups(known, code.text.matchAll(groups));
    const calls = [...codeMatches(code, call)].filter(([, name = '']) => names.has(name));
    const prefixes = prefixesOf(
      code,
      calls.map(({ index, 1: name = '' }) => ({ at: index, name })),
    );
    return calls.flatMap((match, index) => {
      const [, , word, listed = '', , written = ''] = match;
      const place = { framework: one.framework, file: code.file, line: lineOf(code, match) };
      return registered(one, { word, listed, written }).map(({ method, path }) => {
        return { method, path: belowGroup(one, prefixes[index] ?? '', path), ...place };
      });
    });
  };
}

/** Names of routers with those of their groups, and of groups of groups. */
function withGroups(routers: ReadonlySet<string>, groups: Iterable<RegExpMatchArray>): ReadonlySet<string> {
  const byRouter = new Map<string, string[]>();
  for (const [, name = '', of = ''] of groups) {
    const known = byRouter.get(of);
    if (known === undefined) byRouter.set(of, [name]);
    else known.push(name);
  }
  const names = new Set(routers);
  // A set that grows goes on to what is added; each name is gone through once.
  for (const router of names) for (const name of byRouter.get(router) ?? []) names.add(name);
  return names;
}

/** What registers, by the method's name or with verbs that it is given. */
function callOf({ between, patterns, verbs, named }: GoFramework): RegExp {
  const chain = between === undefined ? '' : `(?:\\.(?:${between})\\(${ARGUMENTS}\\))?`;
  const words = patterns === undefined ? verbs : `${verbs}|${patterns}`;
  return new RegExp(
    `(?<![\\w.])(\\w+)${chain}\\.(?:(${words})\\(|(?:${named})\\(\\s*(${VERBS})\\s*,)\\s*(["\`])([^"\`\\n]{0,300})\\4\\s*,`,
    'g',
  );
}

const VERBS = '\\[\\]string\\{[^{}]{0,300}\\}|"\\w{1,40}"|\\w{1,40}\\.\\w{1,40}';

/** A call as it is written: the method's name, or the verbs that it is given. */
interface Registering {
  readonly word: string | undefined;
  readonly listed: string;
  readonly written: string;
}

function registered(
  { patterns }: GoFramework,
  { word, listed, written }: Registering,
): readonly Pick<Route, 'method' | 'path'>[] {
  if (word === undefined) return verbsOf(listed).map((method) => ({ method, path: written }));
  if (patterns?.split('|').includes(word) === true) return [readPattern(written)];
  return [{ method: /^(?:Any|All)$/.test(word) ? 'ANY' : word.toUpperCase(), path: written }];
}

/** `"GET"`, `http.MethodGet`, `echo.GET` and lists of these; none where one of them is a value that is not known. */
function verbsOf(listed: string): readonly string[] {
  const inner = /^\[\]string\{([^{}]*)\}$/.exec(listed)?.[1] ?? listed;
  const parts = inner.split(',').map((part) => part.trim());
  const verbs = parts
    .filter((part) => part !== '')
    .map((part) => /^(?:"(\w+)"|\w+\.(?:Method)?([A-Z][A-Za-z]*))$/.exec(part))
    .map((match) => (match?.[1] ?? match?.[2] ?? '').toUpperCase());
  return verbs.includes('') ? [] : verbs;
}

/** `GET /path`, or a path that every method may ask for. */
function readPattern(written: string): Pick<Route, 'method' | 'path'> {
  const [, verb, path = ''] = /^(?:([A-Z]+)[ \t]+)?(.*)$/.exec(written) ?? [];
  return { method: verb ?? 'ANY', path };
}

/** Gin. */
export const readGin = readVerbs(GIN);
/** Echo. */
export const readEcho = readVerbs(ECHO);
/** chi. */
export const readChi = readVerbs(CHI);
/** Fiber. */
export const readFiber = readVerbs(FIBER);

/** `http.HandleFunc("GET /path", …)` and the same on a mux; without a method it answers all. */
export function readNetHttp(code: Code): readonly Route[] {
  if (isTestCode(code)) return [];
  const made = namesBy(code.text, /\b(\w+)\s*:?=\s*http\.NewServeMux\(/g);
  const given = namesBy(code.text, /\b(\w+)\s+\*http\.ServeMux\b/g);
  const names = new Set(['http', ...made, ...given]);
  return [...codeMatches(code, HANDLE)].flatMap((match) => {
    if (!names.has(match[1] ?? '')) return [];
    return { ...readPattern(match[2] ?? ''), framework: 'net/http', file: code.file, line: lineOf(code, match) };
  });
}

const HANDLE = /(?<![\w.])(\w+)\.Handle(?:Func)?\(\s*"([^"\n]{0,300})"\s*,/g;
