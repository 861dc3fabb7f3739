import { bisect } from '../../../base/bisect.ts';
import type { SymbolKind } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, endOfLineAt, lineAt, startOfLine } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { functionsAround } from '../places/functions-around.ts';
import { bindsInC } from './binds-c.ts';
import { bindsInCSharp } from './binds-csharp.ts';
import { bindsInGo } from './binds-go.ts';
import { bindsInJava, bindsInKotlin } from './binds-jvm.ts';
import { bindsInPython } from './binds-python.ts';
import { bindsInRust } from './binds-rust.ts';
import { bindsInScala } from './binds-scala.ts';
import { offsetOf } from './declarations.ts';
import { type Governor, type Spot, spotAt } from './governors.ts';
import { blockAround, bracketAround, type Range } from './scopes.ts';
import { bindsInSwift } from './swift-bindings.ts';

/*
 * A parameter or a local variable hides what is called alike outside. For each place of a name its form tells whether it
 * binds the name, and how far that reaches; each language has its own file of forms (`binds-*.ts`), which look at what
 * stands beside the name (`Spot`) and at what decides about the pattern that it may stand in (`governors.ts`). All err
 * towards hiding: a place that is told as a mere name costs a look, one that is told wrongly costs trust. So only a place
 * whose form binds nothing for sure hides nothing, and a reach that is not known is that of the function.
 */

/**
 * How far reaches what a place binds: `self` means that the place itself names something else, as an argument does that is
 * given by its name; `inner` the bracket around it, `outer` the block around that bracket, `block` the block around the
 * place, `rest` that block from there on, `function` the function, `head` what the list of parameters belongs to;
 * `parameters` the same, but for a class, of which `class-parameters.ts` tells what sees them.
 */
export type Reach = 'self' | 'inner' | 'outer' | 'block' | 'rest' | 'function' | 'head' | 'parameters';

/** What a place binds: how far it reaches, and where the code begins that does so, when that is not the name. */
export interface Reached {
  readonly reach: Reach;
  readonly from?: Governor['from'];
}

/** The same, or the range itself. */
export type Bound = Reached | Range;

/** How far what a place binds reaches; null where it binds nothing for sure. */
export type Binds = (spot: Spot) => Bound | null;

/** A place that binds a name, and where it does so. */
export interface Binding extends Range {
  readonly at: number;
}

const BINDS: Readonly<Partial<Record<CodeFile['scanner'], Binds>>> = {
  c: bindsInC,
  cpp: bindsInC,
  csharp: bindsInCSharp,
  go: bindsInGo,
  java: bindsInJava,
  kotlin: bindsInKotlin,
  php: bindsInPhp,
  python: bindsInPython,
  rust: bindsInRust,
  scala: bindsInScala,
  swift: bindsInSwift,
};

/** `f(name: 1)` names a parameter. Source: PHP manual, "Named Arguments". */
function bindsInPhp({ bracket, previous, next }: Spot): Bound | null {
  return bracket === '(' && /[(,]/.test(previous) && /^:(?!:)/.test(next) ? { reach: 'self' } : null;
}

/** A binding with the nearest one before it that goes on when it has ended. */
interface Nested {
  readonly binding: Binding;
  readonly outer: Nested | null;
}

/** What binds the names of files, in the order in which it begins, found once: each of thousands of places asks. */
const known = new WeakMap<CodeFile, Map<string, readonly Nested[]>>();

/** The innermost binding of a name around an offset; null where none is, and in scripts and Ruby, which have their own. */
export function bindingAround(file: CodeFile, name: string, at: number): Binding | null {
  const byName = known.get(file) ?? new Map<string, readonly Nested[]>();
  known.set(file, byName);
  const all = byName.get(name) ?? nest(readBindings(file, name));
  byName.set(name, all);
  let one = all[bisect(all.length, (index) => (all[index]?.binding.from ?? 0) <= at) - 1] ?? null;
  while (one !== null && one.binding.to <= at) one = one.outer;
  return one?.binding ?? null;
}

function nest(bindings: readonly Binding[]): readonly Nested[] {
  let last: Nested | null = null;
  return bindings
    .toSorted((one, other) => one.from - other.from || other.to - one.to)
    .map((binding) => {
      let outer: Nested | null = last;
      while (outer !== null && outer.binding.to <= binding.to) outer = outer.outer;
      last = { binding, outer };
      return last;
    });
}

function readBindings(file: CodeFile, name: string): readonly Binding[] {
  const binds = BINDS[file.scanner];
  if (binds === undefined) return [];
  const listed = new Set(file.symbols().flatMap((symbol) => (symbol.name === name ? [offsetOf(file, symbol)] : [])));
  const all: Binding[] = [];
  let left: number = REFERENCE_LIMITS.placesPerFileMax;
  for (const { index } of file.mask().matchAll(new RegExp(`(?<![\\w$.])${escapeRegex(name)}(?![\\w$])`, 'gu'))) {
    if (left === 0) break;
    left -= 1;
    const bound = listed.has(index) ? null : binds(spotAt(file, name, index));
    if (bound !== null) all.push({ at: index, ...('to' in bound ? bound : rangeOf(file, index, bound)) });
  }
  return all;
}

function rangeOf(file: CodeFile, at: number, { reach, from = at }: Reached): Range {
  switch (reach) {
    case 'self':
      return { from: at, to: at + 1 };
    case 'inner':
      return behind(file, from, smaller(bracketAround(file, from, isAny), ownerLines(file, at)));
    case 'outer':
      return behind(file, from, smaller(blockAround(file, file.structure().around(from)), ownerLines(file, at)));
    case 'block':
      return blockOf(file, { at, from });
    case 'rest':
      return behind(file, from, blockOf(file, { at, from }));
    case 'function':
      return functionLines(file, at) ?? wholeOf(file);
    case 'parameters':
      return functionLines(file, at) ?? { from: at, to: at + 1 };
    case 'head':
      return functionLines(file, at) ?? typeLines(file, at) ?? wholeOf(file);
  }
}

function blockOf(file: CodeFile, { at, from }: { readonly at: number; readonly from: number }): Range {
  return smaller(blockAround(file, from), functionLines(file, at) ?? valueLines(file, at) ?? wholeOf(file));
}

const isAny = (): boolean => true;

/** What a pattern binds holds from there on; only in Python what stands before it in a comprehension knows it as well. */
function behind(file: CodeFile, from: number, range: Range): Range {
  return file.family === 'python' ? range : { ...range, from: Math.max(range.from, from) };
}

function smaller(one: Range | null, other: Range): Range {
  return one !== null && one.to - one.from < other.to - other.from ? one : other;
}

function wholeOf(file: CodeFile): Range {
  return { from: 0, to: file.mask().length };
}

function linesOf(file: CodeFile, line: number, endLine: number): Range {
  return { from: startOfLine(file, line), to: endOfLineAt(file, startOfLine(file, endLine)) + 1 };
}

/** The lines of the innermost function around an offset; null where there is none. */
function functionLines(file: CodeFile, at: number): Range | null {
  const inner = functionsAround(file, at).at(-1);
  return inner === undefined ? null : linesOf(file, inner.startLine, inner.endLine);
}

const TYPES: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'type', 'enum', 'struct', 'trait', 'impl']);

/** The lines of the innermost type that is declared before an offset and has not ended there. */
function typeLines(file: CodeFile, at: number): Range | null {
  return symbolLines(file, at, TYPES);
}

const OWNERS: ReadonlySet<SymbolKind> = new Set([...TYPES, 'variable', 'module']);

/** The lines of what an offset belongs to: a function, else the innermost declaration around it, else the file. */
function ownerLines(file: CodeFile, at: number): Range {
  return functionLines(file, at) ?? symbolLines(file, at, OWNERS) ?? wholeOf(file);
}

const VALUES: ReadonlySet<SymbolKind> = new Set(['variable']);

/** The lines of the variable that an offset stands in the value of, on a line below its name; null where it does not. */
function valueLines(file: CodeFile, at: number): Range | null {
  const range = symbolLines(file, startOfLine(file, lineAt(file, at)), VALUES);
  return range !== null && range.to > at ? range : null;
}

function symbolLines(file: CodeFile, at: number, kinds: ReadonlySet<SymbolKind>): Range | null {
  const line = lineAt(file, at);
  const inner = file
    .symbols()
    .findLast((one) => one.startLine <= line && one.endLine >= line && kinds.has(one.kind) && offsetOf(file, one) < at);
  return inner === undefined ? null : linesOf(file, inner.startLine, inner.endLine);
}
