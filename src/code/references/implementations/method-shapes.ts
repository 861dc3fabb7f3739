import { escapeRegex } from '../../search/matcher.ts';
import { folderOf } from '../../text/paths.ts';
import { listItems } from '../names/list-items.ts';
import type { Definition } from '../reference.ts';

/** Whether a declaration of Go is a method that an interface asks for; those with code stand outside of all types. */
export function isAskedFor({ family, symbol }: Pick<Definition, 'family' | 'symbol'>): boolean {
  return family === 'go' && symbol.kind === 'method' && symbol.depth > 0;
}

/** The shape of a method of Go, in an interface or with a receiver. */
export function shapeOfMethod(method: Definition): string {
  return methodShape(method.file, method.symbol.name, headOfMethod(method));
}

/**
 * The shape of a method that a file declares. A name that does not begin with a capital is one of its package alone, so
 * that its folder stands ahead. Source: The Go Programming Language Specification, "Uniqueness of identifiers".
 */
export function methodShape(file: string, name: string, head: string): string {
  return /^\p{Lu}/u.test(name) ? shapeOf(head) : `${folderOf(file)}${PACKAGE_END}${shapeOf(head)}`;
}

const PACKAGE_END = '\0';

/** A shape in two: its package, empty where every package means the same, and what it takes and gives. */
export function withPackage(shape: string): readonly [from: string, rest: string] {
  const at = shape.indexOf(PACKAGE_END) + 1;
  return [shape.slice(0, at), shape.slice(at)];
}

/** What a signature says from the parameters of a method on; empty where that is not seen. */
export function headOfMethod(method: Definition): string {
  const { signature, name } = method.symbol;
  if (isAskedFor(method)) return signature.slice(signature.indexOf('('));
  const at = signature.search(new RegExp(`\\)\\s*${escapeRegex(name)}\\(`));
  return at === -1 ? '' : signature.slice(signature.indexOf('(', at + 1));
}

/** Parameters and results by their types alone, without names and packages: two methods of one shape are the same. */
export function shapeOf(head: string): string {
  return tidy(functionShape(withoutPackages(head.replace(/\{\s*$/, ''))));
}

/** The names of types in a shape, in their order, as they are written: with the package, where one stands before them. */
export function typesWritten(head: string): readonly string[] {
  return functionShape(head.replace(/\{\s*$/, '')).match(/(?:\b\w+\.)?[\p{L}_][\p{L}\w]*/gu) ?? [];
}

/** A type as it stands in a shape. */
export function typeShape(type: string): string {
  return tidy(ofType(withoutPackages(type)));
}

function withoutPackages(text: string): string {
  return text.replace(/\b\w+\./g, '').trim();
}

function tidy(shape: string): string {
  return shape.replace(/\binterface\s*\{\s*\}/g, 'any').replace(/\s+/g, ' ');
}

function functionShape(text: string): string {
  const [parameters, rest] = splitList(text);
  const results = rest.trim().startsWith('(') ? typesOf(splitList(rest.trim())[0]) : ofType(rest.trim());
  return `(${typesOf(parameters)}) ${results}`;
}

/** What may stand before the type of a function: it is an element, a pointer, the last parameter or what a channel carries. */
const FUNCTION_TYPE = /^((?:(?:map)?\[[^[\]]*\]|\*|\.\.\.|<-|chan\b|\s)*)func\s*(?=\()/;

/** A type, in which functions have shapes as well: the names of their parameters are none of the type. */
function ofType(type: string): string {
  const [head = '', ahead = ''] = FUNCTION_TYPE.exec(type) ?? [];
  return head === '' ? type : `${ahead}func${functionShape(type.slice(head.length))}`;
}

/** The inside of the bracket that a text begins with, and what follows it. */
function splitList(text: string): readonly [string, string] {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    if ('([{'.includes(text[at] ?? '')) depth += 1;
    else if (')]}'.includes(text[at] ?? '')) depth -= 1;
    if (depth === 0) return [text.slice(1, at), text.slice(at + 1)];
  }
  return [text.slice(1), ''];
}

/** `a, b int, c ...string` is `int,int,...string`; without names the words are the types. */
function typesOf(list: string): string {
  // A list over lines ends in a comma.
  const parts = listItems(list).flatMap((part) => part.trim() || []);
  const isNamed = parts.some((part) => /^\w+\s+\S/.test(part) && !/^(?:chan|map|func|struct|interface)\b/.test(part));
  if (!isNamed) return parts.map((part) => ofType(part.trim())).join(',');
  const types: string[] = [];
  for (const part of parts.toReversed()) types.unshift(/^\w+\s+(\S[\s\S]*)$/.exec(part)?.[1] ?? types[0] ?? part);
  return types.map((type) => ofType(type.trim())).join(',');
}
