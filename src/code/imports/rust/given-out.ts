import type { RustPath, RustUse } from './mentions.ts';
import type { Crates, ModuleNode } from './module-tree.ts';
import { type RustTarget, resolveRustPath } from './resolve.ts';

/** Modules that give out what others give out: no crate has more of them one behind the other. */
const HOPS_MAX = 8;
/** Of the modules that one gives out as a whole so many are looked into, and not deeper. */
const GLOBS_MAX = 6;
const GLOB_HOPS_MAX = 2;

/** Of modules that stand for each other in builds for different systems so many are followed. */
const VARIANTS_MAX = 6;

/** A path, and whether it is called. */
export type RustWay = Pick<RustPath, 'path' | 'isCall'>;

/** As `resolveRustName`, for each of the modules of one name among which the build decides: their targets, each once. */
export function resolveVariants(crates: Crates, node: ModuleNode, way: RustWay): readonly RustTarget[] {
  const targets = new Map<ModuleNode | null, RustTarget>();
  let widest = 1;
  for (let variant = 0; variant < Math.min(widest, VARIANTS_MAX); variant += 1) {
    const pick: Crates['pick'] = (modules) => {
      widest = Math.max(widest, modules.length);
      return modules[Math.min(variant, modules.length - 1)];
    };
    const target = resolveRustName({ ...crates, pick }, node, way);
    const key = target.kind === 'module' ? target.node : null;
    if (!targets.has(key)) targets.set(key, target);
  }
  // What one variant lacks is no fault of the path when another has it.
  return targets.size > 1 ? [...targets.values()].filter(({ kind }) => kind === 'module') : [...targets.values()];
}

/**
 * As `resolveRustPath`, and on to the module that declares what the path names, through modules that only give it out
 * (`pub use`). Another crate's names are this one's own to those who use them: there the way ends.
 */
function resolveRustName(crates: Crates, node: ModuleNode, way: RustWay): RustTarget {
  const target = resolveWay(crates, node, way);
  if (target.kind !== 'module') return target;
  const name = target.rest[0] ?? '*';
  return name === '*'
    ? target
    : { ...target, node: declaringModule(crates, { node: target.node, name, from: node, isCall: way.isCall }) };
}

/** A function and a module may have one name: what is called is in the module that the names before it lead to. */
function resolveWay(crates: Crates, node: ModuleNode, { path, isCall }: RustWay): RustTarget {
  const last = path.at(-1) ?? '';
  if (!isCall) return resolveRustPath(crates, node, path);
  // No module is called so.
  const called = `${last}()`;
  const target = resolveRustPath(crates, node, [...path.slice(0, -1), called]);
  if (target.kind !== 'module') return target;
  return { ...target, rest: target.rest.map((name) => (name === called ? last : name)) };
}

/** A name in a module, and the module that asks for it. */
interface Naming {
  readonly node: ModuleNode;
  readonly name: string;
  readonly from: ModuleNode;
  /** Whether it is the name of something that is called. */
  readonly isCall: boolean;
}

/** The module at the end of the way; the one that is asked where that is not known, or the way goes round. */
function declaringModule(crates: Crates, start: Naming): ModuleNode {
  const seen = new Set<ModuleNode>();
  let at = start;
  for (let hop = 0; hop < HOPS_MAX; hop += 1) {
    if (seen.has(at.node)) return start.node;
    seen.add(at.node);
    const next = giverOf(crates, at);
    if (next === null) return at.node;
    at = next;
  }
  return start.node;
}

/** Where a module has a name from; null when it declares it, or where it comes from is not known. */
function giverOf(crates: Crates, naming: Naming): Naming | null {
  const { node, name, from, isCall } = naming;
  const macro = node === node.crate.root && !node.bound.has(name) ? node.crate.macros.get(name) : undefined;
  if (node.items.has(name) || macro === node) return null;
  if (macro) return { node: macro, name, from: node, isCall };
  const use = node.bound.get(name);
  // What is declared goes before what is brought in as a whole.
  if (use === undefined) return node.hidden.has(name) ? null : throughGlobs(crates, naming);
  if (node.unsure.has(name) || !isVisible(use, node, from)) return null;
  const target = resolveWay(crates, node, { path: use.path, isCall });
  if (target.kind !== 'module') return null;
  // What a crate has from another one is its own to others; its own modules know where it comes from.
  if (target.node.crate !== node.crate && node.crate !== from.crate) return null;
  const [own] = target.rest;
  return own === undefined ? null : { node: target.node, name: own, from: node, isCall };
}

/** The one module that gives out the name among those that are given out as a whole; null for none or several. */
function throughGlobs(crates: Crates, naming: Naming): Naming | null {
  const seen = new Set([naming.node]);
  let border: readonly Naming[] = [naming];
  for (let hop = 0; hop < GLOB_HOPS_MAX && border.length > 0; hop += 1) {
    const next = border.flatMap((at) => wholesOf(crates, at)).filter((one) => isNew(seen, one.node));
    const [first, ...others] = next.filter(declares);
    if (first !== undefined) return others.length === 0 ? first : null;
    border = next;
  }
  return null;
}

function isNew(seen: Set<ModuleNode>, node: ModuleNode): boolean {
  return seen.size !== seen.add(node).size;
}

/** Modules of the crate of which all names are brought in. */
function wholesOf(crates: Crates, { node, name, from, isCall }: Naming): readonly Naming[] {
  return node.globs.slice(0, GLOBS_MAX).flatMap((glob) => {
    if (!isVisible(glob, node, from)) return [];
    const target = resolveRustPath(crates, node, glob.path);
    const isWhole = target.kind === 'module' && target.rest.length === 0 && target.node.crate === node.crate;
    return isWhole ? [{ node: target.node, name, from: node, isCall }] : [];
  });
}

function declares({ node, name, from }: Naming): boolean {
  const use = node.bound.get(name);
  return node.items.has(name) || (use !== undefined && isVisible(use, node, from));
}

/** A `use` without `pub` means something in its module and in those within it. */
function isVisible(use: RustUse, node: ModuleNode, from: ModuleNode): boolean {
  if (use.isPublic) return true;
  for (let at: ModuleNode | null = from; at; at = at.parent) if (at === node) return true;
  return false;
}
