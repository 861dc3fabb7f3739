import { before } from '../../lex/code-text.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, type Family, startOfLine } from '../code-file.ts';
import { functionsAround } from '../places/functions-around.ts';
import { separatorBefore } from '../places/path-before.ts';
import type { Definition, Place } from '../reference.ts';
import { superNames, typeAround } from '../types/type-heads.ts';

/**
 * Whether definitions may be members of what stands before a place: nothing that is of a module, or of a function of Python,
 * and of a namespace of C++ only behind `name::`, where a value and what a template is given are none. What is static in
 * Java is asked of its type, which by custom has a capital; of C# it is none of what is not known to be its type.
 */
export function mayBeMember(
  { file: { mask, scanner } }: { readonly file: Pick<CodeFile, 'mask' | 'scanner'> },
  { path, at }: Place,
): (definition: Definition) => boolean {
  const isOfValue = scanner === 'java' && !/^\p{Lu}/u.test(path.at(-1) ?? '');
  const isBehindName = path.length > 0 && mask()[before(mask(), at)] === ':';
  return ({ file, container, isOfModule, isOfNamespace, family, symbol }) => {
    if (isOfValue && file.endsWith('.java') && /(?<![\w$])static(?![\w$])/.test(symbol.signature)) return false;
    if (family === 'csharp' && isStaticInCSharp(symbol)) return false;
    const isOfFunction = family === 'python' && symbol.kind === 'function';
    return container !== null && !isOfModule && !isOfFunction && (isBehindName || !isOfNamespace);
  };
}

/** Whether a member of C# is that of a type alone: a value of an enum, and what is static but for extensions of other types. */
export function isStaticInCSharp({ kind, name, signature }: Definition['symbol']): boolean {
  if (kind === 'variable' && new RegExp(`^${escapeRegex(name)}\\s*(?:[=,]|$)`).test(signature)) return true;
  return /(?<![\w@])(?:static|const)\s/.test(signature) && !/[(\]]\s*this\s/.test(signature);
}

/**
 * Whether a type that derives from others hands on to another value what it is asked for itself: in its own code its member
 * is had by the word for itself, and what others have it from may be any type that derives from the same.
 */
export function mayHandOn(file: CodeFile, place: Place): (definition: Definition) => boolean {
  const { at } = place;
  const around = typeAround(file, at)?.name ?? null;
  const isDerived = around !== null && superNames(file, around).length > 0;
  if (!isDerived || isImplicit(file, at) || isBehindItself(file, at, around) || isMadeOfItself(file, place, around))
    return () => false;
  return ({ container, file: declaring, symbol }) =>
    container === around && declaring === file.path && !isExtension(file, symbol) && !isPrivate(symbol);
}

/** Whether a member is its type's alone, and none of what the type derives from; of Swift `private(set)` can be read by all. */
function isPrivate({ signature }: Definition['symbol']): boolean {
  return /(?<![\w$])(?:file)?private(?![\w$(])/.test(signature);
}

/** Whether a function of Kotlin is added to another type: it is asked of others, wherever it is declared. */
function isExtension({ scanner }: CodeFile, { name, signature }: Definition['symbol']): boolean {
  return scanner === 'kotlin' && signature.includes(`.${name}`);
}

/**
 * Whether before a dot of Swift stands nothing, so that the type is told by what is expected: `case .days(let count)`.
 * Source: The Swift Programming Language, "Implicit Member Expression".
 */
export function isImplicit(file: CodeFile, at: number): boolean {
  if (file.family !== 'swift') return false;
  const mask = file.mask();
  const dot = separatorBefore(file, at);
  const last = before(mask, dot);
  if (dot === -1 || !/[\w)\]}"'`?!>]/.test(mask[last] ?? '')) return dot !== -1;
  // A chain goes on behind a break, and nowhere else behind a blank.
  return last < dot - 1 && !mask.slice(last, dot).includes('\n');
}

/** What stands for the type around, or makes one of it, beside its name. */
const ITSELF: Readonly<Partial<Record<Family, string>>> = {
  python: '(?:self|cls)\\.__class__|cls',
  ruby: '(?:self\\.class\\.)?new|self\\.class',
  script: 'this\\.constructor',
};
/** Characters of it. */
const ITSELF_MAX = 120;

/** Whether before the dot stands a type itself, or what is made of it: `self.class.depth`, `Config.new(1).depth`. */
function isBehindItself(file: CodeFile, at: number, type: string): boolean {
  const mask = file.mask();
  const last = before(mask, separatorBefore(file, at));
  const open = /[)\]]/.test(mask[last] ?? '') ? file.structure().around(last) : last + 1;
  if (file.family === 'python' && /(?<![\w.])type\(self\)$/.test(mask.slice(Math.max(0, last - ITSELF_MAX), last + 1)))
    return true;
  const words = [escapeRegex(type), `${escapeRegex(type)}\\.new`, ITSELF[file.family] ?? []].flat().join('|');
  return new RegExp(`(?<![\\w$.@:])(?:${words})$`).test(mask.slice(Math.max(0, open - ITSELF_MAX), Math.max(0, open)));
}

/** How a name is given what is made of the type around, or is written to be one of it, where no type of a name is read that is so written. */
const IS_ITSELF: Readonly<Partial<Record<Family, (name: string, type: string) => string>>> = {
  python: (name) => `${name}\\s*=\\s*(?:cls|type\\(self\\)|self\\.__class__)\\(`,
  ruby: (name, type) => `${name}\\s*=\\s*(?:(?:self\\.class|${type})\\.)?new(?![\\w.])`,
  script: (name) => `${name}\\s*=\\s*new\\s+this(?:\\.constructor)?(?![\\w$.])`,
  swift: (name, type) => `${name}\\s*[:=]\\s*(?:Self|${type})(?![\\w.])`,
  php: (name, type) =>
    `(?:${name}\\s*=\\s*(?:clone\\s+\\$this|new\\s+(?:static|self|${type}))|(?:self|static|${type})\\s+&?${name})(?![\\w>-])`,
};
/** Characters of a function before a place that are looked through. */
const FUNCTION_MAX = 3_000;

/** Whether the function around says of the name before the dot that it is of the type around: `one = cls(1)`. */
function isMadeOfItself(file: CodeFile, { path, at }: Place, type: string): boolean {
  const [name = ''] = path;
  const around = functionsAround(file, at).at(-1);
  const form = IS_ITSELF[file.family]?.(escapeRegex(name), escapeRegex(type));
  if (path.length !== 1 || form === undefined || around === undefined) return false;
  const from = Math.max(startOfLine(file, around.startLine), at - FUNCTION_MAX);
  return new RegExp(`(?<![\\w$.@>])${form}`).test(file.mask().slice(from, at));
}
