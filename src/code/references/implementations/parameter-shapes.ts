import { escapeRegex } from '../../search/matcher.ts';
import { parametersOf } from '../places/typed-parameters.ts';
import type { Definition } from '../reference.ts';
import { angleEnd } from '../types/anonymous-types.ts';

/** What was asked for: members, of interfaces alone or not. */
export interface AskedMembers {
  readonly members: readonly Definition[];
  readonly isOfInterfaces: boolean;
  /** What these and their types call those types that they are made with. */
  readonly typeParameters: ReadonlySet<string>;
}

/** Members that were asked for, of these types; none where all of the types was asked for. */
export function askedMembers(types: readonly Definition[], members: readonly Definition[]): AskedMembers {
  return {
    members,
    isOfInterfaces: types.every(({ symbol }) => symbol.kind === 'interface'),
    typeParameters: new Set([...types, ...members].flatMap(({ symbol }) => typeParametersOf(symbol))),
  };
}

/**
 * Whether a method of Java or C# takes what one of those takes that were asked for: as many values, each of the same type
 * by its last name; true where a head does not tell. What stands for a type (`T`, or what was asked for calls so) may be
 * any, and other languages write types otherwise. Sources: JLS §8.4.2 "Method Signature"; C# language specification,
 * "Override methods", "Interface mapping".
 */
export function takesTheSame(method: Definition, { members, typeParameters }: AskedMembers): boolean {
  const taken = shapesOf(method);
  if (taken === null || members.length === 0) return true;
  const isJava = method.file.endsWith('.java');
  const isAlike = (one: string, other = ''): boolean => {
    if (one === other || one === '' || other === '') return true;
    if (isJava && (PRIMITIVE.test(one) || PRIMITIVE.test(other))) return false;
    return typeParameters.has(bareOf(one)) || mayBeAny(one) || mayBeAny(other);
  };
  return members.some((member) => {
    const asked = shapesOf(member);
    if (asked === null || asked.length !== taken.length) return asked === null;
    return endingOf(member.file) !== endingOf(method.file) || asked.every((one, at) => isAlike(one, taken[at]));
  });
}

/** Types of Java that no other type stands for. Source: JLS §4.5.1 "Type Arguments of Parameterized Types". */
const PRIMITIVE = /^(?:boolean|byte|char|short|int|long|float|double)$/;

/** What types that stand for others are called: `T`, `K2`, `REQUEST`, `TKey`. */
function mayBeAny(shape: string): boolean {
  return /^(?:[A-Z][A-Z\d_]*|T[A-Z]\w*)(?:\[\])*$/.test(shape);
}

/** A type without the brackets of arrays. */
function bareOf(shape: string): string {
  return shape.replace(/(?:\[\])+$/, '');
}

/** Types that a head says it is made with: `<K extends Comparable<K>> void sort(`, `interface Map<in K, V>`. */
function typeParametersOf({ name, signature }: Definition['symbol']): readonly string[] {
  const at = signature.search(new RegExp(`(?:^|\\s)<|(?<![\\w$])${escapeRegex(name)}\\s*<`));
  const open = at === -1 ? -1 : signature.indexOf('<', at);
  if (open === -1) return [];
  const end = angleEnd(signature, open);
  const list = withoutArguments(signature.slice(open + 1, end < open ? undefined : end));
  return list.split(',').flatMap((one) => /(\w+)\s*$/.exec(one.replace(/\bextends\b[\s\S]*$/, ''))?.[1] ?? []);
}

function endingOf(file: string): string {
  return file.slice(file.lastIndexOf('.'));
}

function shapesOf({ file, symbol }: Definition): readonly string[] | null {
  const shapeOf = file.endsWith('.cs') ? shapeInCSharp : shapeInJava;
  return parametersOf(symbol)?.map(shapeOf) ?? null;
}

/** `final java.util.List<String> names[]` is `List[]`; empty where it is not told, as among brackets in annotations. */
function shapeInJava(parameter: string): string {
  const bare = withoutArguments(parameter)
    .replaceAll(/@[\w.]+(?:\s*\([^()]*\))?/g, ' ')
    .replace(/\bfinal\b/, ' ');
  return typeBefore(bare.replaceAll('...', '[] '));
}

/** `[NotNull] ref System.Int32? count = 1` is `int`; empty where it is not told, as of a tuple. */
function shapeInCSharp(parameter: string): string {
  const bare = withoutArguments(parameter.replaceAll(/\bNullable\s*<([^<>]*)>/g, '$1'))
    .replace(/^(?:\s*\[[^[\]]*\])+/, '')
    .replace(/=[\s\S]*$/, '')
    .replace(/^\s*(?:(?:this|params|ref|out|in|scoped|readonly)\s+)*/, '')
    .replaceAll(/[?@]/g, '');
  return typeBefore(bare).replace(/^\w+/, (name) => KEYWORD_OF.get(name) ?? name);
}

/** Types of C# that have a keyword, by their names, and one that is the same to what overrides. */
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
  ['IntPtr', 'nint'],
  ['UIntPtr', 'nuint'],
  ['dynamic', 'object'],
]);

/** A name, of C# with the sign of pointers, and arrays of that. */
const SHAPE = /^[\w$]+\**(?:\[,*\])*$/;

/** The last name of the type before a parameter's name, with the brackets of arrays behind either. */
function typeBefore(parameter: string): string {
  const dense = parameter.trim().replaceAll(/\[\s*\]/g, '[]');
  const brackets = /(?:\[\])*$/.exec(dense)?.[0] ?? '';
  const type = dense.slice(0, dense.length - brackets.length).replace(/[\w$]+\s*$/, '');
  const shape = (type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf(':')) + 1) + brackets).replaceAll(
    /\s/g,
    '',
  );
  return SHAPE.test(shape) ? shape : '';
}

/** How deep arguments of types lie in each other. */
const DEPTH_MAX = 6;

function withoutArguments(type: string): string {
  let bare = type;
  for (let depth = 0; depth < DEPTH_MAX && bare.includes('<'); depth += 1) bare = bare.replaceAll(/<[^<>]*>/g, '');
  return bare;
}
