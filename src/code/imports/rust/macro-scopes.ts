import type { MacroUse } from './macros.ts';
import type { RustFacts } from './mentions.ts';
import type { Crates, ModuleNode } from './module-tree.ts';
import { resolveRustPath } from './resolve.ts';

/*
 * A macro without a path is there from its declaration on, for all that follows in the text: for modules that are taken in
 * behind it, and behind a module with `#[macro_use]` for what is around that, too. Source: The Rust Reference, "Macros By
 * Example", "Scoping, exporting, and importing".
 */

/** A use, and the module that declares what it uses. */
export interface MacroLink {
  readonly file: string;
  readonly use: MacroUse;
  readonly target: ModuleNode;
}

/** What a walk over crates in the order of their texts needs. */
export interface MacroWalk {
  readonly crates: Crates;
  readonly factsOf: (file: string) => RustFacts | undefined;
  readonly hasTime: () => boolean;
  readonly found: (link: MacroLink) => void;
}

/** Modules within each other, and modules that declare one macro for different builds. */
const DEPTH_MAX = 200;
const VARIANTS_MAX = 6;

/** Tells of each use of a macro that another file declares. A file that is part of several crates may be told several times. */
export function linkMacros(walk: MacroWalk): void {
  for (const places of walk.crates.nodesOf.values()) {
    for (const [file] of places)
      if (file?.parent === null) walkModule(walk, file, { own: new Map(), outer: null, depth: 0 });
  }
}

/** The macros that are there at a place of a text: those of its module, and of what is around that. */
interface Textual {
  readonly own: Map<string, readonly ModuleNode[]>;
  readonly outer: Textual | null;
  readonly depth: number;
}

function walkModule(walk: MacroWalk, node: ModuleNode, textual: Textual): void {
  const facts = walk.factsOf(node.file);
  if (facts === undefined || textual.depth > DEPTH_MAX || !walk.hasTime()) return;
  const walked = new Set<ModuleNode>();
  for (const event of eventsOf(facts).get(node.scope) ?? []) {
    if (event.kind === 'use') linkUse(walk, node, textual, event.use);
    else if (event.kind === 'definition') textual.own.set(event.name, [node]);
    else if (event.kind === 'crate') bringCrate(walk, node, textual, event);
    else walkChildren(walk, node, textual, { ...event, walked });
  }
  // What a macro takes in is told by no place.
  const rest = { scope: null, isMacroUse: false, isConditional: false, walked };
  for (const name of node.children.keys()) walkChildren(walk, node, textual, { ...rest, name });
}

function lookUp(textual: Textual, name: string): readonly ModuleNode[] | undefined {
  for (let at: Textual | null = textual; at !== null; at = at.outer) {
    const nodes = at.own.get(name);
    if (nodes !== undefined) return nodes;
  }
  return undefined;
}

function linkUse({ found }: MacroWalk, { file }: ModuleNode, textual: Textual, use: MacroUse): void {
  for (const target of lookUp(textual, use.name) ?? []) if (target.file !== file) found({ file, use, target });
}

/** The macros that a crate of the project gives to those who ask for them. */
function bringCrate({ crates }: MacroWalk, node: ModuleNode, { own }: Textual, event: Event & { kind: 'crate' }): void {
  const target = resolveRustPath(crates, node, ['', event.name]);
  if (target.kind !== 'module' || target.rest.length > 0 || target.node.crate === node.crate) return;
  for (const [name, from] of target.node.crate.macros) {
    if (from !== null && event.only?.includes(name) !== false) own.set(name, [from]);
  }
}

interface Taken extends Omit<Event & { kind: 'module' }, 'kind' | 'at'> {
  readonly walked: Set<ModuleNode>;
}

/** Walks the modules that a declaration takes in, and keeps their macros where it says so. */
function walkChildren(walk: MacroWalk, node: ModuleNode, textual: Textual, taken: Taken): void {
  const { name, scope, isMacroUse, isConditional, walked } = taken;
  const children = (node.children.get(name) ?? []).filter((child) =>
    scope === null ? !walked.has(child) : child.file === node.file && child.scope === scope,
  );
  for (const [at, child] of children.entries()) {
    walked.add(child);
    const inner: Textual = { own: new Map(), outer: textual, depth: textual.depth + 1 };
    walkModule(walk, child, inner);
    if (!isMacroUse) continue;
    for (const [macro, nodes] of inner.own) {
      // Of modules that different builds take in each may be the one that declares it.
      const others = isConditional || at > 0 ? (lookUp(textual, macro) ?? []) : [];
      textual.own.set(macro, [...new Set([...others, ...nodes])].slice(0, VARIANTS_MAX));
    }
  }
}

/** What changes or asks for the macros of a scope, in the order of the text. */
type Event =
  | { readonly kind: 'definition'; readonly at: number; readonly name: string }
  | { readonly kind: 'use'; readonly at: number; readonly use: MacroUse }
  | { readonly kind: 'crate'; readonly at: number; readonly name: string; readonly only: readonly string[] | null }
  | {
      readonly kind: 'module';
      readonly at: number;
      readonly name: string;
      /** Of a module that is written out; null of one in a file. */
      readonly scope: number | null;
      readonly isMacroUse: boolean;
      readonly isConditional: boolean;
    };

/** By scope; of a file that is part of several crates found once. */
const events = new WeakMap<RustFacts, ReadonlyMap<number, readonly Event[]>>();

function eventsOf(facts: RustFacts): ReadonlyMap<number, readonly Event[]> {
  const known = events.get(facts);
  if (known !== undefined) return known;
  const { macroFacts, modules, scopes } = facts;
  const all: (Event & { readonly in: number })[] = [
    ...macroFacts.definitions.map(({ name, at, scope }) => ({ kind: 'definition' as const, name, at, in: scope })),
    ...macroFacts.crates.map((crate) => ({ kind: 'crate' as const, ...crate, in: crate.scope })),
    ...macroFacts.uses.map((use) => ({ kind: 'use' as const, use, at: use.at, in: use.scope })),
    ...modules.map((module) => ({ kind: 'module' as const, ...module, in: module.scope, scope: null })),
    ...scopes.flatMap((one, scope) =>
      scope === 0 ? [] : [{ kind: 'module' as const, ...one, in: one.parent, scope }],
    ),
  ];
  const sorted = Map.groupBy(
    all.toSorted((a, b) => a.at - b.at),
    (event) => event.in,
  );
  events.set(facts, sorted);
  return sorted;
}
