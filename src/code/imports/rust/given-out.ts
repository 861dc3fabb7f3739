import type { RustUse } from './mentions.ts';
import type { Crates, ModuleNode } from './module-tree.ts';
import { type RustTarget, resolveRustPath } from './resolve.ts';

/** Modules that give out what others give out: no crate has more of them one behind the other. */
const HOPS_MAX = 8;
/** Of the modules that one gives out as a whole so many are looked into, and not deeper. */
const GLOBS_MAX = 6;
const GLOB_HOPS_MAX = 2;

/**
 * As `resolveRustPath`, and on to the module that declares what the path names, through modules of the same crate that
 * only give it out (`pub use`). Another crate's names are this one's own to those who use them: there the way ends.
 */
export function resolveRustName(crates: Crates, node: ModuleNode, path: readonly string[]): RustTarget {
  const target = resolveRustPath(crates, node, path);
  if (target.kind !== 'module') return target;
  const name = target.rest[0] ?? '*';
  return name === '*' ? target : { ...target, node: declaringModule(crates, { node: target.node, name, from: node }) };
}

/** A name in a module, and the module that asks for it. */
interface Naming {
  readonly node: ModuleNode;
  readonly name: string;
  readonly from: ModuleNode;
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
function giverOf(crates: Crates, { node, name, from }: Naming): Naming | null {
  if (node.items.has(name)) return null;
  const use = node.bound.get(name);
  if (use === undefined) return throughGlobs(crates, { node, name, from });
  if (node.unsure.has(name) || !isVisible(use, node, from)) return null;
  const target = resolveRustPath(crates, node, use.path);
  if (target.kind !== 'module' || target.node.crate !== node.crate) return null;
  const [own] = target.rest;
  return own === undefined ? null : { node: target.node, name: own, from: node };
}

/** The one module that gives out the name among those that are given out as a whole; null for none or several. */
function throughGlobs(crates: Crates, { node, name, from }: Naming): Naming | null {
  const seen = new Set([node]);
  let border: readonly Naming[] = [{ node, name, from }];
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
function wholesOf(crates: Crates, { node, name, from }: Naming): readonly Naming[] {
  return node.globs.slice(0, GLOBS_MAX).flatMap((glob) => {
    if (!isVisible(glob, node, from)) return [];
    const target = resolveRustPath(crates, node, glob.path);
    const isWhole = target.kind === 'module' && target.rest.length === 0 && target.node.crate === node.crate;
    return isWhole ? [{ node: target.node, name, from: node }] : [];
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
