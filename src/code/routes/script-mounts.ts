import { type Code, codeMatches, joinPaths } from './route-code.ts';
import { NAME, type Routers } from './script-receivers.ts';

/** What a file itself puts before the paths of a router, by the router's name at a place; empty where it says nothing for certain. */
export type PrefixOf = (name: string, at: number) => string;

/** A router that another one takes in below a literal path. */
interface Mount {
  readonly parent: string;
  readonly path: string;
  /** From behind the mount to the end of its block: where routes come too late for it. Empty where they do not. */
  readonly late: { readonly from: number; readonly to: number };
}

/** Routers that take each other in, one in another. */
const DEPTH_MAX = 8;

/**
 * The prefix of each router that the file makes once and takes into another of its own below one literal path. Who may be
 * taken in elsewhere as well, as what is given out, has none. `bases` is what routers have by themselves. Sources: Express,
 * `app.use`; Hono, `app.route`; @koa/router, "Nested routers".
 */
export function readMounts(
  code: Code,
  { framework, names }: Routers,
  bases: ReadonlyMap<string, string | null>,
): PrefixOf {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const once = new Set([...counts].flatMap(([name, count]) => (count === 1 && bases.get(name) !== null ? [name] : [])));
  const mounts = once.size < 2 ? new Map<string, Mount>() : mountsIn(code, framework, once);
  const taken = mounts.size === 0 ? new Set<string>() : takenIn(code);
  const prefixOf = (name: string, at: number, depth: number): string => {
    const mount = mounts.get(name);
    const own = once.has(name) ? (bases.get(name) ?? '') : '';
    // Where it is not known where the parent is taken in, a part of the path would pass for the whole.
    const isUnknown = mount !== undefined && taken.has(mount.parent) && !mounts.has(mount.parent);
    if (mount === undefined || isUnknown || depth > DEPTH_MAX) return own;
    if (mount.late.from <= at && at < mount.late.to) return own;
    const around = prefixOf(mount.parent, mount.late.from, depth + 1);
    const path = joinPaths(around, mount.path.replace(/^\/?$/, ''));
    return own === '' ? slashless(path) : joinPaths(slashless(path), own);
  };
  return (name, at) => prefixOf(name, at, 0);
}

function slashless(path: string): string {
  return path === '/' ? '' : path;
}

/** `app.use('/api', auth, router)`, of Koa `router.use('/api', other.routes())`: what stands between is what runs before. A star takes in all that is left of a path. */
const TAKES_IN = new RegExp(
  `(?<![\\w$.])(${NAME})\\s*\\.\\s*(use|route)\\(\\s*(['"\`])(/[^'"\`\\n$*]{0,200}|)\\3\\s*,([^(){}[\\]'"\`]{1,400})(\\(\\)(?:,\\s{0,40}[\\w$]{1,100}\\.allowedMethods\\(\\))?,?\\s{0,40})?\\)`,
  'g',
);
/** Routers of one file that are looked for where they are taken in. */
const MOUNTS_MAX = 100;

function mountsIn(code: Code, framework: string, once: ReadonlySet<string>): ReadonlyMap<string, Mount> {
  const isKoa = framework === 'Koa';
  const found = new Map<string, Mount>();
  let left = MOUNTS_MAX;
  for (const { index, ...groups } of codeMatches(code, TAKES_IN)) {
    const { 1: parent = '', 2: call, 4: path = '', 5: given = '', 6: called } = groups;
    const words = given.split(',').map((word) => word.trim());
    const last = words.findLast((word) => word !== '') ?? '';
    const child = isKoa ? last.replace(/\s*\.\s*routes$/, '') : last;
    const isMount = call === (framework === 'Hono' ? 'route' : 'use') && (called !== undefined) === isKoa;
    if (!isMount || parent === child || !once.has(parent) || !once.has(child)) continue;
    if (left > 0 && isOnlyThere(code, child, isKoa))
      found.set(child, { parent, path, late: lateFor(code, framework, index) });
    left -= 1;
  }
  return found;
}

/**
 * Hono and Koa take in the routes that a router has at that time: what the same block registers on it later answers nowhere.
 * Express asks it each time. Sources: Hono, "Routing", "Grouping"; @koa/router, `router.use`.
 */
function lateFor({ mask }: Code, framework: string, from: number): Mount['late'] {
  if (framework === 'Express') return { from, to: from };
  let depth = 0;
  BRACE.lastIndex = from;
  for (let brace = BRACE.exec(mask); brace !== null; brace = BRACE.exec(mask)) {
    depth += brace[0] === '{' ? 1 : -1;
    if (depth < 0) return { from, to: brace.index };
  }
  return { from, to: mask.length };
}

const BRACE = /[{}]/g;

/** Calls of what makes a middleware may stand before it: `app.use(PREFIX, limit(10), router)`. */
const GIVEN = new RegExp(
  `\\.\\s*(?:use|route|mount)\\((?:[^()]|\\([^()]{0,100}\\)){0,300}?(?<![\\w$.])(${NAME})(?:\\.routes\\(\\))?,?\\s{0,40}\\)`,
  'g',
);

/** What is given last where something is taken in, be it by what is no literal. */
function takenIn({ mask }: Code): ReadonlySet<string> {
  return new Set([...mask.matchAll(GIVEN)].flatMap((match) => match[1] ?? []));
}

/** Whether a name is given a value once, and stands alone in no other place than where it is taken in; of Koa where its routes are asked for. */
function isOnlyThere({ mask }: Code, name: string, isKoa: boolean): boolean {
  const quoted = name.replaceAll('$', '\\$');
  const alone = [...mask.matchAll(new RegExp(`(?<![\\w$.])${quoted}(?![\\w$])(?!\\s*(?:\\.|\\??:|=(?!=)))`, 'g'))];
  const given = [...mask.matchAll(new RegExp(`(?<![\\w$.])${quoted}\\s*=(?![=>])`, 'g'))];
  if (given.length > 1) return false;
  const asked = [...mask.matchAll(new RegExp(`(?<![\\w$.])${quoted}\\s*\\.\\s*routes\\(`, 'g'))];
  return isKoa ? alone.length === 0 && asked.length === 1 : alone.length === 1;
}
