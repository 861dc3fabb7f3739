import type { FileSymbol } from '../../lex/symbol.ts';
import { type CodeFile, type Family, lineAt, startOfLine } from '../code-file.ts';
import { readPlace } from '../places/places.ts';
import type { Place } from '../reference.ts';
import { angleEnd, anonymousSymbol, anonymousTypes } from './anonymous-types.ts';
import { constantBodies } from './constant-bodies.ts';
import { arityAt, arityOf } from './csharp-arity.ts';
import { pythonRoles } from './python-bases.ts';
import { isType, supersIn, TYPE_KINDS, typesIn } from './type-heads.ts';

/** A type that derives from another one, as it is written. */
export interface Derived {
  readonly symbol: FileSymbol;
  /** The name of what it derives from, where it is written. */
  readonly place: Place;
  /** Whether the name is only given to a call that makes what it derives from: `class A(make(Base))`. */
  readonly isGiven?: boolean;
}

/** The types of a file that are written to derive from one of some names. */
export function derivedIn(file: CodeFile, names: ReadonlySet<string>): readonly Derived[] {
  const byHead = file
    .symbols()
    .filter((symbol) => (isType(file.family, symbol) && symbol.kind !== 'impl') || isCase(file, symbol))
    .flatMap((symbol) => basesIn(file, symbol));
  const others = file.family === 'go' ? goTypes(file, names) : (OTHERS[file.family]?.(file) ?? []);
  return [...(file.family === 'go' ? [] : byHead), ...others, ...withoutNames(file, names)].filter(
    ({ symbol, place }) => names.has(place.name) && (symbol.name !== place.name || isOfAnother(file, symbol, place)),
  );
}

/**
 * Whether a type may derive from one that is called like itself: when a path leads to that, an object of Scala, whose
 * name is a value's, and in C# from one that is made with another number of types. Source: Scala 2.13 Specification,
 * "Identifiers, Names and Scopes".
 */
function isOfAnother({ scanner, mask }: CodeFile, symbol: FileSymbol, { at, name, path }: Place): boolean {
  if (scanner === 'csharp' && arityAt(mask(), at + name.length) !== arityOf(symbol)) return true;
  return path.length > 0 || (scanner === 'scala' && symbol.kind === 'module');
}

/** Whether a value is one of an enum of Scala, whose case may say what it extends: `case Red extends Color(1)`. */
function isCase({ scanner }: CodeFile, { kind, signature }: FileSymbol): boolean {
  return scanner === 'scala' && kind === 'variable' && /^(?:[@\w.[\]]{1,100} ){0,4}case /.test(signature);
}

function basesIn(file: CodeFile, symbol: FileSymbol): readonly Derived[] {
  const role = file.family === 'python' ? pythonRoles(file, symbol) : () => 'base';
  return supersIn(file, symbol)
    .filter(({ at }) => role(at) !== 'keyword')
    .map(({ name, at }) => ({ symbol, place: readPlace(file, at, name), isGiven: role(at) === 'argument' }));
}

/** Types that are written where something is made of them. */
function withoutNames(file: CodeFile, names: ReadonlySet<string>): readonly Derived[] {
  return [...anonymousTypes(file), ...constantBodies(file)].flatMap((type) =>
    type.names
      .filter(({ name }) => names.has(name))
      .map(({ name, at }) => ({ symbol: anonymousSymbol(file, type), place: readPlace(file, at, name) })),
  );
}

/** Each type of a file with each name that it is written to derive from; what Go embeds as well. */
export function allDerived(file: CodeFile): readonly { readonly type: string; readonly place: Place }[] {
  const named = (list: readonly Derived[]) => list.map(({ symbol, place }) => ({ type: symbol.name, place }));
  if (file.family === 'go') return named(allEmbedded(file));
  // The extensions of Swift have heads like types.
  const others = file.family === 'swift' ? [] : (OTHERS[file.family]?.(file) ?? []);
  return [...named(inHeads(file)), ...named(others)];
}

/** What is derived elsewhere than in the head of a type, by language. */
const OTHERS: Readonly<Partial<Record<Family, (file: CodeFile) => readonly Derived[]>>> = {
  rust: rustBlocks,
  swift: swiftExtensions,
  ruby: (file) =>
    mixedIn(
      file,
      /^[ \t]*(?:include|extend|prepend)(?:[ \t]+|[ \t]*\([ \t]*)([A-Z:][\w:]*(?:[ \t]*,[ \t]*[A-Z:][\w:]*)*)/dgm,
    ),
  php: (file) => mixedIn(file, /(?<![\w$\\>:])use[ \t]+([\w\\]+(?:[ \t]*,\s*[\w\\]+)*)[ \t]*[;{]/dg),
};

/** `extension Type: Protocol`; the type's own declaration where it stands in the file. */
function swiftExtensions(file: CodeFile): readonly Derived[] {
  const blocks = file.symbols().filter(({ kind }) => kind === 'impl');
  return blocks.flatMap((block) => {
    const type = block.name.split(' ').at(-1) ?? block.name;
    const symbol = { ...(typeNamed(file, type) ?? block), name: type };
    return supersIn(file, block).map(({ name, at }) => ({ symbol, place: readPlace(file, at, name) }));
  });
}

/** Answers for lines in their order, and goes through the symbols once, what the innermost one around each is. */
function makeInnermost(symbols: readonly FileSymbol[]): (line: number) => FileSymbol | undefined {
  const open: FileSymbol[] = [];
  let next = 0;
  return (line) => {
    for (let symbol = symbols[next]; symbol !== undefined && symbol.startLine <= line; symbol = symbols[next]) {
      open.push(symbol);
      next += 1;
    }
    while ((open.at(-1)?.endLine ?? line) < line) open.pop();
    return open.at(-1);
  };
}

/** What the body of a type takes into it, in a list that a pattern reads. */
function mixedIn(file: CodeFile, pattern: RegExp): readonly Derived[] {
  const derived: Derived[] = [];
  const innermost = makeInnermost(file.symbols());
  for (const match of file.mask().matchAll(pattern)) {
    const list = match[1] ?? '';
    const from = match.indices?.[1]?.[0] ?? match.index;
    const symbol = innermost(lineAt(file, from));
    if (symbol === undefined || !isType(file.family, symbol)) continue;
    for (const word of list.matchAll(/\w+(?=[ \t]*(?:,|$))/g)) {
      derived.push({ symbol, place: readPlace(file, from + word.index, word[0]) });
    }
  }
  return derived;
}

function inHeads(file: CodeFile): readonly Derived[] {
  return typesIn(file).flatMap(({ symbol, name: type }) =>
    supersIn(file, symbol).map(({ name, at }) => ({
      symbol: { ...symbol, name: type },
      place: readPlace(file, at, name),
    })),
  );
}

const RUST_BLOCK = /(?<![\w$])impl\b\s{0,200}/g;
const RUST_TRAIT = /\s{0,200}!?((?:\w+::){0,20})(\w+)\s{0,200}/y;
const RUST_FOR = /\s{0,200}for\s+(?:&\s*(?:'\w+\s+)?(?:mut\s+)?|dyn\s+)*(?:\w+::)*(?!fn\b)(\w+)/y;

/** A type that has no name of its own, as it is written: a tuple, a slice, a function, `!`, what a macro puts there. */
const RUST_FOR_OTHER = /\s{0,200}for\s+((?:[([&*$!]|fn\b)[^{\n]{0,120}?)[ \t]*(?:\bwhere\b|\{|\n)/y;

/** `impl Trait for Type`; the type's own declaration where it stands in the file, else the block. */
function rustBlocks(file: CodeFile): readonly Derived[] {
  const derived: Derived[] = [];
  const blocks = file.symbols().filter(({ kind }) => kind === 'impl');
  // Of several of a line the first.
  const byLine = new Map(blocks.toReversed().map((symbol) => [symbol.line, symbol]));
  for (const { 0: word, index } of file.mask().matchAll(RUST_BLOCK)) {
    const head = readRustHead(file.mask(), index + word.length);
    if (head === null) continue;
    const { parameters, trait, at, type } = head;
    const line = lineAt(file, index);
    // A parameter may be called like a type of the file.
    const isParameter = parameters.split(/[,:]/).some((name) => name.trim() === type);
    const symbol = (isParameter ? undefined : typeNamed(file, type)) ?? byLine.get(line) ?? byLine.get(line + 1);
    if (symbol !== undefined) derived.push({ symbol: { ...symbol, name: type }, place: readPlace(file, at, trait) });
  }
  return derived;
}

/** What stands behind `impl`; null for the block of a type that names no trait. */
function readRustHead(mask: string, from: number) {
  const behind = angleEnd(mask, from) + 1;
  RUST_TRAIT.lastIndex = behind;
  const [, path = '', trait = ''] = RUST_TRAIT.exec(mask) ?? [];
  if (trait === '') return null;
  const end = RUST_TRAIT.lastIndex;
  RUST_FOR.lastIndex = angleEnd(mask, end) + 1;
  RUST_FOR_OTHER.lastIndex = RUST_FOR.lastIndex;
  const type = RUST_FOR.exec(mask)?.[1] ?? RUST_FOR_OTHER.exec(mask)?.[1];
  if (type === undefined) return null;
  const at = mask.indexOf(`${path}${trait}`, behind) + path.length;
  return { parameters: mask.slice(from + 1, behind - 1), trait, at, type };
}

/** The types of files by their names: a file may add to many of its types. */
const types = new WeakMap<CodeFile, ReadonlyMap<string, FileSymbol>>();

function typeNamed(file: CodeFile, name: string): FileSymbol | undefined {
  const byName = types.get(file) ?? typesByName(file);
  types.set(file, byName);
  return byName.get(name);
}

/** Of several of one name the first. */
function typesByName(file: CodeFile): ReadonlyMap<string, FileSymbol> {
  const own = file.symbols().filter(({ kind }) => TYPE_KINDS.has(kind) && kind !== 'impl');
  return new Map(own.toReversed().map((symbol) => [symbol.name, symbol]));
}

/** Go: a type embedded in a struct or interface, and `var _ Interface = (*Type)(nil)`. */
function goTypes(file: CodeFile, names: ReadonlySet<string>): readonly Derived[] {
  const mask = file.mask();
  const words = [...names].filter((name) => /^\w+$/.test(name)).join('|');
  if (words === '') return [];
  const derived = [...goEmbedded(file, words)];
  const said = new RegExp(
    `^[ \\t]*(?:var[ \\t]+)?_[ \\t]+(?:\\w+\\.)?(${words})[ \\t]*=[ \\t]*(?:\\(\\*|&|new\\()?(\\w+)[){]`,
    'gm',
  );
  for (const match of mask.matchAll(said)) {
    const name = match[1] ?? '';
    const at = match.index + match[0].slice(0, match[0].indexOf('=')).trimEnd().length - name.length;
    const symbol = typeNamed(file, match[2] ?? '') ?? saidSymbol(file, at, match[2] ?? '');
    derived.push({ symbol, place: readPlace(file, at, name) });
  }
  return derived;
}

/** Each type of a file of Go with each that is embedded in it. */
export function allEmbedded(file: CodeFile): readonly Derived[] {
  return goEmbedded(file, '\\w+');
}

/** The types of a file of Go that embed one of some names. */
export function embeddedOf(file: CodeFile, names: ReadonlySet<string>): readonly Derived[] {
  const words = [...names].filter((name) => /^\w+$/.test(name)).join('|');
  // Most files are told by their text, and need no mask; a comment may follow in it.
  return words === '' || !embeddedPattern(words, '/').test(file.text) ? [] : goEmbedded(file, words);
}

/** Other names of a file of Go for one of some types: `type Logger = log.Logger`. */
export function aliasesFor(file: CodeFile, names: ReadonlySet<string> | null): readonly Derived[] {
  if (!ALIAS.test(file.text)) return [];
  const all = file.symbols().filter(({ kind }) => kind === 'type');
  return all.flatMap((symbol) => {
    const from = startOfLine(file, symbol.line) + symbol.column - 1 + symbol.name.length;
    const [written = '', name = ''] = ALIASED.exec(file.mask().slice(from, from + ALIAS_MAX)) ?? [];
    if (name === '' || (names !== null && !names.has(name))) return [];
    return [{ symbol, place: readPlace(file, from + written.length - name.length, name) }];
  });
}

const ALIAS = /^(?:type)?[ \t]+\w+[ \t]*=[ \t]*[\w.]+[ \t]*(?:\r?$|\/)/m;
const ALIASED = /^[ \t]*=[ \t]*(?:\w+\.)?(\w+)(?=[ \t]*(?:\r?\n|$))/;
/** Characters that another name for a type has at most. */
const ALIAS_MAX = 300;

/** A name on a line or in a part of one alone, with what it is made with, in front of nothing but a field's tag or one of some more signs. */
function embeddedPattern(words: string, signs = ''): RegExp {
  const behind = `(?:\\[[^\\n;{}]{1,200}\\])?[ \\t]*(?:\\r?$|[;}\`"${signs}])`;
  return new RegExp(`(?:^[ \\t]+|[{;][ \\t]*)\\*?(?:\\w+\\.)?(${words})(?=${behind})`, 'gm');
}

/** Types that are embedded in a struct or interface, of those whose names fit a pattern; a field's tag may follow. */
function goEmbedded(file: CodeFile, words: string): readonly Derived[] {
  const derived: Derived[] = [];
  for (const match of file.mask().matchAll(embeddedPattern(words))) {
    const name = match[1] ?? '';
    const at = match.index + match[0].length - name.length;
    const symbol = typeWithBody(file, at);
    if (symbol !== null) derived.push({ symbol, place: readPlace(file, at, name) });
  }
  return derived;
}

/** The type whose body an offset stands in directly. */
function typeWithBody(file: CodeFile, at: number): FileSymbol | null {
  const open = file.structure().around(at);
  const mask = file.mask();
  if (open === -1 || mask[open] !== '{') return null;
  const line = lineAt(file, open);
  const byLine = typesByLine.get(file) ?? new Map<number, FileSymbol>();
  if (!typesByLine.has(file)) {
    typesByLine.set(file, byLine);
    // The first of a line stays.
    for (const symbol of file.symbols().toReversed()) if (TYPE_KINDS.has(symbol.kind)) byLine.set(symbol.line, symbol);
  }
  const symbol = byLine.get(line);
  // A struct within a type on one line is a field's.
  return symbol === undefined || mask.slice(startOfLine(file, line), open).includes('{') ? null : symbol;
}

const typesByLine = new WeakMap<CodeFile, Map<number, FileSymbol>>();

/** The line that says it, when the type is declared in another file of the package. */
function saidSymbol(file: CodeFile, at: number, name: string): FileSymbol {
  const line = lineAt(file, at);
  const column = at - startOfLine(file, line) + 1;
  return { name, path: name, kind: 'type', startLine: line, line, endLine: line, column, signature: name, depth: 0 };
}
