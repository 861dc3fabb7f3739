import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

test('a name is a function by its own value, whatever follows its type', () => {
  const text = `declare global {
  var cache: number;
  interface Window { cache: string }
}
let later!: Later, done: boolean, go = () => 1;
let untyped
function next() {}
let open: string
open = () => 1;
const callback: (a: number) => void = (a) => {};
const table: Map<string, () => void> = new Map();
const either:
  | A
  | B = async () => 2;
declare const vnode: VNode
test('one', () => {});
`;
  expect(scan('x.ts', text)).toEqual([
    '2-2 variable cache',
    '3-3 interface Window',
    '3-3 variable Window/cache',
    '5-5 variable later',
    '5-5 variable done',
    '5-5 function go',
    '6-6 variable untyped',
    '7-7 function next',
    '8-8 variable open',
    '10-10 function callback',
    '11-11 variable table',
    '12-14 function either',
    '15-15 variable vnode',
    '16-16 test one',
  ]);
});

test('a type parameter that is const begins no variable and ends no head', () => {
  const text = `export class Entity<
  Schema extends Fields,
  const Config extends Names
> implements Known<Schema, Config>
{
  schema: Schema
  parse<
    const Row,
  >(row: Row) {}
}
function make<
  const Config
>(config: Config) {
  function inner() {}
}
export const table = <
  const Fields,
>(fields: Fields) => {}
const count = 1
`;
  expect(scan('x.ts', text)).toEqual([
    '1-10 class Entity',
    '6-6 variable Entity/schema',
    '7-9 method Entity/parse',
    '11-15 function make',
    '14-14 function make/inner',
    '16-18 function table',
    '19-19 variable count',
  ]);
});

test('a test is named by its title, behind the words that runners have for tests and no others', () => {
  const text = `describe.skip('one', () => {
  test.describe.serial('two', () => {
    test.step('three', () => {});
  });
  it.concurrent.failing('four', () => {});
  bench.add('five', () => {});
});
function print(context, test, suite) {
  context.token('{');
  context.session.set('name', 1);
  test.set('Content-Type', 'text/plain');
  suite.on('cycle', () => {});
  it.next('x');
}
`;
  expect(scan('x.ts', text)).toEqual([
    '1-7 test one',
    '2-4 test one/two',
    '3-3 test one/two/three',
    '5-5 test one/four',
    '6-6 test one/five',
    '8-14 function print',
  ]);
});

test('lists every name of a statement that declares several, each with its own lines', () => {
  const text = `var express = require('../')
  , request = require('supertest'), url = 'a, b = c';
var run = function () {
  var local = 1, inner = () => {
    return [local, 2];
  };
}, stop = false, Queue = class {
  push(item) {}
};
const { p, q } = options, rest = (1, 2);
declare module 'x' {
  let exports: { a: 1, b: 2 }, more: number;
}
const element = <p>one, two = </p>, map: Map<A, B, C> = new Map();
var
  // what it is for
  first = 1,
  second = function () {
  };
`;
  expect(scan('x.tsx', text)).toEqual([
    '1-1 variable express',
    '2-2 variable request',
    '2-2 variable url',
    '3-7 function run',
    '4-6 function run/inner',
    '7-7 variable stop',
    '7-9 class Queue',
    '8-8 method Queue/push',
    '10-10 variable p',
    '10-10 variable q',
    '10-10 variable rest',
    '12-12 variable exports',
    '12-12 variable more',
    '14-14 variable element',
    '17-17 variable first',
    '18-19 function second',
  ]);
  const found = scanSymbols(languageOf('x.tsx') ?? expect.fail(), text).find(({ name }) => name === 'stop');
  expect(found).toMatchObject({ column: 4, signature: 'stop = false' });
});

test('parameters of a type are no names of the statement, on however many lines they stand', () => {
  const text = `export const hasError = <
  TData,
  TError,
  TKey extends string,
>({
  result,
}: {
  result: Result<TData, TError>
}) => result;
const later = async <
  A,
  B,
>(a: A, b: B) => a;
const less = a <
  b, after = 2;
`;
  expect(scan('x.ts', text)).toEqual([
    '1-9 function hasError',
    '10-13 function later',
    '14-15 variable less',
    '15-15 variable after',
  ]);
});

test('what stands before a further name on its line is read, too', () => {
  const text = 'const a = class {\n  run() {} }, d = 2;\nfor (\n  let i = 0, g = () => 1;;\n) {}\n';
  expect(scan('x.js', text)).toEqual(['1-2 class a', '2-2 method a/run', '2-2 variable d']);
});

test('the head of a declaration goes on behind a long comment', () => {
  const text = `interface Request<A = 1,\n  B = 2\n${'// why it is so\n'.repeat(30)}> {\n  send(): void\n}\n`;
  expect(scan('x.ts', text)).toEqual(['1-35 interface Request', '34-34 method Request/send']);
});

test('finds declarations of TypeScript, each with its lines and the path of what it stands in', () => {
  const text = `import x from 'y';
export class Router<T extends { a: string }> extends Base<{}> {
  private readonly routes = new Map();
  constructor(private a: string) { super(); }
  add(
    path: string,
  ): { ok: boolean } {
    if (path) { call(path); }
    const local = 1;
    return { ok: true };
  }
  add(path: string): void;
  handler = async (req: Request): Promise<void> => {
    function inner() {}
  };
  get size() { return 1; }
  #secret() {}
}
/** Doc. */
export interface Shape { a: string }
export type Kind =
  | 'a'
  | 'b';
const enum Color { Red }
export const limit = 5, other = 6;
export const make = (a: number) => {
  return a;
};
declare module Foo.Bar { const inside: string; }
export default function () {}
const text = \`
function notReal() {}
\`;
describe('a suite', () => {
  it("does it's thing", () => { const x = () => 1; });
});
`;
  expect(scan('x.ts', text)).toEqual([
    '2-18 class Router',
    '3-3 variable Router/routes',
    '4-4 method Router/constructor',
    '4-4 variable Router/a',
    '5-11 method Router/add',
    '12-12 method Router/add[1]',
    '13-15 method Router/handler',
    '14-14 function Router/handler/inner',
    '16-16 method Router/size',
    '17-17 method Router/#secret',
    '20-20 interface Shape',
    '20-20 variable Shape/a',
    '21-23 type Kind',
    '24-24 enum Color',
    '24-24 variable Color/Red',
    '25-25 variable limit',
    '25-25 variable other',
    '26-28 function make',
    '29-29 module Foo.Bar',
    '30-30 function default',
    '31-33 variable text',
    '34-36 test a suite',
    "35-35 test a suite/does it's thing",
  ]);
});

test('finds what older JavaScript assigns, and is not led astray by JSX', () => {
  const text = `var app = exports = module.exports = {};
app.init = function init() {
  this.x = 1;
};
Router.prototype.add = (a) => a;
exports.later = async function () {};
function View() {
  return <p>Don't {a} / {b} <a href="http://x">it's</a></p>;
}
function next() {}
`;
  expect(scan('x.jsx', text)).toEqual([
    '1-1 variable app',
    '2-4 function app/init',
    '5-5 function Router/add',
    '6-6 function later',
    '7-9 function View',
    '10-10 function next',
  ]);
});

test.each([
  ['interface A { a: string }', ['A/a']],
  [
    'interface A extends B<C, D> { a: string, b?: Map<string, number>; readonly c: { d: 1 }, e(): void }',
    ['A/a', 'A/b', 'A/c', 'A/e'],
  ],
  ['class A { x = 1; static y: string; #z: number = 2; on = () => 1 }', ['A/x', 'A/y', 'A/#z', 'A/on']],
  ['interface A { get<K, V>(key: K): V; [name: string]: unknown }', ['A/get']],
])('finds the members on the line of their brace: %s', (text, members) => {
  expect(paths(`${text}\n`)).toEqual(['A', ...members]);
});

test('takes the parameters of a type in the head of a method for no members', () => {
  const text = `interface A {
  route<
    B = string,
    const C extends D = D
  >(options: B): A;
  after: string;
}
`;
  expect(paths(text)).toEqual(['A', 'A/route', 'A/after']);
});

test('a line ends what it says of a type, whatever the next one is called', () => {
  const text = `interface Store<Data> {
  delete(id: string): void
  get(id: string): Data | null
  set(id: string, value: Data): void
  where(id: string): this
  as<Other>(): Store<Other>
  with?(id: string): this
  last: Data
}
const one = first
  .second()
  as Third
`;
  const names = ['delete', 'get', 'set', 'where', 'as', 'with', 'last'];
  expect(paths(text)).toEqual(['Store', ...names.map((name) => `Store/${name}`), 'one']);
  const found = scanSymbols(languageOf('x.ts') ?? expect.fail(), text);
  expect(found[1]?.signature).toBe('delete(id: string): void');
});

test('members of a type that lines divide have signs between them in a signature', () => {
  const text = `type Token = {
  token: string // as it came
  /** In seconds. */

  expires?: number
  'its-kind':
    | 'a'
    | 'b'
}
function read(options: {
  id?: string
  secret: string;
  on(done: () => void): void
}): { a: 1, b: 2 } {
  call()
  call()
}
class Field {
  @Input({ a: 1 })
  name: string
}
`;
  expect(scanSymbols(languageOf('x.ts') ?? expect.fail(), text).map(({ signature }) => signature)).toEqual([
    "type Token = { token: string; expires?: number; 'its-kind': | 'a' | 'b' }",
    'function read(options: { id?: string; secret: string; on(done: () => void): void }): { a: 1, b: 2 }',
    'class Field',
    'name: string',
  ]);
});

function paths(text: string): readonly string[] {
  return scan('x.ts', text).map((symbol) => symbol.replace(/^.* /, ''));
}

test('a method may be called new in a class, and have bounds with members', () => {
  const text = [
    'class Log {',
    '  static new(name: string): Log {',
    '    return new Log(name);',
    '  }',
    '  async #collect<T extends { a: string; b: string }>({ at }: { at: number }): Promise<T[]> {',
    '    return [];',
    '  }',
    '}',
    'interface Made {',
    '  new (name: string): Log;',
    '  new(name: number): Log;',
    '}',
  ];
  expect(scan('a.ts', text.join('\n'))).toEqual([
    '1-8 class Log',
    '2-4 method Log/new',
    '5-7 method Log/#collect',
    '9-12 interface Made',
  ]);
});
