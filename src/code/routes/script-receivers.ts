import type { NameUse } from './named-groups.ts';
import { type Code, codeMatches } from './route-code.ts';

/** A name of a program in a script, for patterns. */
export const NAME = '[A-Za-z_$][\\w$]*';
/** Types given to a call: braces and angles may stand within, which are not of a comparison. */
export const TYPE_ARGUMENTS = '(?:<(?:[^<>()]|<[^<>()]{0,200}>){0,400}>\\s*)?';

/** What of a file has routes: names that hold an application or a router, and what is called to make one. */
export interface Routers {
  readonly framework: string;
  readonly names: readonly string[];
  readonly makers: readonly string[];
  /** Whether one is made with `new`; null where it may be. */
  readonly isNew: boolean | null;
  readonly given?: GivenRouters;
}

/** Routers that functions of the file are given. */
export interface GivenRouters {
  readonly names: readonly string[];
  /** The prefix before each use of a name, in the order of their places; null where it holds none of them there. */
  readonly prefixes: (uses: readonly NameUse[]) => readonly (string | null)[];
}

const RECEIVER = new RegExp(`(?<![\\w$.])${NAME}(?=\\s*\\.)`, 'g');

/** A name that holds an application, and where it ends. */
interface Receiver {
  readonly name: string;
  readonly end: number;
}

/** Where the names stand that hold an application. */
export function receiversIn({ mask }: Code, names: readonly string[]): readonly Receiver[] {
  const known = new Set(names);
  if (known.size === 0) return [];
  return [...mask.matchAll(RECEIVER)].flatMap(({ 0: name, index }) =>
    known.has(name) ? [{ name, end: index + name.length }] : [],
  );
}

const MADE = new RegExp(`(?<![\\w$.])(new\\s+)?(${NAME}(?:\\.${NAME})?)\\s*${TYPE_ARGUMENTS}\\(`, 'g');

/** A call that makes an application: where it ends, what it is assigned to, and the prefix that it is made with. */
interface Made extends Receiver {
  readonly base: string;
}

/** The calls that make an application. `closeOf` gives the bracket that closes one. */
export function madeIn(
  code: Code,
  { framework, makers, isNew }: Routers,
  closeOf: (open: number) => number,
): readonly Made[] {
  const known = new Set(makers);
  if (known.size === 0) return [];
  return [...code.mask.matchAll(MADE)].flatMap(({ 0: whole, 1: made, 2: maker = '', index }) => {
    if (!known.has(maker) || (isNew !== null && (made !== undefined) !== isNew)) return [];
    const open = index + whole.length;
    const end = closeOf(open - 1) + 1;
    const name = ASSIGNED.exec(code.mask.slice(Math.max(0, index - ASSIGNED_MAX), index))?.[1] ?? '';
    return [{ name, end, base: baseOf(code.text, framework, { open, end }) }];
  });
}

const ASSIGNED_MAX = 200;
const ASSIGNED = new RegExp(`(?<![\\w$.])(${NAME})(?:\\s*:[^=\\n]{1,80})?\\s*=\\s*$`);
const KOA_PREFIX = /[{,]\s*prefix\s*:\s*(['"])(\/[^'"\n]{0,200})\1/;
const BASE_PATH = /\s*\.\s*basePath\(\s*(['"])([^'"\n]{0,200})\1\s*\)/y;
/** Characters of what a router is made with that are looked at. */
const OPTIONS_MAX = 1_000;

/** `new Router({ prefix: '/a' })` of Koa, `new Hono().basePath('/a')`. */
function baseOf(
  text: string,
  framework: string,
  { open, end }: { readonly open: number; readonly end: number },
): string {
  if (framework === 'Koa') return KOA_PREFIX.exec(text.slice(open, Math.min(end, open + OPTIONS_MAX)))?.[2] ?? '';
  BASE_PATH.lastIndex = end;
  return framework === 'Hono' ? (BASE_PATH.exec(text)?.[2] ?? '') : '';
}

const PREFIXED = new RegExp(
  `(?<![\\w$.])(${NAME})\\s*\\.\\s*prefix\\(\\s*(?:(['"\`])(/[^'"\`\\n$]{0,200})\\2\\s*\\))?`,
  'g',
);

/**
 * What routers put before their paths by themselves: what they are made with, or what Koa's are told (`router.prefix('/a')`,
 * which is for the paths that they have already as well); null where that is not known.
 */
export function basesOf(code: Code, framework: string, made: readonly Made[]): ReadonlyMap<string, string | null> {
  const bases = new Map<string, string | null>();
  for (const { name, base } of made) if (name !== '' && base !== '') bases.set(name, base);
  if (framework !== 'Koa') return bases;
  for (const { 1: name = '', 3: path = null } of codeMatches(code, PREFIXED))
    bases.set(name, bases.has(name) ? null : path);
  return bases;
}
