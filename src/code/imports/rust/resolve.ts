import type { CargoDependency, CargoPackage } from './cargo-packages.ts';
import type { Crates, ModuleNode } from './module-tree.ts';

/** Where a path leads. */
export type RustTarget =
  | { readonly kind: 'module'; readonly node: ModuleNode; readonly rest: readonly string[] }
  | { readonly kind: 'external'; readonly name: string; readonly isStandard: boolean }
  /** A crate of the project without a library that can be read. */
  | { readonly kind: 'lost'; readonly why: string }
  /** A name that no `mod`, `use` or Cargo.toml explains: an item here, a macro's product, or an error. */
  | { readonly kind: 'unknown' };

const STANDARD = new Set(['std', 'core', 'alloc', 'proc_macro', 'test']);
/** Crates of the compiler itself, which are there for who names them (`rustc_private`). */
const COMPILER = /^rustc_/;
/** Uses that lead to uses; a loop ends here. */
const STEPS_MAX = 12;
/** Of the modules that are brought in as a whole so many are looked into, and not much deeper. */
const GLOBS_MAX = 6;
const GLOB_STEPS = 5;

/** Leads the path of a `use` or an expression in a module to the deepest module that it names. */
export function resolveRustPath(crates: Crates, node: ModuleNode, path: readonly string[], steps = 0): RustTarget {
  const [first = '', ...rest] = path;
  if (steps > STEPS_MAX) return { kind: 'unknown' };
  if (first === '') return resolveCrate(crates, node, rest, steps) ?? { kind: 'unknown' };
  const start = keywordStart(node, first);
  if (start) return descend(crates, start, rest, steps);
  const local = resolveLocal(crates, node, path, steps);
  if (local) return local;
  return resolveCrate(crates, node, path, steps) ?? resolveOld(crates, node, path, steps) ?? { kind: 'unknown' };
}

function keywordStart(node: ModuleNode, name: string): ModuleNode | null {
  if (name === 'crate' || name === '$crate') return node.crate.root;
  if (name === 'self') return node;
  return name === 'super' ? node.parent : null;
}

/** A module here, a name that a `use` here brings in, or one of a module that is brought in as a whole. */
function resolveLocal(crates: Crates, node: ModuleNode, path: readonly string[], steps: number): RustTarget | null {
  const [first = '', ...rest] = path;
  const child = childOf(crates, node, first);
  if (child) return descend(crates, child, rest, steps);
  const use = node.bound.get(first);
  // `use anyhow::anyhow`: what it brings in is a macro or function, and the first name still that of the crate.
  if (use && use.path[0] !== first) {
    return resolveRustPath(crates, node, [...use.path, ...rest], steps + 1);
  }
  for (const glob of node.globs.slice(0, GLOBS_MAX)) {
    const all =
      glob.path.join('::') === path.join('::') ? null : resolveRustPath(crates, node, glob.path, steps + GLOB_STEPS);
    if (all?.kind !== 'module' || all.rest.length > 0 || all.node === node) continue;
    if (all.node.children.has(first) || all.node.bound.has(first)) {
      return resolveLocal(crates, all.node, path, steps + GLOB_STEPS);
    }
  }
  return null;
}

function childOf(crates: Crates, node: ModuleNode, name: string): ModuleNode | undefined {
  return crates.pick(node.children.get(name) ?? []);
}

/** Deeper as long as the names are modules, also through a `pub use` of a module. */
function descend(crates: Crates, from: ModuleNode, path: readonly string[], steps: number): RustTarget {
  let node = from;
  for (const [at, name] of path.entries()) {
    const child = name === 'super' ? node.parent : childOf(crates, node, name);
    if (!child) {
      const rest = path.slice(at);
      return (rest.length > 1 ? followReexport(crates, node, rest, steps) : null) ?? { kind: 'module', node, rest };
    }
    node = child;
  }
  return { kind: 'module', node, rest: [] };
}

/** What a module gives out under a name may be another module, in which the path goes on. */
function followReexport(crates: Crates, node: ModuleNode, path: readonly string[], steps: number): RustTarget | null {
  const [first = '', ...rest] = path;
  const use = node.bound.get(first);
  if (!use) return null;
  const target = resolveRustPath(crates, node, use.path, steps + 1);
  if (target.kind !== 'module' || target.rest.length > 0) return null;
  return descend(crates, target.node, rest, steps + 1);
}

/** A crate that the package depends on, its own library, or one that comes with the compiler. */
function resolveCrate(crates: Crates, node: ModuleNode, path: readonly string[], steps: number): RustTarget | null {
  const [first = '', ...rest] = path;
  const own = node.crate.package;
  const named = node.crate.named.get(first) ?? [];
  if (named.includes('self') && node.crate.root) return descend(crates, node.crate.root, rest, steps);
  const dependency = [first, ...named].map((name) => dependencyOf(crates, own, name)).find((one) => one !== undefined);
  if (dependency) return enterDependency(crates, dependency, rest, steps);
  // Within the library itself its own name stands in macros, which others unfold.
  const library = own.libraryName === first ? crates.libraries.get(own.folder) : undefined;
  if (library) return descend(crates, library.root, rest, steps);
  const isStandard = STANDARD.has(first) || (COMPILER.test(first) && named.includes(first));
  return isStandard ? { kind: 'external', name: first, isStandard } : null;
}

function dependencyOf(
  { renamed }: Crates,
  { dependencies, folder }: CargoPackage,
  name: string,
): CargoDependency | undefined {
  return dependencies.get(name) ?? renamed.get(folder)?.get(name);
}

function enterDependency(
  crates: Crates,
  { folder, packageName }: CargoDependency,
  rest: readonly string[],
  steps: number,
): RustTarget {
  if (folder === null) return { kind: 'external', name: packageName, isStandard: false };
  const library = crates.libraries.get(folder);
  if (library) return descend(crates, library.root, rest, steps);
  return { kind: 'lost', why: `no library of ${packageName} in ${folder || '.'}` };
}

/** In the edition of 2015 the paths of `use` begin at the crate. */
function resolveOld(crates: Crates, node: ModuleNode, path: readonly string[], steps: number): RustTarget | null {
  const { root } = node.crate;
  if (!node.crate.package.isOldEdition || !root || root === node) return null;
  const [first = ''] = path;
  // `use version;`: a name alone is what the root declares or brings in, which only a `use` looks for there.
  const isOfRoot = path.length === 1 && [root.items, root.hidden, root.bound].some((names) => names.has(first));
  return root.children.has(first) || isOfRoot ? descend(crates, root, path, steps) : null;
}
