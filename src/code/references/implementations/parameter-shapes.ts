import { parametersOf } from '../places/typed-parameters.ts';
import type { Definition } from '../reference.ts';

/**
 * Whether a method of Java or C# takes what one of some others takes: as many values, each of the same type by its last
 * name; true where a head does not tell. What stands for a type (`T`) may be any. Sources: JLS §8.4.2 "Method
 * Signature"; C# language specification, "Override methods", "Interface mapping".
 */
export function takesTheSame(method: Definition, members: readonly Definition[]): boolean {
  const taken = shapesOf(method);
  if (taken === null || members.length === 0) return true;
  return members.some((member) => {
    const asked = shapesOf(member);
    return (
      asked === null || (asked.length === taken.length && asked.every((one, at) => areAlike(one, taken[at] ?? '')))
    );
  });
}

function areAlike(one: string, other: string): boolean {
  return one === other || one === '' || other === '' || mayBeAny(one) || mayBeAny(other);
}

/** What types that stand for others are called: `T`, `K2`, `REQUEST`, `TKey`. */
function mayBeAny(shape: string): boolean {
  return /^(?:[A-Z][A-Z\d_]*|T[A-Z]\w*)(?:\[\])*$/.test(shape);
}

function shapesOf({ file, symbol }: Definition): readonly string[] | null {
  const shapeOf = file.endsWith('.cs') ? shapeInCSharp : shapeInJava;
  return parametersOf(symbol)?.map(shapeOf) ?? null;
}

/** `final java.util.List<String> names[]` is `List[]`; empty where it is not told. */
function shapeInJava(parameter: string): string {
  const bare = withoutArguments(parameter)
    .replaceAll(/@[\w.]+(?:\s*\([^()]*\))?/g, ' ')
    .replace(/\bfinal\b/, ' ');
  return typeBefore(bare.replaceAll('...', '[] '));
}

/** `[NotNull] ref System.Int32? count = 1` is `int`; empty where it is not told. */
function shapeInCSharp(parameter: string): string {
  const bare = withoutArguments(parameter)
    .replace(/^(?:\s*\[[^[\]]*\])+/, '')
    .replace(/=[\s\S]*$/, '')
    .replace(/^\s*(?:(?:this|params|ref|out|in|scoped|readonly)\s+)*/, '')
    .replaceAll(/[?@]/g, '');
  return typeBefore(bare).replace(/^\w+/, (name) => KEYWORD_OF.get(name) ?? name);
}

/** Types of C# that have a keyword, by their names. */
const KEYWORD_OF: ReadonlyMap<string, string> = new Map([
  ['String', 'string'],
  ['Object', 'object'],
  ['Boolean', 'bool'],
  ['Char', 'char'],
  ['Byte', 'byte'],
  ['SByte', 'sbyte'],
  ['Int16', 'short'],
  ['UInt16', 'ushort'],
  ['Int32', 'int'],
  ['UInt32', 'uint'],
  ['Int64', 'long'],
  ['UInt64', 'ulong'],
  ['Single', 'float'],
  ['Double', 'double'],
  ['Decimal', 'decimal'],
]);

/** The last name of the type before a parameter's name, with the brackets of arrays behind either. */
function typeBefore(parameter: string): string {
  const dense = parameter.trim().replaceAll(/\[\s*\]/g, '[]');
  const brackets = /(?:\[\])*$/.exec(dense)?.[0] ?? '';
  const type = dense.slice(0, dense.length - brackets.length).replace(/[\w$]+\s*$/, '');
  return (type.slice(type.lastIndexOf('.') + 1) + brackets).replaceAll(/\s/g, '');
}

/** How deep arguments of types lie in each other. */
const DEPTH_MAX = 6;

function withoutArguments(type: string): string {
  let bare = type;
  for (let depth = 0; depth < DEPTH_MAX && bare.includes('<'); depth += 1) bare = bare.replaceAll(/<[^<>]*>/g, '');
  return bare;
}
