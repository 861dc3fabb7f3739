import { argumentAfter } from './python-arguments.ts';
import type { PrefixAt } from './python-routers.ts';
import { type Code, codeMatches } from './route-code.ts';

/** How a framework takes a router in. */
export interface PythonMounts {
  /** The call, with who takes in and the router as its groups, up to behind the router. */
  readonly call: RegExp;
  /** What a router lies below, by its own prefix and that of the call: null where that is no literal, undefined where it gives none. */
  readonly below: (around: string, own: string | null, given: string | null | undefined) => string;
}

interface Known {
  readonly own: PrefixAt;
  /** Names that the file gives one router each, with whether its own prefix is a literal, or none. */
  readonly once: ReadonlyMap<string, boolean>;
  readonly prefix: RegExp;
}

interface Mount {
  readonly parent: string;
  readonly at: number;
  readonly given: string | null | undefined;
}

/** Routers that take each other in, one in another. */
const DEPTH_MAX = 8;

/**
 * Prefixes of routers with those that the file itself takes them in below, where it does so once for each. Both frameworks take
 * in the routes that a router has by then: what the file adds to it further down answers nowhere.
 */
export function readPythonMounts(code: Code, { call, below }: PythonMounts, { own, once, prefix }: Known): PrefixAt {
  const all = [...codeMatches(code, call)].map(({ index, 0: whole, 1: parent = '', 2: name = '' }) => {
    return { name, parent, at: index, given: argumentAfter(code, index + whole.length, prefix) };
  });
  const others = all.filter(({ name, parent }) => name !== parent);
  const mounts = Map.groupBy<string, Mount & { readonly name: string }>(others, ({ name }) => name);
  const prefixAt = (name: string, at: number, depth: number): string | null => {
    const said = own(name, at);
    const [mount, another] = mounts.get(name) ?? [];
    const isKnown = once.get(name);
    if (said === null || mount === undefined || isKnown === undefined || depth > DEPTH_MAX) return said;
    const literal = isKnown ? said : null;
    if (another !== undefined) return below('', literal, mount.given === another.given ? mount.given : null);
    if (isLate(code, mount.at, at)) return said;
    return below(prefixAt(mount.parent, mount.at, depth + 1) ?? '', literal, mount.given);
  };
  return (name, at) => prefixAt(name, at, 0);
}

function isLate({ mask }: Code, mountedAt: number, at: number): boolean {
  return mountedAt < at && isAtTop(mask, mountedAt) && isAtTop(mask, at);
}

/** Whether a statement of the module itself begins at an offset: what functions hold may run at any time. */
function isAtTop(mask: string, at: number): boolean {
  return (at === 0 || mask.charAt(at - 1) === '\n') && /\S/.test(mask.charAt(at));
}
