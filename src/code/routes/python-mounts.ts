import { argumentAfter } from './python-arguments.ts';
import type { PrefixAt } from './python-routers.ts';
import { type Code, codeMatches } from './route-code.ts';

/** How a framework takes a router in. */
export interface PythonMounts {
  /** The call, with who takes in and the router as its groups, up to behind the router. */
  readonly call: RegExp;
  /** What a router lies below, by its own prefix and that of the call: null where that is no literal, undefined where it gives none. */
  readonly below: (around: string, own: string, given: string | null | undefined) => string;
}

interface Known {
  readonly own: PrefixAt;
  /** Names that the file gives one router each. */
  readonly once: ReadonlySet<string>;
  readonly prefix: RegExp;
}

interface Mount {
  readonly parent: string;
  readonly at: number;
  readonly given: string | null | undefined;
}

/** Routers that take each other in, one in another. */
const DEPTH_MAX = 8;

/** Prefixes of routers with those that the file itself takes them in below, where it does so once for each. */
export function readPythonMounts(code: Code, { call, below }: PythonMounts, { own, once, prefix }: Known): PrefixAt {
  const all = [...codeMatches(code, call)].map(({ index, 0: whole, 1: parent = '', 2: name = '' }) => {
    return { name, parent, at: index, given: argumentAfter(code, index + whole.length, prefix) };
  });
  const mounts = Map.groupBy<string, Mount & { readonly name: string }>(all, ({ name }) => name);
  const prefixAt = (name: string, at: number, depth: number): string | null => {
    const said = own(name, at);
    const [mount, another] = mounts.get(name) ?? [];
    if (said === null || mount === undefined || !once.has(name) || depth > DEPTH_MAX) return said;
    if (another !== undefined) return below('', said, mount.given === another.given ? mount.given : null);
    const around = mount.parent === name ? '' : (prefixAt(mount.parent, mount.at, depth + 1) ?? '');
    return below(around, said, mount.given);
  };
  return (name, at) => prefixAt(name, at, 0);
}
