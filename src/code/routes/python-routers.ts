import { indexAt } from '../lex/pairs.ts';
import { argumentAfter } from './python-arguments.ts';
import { type PythonMounts, readPythonMounts } from './python-mounts.ts';
import type { Code } from './route-code.ts';

/** How a framework's routers are made, given by a type (none says it of most), and told their prefix. */
interface RouterForms {
  readonly made: RegExp;
  readonly typed?: RegExp;
  /** Finds the argument. */
  readonly prefix: RegExp;
  readonly mounts: PythonMounts;
}

/** The literal prefix of the router that a name stands for at a place; null where the file has no router of that name. */
export type PrefixAt = (name: string, at: number) => string | null;

/** Routers of one name in one scope, in the order of the text. */
interface Made {
  readonly starts: Int32Array;
  readonly prefixes: readonly string[];
}

interface Router {
  readonly name: string;
  readonly at: number;
  readonly scope: string;
  /** `''` where it has none, or none that is a literal. */
  readonly prefix: string;
  readonly isKnown: boolean;
}

/**
 * Routers by their names, each with the literal prefix of what makes it. What is put together at run time (`f"/{id}"`, a
 * name) is not known, nor what is given from elsewhere: then paths are told as they are written.
 */
export function readRouters(code: Code, { made, typed, prefix, mounts }: RouterForms): PrefixAt {
  const scopeOf = makeScopes(code.mask);
  const given = typed === undefined ? [] : [...code.mask.matchAll(typed)];
  const routers: readonly Router[] = [
    // A parameter is known in its function alone.
    ...given.map(({ index: at, 1: name = '' }) => ({ name, at, scope: scopeOf.inner(at), prefix: '', isKnown: true })),
    ...Array.from(code.mask.matchAll(made), ({ index: at, 0: whole, 1: name = '' }) => {
      const said = argumentAfter(code, at + whole.length, prefix);
      return { name, at, scope: scopeOf.here(at), prefix: said ?? '', isKnown: said !== null };
    }),
  ];
  const byScope = new Map<string, Made>();
  for (const [key, those] of Map.groupBy(routers, ({ scope, name }) => `${scope} ${name}`)) {
    const sorted = those.toSorted((one, other) => one.at - other.at);
    byScope.set(key, { starts: Int32Array.from(sorted, ({ at }) => at), prefixes: sorted.map((one) => one.prefix) });
  }
  const prefixes = Map.groupBy(routers, ({ name }) => name);
  const common = new Map(
    [...prefixes].map(([name, [first, ...others]]) => {
      return [name, others.every((one) => one.prefix === first?.prefix) ? (first?.prefix ?? '') : ''];
    }),
  );
  const own: PrefixAt = (name, at) => {
    const inScope = (scope: string): string | undefined => lastBefore(byScope.get(`${scope} ${name}`), at);
    return inScope(scopeOf.here(at)) ?? inScope(TOP) ?? common.get(name) ?? null;
  };
  // A name that is given one router is that router wherever it is taken in.
  const once = new Map(
    [...prefixes].flatMap(([name, [one, another]]) =>
      one === undefined || another !== undefined ? [] : [[name, one.isKnown]],
    ),
  );
  return readPythonMounts(code, mounts, { own, once, prefix });
}

const TOP = 'top';

/** Where a statement at the top begins; what a text over several lines holds is no name in a mask. */
const STATEMENT = /^[\w@]/gm;

/** Scopes, by the statements at the top that hold them: a function or class has names that nobody has outside of it. */
function makeScopes(mask: string): { inner(at: number): string; here(at: number): string } {
  const starts = Int32Array.from(mask.matchAll(STATEMENT), ({ index }) => index);
  const inner = (at: number): string => String(indexAt(starts, at));
  return { inner, here: (at) => (/[ \t]/.test(mask.charAt(at)) ? inner(at) : TOP) };
}

function lastBefore(made: Made | undefined, at: number): string | undefined {
  if (made === undefined || (made.starts[0] ?? at) > at) return undefined;
  return made.prefixes[indexAt(made.starts, at)];
}
