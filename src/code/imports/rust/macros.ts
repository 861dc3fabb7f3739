import type { Structure } from '../../lex/structure.ts';
import { makeLineIndex } from '../../text/lines.ts';

/** A macro as a module declares it by `macro_rules!`: it is there from its place on. */
interface MacroDefinition {
  readonly name: string;
  readonly scope: number;
  readonly at: number;
}

/** `name!(…)` without a path, with all its places in a scope. */
export interface MacroUse {
  readonly name: string;
  readonly scope: number;
  /** Of the first. */
  readonly at: number;
  readonly lines: readonly number[];
}

/** `#[macro_use] extern crate name;`, with the macros that it asks for; null for all. */
interface MacroCrate {
  readonly name: string;
  readonly only: readonly string[] | null;
  readonly scope: number;
  readonly at: number;
}

/** What a file says of macros that have no path. */
export interface MacroFacts {
  readonly definitions: readonly MacroDefinition[];
  readonly crates: readonly MacroCrate[];
  readonly uses: readonly MacroUse[];
  readonly isCut: boolean;
}

/** A scope answered by offset, which must rise, and the bracket that opens it; -1 for the file. */
interface Scopes {
  readonly scopeAt: () => (offset: number) => number;
  readonly openOf: (scope: number) => number;
}

const DEFINITION = /\bmacro_rules![ \t]*(\w{1,200})/g;
const USE = /(?<![\w:$#'])([A-Za-z_]\w{0,200})[ \t]?![ \t]?(?=[([{])/g;
const CRATE =
  /#\[[ \t]*macro_use[ \t]*(?:\(([^()\]]{0,2000})\))?[ \t]*\]\s*(?:#\[[^\]\n]{0,200}\]\s*){0,8}(?:pub[ \t]+)?extern[ \t]+crate[ \t]+(?:r#)?(\w{1,200})/g;
/** Of one file, each use counted as often as it is written. */
const USES_MAX = 20_000;
const NAMES_MAX = 2_000;

/** Macros that a file declares and uses without a path. What a block declares for itself is nobody else's. */
export function findMacros(mask: string, structure: Structure, scopes: Scopes): MacroFacts {
  const definitions: MacroDefinition[] = [];
  const local = new Map<string, Range[]>();
  const scopeOfDefinition = scopes.scopeAt();
  for (const { 1: name = '', index } of mask.matchAll(DEFINITION)) {
    const scope = scopeOfDefinition(index);
    const isOfModule = structure.openAtLine[structure.lineAt(index)] === scopes.openOf(scope);
    if (isOfModule) definitions.push({ name, scope, at: index });
    else {
      const own = local.get(name) ?? [];
      local.set(name, own);
      own.push({ at: index, end: structure.closeOf(structure.around(index)) });
    }
  }
  const { uses, isCut } = findUses(mask, scopes.scopeAt(), makeIsLocal(local));
  return {
    definitions: definitions.slice(0, NAMES_MAX),
    crates: findCrates(mask, scopes.scopeAt()),
    uses,
    isCut: isCut || definitions.length > NAMES_MAX,
  };
}

function findCrates(mask: string, scopeAt: (offset: number) => number): readonly MacroCrate[] {
  if (!mask.includes('macro_use')) return [];
  return [...mask.matchAll(CRATE)].slice(0, NAMES_MAX).map(({ 1: list, 2: name = '', index }) => ({
    name,
    only: list === undefined ? null : list.split(',').map((one) => one.trim()),
    scope: scopeAt(index),
    at: index,
  }));
}

/** Where a macro that a block declares for itself is there: from its declaration to the end of the block. */
interface Range {
  readonly at: number;
  readonly end: number;
}

/** Tells whether a block's own macro is meant by a name at an offset; offsets must rise. */
function makeIsLocal(ranges: ReadonlyMap<string, readonly Range[]>): (name: string, at: number) => boolean {
  const passed = new Map<string, { count: number; end: number }>();
  return (name, at) => {
    const own = ranges.get(name);
    if (own === undefined) return false;
    const state = passed.get(name) ?? { count: 0, end: -1 };
    passed.set(name, state);
    for (let range = own[state.count]; range !== undefined && range.at < at; range = own[state.count]) {
      state.end = Math.max(state.end, range.end);
      state.count += 1;
    }
    return at < state.end;
  };
}

function findUses(mask: string, scopeAt: (offset: number) => number, isLocal: (name: string, at: number) => boolean) {
  const found = new Map<string, MacroUse & { readonly lines: number[] }>();
  const lines = makeLineIndex(mask);
  let places = 0;
  for (const { 1: name = '', index } of mask.matchAll(USE)) {
    if (OF_COMPILER.has(name) || isLocal(name, index)) continue;
    const scope = scopeAt(index);
    const key = `${scope} ${name}`;
    const known = found.get(key) ?? { name, scope, at: index, lines: [] };
    found.set(key, known);
    known.lines.push(lines.lineAt(index));
    places += 1;
    if (places >= USES_MAX || found.size >= NAMES_MAX) return { uses: [...found.values()], isCut: true };
  }
  return { uses: [...found.values()], isCut: false };
}

/** What is hardly ever declared anew and often used. */
const OF_COMPILER: ReadonlySet<string> = new Set(
  'assert assert_eq assert_ne dbg debug_assert eprintln format format_args matches panic print println todo unimplemented unreachable vec write writeln'.split(
    ' ',
  ),
);

/** A name that a `use` brings in. */
interface Bound {
  readonly path: readonly string[];
  readonly name: string;
  readonly scope: number;
}

/** Macros that a module makes names of its own by `pub use name;`, which without that have no path. */
export function givenMacros({ definitions }: MacroFacts, uses: readonly Bound[]): readonly MacroDefinition[] {
  if (definitions.length === 0) return [];
  const given = new Set(
    uses.flatMap(({ path, name, scope }) => (path.length === 1 && path[0] === name ? [`${scope} ${name}`] : [])),
  );
  return definitions.filter(({ scope, name }) => given.has(`${scope} ${name}`));
}
