import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function scan(text: string) {
  const language = languageOf('a.ts');
  if (!language) throw new Error('no language');
  return scanSymbols(language, text);
}

/** The symbols that a text has inside of its first one, as `kind name`. */
function membersOf(text: string): string[] {
  return scan(text)
    .filter(({ depth }) => depth === 1)
    .map(({ kind, name }) => `${kind} ${name}`);
}

function signatureOf(text: string): string | undefined {
  return scan(text)[0]?.signature;
}

test('type arguments over lines are no methods', () => {
  expect(
    membersOf(`class Bundles {
  private references = new Map<
    BundleId,
    Map<
      /* module */ string,
      Set<BundleId>
    >
  >();
  results: AsyncGenerator<
    Incremental<
      Data,
      Extensions
    >,
    void
  >;
  pick<
    Key extends keyof this,
    Handler extends (key: Key) => void,
  >(key: Key, handler: Handler): void {}
}
`),
  ).toEqual(['variable references', 'variable results', 'method pick']);
  expect(
    membersOf(
      'interface A {\n  a: Map<\n    string,\n    Map<\n      string, B\n    >\n  >;\n  b<\n    C\n  >(c: C): C;\n}\n',
    ),
  ).toEqual(['variable a', 'method b']);
});

test('the value of a field on a line of its own is no method', () => {
  expect(
    membersOf(`class A {
  readonly offset: number =
    // One for the line above.
    paddingLines() + 1
  private readonly all =
    makeAll(1, 2);
  private one =
    make<One>(a ? b : c)
  run() {}
}
`),
  ).toEqual(['variable offset', 'variable all', 'variable one', 'method run']);
});

test('methods without a body are found where they cannot be calls', () => {
  expect(
    membersOf(`export declare class A {
  constructor();
  private constructor(a);
  f(a: string);
  g(...all: string[]);
  h(): void;
  i();
  i(a?: string) {}
  abstract j();
  k({ a, b })
  {
  }
}
`),
  ).toEqual(['constructor', 'constructor', 'f', 'g', 'h', 'i', 'i', 'j', 'k'].map((name) => `method ${name}`));
});

test('methods are found that are called like a word of the language', () => {
  expect(
    membersOf(`class A {
  then(ok) {}
  catch(onRejected) {
    try {
      return this.then(null, onRejected);
    } catch (error) {
      if (error) throw error;
    }
  }
  finally(done): Promise<void> {}
  delete(key) {}
  import(path) {}
  default() {}
  static for(name) {}
  return<T>(value: T): T {}
}
`),
  ).toEqual(
    ['then', 'catch', 'finally', 'delete', 'import', 'default', 'for', 'return'].map((name) => `method ${name}`),
  );
  expect(membersOf('interface A {\n  catch(a: B): void;\n  return?(value: C): D;\n  new (a: B): A;\n}\n')).toEqual([
    'method catch',
    'method return',
  ]);
});

test('a method may have type parameters that are functions', () => {
  const members = `  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    fn: F
  ): ReturnType<F>;
  start<F extends (span: Span) => unknown>(name: string, fn: F): ReturnType<F>;
  after: (a: A) => void;
`;
  const names = ['method with', 'method start', 'variable after'];
  expect(membersOf(`export interface Tracer {\n${members}}\n`)).toEqual(names);
  expect(membersOf(`export abstract class Tracer {\n${members}}\n`)).toEqual(names);
});

test('an arrow function may have type parameters that are functions', () => {
  const text = `const f = <T extends (...all: any[]) => any>(
  a: T,
) => {
  go(a);
};
const g = async <T,>(a: T) => a;
const h = <T,>(a);
`;
  expect(scan(text).map(({ kind, name }) => `${kind} ${name}`)).toEqual(['function f', 'function g', 'variable h']);
});

test.each([
  ['(a: A): ((b: { c: C; d: D }) => boolean) => {\n  go(a);\n};', 'function'],
  ['(a: A): { b: B; c: C } => go(a);', 'function'],
  ['(a: A): a is B => go(a);', 'function'],
  [`<\n${'  A extends { b: B; c: C },\n'.repeat(80)}>(a: A) => go(a);`, 'function'],
  ['(a);\nconst g: B = () => 1;', 'variable'],
  ['(a) ? b : c;\nconst g = () => 1;', 'variable'],
])('what is given the value %j is a %s', (value, kind) => {
  expect(scan(`const f = ${value}`)[0]).toMatchObject({ name: 'f', kind });
});

test('a statement in a method is no method', () => {
  expect(
    membersOf(`class A {
  run() {
    if(a) {
      b();
    }
    catch(e) {
    }
  }
  value =
    function () {};
  other =
    import('b');
}
`),
  ).toEqual(['method run', 'variable value', 'variable other']);
});

test.each([
  [
    'a union',
    'type A = readonly B[] | { [find: string]: string }\n',
    'type A = readonly B[] | { [find: string]: string }',
  ],
  ['an intersection', 'export type A = B & {\n  c: string;\n};\n', 'export type A = B & { c: string; }'],
  ['an object', 'export type A = { b: string };\n', 'export type A = { b: string }'],
  ['a list of objects', "type A =\n  | { b: 'c' }\n  | { d: 1 }\nfoo()\n", "type A = | { b: 'c' } | { d: 1 }"],
  [
    'a condition',
    'export type DefaultError = Register extends {\n  error: infer E;\n} ? E : Error;\n',
    'export type DefaultError = Register extends { error: infer E; } ? E : Error',
  ],
  ['type arguments', 'type A = Readonly<{ b: string }>;\n', 'type A = Readonly<{ b: string }>'],
  ['a literal with holes', `type A = \`?\${string}\` | \`\${number}\`;\n`, `type A = \`?\${string}\` | \`\${number}\``],
])('the signature of a short type is whole: %s', (_, text, signature) => {
  expect(signatureOf(text)).toBe(signature);
});

test('the signature of a longer type is whole but for what its objects hold', () => {
  const fields = Array.from({ length: 20 }, (_, at) => `  /** Says. */\n  field${at}: string;\n`).join('');
  expect(signatureOf(`type A = {\n${fields}};\n`)).toBe('type A = {…}');
  expect(signatureOf(`type A = {\n  /** ${'Says. '.repeat(500)} */\n  b: string;\n};\n`)).toBe('type A = {…}');
  expect(signatureOf(`type A<B> = B & {\n${fields}} & C;\n`)).toBe('type A<B> = B & {…} & C');
  expect(signatureOf(`type A = Readonly<{\n${fields}}> | \`a\${B}\`;\n`)).toBe(`type A = Readonly<{…}> | \`a\${B}\``);
});

test('a signature that is cut says so', () => {
  const names = Array.from({ length: 200 }, (_, at) => `Name${at}`);
  for (const text of [
    `type A = ${names.join(' | ')};`,
    `type A =\n${names.map((name) => `  | ${name}`).join('\n')};`,
    `type A = {\n  a: ${names.join(';\n  a: ')};\n} & ${names.join(' & ')};`,
    `type A =${'\n'.repeat(900)}  B;`,
    `function f(${names.join(`,${' '.repeat(20)}`)}) {}`,
    `const a = \`\${b} ${names.join(' ')}\`;`,
  ]) {
    const signature = signatureOf(text) ?? '';
    expect(signature).toMatch(/…$/);
    expect(signature.length).toBeLessThanOrEqual(300);
  }
});

test.each([
  ['a literal', `const url = \`http://localhost:\${port}/\`;\n`, `const url = \`http://localhost:\${port}/\``],
  ['a function of a literal', `const f = (n) => \`count is \${n}\`\nfoo()\n`, `const f = (n) => \`count is \${n}\``],
  ['a type', 'let logger: { warn: Warn } | undefined;\n', 'let logger: { warn: Warn } | undefined'],
  ['a type and an object', 'const meta: { a: string } = {\n  a: 1,\n};\n', 'const meta: { a: string }'],
  ['a choice', 'const data = stored ?? { count: 0 };\n', 'const data = stored ?? { count: 0 }'],
  ['an object', 'export const a = {\n  b: 1,\n};\n', 'export const a'],
  ['a returned type', 'const f = (a): { b: string } => {\n  return a;\n};\n', 'const f = (a): { b: string } =>'],
  ['a typed function', 'const f: (a) => { b: C } = (a) => {\n  go();\n};\n', 'const f: (a) => { b: C } = (a) =>'],
  ['a function', 'export const f = async (a: B) => {\n  go();\n};\n', 'export const f = async (a: B) =>'],
  ['functions in each other', 'const f = (a) => (b) => {\n  go();\n};\n', 'const f = (a) => (b) =>'],
  [
    'an older function',
    'const f = function (a: () => void): B {\n  go();\n}.bind(c);\n',
    'const f = function (a: () => void): B',
  ],
  ['a function that returns one', 'function f(): () => void {\n  go();\n}\n', 'function f(): () => void'],
  ['a choice in a function', 'const f = (a) => a ? { b: 1 } : null;\n', 'const f = (a) => a ? { b: 1 } : null'],
  ['a class', 'const A = class extends B {\n  f() {}\n};\n', 'const A = class extends B'],
])('the signature is whole up to its body: %s', (_, text, signature) => {
  expect(signatureOf(text)).toBe(signature);
});

test('a statement without an end may end with a regular expression', () => {
  const found = scan('const re = /x/\nfunction next() {}\n');
  expect(found.map(({ name, endLine }) => [name, endLine])).toEqual([
    ['re', 1],
    ['next', 2],
  ]);
});

/** All symbols of a text as `line kind path`. */
function listOf(text: string): string[] {
  return scan(text).map(({ line, kind, path }) => `${line} ${kind} ${path}`);
}

test('a function that several names are given one after the other is listed by each of them', () => {
  expect(
    listOf(
      'res.set =\nres.header = function header(field) {\n  const inner = () => 1;\n};\n' +
        'res.contentType = res.type = function type() {};\na.b = c = function () {};\na.b = c.d = 1;\n',
    ),
  ).toEqual([
    '1 function res/set',
    '2 function res/header',
    '3 function res/header/inner',
    '5 function res/contentType',
    '5 function res/type',
    '6 function a/b',
  ]);
  expect(scan('res.set =\nres.header = function header(field) {\n};\n').map(({ endLine }) => endLine)).toEqual([3, 3]);
});

test('a function or class that is the module itself has its own name', () => {
  expect(listOf('module.exports = class Queue {\n  push() {}\n}\n')).toEqual(['1 class Queue', '2 method Queue/push']);
  expect(listOf('exports = module.exports = function make() {};\n')).toEqual(['1 function make']);
  expect(listOf('module.exports = async function () {};\n')).toEqual(['1 function exports']);
});

test('what a module gives out by value is listed, what it only passes on under its name is not', () => {
  expect(
    listOf(
      "exports.static = require('serve-static');\nexports.json = bodyParser.json;\nexports.app = app;\nexports.own = require('./own');\n" +
        'exports.a = exports.b = void 0;\nmodule.exports.c = 1;\nother.d = 1;\nfunction f() {\n  exports.e = 1;\n}\n',
    ),
  ).toEqual(['1 variable static', '2 variable json', '6 variable c', '8 function f']);
});

test('methods on the line of their class or interface are listed', () => {
  const methods = (text: string): string[] => listOf(text).filter((line) => line.includes(' method '));
  expect(methods('interface I2 { (x: number): string; z(): void; y<T>(t: T): { a: 1 }; k: () => void }\n')).toEqual([
    '1 method I2/z',
    '1 method I2/y',
  ]);
  expect(
    methods('class One { a() { if (x) { b(); } } async *b(c: D): E {} static f = g(); get h() { return 1; } }\n'),
  ).toEqual(['1 method One/a', '1 method One/b', '1 method One/h']);
  expect(
    methods(
      'export abstract class A extends B { abstract z(): void }\nclass C extends D { m() {\n    n();\n  }\n  o() {}\n}\n',
    ),
  ).toEqual(['1 method A/z', '2 method C/m', '5 method C/o']);
});
