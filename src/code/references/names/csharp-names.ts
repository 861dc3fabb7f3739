import type { CodeFile } from '../code-file.ts';

// What a file of C# calls what is around its types. Source: C# language specification, "Namespaces".

interface CSharpNames {
  readonly namespace: string | null;
  readonly aliases: ReadonlySet<string>;
}

/** Each declaration and place asks. */
const known = new WeakMap<CodeFile, CSharpNames>();

function namesIn(file: CodeFile): CSharpNames {
  const names = known.get(file) ?? readNames(file);
  known.set(file, names);
  return names;
}

function readNames(file: CodeFile): CSharpNames {
  const mask = file.mask();
  const [first, second] = [...mask.matchAll(/^[ \t]*namespace[ \t]+([\w.]+)/gm)].slice(0, 2);
  const aliases = mask.matchAll(/^[ \t]*(?:global[ \t]+)?using[ \t]+(?:unsafe[ \t]+)?@?(\w+)[ \t]*=/gm);
  return {
    namespace: second === undefined ? (first?.[1] ?? null) : null,
    aliases: new Set([...aliases].map((match) => match[1] ?? '')),
  };
}

/** The namespace of all that a file of C# declares; null where it has none or several. */
export function namespaceOfCSharp(file: CodeFile): string | null {
  return file.family === 'csharp' ? namesIn(file).namespace : null;
}

/** Whether a file gives a name to something else: `using Name = Other<int>;`. */
export function isAliasInCSharp(file: CodeFile, name: string): boolean {
  return namesIn(file).aliases.has(name);
}
