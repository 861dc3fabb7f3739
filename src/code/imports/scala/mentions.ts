import { LEX_RULES } from '../../lex/lex-rules.ts';
import { type Structure, structureOf } from '../../lex/structure.ts';
import { makeLineIndex } from '../../text/lines.ts';
import type { TypeFacts, TypeImport } from '../typed/facts.ts';
import { boundFacts, findNames, inPackage } from '../typed/names.ts';
import { packagesOf, type ScalaPackages } from './packages.ts';

const PACKAGE_OBJECT = /^[ \t]*package[^\S\n]+object[^\S\n]+(\w{1,200})/gm;
/** A path, and behind it names in braces, which may go over lines. */
const IMPORT =
  /(?<![\w.])import[^\S\n]+((?:[\w`]{1,100}(?:\.[\w`]{1,100}){0,20}(?:\.\{[^{}]{0,2000}\}|\.[*_])?[^\S\n]*,?[^\S\n]*){1,10})/g;
/** One path, which Scala 3 may give another name behind it. */
const PART = /([\w`]+(?:\.[\w`]+){0,40})(?:\.(?:\{([^{}]*)\}|([*])))?(?:[^\S\n]+as[^\S\n]+([\w`]+))?/g;
const TYPE = /(?<![\w.])(?:class|trait|object|enum|type)\s+([A-Za-z_]\w{0,200})/g;
/** What stands at the top beside types, as Scala 3 has it. */
const MEMBER = /^(?:[a-z]{2,12} )*(?:def|val|var|given)\s+([A-Za-z_]\w{0,200})/gm;
/** What the file declares beside types, wherever: its name alone means it, but for where only a type can stand. */
const VALUE = /(?<![\w.$`])(?:def|val|var|given)[^\S\n]+([A-Z]\w{0,200})/g;
const TYPE_BEFORE = /(?:(?<!:):[^\S\n]?|\[|(?<![\w.])(?:new|extends|with)[^\S\n]+)$/;
const NAME = /(?<![\w.$`])[A-Z]\w{0,200}/g;
const QUALIFIED = /(?<![\w.])[a-z]\w{0,80}(?:\.[a-z]\w{0,80}){0,20}\.[A-Z]\w{0,200}/g;

/** Packages, imports, declared and used types of a Scala file, of which the mask says all. */
export function scalaMentions(mask: string): TypeFacts {
  const structure = structureOf(mask, LEX_RULES.scala);
  const packages = packagesOf(structure);
  const { all, top } = findDeclared(structure, packages);
  const { imports, bound } = findImports(mask);
  const values = new Set([...mask.matchAll(VALUE)].map(([, name = '']) => name));
  const isUse = (from: number, to: number): boolean => {
    const before = lineBefore(mask, from);
    if (/^[ \t]*(?:import|package)\b/.test(before)) return false;
    return !values.has(mask.slice(from, to)) || TYPE_BEFORE.test(before);
  };
  return boundFacts({
    packages: packages.own,
    imports,
    declared: [...top, ...members(mask, packages), ...packageObjects(mask, packages)],
    used: findNames(mask, NAME, 0, isUse).filter(({ name }) => !all.has(name)),
    qualified: findNames(mask, QUALIFIED, 0, isUse),
    bound,
  });
}

function members(mask: string, { at }: ScalaPackages): readonly string[] {
  return [...mask.matchAll(MEMBER)].map(({ 1: name = '', index }) => inPackage(name, at(index)));
}

/** `package object a` is the file that holds what `a` has beside its types. */
function packageObjects(mask: string, { at }: ScalaPackages): readonly string[] {
  return [...mask.matchAll(PACKAGE_OBJECT)].map(({ 1: name = '', index }) =>
    inPackage(inPackage('package', name), at(index)),
  );
}

function lineBefore(mask: string, at: number): string {
  // A bounded look back: a line may be as long as the text.
  const before = mask.slice(Math.max(0, at - 400), at);
  return before.slice(before.lastIndexOf('\n') + 1);
}

function findImports(mask: string): { readonly imports: readonly TypeImport[]; readonly bound: readonly string[] } {
  const imports: TypeImport[] = [];
  const bound: string[] = [];
  const lines = makeLineIndex(mask);
  for (const match of mask.matchAll(IMPORT)) {
    const line = lines.lineAt(match.index);
    const isInside = lineBefore(mask, match.index) !== '';
    for (const [, path = '', names, star, alias] of (match[1] ?? '').matchAll(PART)) {
      const bare = path
        .replaceAll('`', '')
        .replace(/^_root_\./, '')
        .replace(/^(?=(?:collection|concurrent|annotation)\.)/, 'scala.');
      // Behind a name with a capital are members of a type; a path inside of a block may begin at a value there.
      const isLocal = isInside || /^[A-Z]/.test(bare);
      addImport({ imports, bound }, { path: bare, names, isStar: star !== undefined, alias, line, isLocal });
    }
  }
  return { imports, bound };
}

interface Found {
  readonly imports: TypeImport[];
  readonly bound: string[];
}

/** One path of an import. */
interface Part {
  readonly path: string;
  readonly names: string | undefined;
  readonly isStar: boolean;
  readonly alias: string | undefined;
  readonly line: number;
  readonly isLocal: boolean;
}

/** `a.b.{C, D => E, _}`, `a.b._`, `a.b.C`, and in Scala 3 `a.b.{D as E, given}`, `a.b.*`, `a.b.D as E`. */
function addImport(found: Found, { path, names, isStar, alias, line, isLocal }: Part): void {
  const add = (name: string, other?: string): void => {
    // What `_` stands for is taken out of a star.
    if (other === '_') return;
    const isAll = /\.[_*]$|\.given$/.test(name);
    const bare = isAll ? name.slice(0, name.lastIndexOf('.')) : name;
    const isRenamed = other !== undefined;
    found.imports.push({ path: bare, isStatic: false, isStar: isAll, isLocal, isRenamed, line });
    if (isRenamed) found.bound.push(other.replaceAll('`', ''));
  };
  if (names === undefined) {
    add(isStar ? `${path}.*` : path, alias);
    return;
  }
  for (const part of names.split(',')) {
    const [name = '', other] = part
      .trim()
      .replace(/\s+/g, ' ')
      .split(/ ?=> ?| as /);
    if (/^(?:[\w`]+|\*)$/.test(name)) add(`${path}.${name.replaceAll('`', '')}`, other);
  }
}

/** All names of types in the file, and the full ones of those at its top, the blocks of `package a { … }` included. */
function findDeclared(
  structure: Structure,
  { at }: ScalaPackages,
): { readonly all: ReadonlySet<string>; readonly top: readonly string[] } {
  const { mask } = structure;
  const all = new Set<string>();
  const top: string[] = [];
  for (const match of mask.matchAll(TYPE)) {
    const name = match[1] ?? '';
    all.add(name);
    const open = structure.around(match.index);
    // With Scala 3 a block may be told by its indent alone.
    const isIndented = /^[ \t]/.test(lineBefore(mask, match.index));
    const isTop =
      open === -1 ? !isIndented : /package[^\S\n]+[\w.]{1,300}\s*$/.test(mask.slice(Math.max(0, open - 320), open));
    if (isTop) top.push(inPackage(name, at(match.index)));
  }
  return { all, top };
}
