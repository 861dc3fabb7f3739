import { isBuiltin } from 'node:module';
import type { Naming } from './declared.ts';

/** Where a specifier leads. */
export type ScriptTarget =
  /** `isByName`: only its name says that it is the one. `isGivenOut`: a package gives it out, which the specifier names. */
  | { readonly kind: 'file'; readonly path: string; readonly isByName: boolean; readonly isGivenOut?: boolean }
  | { readonly kind: 'external'; readonly name: string; readonly isStandard: boolean }
  /** `owner`: the folder of the package of the project that is named. */
  | { readonly kind: 'unresolved'; readonly why: string; readonly owner?: string };

/**
 * A name as npm takes it, and what follows is a path in the package: behind a scope a name may begin with `_`. Source: npm,
 * "package.json", "name".
 */
const PACKAGE = /^(?:@[a-z0-9~-][\w.~-]*\/[\w~-]|[a-z0-9~-])[\w.~-]*(?=\/|$)/i;
/** What a program that runs scripts brings with it. */
const RUNTIME = /^(?:node|bun|deno|cloudflare):/;
const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
/** Hosts of the machine itself (RFC 6761 §6.3). */
const OWN_MACHINE = /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1?\])(?=[:/]|$)/i;

/** Something outside by a name that a manifest need not have, such as that of Node's own modules. */
export function outsideByItself(specifier: string): ScriptTarget | null {
  if (isBuiltin(specifier)) return external(`node:${specifier.replace(/^node:/, '')}`, true);
  if (RUNTIME.test(specifier)) return external(specifier, true);
  const scheme = SCHEME.exec(specifier)?.[1]?.toLowerCase();
  if (scheme === undefined) return null;
  if (scheme === 'npm' || scheme === 'jsr') return registered(scheme, specifier.slice(scheme.length + 1));
  if (OWN_MACHINE.test(specifier)) return unresolved('an address of the own machine, not a package');
  if (scheme === 'http' || scheme === 'https') return external(specifier, false);
  return unresolved(`no package: what ${scheme}: means is up to what builds or runs it`);
}

/** `npm:a@1/b` is the package `a`, as others import it by its name alone. */
function registered(scheme: 'npm' | 'jsr', rest: string): ScriptTarget {
  const name = PACKAGE.exec(rest.replace(/^\//, '').replace(/^(@?[^@]+)@.*$/s, '$1'))?.[0];
  if (name === undefined) return unresolved('neither a file nor the name of a package');
  return external(scheme === 'npm' ? name : `jsr:${name}`, false);
}

/** A package by its name, the path within it left out, without a look at manifests. */
export function packageOf(specifier: string): ScriptTarget {
  const name = PACKAGE.exec(specifier)?.[0];
  return name === undefined ? unresolved('neither a file nor the name of a package') : external(name, false);
}

/**
 * A package of others, if a manifest names it: a bundler may lead any name to a file, and only a manifest proves that
 * it is a package.
 */
export function namedPackage(specifier: string, naming: Naming, isOwnName: boolean): ScriptTarget {
  const target = packageOf(specifier);
  if (target.kind !== 'external' || naming === 'above') return target;
  if (isOwnName) return unresolved('a package of the project has this name, and no manifest links it here');
  if (naming === 'elsewhere') return target;
  if (/^~(?:\/|$)/.test(specifier)) return unresolved('an alias that no tsconfig.json names');
  // Bun's own module, which is called like the package that installs it.
  if (naming === 'nowhere' && specifier === 'bun') return external(specifier, true);
  // No registry has names such as `~icons`, which plugins of builds make up.
  if (specifier.startsWith('~')) return unresolved('neither a file nor the name of a package');
  return naming === 'nowhere' ? unresolved('no manifest names it as a dependency') : target;
}

function external(name: string, isStandard: boolean): ScriptTarget {
  return { kind: 'external', name, isStandard };
}

/** Why a specifier leads nowhere. */
export function unresolved(why: string, owner?: string): ScriptTarget {
  return owner === undefined ? { kind: 'unresolved', why } : { kind: 'unresolved', why, owner };
}
