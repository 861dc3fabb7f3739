import { before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import { separatorBefore } from '../places/path-before.ts';
import type { Definition, Place } from '../reference.ts';
import type { Case } from './in-reach.ts';

// What can stand before a dot and is no type or value of the project, as its language writes it.

/**
 * Whether none of some definitions can be meant behind a path: behind `Name.class` of Java, a word for a type in C#
 * (`string.Join`), or the name of a module that a file of Swift imports, which has nothing but what stands at its top. Null
 * where the language does not tell.
 */
export function isOfLanguage(one: Case, { path, at }: Place, own: readonly Definition[]): boolean | null {
  const { file } = one;
  const [first = ''] = path;
  if (file.scanner === 'java' && path.at(-1) === 'class') return own.every(isMemberBut('Class'));
  if (path.length !== 1) return null;
  if (file.family === 'swift') return isModuleOfSwift(one, first) && own.every(isMemberBut(first));
  return file.family === 'csharp' && TYPES_OF_CSHARP.has(first) && !isVerbatim(file, first, at) ? true : null;
}

/** Whether a sign before a word makes it a name: `@string.Length`. Source: C# language specification, "Identifiers". */
function isVerbatim(file: CodeFile, word: string, at: number): boolean {
  const mask = file.mask();
  return mask[before(mask, separatorBefore(file, at)) - word.length] === '@';
}

/** Whether a definition is a member of another type than the one of a name. */
function isMemberBut(name: string): (definition: Definition) => boolean {
  return ({ container }) => container !== null && container !== name;
}

/** What files of Swift import whole: each place of a name asks for it. */
const modulesOfSwift = new WeakMap<CodeFile, ReadonlySet<string>>();

/**
 * Whether a file of Swift imports a module by a name which no type of the project bears: that would go before the module. Source: The
 * Swift Programming Language, "Import Declaration".
 */
function isModuleOfSwift({ file, types }: Case, name: string): boolean {
  const imports = file
    .mask()
    .matchAll(/^[ \t]*(?:@\w+(?:\(\w+\))?[ \t]+)?(?:\w+[ \t]+)?import[ \t]+(\w+)[ \t]*(?:;|\r?$)/gm);
  const modules = modulesOfSwift.get(file) ?? new Set([...imports].map(([, module = '']) => module));
  modulesOfSwift.set(file, modules);
  if (!modules.has(name)) return false;
  return !types.named.get(name)?.length && !file.symbols().some((symbol) => symbol.name === name);
}

/** Words of C# for types of .NET, whose static members nothing adds to. Source: C# language specification, "Simple types". */
const TYPES_OF_CSHARP = new Set(
  'bool byte char decimal double float int long nint nuint object sbyte short string uint ulong ushort'.split(' '),
);
