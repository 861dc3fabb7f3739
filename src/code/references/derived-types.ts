import type { FileSymbol } from '../lex/symbol.ts';
import { type CodeFile, lineAt, startOfLine } from './code-file.ts';
import { readPlace } from './places.ts';
import type { Place } from './reference.ts';
import { supersIn, TYPE_KINDS, typesIn } from './type-heads.ts';

/** A type that derives from another one, as it is written. */
export interface Derived {
  readonly symbol: FileSymbol;
  /** The name of what it derives from, where it is written. */
  readonly place: Place;
}

/** The types of a file that are written to derive from one of some names. */
export function derivedIn(file: CodeFile, names: ReadonlySet<string>): readonly Derived[] {
  const byHead = file
    .symbols()
    .filter(({ kind }) => TYPE_KINDS.has(kind) && kind !== 'impl')
    .flatMap((symbol) => supersIn(file, symbol).map(({ name, at }) => ({ symbol, place: readPlace(file, at, name) })));
  const others = file.family === 'rust' ? rustBlocks(file) : file.family === 'go' ? goTypes(file, names) : [];
  return [...(file.family === 'go' ? [] : byHead), ...others].filter(
    ({ symbol, place }) => names.has(place.name) && symbol.name !== place.name,
  );
}

/** Each type of a file with each name that it is written to derive from; what Go embeds as well. */
export function allDerived(file: CodeFile): readonly { readonly type: string; readonly place: Place }[] {
  const named = (list: readonly Derived[]) => list.map(({ symbol, place }) => ({ type: symbol.name, place }));
  if (file.family === 'go') return named(goEmbedded(file, '\\w+'));
  return [...named(inHeads(file)), ...named(file.family === 'rust' ? rustBlocks(file) : [])];
}

function inHeads(file: CodeFile): readonly Derived[] {
  return typesIn(file).flatMap(({ symbol, name: type }) =>
    supersIn(file, symbol).map(({ name, at }) => ({
      symbol: { ...symbol, name: type },
      place: readPlace(file, at, name),
    })),
  );
}

const RUST_BLOCK =
  /(?<![\w$])impl\s*(?:<[^{;]{0,400}?>)?\s*!?((?:\w+::)*)(\w+)\s*(?:<[^{;]{0,400}?>)?\s+for\s+(?:&\s*(?:'\w+\s+)?(?:mut\s+)?|dyn\s+)*(?:\w+::)*(\w+)/g;

/** `impl Trait for Type`; the type's own declaration where it stands in the file, else the block. */
function rustBlocks(file: CodeFile): readonly Derived[] {
  const derived: Derived[] = [];
  for (const match of file.mask().matchAll(RUST_BLOCK)) {
    const [whole, path = '', trait = '', type = ''] = match;
    const at = match.index + whole.indexOf(`${path}${trait}`) + path.length;
    const line = lineAt(file, match.index);
    const block = file
      .symbols()
      .find((symbol) => symbol.kind === 'impl' && symbol.line >= line && symbol.line <= line + 1);
    const symbol = typeNamed(file, type) ?? block;
    if (symbol !== undefined) derived.push({ symbol: { ...symbol, name: type }, place: readPlace(file, at, trait) });
  }
  return derived;
}

function typeNamed(file: CodeFile, name: string): FileSymbol | undefined {
  return file.symbols().find((symbol) => symbol.name === name && TYPE_KINDS.has(symbol.kind) && symbol.kind !== 'impl');
}

/** Go: a type embedded in a struct or interface, and `var _ Interface = (*Type)(nil)`. */
function goTypes(file: CodeFile, names: ReadonlySet<string>): readonly Derived[] {
  const mask = file.mask();
  const words = [...names].filter((name) => /^\w+$/.test(name)).join('|');
  if (words === '') return [];
  const derived = [...goEmbedded(file, words)];
  const said = new RegExp(
    `^(?:var|[ \\t]+)[ \\t]*_[ \\t]+(?:\\w+\\.)?(${words})[ \\t]*=[ \\t]*(?:\\(\\*|&|new\\()?(\\w+)[){]`,
    'gm',
  );
  for (const match of mask.matchAll(said)) {
    const name = match[1] ?? '';
    const at = match.index + match[0].indexOf(name, match[0].indexOf('_') + 1);
    const symbol = typeNamed(file, match[2] ?? '') ?? saidSymbol(file, at, match[2] ?? '');
    derived.push({ symbol, place: readPlace(file, at, name) });
  }
  return derived;
}

/** Types that are embedded in a struct or interface, of those whose names fit a pattern. */
function goEmbedded(file: CodeFile, words: string): readonly Derived[] {
  const derived: Derived[] = [];
  const embedded = new RegExp(`^[ \\t]+\\*?(?:\\w+\\.)?(${words})[ \\t]*$`, 'gm');
  for (const match of file.mask().matchAll(embedded)) {
    const name = match[1] ?? '';
    const at = match.index + match[0].trimEnd().length - name.length;
    const symbol = typeWithBody(file, at);
    if (symbol !== null) derived.push({ symbol, place: readPlace(file, at, name) });
  }
  return derived;
}

/** The type whose body an offset stands in directly. */
function typeWithBody(file: CodeFile, at: number): FileSymbol | null {
  const open = file.brackets().around(at);
  if (open === -1 || file.mask()[open] !== '{') return null;
  const line = lineAt(file, open);
  return file.symbols().find((symbol) => symbol.line === line && TYPE_KINDS.has(symbol.kind)) ?? null;
}

/** The line that says it, when the type is declared in another file of the package. */
function saidSymbol(file: CodeFile, at: number, name: string): FileSymbol {
  const line = lineAt(file, at);
  const column = at - startOfLine(file, line) + 1;
  return { name, path: name, kind: 'type', startLine: line, line, endLine: line, column, signature: name, depth: 0 };
}
