import type { CodeFile } from '../code-file.ts';
import type { Definition } from '../reference.ts';

// What can stand before a dot and is no type or value of the project, as its language writes it.

/**
 * Whether none of some definitions can be meant behind a path: behind `Name.class` of Java, a word for a type in C#
 * (`string.Join`), or the name of a module that a file of Swift imports, which has nothing but what stands at its top. Null
 * where the language does not tell.
 */
export function isOfLanguage(file: CodeFile, path: readonly string[], own: readonly Definition[]): boolean | null {
  const [first = ''] = path;
  if (file.scanner === 'java' && path.at(-1) === 'class') return own.every(isMemberBut('Class'));
  if (path.length !== 1) return null;
  if (file.family === 'swift') return isModuleOfSwift(file, first) && own.every(isMemberBut(first));
  return file.family === 'csharp' && TYPES_OF_CSHARP.has(first) ? true : null;
}

/** Whether a definition is a member of another type than the one of a name. */
function isMemberBut(name: string): (definition: Definition) => boolean {
  return ({ container }) => container !== null && container !== name;
}

/** What files of Swift import whole: each place of a name asks for it. */
const modulesOfSwift = new WeakMap<CodeFile, ReadonlySet<string>>();

/** Whether a file of Swift imports a module by a name. Source: The Swift Programming Language, "Import Declaration". */
function isModuleOfSwift(file: CodeFile, name: string): boolean {
  const imports = file
    .mask()
    .matchAll(/^[ \t]*(?:@\w+(?:\(\w+\))?[ \t]+)?(?:\w+[ \t]+)?import[ \t]+(\w+)[ \t]*(?:;|\r?$)/gm);
  const modules = modulesOfSwift.get(file) ?? new Set([...imports].map(([, module = '']) => module));
  modulesOfSwift.set(file, modules);
  return modules.has(name);
}

/** Words of C# for types of .NET, whose static members nothing adds to. Source: C# language specification, "Simple types". */
const TYPES_OF_CSHARP = new Set(
  'bool byte char decimal double float int long nint nuint object sbyte short string uint ulong ushort'.split(' '),
);
