import { inlineTests } from '../../lex/inline-tests.ts';
import { LEX_RULES } from '../../lex/lex-rules.ts';
import { structureOf } from '../../lex/structure.ts';
import { makeLineIndex } from '../../text/lines.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { exportedMacros, findItems, type RustItem } from './items.ts';
import { findMacros, type MacroFacts } from './macros.ts';
import { withoutQuoted } from './quoted.ts';
import { readUseTree } from './use-tree.ts';

/** What is said of a module where it is declared. */
interface MacroScope {
  /** Offset of `mod`. */
  readonly at: number;
  /** Whether its macros are there behind it, too: `#[macro_use]`. */
  readonly isMacroUse: boolean;
  /** Whether only some builds have it: `#[cfg(…)]`. */
  readonly isConditional: boolean;
}

/** `mod name;`: a file that this one takes in. */
export interface RustModule extends MacroScope {
  readonly name: string;
  readonly line: number;
  readonly scope: number;
  /** Values of `#[path = "…"]`; with one under `cfg_attr` the usual place counts as well. */
  readonly paths: readonly string[];
  readonly isPathSure: boolean;
  /** Whether it is compiled for tests alone: `#[cfg(test)] mod tests;`. */
  readonly isTest: boolean;
}

/** `automod::dir!("tests/all")`: every file of a folder as a module, `mod.rs`, `lib.rs` and `main.rs` apart. */
export interface RustFolder {
  /** From the folder of the package. Source: docs.rs/automod. */
  readonly path: string;
  readonly line: number;
  readonly scope: number;
}

/** One name that a `use` or `extern crate` brings in. */
export interface RustUse {
  readonly path: readonly string[];
  /** What it is called here; `*` for all of a module. */
  readonly name: string;
  readonly line: number;
  readonly scope: number;
  readonly isPublic: boolean;
  /** Whether it is an `extern crate`, which at the root of a crate names it for all of its modules. */
  readonly isCrate: boolean;
  /** Whether it, or the item around it, is there for tests alone, though its module is not. */
  readonly isTest: boolean;
}

/** A path within an expression or a type. */
export interface RustPath {
  readonly path: readonly string[];
  /** Each place of it in its scope, in order. */
  readonly lines: readonly number[];
  readonly scope: number;
  /** Whether it is called: then its last name is that of a function, also where a module is called so. */
  readonly isCall: boolean;
  /** As of a `use`. */
  readonly isTest: boolean;
}

/** A file, or a module written out in it. */
interface RustScope extends MacroScope {
  /** Index of the scope around it; -1 for the file. */
  readonly parent: number;
  readonly name: string;
  /** Whether it, or one around it, is compiled for tests alone: `#[cfg(test)]`. */
  readonly isTest: boolean;
}

/** What a Rust file says. A scope is the file (0) or a module written out in it. */
export interface RustFacts {
  readonly scopes: readonly RustScope[];
  readonly modules: readonly RustModule[];
  readonly folders: readonly RustFolder[];
  /** What the scopes themselves declare for others by `pub`. */
  readonly items: readonly RustItem[];
  /** Macros that it gives to the root of the crate. */
  readonly macros: readonly string[];
  readonly macroFacts: MacroFacts;
  readonly uses: readonly RustUse[];
  readonly paths: readonly RustPath[];
  readonly isCut: boolean;
}

const MODULE = /\bmod\s+(?:r#)?([A-Za-z_]\w{0,200})\s*([;{])/g;
const FOLDER = /\bautomod\s*::\s*dir\s*!\s*[({[]\s*(?:pub(?:\s*\([^()]{0,200}\))?\s+)?"([^"]{0,1000})"\s*[)}\]]/g;
// `use<'a>` of a bound is none.
const USE = /(?<![\w$#'])(pub(?:\s*\([^()]{0,200}\))?\s+)?(?:use(?=[\s:{])|(extern)\s+crate\s)/g;
const USE_BODY = /[\w\s:{},*#$\u0080-\uffff]*/y;
const PATH = /(?<![\w:.$#'])(\$?[a-z_]\w*(?:::(?:r#)?\w+)+)/g;

/** Modules, uses and paths of a Rust file. Every part is one walk over the masked text. */
export function rustMentions(text: string, masked: string): RustFacts {
  const mask = withoutQuoted(masked);
  const modules = findModules(text, mask);
  const tests = inlineTests(mask, modules.structure);
  const around = (): Around => ({ scopeAt: modules.scopeAt(), isTestAt: makeIsWithin(tests) });
  const uses = findUses(mask, around());
  const paths = findPaths(mask, around(), uses.ranges);
  const folders = findFolders(text, mask, modules.scopeAt());
  const items = findItems(modules.structure, { scopeAt: modules.scopeAt(), openOf: modules.openOf });
  const macroFacts = findMacros(mask, modules.structure, modules);
  const max = IMPORT_LIMITS.mentionsPerFileMax;
  return {
    scopes: modules.scopes.slice(0, max),
    modules: modules.declared.slice(0, max),
    folders: folders.slice(0, max),
    items: items.slice(0, max),
    macros: exportedMacros(masked).slice(0, max),
    macroFacts,
    uses: uses.found.slice(0, max),
    paths: paths.found.slice(0, max),
    isCut:
      paths.isCut ||
      macroFacts.isCut ||
      [modules.scopes, modules.declared, folders, items, uses.found].some((list) => list.length > max),
  };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** Answers the innermost scope of an offset; offsets must rise. */
type ScopeAt = (offset: number) => number;

/** What is around an offset; offsets must rise. */
interface Around {
  readonly scopeAt: ScopeAt;
  readonly isTestAt: (offset: number) => boolean;
}

function findModules(text: string, mask: string) {
  const structure = structureOf(mask, LEX_RULES.rust);
  const scopes: RustScope[] = [
    { parent: -1, name: '', isTest: isTestFile(mask), at: 0, isMacroUse: false, isConditional: false },
  ];
  const ranges: Range[] = [{ start: 0, end: mask.length }];
  const declared: RustModule[] = [];
  const lines = makeLineIndex(text);
  const own = makeScopeAt(ranges);
  for (const match of mask.matchAll(MODULE)) {
    const scope = own(match.index);
    const [whole, name = '', end] = match;
    const after = match.index + whole.length;
    const attributes = attributesBefore(mask, match.index).text;
    const isTest = scopes[scope]?.isTest === true || TESTS_ONLY.test(attributes);
    const macros = {
      at: match.index,
      isMacroUse: /\bmacro_use\b/.test(attributes),
      isConditional: /\bcfg\b/.test(attributes),
    };
    if (end === '{') {
      scopes.push({ parent: scope, name, isTest, ...macros });
      ranges.push({ start: after, end: structure.closeOf(after - 1) });
    } else {
      const line = lines.lineAt(match.index);
      declared.push({ name, line, scope, isTest, ...macros, ...pathAttribute({ text, mask, at: match.index }) });
    }
  }
  const openOf = (scope: number): number => (scope === 0 ? -1 : (ranges[scope]?.start ?? 0) - 1);
  return { structure, scopes, declared, scopeAt: () => makeScopeAt(ranges), openOf };
}

function findFolders(text: string, mask: string, scopeAt: ScopeAt): readonly RustFolder[] {
  const lines = makeLineIndex(text);
  return [...mask.matchAll(FOLDER)].map((match) => {
    const open = match.index + match[0].indexOf('"') + 1;
    const path = text.slice(open, open + (match[1]?.length ?? 0));
    return { path, line: lines.lineAt(match.index), scope: scopeAt(match.index) };
  });
}

/** Ranges are in order of their start and nest; those that are left behind are never looked at again. */
function makeScopeAt(ranges: readonly Range[]): ScopeAt {
  const open: number[] = [];
  let next = 0;
  return (offset) => {
    for (; next < ranges.length && (ranges[next]?.start ?? 0) <= offset; next += 1) {
      closeBefore(open, ranges, ranges[next]?.start ?? 0);
      open.push(next);
    }
    closeBefore(open, ranges, offset);
    return open.at(-1) ?? 0;
  };
}

/** Ranges are in order, and none lies in another. */
function makeIsWithin(ranges: readonly Range[]): (offset: number) => boolean {
  let next = 0;
  return (offset) => {
    while ((ranges[next]?.end ?? Number.POSITIVE_INFINITY) <= offset) next += 1;
    return (ranges[next]?.start ?? Number.POSITIVE_INFINITY) <= offset;
  };
}

function closeBefore(open: number[], ranges: readonly Range[], offset: number): void {
  while (open.length > 0 && (ranges[open.at(-1) ?? 0]?.end ?? 0) < offset) open.pop();
}

/** `#[cfg(test)]` and `#[cfg(all(test, …))]`; with `any` or `not` a module is more than tests. */
const TESTS_ONLY = /#\[\s*cfg\s*\(\s*(?:all\s*\(\s*)?test\s*[,)]/;

/** `#![cfg(test)]` at the head of a file, before its first item. */
function isTestFile(mask: string): boolean {
  const head = mask.slice(0, 2_000).split(/[;{]/, 1)[0] ?? '';
  return /#!\[\s*cfg\s*\(\s*(?:all\s*\(\s*)?test\s*[,)]/.test(head);
}

/** The text right before a `mod`, as far back as attributes reach, and where it starts. */
function attributesBefore(mask: string, at: number): { readonly text: string; readonly start: number } {
  const from = Math.max(0, at - 600);
  const before = mask.slice(from, at);
  const start = Math.max(before.lastIndexOf(';'), before.lastIndexOf('}'), before.lastIndexOf('{')) + 1;
  return { text: before.slice(start), start: from + start };
}

/** What the attributes right before a `mod` say about its place. */
function pathAttribute({ text, mask, at }: { readonly text: string; readonly mask: string; readonly at: number }) {
  const before = attributesBefore(mask, at);
  const paths: string[] = [];
  let isPathSure = false;
  for (const match of before.text.matchAll(/(#\[\s*|\b)path\s*=\s*"([^"]*)"/g)) {
    const open = before.start + match.index + match[0].length - (match[2]?.length ?? 0) - 1;
    paths.push(text.slice(open, open + (match[2]?.length ?? 0)));
    isPathSure ||= match[1]?.startsWith('#') ?? false;
  }
  return { paths, isPathSure };
}

function findUses(mask: string, { scopeAt, isTestAt }: Around) {
  const found: RustUse[] = [];
  const ranges: Range[] = [];
  const lines = makeLineIndex(mask);
  const statements = new RegExp(USE);
  for (let match = statements.exec(mask); match; match = statements.exec(mask)) {
    USE_BODY.lastIndex = match.index + match[0].length;
    const body = USE_BODY.exec(mask)?.[0] ?? '';
    const start = match.index + match[0].length;
    const end = start + body.length;
    // What was taken for a statement is not looked at again, so that the walk stays linear.
    statements.lastIndex = Math.max(end, start);
    if (mask[end] !== ';' || found.length > IMPORT_LIMITS.mentionsPerFileMax) continue;
    ranges.push({ start: match.index, end });
    const scope = scopeAt(match.index);
    const same = {
      scope,
      isPublic: match[1] !== undefined,
      isCrate: match[2] !== undefined,
      isTest: isTestAt(match.index),
    };
    for (const { path, name, at } of readUseTree(body))
      found.push({ path, name, line: lines.lineAt(start + at), ...same });
  }
  return { found, ranges };
}

const PRIMITIVES = new Set('str u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char'.split(' '));

/** What stands after a path that is called: its arguments, also after a type written out (`::<T>`). */
const CALL = /\s{0,20}(?:::\s{0,20}<[^()<>;{}]{0,200}>\s{0,20})?\(/y;

/** Each path once in each scope, with its places; those of `use` statements are theirs. */
function findPaths(mask: string, { scopeAt, isTestAt }: Around, uses: readonly Range[]) {
  const found = new Map<string, RustPath & { readonly lines: number[] }>();
  const lines = makeLineIndex(mask);
  let use = 0;
  let places = 0;
  for (const match of mask.matchAll(PATH)) {
    while ((uses[use]?.end ?? Number.POSITIVE_INFINITY) < match.index) use += 1;
    if ((uses[use]?.start ?? Number.POSITIVE_INFINITY) <= match.index) continue;
    // The last name is an item, or a module that the ones before it do not need.
    const path = match[0].replaceAll('r#', '').split('::', PATH_PARTS_MAX);
    if (PRIMITIVES.has(path[0] ?? '')) continue;
    const scope = scopeAt(match.index);
    CALL.lastIndex = match.index + match[0].length;
    const isCall = CALL.test(mask);
    const isTest = isTestAt(match.index);
    const key = `${scope} ${isCall} ${isTest} ${path.join('::')}`;
    const known = found.get(key) ?? { path, lines: [], scope, isCall, isTest };
    found.set(key, known);
    known.lines.push(lines.lineAt(match.index));
    places += 1;
    if (found.size > IMPORT_LIMITS.mentionsPerFileMax || places > PATH_PLACES_MAX)
      return { found: [...found.values()], isCut: true };
  }
  return { found: [...found.values()], isCut: false };
}

/** No module lies deeper. */
const PATH_PARTS_MAX = 20;
/** Paths of one file, each counted as often as it is written. */
const PATH_PLACES_MAX = 20_000;
