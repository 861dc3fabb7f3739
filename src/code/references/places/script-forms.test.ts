import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

/** What is declared in a file of its own and imported; `Thing` is the type and `thing` the function. */
const LIB = 'export interface Thing<T = unknown> { of: T }\nexport class Made {}\nexport function thing(): void {}\n';
const HEAD = "import { Made, type Thing, thing } from './lib.ts';\n";

const linesOf = async (code: string, query: string): Promise<readonly string[]> => {
  const { rows } = await askCode(
    { 'lib.ts': LIB, 'use.tsx': `${HEAD}${code}` },
    { mode: 'references', query, include: ['use.tsx'], limit: 50 },
  ).catch(() => ({ rows: [] }));
  return rows.flatMap(({ line, edge }) => (line !== null && line > 1 ? [`${line - 1} ${edge?.evidence}`] : []));
};

test.each([
  ['the type that an arrow gives back', 'export const f = (c: string): Thing => c as never;'],
  ['the type that an arrow gives back, and another one', 'export const f = (c: string): string | Thing => c as never;'],
  ['the type that an arrow of a list gives back', 'export const f = [].map((c): Thing => c);'],
  ['a predicate of an arrow', 'export const f = (c: unknown): c is Thing => true;'],
  ['what a predicate of an arrow asserts', 'export const f = (c: unknown): asserts c is Thing => {};'],
  ['an arrow whose type it is, made from it', 'export const f = (): Thing => {\n  return {} as never;\n};'],
  [
    'an argument of a type on a line of its own',
    'interface Base {\n  get: Handler<\n    string,\n    Thing<string>\n  >;\n}',
  ],
  ['the only argument of a type on a line of its own', 'interface Base {\n  get: Handler<\n    Thing<string>\n  >;\n}'],
  ['a part of a union on a line of its own', 'interface Base {\n  get:\n    | string\n    | Thing<string>;\n}'],
  ['a type on the line after its name', 'interface Base {\n  get:\n    Thing<string>;\n}'],
  ['what an interface extends, on a line of its own', 'interface Base extends\n  Thing<string> {\n}'],
  ['the type of a part of a parameter', 'export function f({ a }: { a: Thing }): void {}'],
  ['the type of a part of an option', 'export function f(options: { a: Thing; b?: string }): void {}'],
  ['the type of a part of a part', 'export function f(options: { a: { b: Thing } }): void {}'],
  ['a constraint of an arrow among tags', 'export const f = <T extends Thing,>(a: T) => <Made of={a} />;'],
  ['a constraint', 'export function f<T extends Thing>(a: T): void {}'],
  ['a default of a type', 'export type F<T = Thing> = T;'],
  ['a condition of a type', 'export type F<T> = T extends Thing ? 1 : 2;'],
  ['what is read from a type', "export type F = Thing['of'];"],
  ['the values of a mapped type', 'export type F = { [K in string]: Thing };'],
  ['a part of a tuple with a name', 'export type F = [first: string, second: Thing];'],
  ['a parameter of a type of functions', 'export type F = (a: Thing) => void;'],
  ['what a type of functions gives', 'export type F = (a: string) => Thing;'],
  ['a cast', 'export const a = {} as Thing;'],
  ['what is satisfied', 'export const a = {} satisfies Thing;'],
  ['the type of a member', 'export class A {\n  private readonly a: Thing | null = null;\n}'],
  ['the type that a getter gives', 'export class A {\n  get a(): Thing {\n    return {} as never;\n  }\n}'],
  ['the type of a member of a type', 'export type F = {\n  a: Thing\n  b: string\n};'],
  ['the type that a method of a type gives', 'export interface F {\n  a(): Thing;\n}'],
  ['the argument of a call', 'export const a = f<Thing>();'],
  ['an array of it', 'export function f(...all: Thing[]): void {}'],
  ['an argument of a type that looks like a list of parameters', 'export type F = Map<Thing, string>;'],
  ['a default of a parameter for a type', 'export const f = <T = Thing>(a: T) => a;'],
  ['an overload', 'export function f(a: Thing): void;\nexport function f(a: unknown): void {}'],
  ['a getter of a type', 'export interface F {\n  get a(): Thing;\n}'],
  ['a member of a mapped type with a condition', 'export type F<T> = { [K in keyof T]: T[K] extends Thing ? 1 : 2 };'],
  ['the keys of a mapped type', 'export type F = { [K in keyof Thing]: K };'],
  ['a default of a parameter that may be missing', 'export function f(a: string, b?: Thing | null): void {}'],
  ['the type of a renamed part', 'export function f({ a: b }: { a: Thing }): void {}'],
  ['a list of what is derived from', 'export class A extends Made implements Thing {}'],
  ['a type of what is thrown in', 'export const f = async (a: string): Promise<Thing | null> => null;'],
  ['a type in what an arrow gives', 'export const f = (a: string): { of: Thing } => a as never;'],
  ['a parameter of a constructor', 'export class A {\n  constructor(private readonly a: Thing) {}\n}'],
  ['the type of a tag', 'export const a = <Made<Thing> />;'],
  ['a type between the arguments of a call', 'export const a = b ? f<Thing>(1) : { c: 1 };'],
  ['a part of an intersection in brackets', 'export type F = (string | Thing)[];'],
])('%s is a use', async (_, code) => {
  const lines = code.split('\n');
  const line = lines.findIndex((text) => text.includes('Thing')) + 1;
  expect(await linesOf(code, 'Thing')).toEqual([`${line} exact`]);
});

test.each([
  ['a predicate', 'export const f = [].filter(\n  (a): a is Made =>\n    (thing(a) && b === true) || c,\n);'],
  ['keys of a type', 'export const f = (a): keyof Made => (thing(a));'],
])('what an arrow that gives %s calls is a use', async (_, code) => {
  const line = code.split('\n').findIndex((text) => text.includes('thing')) + 1;
  expect(await linesOf(code, 'thing')).toEqual([`${line} exact`]);
});

test.each([
  ['a member of a type', 'export type F = {\n  a: string;\n  thing: string;\n};'],
  ['a member of a type without semicolons', 'export type F = {\n  a: string\n  thing: string\n}'],
  ['a member of a type that may be missing', 'export type F = {\n  a: string;\n  thing?: string;\n};'],
  ['a member that may only be read', 'export type F = {\n  a: string;\n  readonly thing: string;\n};'],
  ['a method of a type', 'export type F = {\n  a: string;\n  thing(a: string): string;\n};'],
  ['a generic method of a type', 'export type F = {\n  a: string;\n  thing<T>(a: T): string;\n};'],
  ['a getter of an interface', 'export interface F {\n  a: string;\n  get thing(): string;\n}'],
  ['a parameter of a method without a body', 'export interface F {\n  a(thing: unknown): string;\n}'],
  [
    'a second parameter of a method without a body',
    'export interface F {\n  a(b: string, thing?: unknown): string;\n}',
  ],
  ['a parameter of a declared function', 'export declare function a(thing: unknown): string;'],
  ['a parameter of a type of functions', 'export type F = (thing: unknown) => void;'],
  ['the name of a part of a tuple', 'export type F = [thing: string, b: number];'],
  ['the key of an index', 'export type F = { [thing: string]: number };'],
  ['a key of an object', 'export const a = { thing: 1, b: 2 };'],
  ['what stands behind a regular expression', 'export const a = [/b/thing, 1];'],
  ['a word within a tag', 'export const a = <p>thing to do: {b}</p>;'],
  ['a word behind a tag', 'export const a = (\n  <p>\n    <br />a thing\n  </p>\n);'],
  ['the name of an attribute', 'export const a = <Made thing="a" b={1} />;'],
])('%s is no sure use', async (_, code) => {
  expect((await linesOf(code, 'thing')).filter((line) => line.endsWith('exact'))).toEqual([]);
});

test.each([
  ['a parameter without a bracket', 'export const a = [1].map(thing => thing);'],
  ['a parameter without a bracket behind a key', 'export const a = { b: thing => thing };'],
  ['a parameter without a bracket in a choice', 'export const a = b ? c : thing => thing;'],
  ['a parameter of an arrow that gives a type', 'export const a = (thing: number): number => thing;'],
  ['a part of a parameter', 'export function f({ thing }: { a: string }): void {\n  thing();\n}'],
  ['a renamed part of a part of a parameter', 'export function f({ a: { b: thing } }: never): void {\n  thing();\n}'],
  ['a parameter of an arrow that is given back', 'export const a = () => {\n  return (thing: number) => thing;\n};'],
  [
    'a parameter of an arrow that gives an object',
    'export const a = (thing: number): { b: number } => ({ b: thing });',
  ],
  [
    'a parameter of a function that gives a promise of an object',
    'export async function a(thing: number): Promise<{ b: number }> {\n  return { b: thing };\n}',
  ],
  ['a parameter of a method', 'export class A {\n  a(thing: number): number {\n    return thing;\n  }\n}'],
  [
    'a parameter of a method of an object',
    'export const a = {\n  b: 1,\n  a<T>(thing: T) {\n    return thing;\n  },\n};',
  ],
  [
    'a parameter of a generator',
    'export const a = {\n  *a(thing: number): Generator<number> {\n    yield thing;\n  },\n};',
  ],
  [
    'a parameter of a method by a computed name',
    'export class A {\n  [Symbol.a](thing: number) {\n    return thing;\n  }\n}',
  ],
  ['a parameter of a generic arrow', 'export const a = <T,>(thing: T): T => thing;'],
  ['what a function of an expression calls itself', 'export const a = f(function thing(): void {\n  thing();\n});'],
])('%s hides what is imported by its name', async (_, code) => {
  expect(await linesOf(code, 'thing')).toEqual([]);
});

test.each([
  ['of a type', 'export type F<Thing = string> = Thing | null;'],
  ['of a type over lines', 'export type F<\n  A,\n  Thing = A,\n> = {\n  a: Thing;\n};'],
  ['of an interface', 'export interface F<Thing extends object> {\n  a: Thing;\n}'],
  ['of a class', 'export class F<Thing, B = { a: Thing }> {\n  a!: Thing;\n}'],
  ['of a function', 'export function f<const Thing>(a: Thing): Thing {\n  return a as Thing;\n}'],
  ['of an arrow', 'export const f = <Thing,>(a: Thing): Thing => a as Thing;'],
  ['of a method', 'export class F {\n  f<Thing>(a: Thing): Thing {\n    return a as Thing;\n  }\n}'],
  ['of a method of a type', 'export interface F {\n  f<Thing>(a: Thing): Thing;\n}'],
  ['of a type of functions', 'export type F = <Thing>(a: Thing) => Thing;'],
])('a parameter for a type %s hides what is imported by its name', async (_, code) => {
  expect(await linesOf(code, 'Thing')).toEqual([]);
});

test.each([
  ['a call after a line that has come to its end', 'export function f(): void {\n  const a = 1\n  thing()\n}'],
  ['a call in a choice', 'export const a = b ? thing() : 1;'],
  ['a call on a line of a choice', 'export const a = b\n  ? thing()\n  : 1;'],
  ['a call in a case', 'export function f(): void {\n  switch (1 as never) {\n    case thing():\n  }\n}'],
  ['a value behind a key', 'export const a = { b: thing };'],
  ['a value in short', 'export const a = { thing };'],
  ['a call as an argument', 'export const a = f(thing(), 1);'],
  ['an argument', 'export const a = f(1, thing);'],
  ['a call in a choice of an object', 'export const a = b ? thing(1) : {};'],
  ['a call in a choice of an object over lines', 'export const a = b\n  ? thing(1)\n  : {\n      c: 1,\n    };'],
  [
    'a call in a case with a block',
    'export function f(): void {\n  switch (1 as never) {\n    case thing(1): {\n    }\n  }\n}',
  ],
  ['a call that gives what a class extends', 'export class A extends thing(1) {\n  a = 1;\n}'],
  ['an argument in a choice of an object', 'export const a = b ? f(thing) : { c: 1 };'],
  ['an argument in a choice of a function', 'export const a = b ? f(thing) : (c: number) => c;'],
  ['a value in brackets in a choice of an object', 'export const a = b ? (thing) : { c: 1 };'],
  [
    'an argument in a case',
    'export function f(): void {\n  switch (1 as never) {\n    case f(thing): {\n    }\n  }\n}',
  ],
  ['an argument in what a class extends', 'export class A extends f(thing) {\n  a = 1;\n}'],
  ['an argument in what a class extends by two calls', 'export class A extends f(1)(thing) {\n  a = 1;\n}'],
  ['a computed key of a pattern', 'export const a = ({ [thing]: b }: never): void => {};'],
  ['a computed key of an object', 'export const a = { [thing]: 1 };'],
  ['a default of a part', 'export function f({ a = thing }: never): void {}'],
  ['a default of a parameter', 'export const f = (a = thing): void => {};'],
  ['a value of a tag', 'export const a = <Made of={thing} />;'],
  ['a value within a tag', 'export const a = <Made>{thing}</Made>;'],
  ['a decorator', 'export class A {\n  @thing\n  a(): void {}\n}'],
  ['a shorthand in a call', 'export const a = f({ thing });'],
  ['what is spread', 'export const a = [...thing];'],
  ['a template', 'export const a = thing`b`;'],
  ['what is asked for its type', 'export let a: typeof thing;'],
  ['what a tag lies in', 'export const a = <thing.Part of={1} />;'],
  ['a value behind a sign in a choice of a function', 'export const a = b ? c && (thing) : (d: number) => d;'],
  ['a value that is compared in a choice of a function', 'export const a = b ? c > (thing) : (d: number) => d;'],
  ['a call on the line of a case', 'export const a = f(\n  1,\n  thing(),\n);'],
])('%s is a use of what is imported', async (_, code) => {
  const line = code.split('\n').findIndex((text) => text.includes('thing')) + 1;
  expect(await linesOf(code, 'thing')).toEqual([`${line} exact`]);
});

test('a cast in a choice declares no parameter for a type', async () => {
  const use =
    "import { type Thing } from './lib';\nexport const a = b ? <Thing>(c) : null;\nexport const d = (<Thing>(c)).of;\n";
  const asked = { mode: 'references', query: 'Thing', include: ['use.ts'] } as const;
  const { rows } = await askCode({ 'lib.ts': LIB, 'use.ts': use }, asked);
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['1 exact', '2 exact', '3 exact']);
});
