import type { SymbolKind } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, endOfLineAt, lineAt, startOfLine } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { functionsAround } from '../places/functions-around.ts';
import { bindsInCpp } from './binds-cpp.ts';
import { bindsInCSharp } from './binds-csharp.ts';
import { bindsInGo } from './binds-go.ts';
import { bindsInJava, bindsInKotlin } from './binds-jvm.ts';
import { bindsInPython } from './binds-python.ts';
import { bindsInRust } from './binds-rust.ts';
import { bindsInScala } from './binds-scala.ts';
import { offsetOf } from './declarations.ts';
import { type Governor, type Spot, spotAt } from './governors.ts';
import type { Range } from './scopes.ts';

/*
 * Where a name stands in a pattern, a list of parameters or whatever else may bind it, and how far that reaches. A place
 * whose form binds nothing for sure is the only one that hides nothing; a reach that is not known is that of the function.
 */

/**
 * How far reaches what a place binds: `self` means that the place itself names something else, as an argument does that is
 * given by its name; `inner` the bracket around it, `outer` the block around that bracket, `block` the block around the
 * place, `function` the function, `head` what the list of parameters belongs to; `parameters` the same, but for a class, of
 * which `class-parameters.ts` tells what sees them.
 */
export type Reach = 'self' | 'inner' | 'outer' | 'block' | 'function' | 'head' | 'parameters';

/** What a place binds: how far it reaches, and where the code begins that does so, when that is not the name. */
export interface Bound {
  readonly reach: Reach;
  readonly from?: Governor['from'];
}

/** How far what a place binds reaches; null where it binds nothing for sure. */
export type Binds = (spot: Spot) => Bound | null;

const BINDS: Readonly<Partial<Record<CodeFile['scanner'], Binds>>> = {
  c: bindsInCpp,
  cpp: bindsInCpp,
  csharp: bindsInCSharp,
  go: bindsInGo,
  java: bindsInJava,
  kotlin: bindsInKotlin,
  php: bindsInPhp,
  python: bindsInPython,
  rust: bindsInRust,
  scala: bindsInScala,
};

/** `f(name: 1)` names a parameter. Source: PHP manual, "Named Arguments". */
function bindsInPhp({ bracket, previous, next }: Spot): Bound | null {
  return bracket === '(' && /[(,]/.test(previous) && /^:(?!:)/.test(next) ? { reach: 'self' } : null;
}

/** Where names of a file are bound to something local, found once for each. */
const known = new WeakMap<CodeFile, Map<string, readonly Range[]>>();

/** The ranges in which a name may mean something local. */
export function localRanges(file: CodeFile, name: string): readonly Range[] {
  const byName = known.get(file) ?? new Map<string, readonly Range[]>();
  known.set(file, byName);
  const ranges = byName.get(name) ?? rangesOf(file, name);
  byName.set(name, ranges);
  return ranges;
}

function rangesOf(file: CodeFile, name: string): readonly Range[] {
  const binds = BINDS[file.scanner];
  if (binds === undefined) return [];
  const listed = new Set(file.symbols().flatMap((symbol) => (symbol.name === name ? [offsetOf(file, symbol)] : [])));
  const ranges = new Map<string, Range>();
  let left: number = REFERENCE_LIMITS.placesPerFileMax;
  for (const { index } of file.mask().matchAll(new RegExp(`(?<![\\w$.])${escapeRegex(name)}(?![\\w$])`, 'gu'))) {
    if (left === 0) break;
    left -= 1;
    const bound = listed.has(index) ? null : binds(spotAt(file, name, index));
    if (bound === null) continue;
    const range = rangeOf(file, index, bound);
    ranges.set(`${range.from}-${range.to}`, range);
  }
  return [...ranges.values()];
}

function rangeOf(file: CodeFile, at: number, { reach, from = at }: Bound): Range {
  switch (reach) {
    case 'self':
      return { from: at, to: at + 1 };
    case 'inner':
      return behind(file, from, smaller(bracketAround(file, from, isAny), ownerLines(file, at)));
    case 'outer':
      return behind(
        file,
        from,
        smaller(bracketAround(file, file.structure().around(from), isBlock), ownerLines(file, at)),
      );
    case 'block':
      return smaller(
        bracketAround(file, from, isBlock),
        functionLines(file, at) ?? valueLines(file, at) ?? wholeOf(file),
      );
    case 'function':
      return functionLines(file, at) ?? wholeOf(file);
    case 'parameters':
      return functionLines(file, at) ?? { from: at, to: at + 1 };
    case 'head':
      return functionLines(file, at) ?? typeLines(file, at) ?? wholeOf(file);
  }
}

const isAny = (): boolean => true;
const isBlock = (sign: string): boolean => sign === '{';

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

/** The innermost bracket of a kind around an offset; null where there is none. */
function bracketAround(file: CodeFile, at: number, isWanted: (sign: string) => boolean): Range | null {
  const { around, closeOf } = file.structure();
  let open = at === -1 ? -1 : around(at);
  while (open !== -1 && !isWanted(file.mask()[open] ?? '')) open = around(open);
  return open === -1 ? null : { from: open, to: closeOf(open) };
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
