import { once } from '../../../base/once.ts';
import { firstFrom } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { outerOf, withoutCount } from '../../lex/symbol-path.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import type { Definition } from '../reference.ts';
import { ANONYMOUS, anonymousTypes, bodiesOf, opensBody } from './anonymous-types.ts';
import { isType, supersIn } from './type-heads.ts';

/** A name in a head, and where. */
export interface HeadName {
  readonly name: string;
  readonly at: number;
}

/** A type of a file, with a name or without, and what it is written to derive from. */
export interface TypeBody {
  /** One for each type of the project. */
  readonly key: string;
  readonly name: string;
  readonly file: CodeFile;
  /** Offsets of its body, with its head where it is not known where that ends. */
  readonly from: number;
  readonly to: number;
  supers(): readonly HeadName[];
}

/** The types of a file, in the order of their bodies. */
export interface TypeBodies {
  readonly all: readonly TypeBody[];
  /** For each of them the index of the innermost one that it lies in; -1 for none. */
  readonly outers: Int32Array;
  readonly byPath: ReadonlyMap<string, TypeBody>;
}

/** What types of the project are known by their names, for those that places of one question may be members of. */
export interface KnownTypes {
  /** Their definitions by name. */
  readonly named: ReadonlyMap<string, readonly Definition[]>;
  /** By what tells them apart. */
  readonly bodies: ReadonlyMap<string, TypeBody>;
  /** Functions of Kotlin that are called like them and may give something else. */
  readonly makers: ReadonlyMap<string, readonly Definition[]>;
}

/** Nothing is known of any type. */
export const NO_TYPES: KnownTypes = { named: new Map(), bodies: new Map(), makers: new Map() };

/** Types around one place that are looked at, from the inside out. */
const AROUND_MAX = 20;

/** Each place of a name asks for the types of its file. */
const known = new WeakMap<CodeFile, TypeBodies>();

/** The types of a file of Java and its kin, those without names among them. */
export function typeBodies(file: CodeFile): TypeBodies {
  const bodies = known.get(file) ?? readBodies(file);
  known.set(file, bodies);
  return bodies;
}

function readBodies(file: CodeFile): TypeBodies {
  const mask = file.mask();
  const byPath = new Map<string, TypeBody>();
  for (const symbol of file.symbols()) {
    if (!isType(file.family, symbol)) continue;
    const start = startOfLine(file, symbol.line) + symbol.column - 1;
    const open = file.scanner === 'java' ? mask.indexOf('{', start) : -1;
    const [from, to] =
      open === -1
        ? [startOfLine(file, symbol.startLine), startOfLine(file, symbol.endLine + 1)]
        : [open, file.structure().closeOf(open)];
    const supers = once(() => supersIn(file, symbol));
    byPath.set(symbol.path, { key: `${file.path}\0${symbol.path}`, name: symbol.name, file, from, to, supers });
  }
  const anonymous = anonymousTypes(file)
    .filter(({ open }) => opensBody(file, open))
    .map(({ open, names }) => ({
      key: `${file.path}\0@${open}`,
      name: ANONYMOUS,
      file,
      from: open,
      to: bodiesOf(file).closeOf(open),
      supers: () => names,
    }));
  const all = [...byPath.values(), ...anonymous].sort((a, b) => a.from - b.from);
  return { all, outers: findOuters(all), byPath };
}

/** The types around an offset, from the inside out. By bisection: each place of a name asks, and a file may have many types. */
export function typesAroundAt(file: CodeFile, at: number): readonly TypeBody[] {
  const { all, outers } = typeBodies(file);
  const around: TypeBody[] = [];
  for (let next = firstFrom(all, at + 1) - 1; next !== -1 && around.length < AROUND_MAX; next = outers[next] ?? -1) {
    const body = all[next];
    if (body !== undefined && at < body.to) around.push(body);
  }
  return around;
}

/** For each of the rising bodies the index of the innermost one that it lies in; -1 for none. */
function findOuters(all: readonly TypeBody[]): Int32Array {
  const outers = new Int32Array(all.length).fill(-1);
  const open: number[] = [];
  for (const [index, { from }] of all.entries()) {
    while (open.length > 0 && (all[open.at(-1) ?? 0]?.to ?? 0) <= from) open.pop();
    outers[index] = open.at(-1) ?? -1;
    open.push(index);
  }
  return outers;
}

/**
 * What tells the type apart that a member is declared in: by what is around it where that has no name, and in C# where it is
 * one of several of its path, which elsewhere share what they have, as a class of Scala and its object do; else by the path.
 */
export function ownerKey(file: CodeFile, symbol: FileSymbol): string {
  const at = startOfLine(file, symbol.line) + symbol.column - 1;
  const [inner] = typesAroundAt(file, at);
  const key = `${file.path}\0${outerOf(symbol.path)}`;
  if (inner === undefined) return key;
  const isOneOfSeveral = file.family === 'csharp' && withoutCount(inner.key) === key;
  return isOneOfSeveral || inner.name === ANONYMOUS ? inner.key : key;
}
