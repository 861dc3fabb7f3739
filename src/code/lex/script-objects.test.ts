import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';
import { listedNames } from './script-exports.ts';

test('functions in an object that is declared at the top are its methods', () => {
  const text = `export const api: Api = {
  limit: 5,
  get(id) { return { a() {} } },
  /** Sends. */
  post: async (a: A): Promise<B> => {
    function inner() {}
  }, put: function () {}, del: x => x,
  *each() {},
  get size() { return 1 },
  'quoted'() {},
  [computed]() {},
  value: (1 + 2),
  Type: class { run() {} },
  ...rest,
  deep: {
    one() {},
    deeper: { two() {}, },
  },
};
const later = 1, other = { run() {} };
`;
  expect(scan('x.ts', text)).toEqual([
    '1-19 variable api',
    '3-3 method api/get',
    '5-7 method api/post',
    '6-6 function api/post/inner',
    '7-7 method api/put',
    '7-7 method api/del',
    '8-8 method api/each',
    '9-9 method api/size',
    '16-16 method api/deep/one',
    '20-20 variable later',
    '20-20 variable other',
    '20-20 method other/run',
  ]);
  const post = scanSymbols(languageOf('x.ts') ?? expect.fail(), text).find(({ name }) => name === 'post');
  expect(post).toMatchObject({ startLine: 4, column: 3, signature: 'post: async (a: A): Promise<B> =>' });
});

test('functions in an object are its methods whatever its type holds', () => {
  const text = `const visitor: Visitor<{ scope: Scope; run: () => void }> = {
  Identifier(path) {
    path.skip();
  },
  Scope: function (path) {},
};
const make: (a: { b: 1 }) => Api = {
  get() {},
};
const typed: { a: 1 };
const none: Api;
const next = {
  run() {},
};
`;
  expect(scan('x.ts', text)).toEqual([
    '1-6 variable visitor',
    '2-4 method visitor/Identifier',
    '5-5 method visitor/Scope',
    '7-9 variable make',
    '8-8 method make/get',
    '10-10 variable typed',
    '11-11 variable none',
    '12-14 variable next',
    '13-13 method next/run',
  ]);
});

test('what a module gives out as a whole is listed by its functions', () => {
  const text =
    'module.exports = {\n  meta: { docs() {} },\n  create(context) {},\n  make: function () {},\n  other,\n};\n';
  expect(scan('x.js', text)).toEqual(['2-2 function meta/docs', '3-3 function create', '4-4 function make']);
  expect([...listedNames(text)]).toEqual(['other', 'create', 'make']);
  expect(scan('x.js', 'export default {\n  data() {},\n  methods: {\n    go() {\n    },\n  },\n}\n')).toEqual([
    '2-2 method default/data',
    '4-5 method default/methods/go',
  ]);
  expect(scan('x.js', 'exports.api = {\n  get() {},\n};\n')).toEqual(['1-3 variable api', '2-2 method api/get']);
});

test('an object that is declared and given out by one statement has its methods', () => {
  const methods = '  inspect () {},\n  toJSON: function () {},\n}';
  expect(scan('x.js', `const proto = module.exports = {\n${methods}, last = 1\n`)).toEqual([
    '1-4 variable proto',
    '2-2 method proto/inspect',
    '3-3 method proto/toJSON',
    '4-4 variable last',
  ]);
  expect(scan('x.js', `var api = exports.api = {\n${methods}\n`)).toContain('2-2 method api/inspect');
  expect(scan('x.js', `const api = exports = module.exports = {\n${methods}\n`)).toContain('2-2 method api/inspect');
});

test.each([
  ['function f() {\n  const a = { b() {} };\n}\n', ['1-3 function f']],
  ['const a = make({ b() {} });\n', ['1-1 variable a']],
  ['const a = { b() {}\n', ['1-1 variable a']],
  ['app.x = { b() {} };\n', []],
  ['class A {\n  a = { b() {} };\n}\n', ['1-3 class A', '2-2 variable A/a']],
])('functions in other objects are nobody’s members: %j', (text, symbols) => {
  expect(scan('x.js', text)).toEqual(symbols);
});

test('properties that are put on somebody by a call are that one’s', () => {
  const text = `defineGetter(req, 'protocol', function protocol(){
  var a = 1;
});
Object.defineProperty(Reply.prototype, "sent", {
  enumerable: true,
  get() { return 1; }
});
Object.defineProperty(app, 'mode', { value: 1 });
Object.defineProperty(exports, 'other', { get: function () { return m.other; } });
Object.defineProperty(app, name, {});
app.__defineGetter__('url', function () {});
Object.defineProperties(Reply.prototype, {
  elapsed: {
    get() { return 2; }
  },
  [symbol]: { value: 1 },
  size: { value: 2 }, run: { value: function () {} }
});
define('module', ['a'], function () {});
function f() {
  Object.defineProperty(this, 'late', {});
  Object.defineProperty(app, 'late', {});
}
`;
  expect(scan('x.js', text)).toEqual([
    '1-3 method req/protocol',
    '4-7 method Reply/sent',
    '8-8 variable app/mode',
    '11-11 method app/url',
    '13-15 method Reply/elapsed',
    '17-17 variable Reply/size',
    '17-17 method Reply/run',
    '20-23 function f',
  ]);
});

test.each([
  ['const a = { x() {} }, b = 1;\n', ['a 1', 'a/x 1', 'b 1']],
  ['var a = { x: function () {} }, b = { y: function () {} };\n', ['a 1', 'a/x 1', 'b 1', 'b/y 1']],
  ['const a = {\n  x() {},\n},\n  b = {\n  y() {},\n};\n', ['a 1', 'a/x 2', 'b 4', 'b/y 5']],
  ['const a = { x() {} } as A, b: B = { y() {} };\n', ['a 1', 'a/x 1', 'b 1', 'b/y 1']],
  [
    'const a = {\n  x() {\n    const f = () => 1, g = () => 2;\n  },\n}, { b, c } = load();\n',
    ['a 1', 'a/x 2', 'a/x/f 3', 'a/x/g 3', 'b 5', 'c 5'],
  ],
])('the methods of an object are its own where the statement declares more behind it (%#)', (text, paths) => {
  const language = languageOf('a.ts') ?? expect.fail();
  expect(scanSymbols(language, text).map(({ path, line }) => `${path} ${line}`)).toEqual(paths);
});

test('functions in an object that is made a prototype are methods of what it is the prototype of', () => {
  const text = `Foo.prototype = { a() {}, b: function () {}, constructor: Foo, size: 1 };
$.fn = jQuery.prototype = {
  ready: function () {
    function inner() {}
  },
};
(function () {
  ns.Widget.prototype = {
    init: () => 1,
    'quoted': function () {},
  };
  Object.assign(Foo.prototype, { c() {} });
})();
Bar.prototype = Object.create({ d() {} });
bar.prototypes = { e() {} };
Object.assign(bar, { f() {} });
`;
  expect(scan('x.js', text)).toEqual([
    '1-1 method Foo/a',
    '1-1 method Foo/b',
    '3-5 method jQuery/ready',
    '4-4 function jQuery/ready/inner',
    '9-9 method ns/Widget/init',
    '12-12 method Foo/c',
  ]);
});
