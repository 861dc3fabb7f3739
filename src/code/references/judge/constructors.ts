import { namesOf } from '../../lex/symbol-path.ts';
import type { Family } from '../code-file.ts';
import type { Definition } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import { isOutside, isPart } from './findings.ts';

/** The words that constructors are declared by, where these are not called like their types. */
const WORDS: Readonly<Partial<Record<Family, string>>> = {
  script: 'constructor',
  python: '__init__',
  php: '__construct',
  swift: 'init',
  ruby: 'initialize',
  // Kotlin's.
  java: 'constructor',
};

const CALLED_LIKE_TYPES: ReadonlySet<Family> = new Set(['java', 'csharp', 'c']);

/** Languages in which a constructor may stand in another file than its type. */
const APART: ReadonlySet<Family> = new Set(['c', 'swift', 'ruby']);

/** Whether a declaration is called by making something of the type around it. */
export function isConstructor({ family, symbol, container }: Definition): boolean {
  if (container === null || (symbol.kind !== 'method' && symbol.kind !== 'function')) return false;
  return WORDS[family] === symbol.name || (CALLED_LIKE_TYPES.has(family) && symbol.name === container);
}

/** Of some declarations the constructors whose types are among them. */
export function constructorsAmong(definitions: readonly Definition[]): ReadonlySet<Definition> {
  const known = among.get(definitions);
  if (known !== undefined) return known;
  const constructors = definitions.filter(isConstructor);
  const types = constructors.length === 0 ? [] : definitions.filter(({ family, symbol }) => isType(family, symbol));
  const made = new Set(constructors.filter((one) => types.some((type) => makes(one, type))));
  among.set(definitions, made);
  return made;
}

/** The same declarations are asked about for each place of their name. */
const among = new WeakMap<readonly Definition[], ReadonlySet<Definition>>();

/** Whether a constructor makes something of a type. */
export function makes(made: Definition, type: Definition): boolean {
  if (made.container !== type.symbol.name || made.family !== type.family) return false;
  if (type.family === 'csharp') return makesInCSharp(made, type);
  return made.file === type.file
    ? made.symbol.line >= type.symbol.line && made.symbol.path.startsWith(`${type.symbol.path}/`)
    : APART.has(type.family) && (type.family !== 'c' || isOutsideOf(made, type));
}

/** Of C# a constructor stands in its type, of whose parts one may be in another file. */
function makesInCSharp({ file, owner }: Definition, type: Definition): boolean {
  return file === type.file ? owner === `${file}\0${type.symbol.path}` : isPart(type);
}

/** Whether a constructor of C++ stands outside of a class: under its whole name, as far as that is written in both places. */
function isOutsideOf(made: Definition, type: Definition): boolean {
  if (!isOutside(made)) return false;
  const own = namesOf(made.symbol.path).slice(0, -1);
  return areOneName(own, namesOf(type.symbol.path)) || areOneName(withoutInline(own, made), plainName(type));
}

function plainName(type: Definition): readonly string[] {
  return withoutInline(namesOf(type.symbol.path), type);
}

/** The names that lead to something without those of inline namespaces, which may be left out. */
function withoutInline(names: readonly string[], { ofInline }: Definition): readonly string[] {
  return names.filter((_, at) => !ofInline.includes(names.slice(0, at + 1).join('/')));
}

/** Whether two names are one, as far as both are written. */
function areOneName(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(-length).join('/') === other.slice(-length).join('/');
}
