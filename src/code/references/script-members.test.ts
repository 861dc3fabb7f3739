import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';
import type { FindMode, FoundOutput } from '../questions/find.types.ts';

const ask = (files: FileSpecs, query: string, mode: FindMode = 'references'): Promise<FoundOutput> =>
  askCode(files, { mode, query });

/** Rows as `file:line evidence`, in order. */
const rows = ({ rows: all }: FoundOutput): string[] =>
  all.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();

const UTILS: FileSpecs = {
  'utils.ts':
    'export interface Utils {\n  text(): string\n  html(): string\n}\nexport function make() {\n  async function text() { return 1 }\n  const html = 1\n  return { text, html }\n}\n',
  'use.ts':
    "import { make } from './utils'\nexport function show(text: string) {\n  return { text }\n}\nexport function tell({ text, html = 1 }) {\n  return text + html\n}\n",
};

test('a name alone in the braces of a value or a pattern may be that of a member, whatever it means besides', async () => {
  const found = await ask(UTILS, 'Utils/text');
  expect(rows(found)).toEqual(['use.ts:3 name', 'use.ts:5 name', 'utils.ts:8 name']);
  expect(rows(await ask(UTILS, 'Utils/html'))).toEqual(['use.ts:5 name', 'utils.ts:8 name']);
  expect(rows(await ask(UTILS, 'make/text'))).toEqual(['utils.ts:8 exact']);
});

test('what stands alone in the braces of an element is a value and the name of no member', async () => {
  const files = {
    'a.ts': 'export interface Props {\n  title: string\n}\n',
    'b.tsx': 'export function Head(title: string) {\n  return <h1 id={title}>{title}</h1>\n}\n',
  };
  expect(rows(await ask(files, 'Props/title'))).toEqual([]);
});

test('a type among the arguments of the type of a parameter is no parameter of that name', async () => {
  const files = {
    'a.ts':
      'export interface Options {}\nexport interface Shop<A, B, C> {\n  data?: (this: Make<A, Options, C>) => Options\n}\nexport function run(shop: Shop<string, Options, number>) {\n  const one: Options = {}\n  return one\n}\n',
  };
  expect(rows(await ask(files, 'Options'))).toEqual(['a.ts:3 exact', 'a.ts:5 exact', 'a.ts:6 exact']);
});

test('a member that is taken from what is required is known by it, whatever line follows', async () => {
  const files = {
    'helpers.js': 'exports.request = () => 1\nexports.other = () => 2\n',
    'use.js':
      "const Request = require('./helpers').request\nconst other = require('./helpers').other\n\nfunction run () {\n  return Request() + other() + require('./helpers').request()\n}\nasync function wait () {\n  return (await import('./helpers')).other()\n}\n",
  };
  expect(rows(await ask(files, 'request'))).toEqual(['use.js:1 exact', 'use.js:5 exact']);
  expect(rows(await ask(files, 'other'))).toEqual(['use.js:2 exact', 'use.js:5 exact', 'use.js:8 exact']);
  const called = await ask(files, 'helpers.js#request', 'callers');
  expect(called.rows.map(({ symbol, edge, hits }) => `${symbol?.name} ${edge?.evidence} ${hits}`)).toEqual([
    'run exact 2',
  ]);
});

test('what a file requires from a package and gives out by a name is declared there', async () => {
  const files = {
    'types.ts':
      "export const Utils = require('lib/utils').default;\nexport const other = require('./other').other;\nexport const both = [Utils];\n",
    'other.ts': 'export const other = 1;\n',
    'use.ts': "import { other, Utils } from './types';\nUtils.run(other);\n",
  };
  const found = await ask(files, 'Utils');
  expect(rows(found)).toEqual(['types.ts:3 exact', 'use.ts:1 exact', 'use.ts:2 exact']);
  expect(found.reading).not.toContain('left out');
  expect((await ask(files, 'other')).reading).toContain('1 declaration');
});

const KEYS: FileSpecs = {
  'keys.ts':
    "export const keys = {\n  all: () => ['a'],\n  detail: (id: string) => [keys.all(), id],\n}\nconst inner = { pick() { return this.drop() }, drop() {} }\nexport { inner as outer }\nexport default { keep() { return this.lose() }, lose() {} }\nexport function mine(keys: any) { return keys.detail() }\n",
  'other.ts': "export const keys = {\n  detail: () => ['b'],\n}\nexport class Box { detail() {} }\n",
  'again.ts': "export { keys as movieKeys } from './keys'\n",
  'use.ts':
    "import { keys, outer } from './keys'\nimport { movieKeys } from './again'\nimport whole from './keys'\nexport function run() {\n  keys.detail('1')\n  outer.pick()\n  whole.keep()\n  return movieKeys.detail('2')\n}\nexport function hide(keys: any) {\n  return keys.detail('3')\n}\n",
};

test('the methods of an object that a file imports by name are known by the import', async () => {
  expect(rows(await ask(KEYS, 'keys.ts#keys/detail'))).toEqual([
    'keys.ts:8 name',
    'use.ts:11 name',
    'use.ts:5 exact',
    'use.ts:8 name',
  ]);
  expect(rows(await ask(KEYS, 'other.ts#keys/detail'))).toEqual(['keys.ts:8 name', 'use.ts:11 name', 'use.ts:8 name']);
  const callees = await ask(KEYS, 'use.ts#run', 'callees');
  expect(rows(callees)).toContain('keys.ts:3 exact');
});

test('the methods of an object know each other by this', async () => {
  const files = {
    'a.js':
      "module.exports = {\n  has (name) { return name },\n  get type () { return this.has('a') },\n  set type (value) { this.has(value) },\n  nested: { run () { return this.has() } },\n}\n",
    'b.js': 'class Other {\n  has () {}\n}\n',
  };
  expect(rows(await ask(files, 'a.js#has'))).toEqual(['a.js:3 exact', 'a.js:4 exact', 'a.js:5 name']);
  expect(rows(await ask(KEYS, 'drop'))).toEqual(['keys.ts:5 exact']);
  expect(rows(await ask(KEYS, 'lose'))).toEqual(['keys.ts:7 exact']);
});

test('what a class inherits is known under the name that an import has given to its base, and assigned at any depth', async () => {
  const files = {
    'base.ts': 'export class Client {\n  state = 1\n  mount() {}\n}\n',
    'middle.ts':
      "import { Client as Base } from './base'\nexport class Middle extends Base {\n  mount() { super.mount() }\n}\n",
    'child.ts':
      "import { Middle } from './middle'\nexport class Child extends Middle {\n  run() {\n    this.state = 2\n    return this.state\n  }\n}\n",
    'other.ts': 'export class Other { mount() {}\n  state = 2 }\n',
  };
  expect(rows(await ask(files, 'Client/mount'))).toEqual(['middle.ts:3 exact']);
  expect(rows(await ask(files, 'Client/state'))).toEqual(['child.ts:4 name', 'child.ts:5 name']);
  const python = {
    'base.py': 'class Client:\n    state = 1\n',
    'middle.py': 'from base import Client\nclass Middle(Client):\n    pass\n',
    'child.py': 'from middle import Middle\nclass Child(Middle):\n    def run(self):\n        self.state = 2\n',
    'apart.py': 'class Apart(object):\n    def run(self):\n        self.state = 3\n',
  };
  expect(rows(await ask(python, 'Client/state'))).toEqual(['child.py:4 name']);
});

test('who reads or sets what a getter or setter stands for calls it', async () => {
  const files = {
    'a.js':
      "module.exports = {\n  get host () { return 1 },\n  set host (value) {},\n  origin () { return 'http://' + this.host },\n  name: 1,\n}\n",
    'b.ts':
      'export class Box {\n  get size() { return 1 }\n  grow(box: Box) { box.size = 2 }\n}\nexport const read = (box: Box) => box.size\n',
  };
  const callers = async (given: FileSpecs, query: string): Promise<string[]> =>
    (await ask(given, query, 'callers')).rows.map(({ symbol, edge }) => `${symbol?.name} ${edge?.evidence}`).sort();
  expect(await callers(files, 'a.js#host')).toEqual(['origin exact']);
  expect(await callers(files, 'Box/size')).toEqual(['grow exact', 'read exact']);
  const python = {
    'a.py':
      'class Box:\n    @property\n    def size(self):\n        return 1\n\n    def area(self):\n        return self.size * self.size\n\n    def wide(self):\n        return self.area\n',
  };
  expect(await callers(python, 'Box/size')).toEqual(['area exact']);
  expect(await callers(python, 'Box/area')).toEqual([]);
});

test('what a program of JavaScript calls may be what a file of types tells of it', async () => {
  const files = {
    'types/instance.d.ts': 'export interface Instance {\n  route(path: string): void\n}\n',
    'lib.js': "const server = {\n  route (path) {},\n}\nserver.route('/')\nmodule.exports = server\n",
    'typed.ts': "export const other = {\n  route(path: string) {},\n}\nother.route('/')\n",
  };
  const found = await ask(files, 'Instance/route');
  expect(rows(found)).toEqual(['lib.js:4 name']);
  expect(found.reading).toContain('1 more of other declarations of the name left out');
});

test('a key in braces is known by the type that is written for them', async () => {
  const files = {
    'props.ts': 'export interface Props {\n  title: string\n  size?: number\n}\nexport const size = 1\n',
    'more.ts': 'export interface More {\n  title: string\n  size: number\n}\n',
    'use.tsx':
      "import { type Props, size } from './props'\nexport function Head({ title, size: wide = 1 }: Props) {\n  return title + wide\n}\nexport const one: Props = {\n  title: 'a',\n  size,\n}\nexport const two = { title: 'b' } satisfies Props\nexport const three = { title: 'c' } as Props | null\nexport const read = (props: any) => {\n  const { title }: Props = props\n  return title\n}\n",
  };
  expect(rows(await ask(files, 'Props/title'))).toEqual([
    'use.tsx:10 name',
    'use.tsx:12 exact',
    'use.tsx:13 name',
    'use.tsx:2 exact',
    'use.tsx:6 exact',
    'use.tsx:9 exact',
  ]);
  expect(rows(await ask(files, 'Props/size'))).toEqual(['use.tsx:2 exact', 'use.tsx:7 exact']);
  // The file has both, and one place may mean both.
  expect(rows(await ask(files, 'props.ts#size'))).toEqual(['use.tsx:1 exact', 'use.tsx:2 exact', 'use.tsx:7 exact']);
});

test('a key is that of a member, though a variable is called so', async () => {
  const files = {
    'a.ts': 'export interface Config {\n  cache: string\n}\n',
    'b.tsx': "export function run(cache: string) {\n  start({ cache: 'a' })\n  return <Shop cache={cache} />\n}\n",
  };
  expect(rows(await ask(files, 'Config/cache'))).toEqual(['b.tsx:2 name', 'b.tsx:3 name']);
});

test('a call through the base of a class may reach the class, whatever the base is called in its file', async () => {
  const files = {
    'base.ts': 'export class Cache {\n  find() {}\n}\nexport class Base {}\n',
    'own.ts': "import { Cache as Base } from './base'\nexport class Cache extends Base {\n  find() {}\n}\n",
    'use.ts': "import { Cache } from './base'\nexport function run(cache: Cache) {\n  cache.find()\n}\n",
  };
  expect(rows(await ask(files, 'own.ts#Cache/find'))).toEqual(['use.ts:3 name']);
});

test('what declares a property by a call is called where it stands, not by the function that it is given', async () => {
  const text =
    "function defineGetter(obj, name, getter) {}\n\ndefineGetter(req, 'secure', function secure() {\n  return trust(this);\n});\n\n" +
    "defineGetter(req, 'late', function late() {\n  defineGetter(res, 'x', trust);\n  return this.secure;\n});\n\nfunction trust() {}\n";
  const callers = async (query: string): Promise<readonly string[]> => {
    const found = await askCode({ 'req.js': text }, { mode: 'callers', query, depth: 2 });
    return found.rows.map(
      ({ line, symbol, edge }) => `${line} ${symbol?.name ?? 'top'} ${edge?.depth} ${edge?.evidence}`,
    );
  };
  expect(await callers('defineGetter')).toEqual(['3 top 1 exact', '8 late 1 exact']);
  expect(await callers('trust')).toEqual(['4 secure 1 exact', '9 late 2 exact']);
});

test('what is given to a property is not what a name alone means around it', async () => {
  const files = {
    'dom.ts': 'export function render(node: object) {}\n',
    'use.ts':
      "import { render } from './dom'\nexport function show(one: any) {\n  one.render = () => null\n  render(one)\n  return () => {\n    one\n      .render = () => 1\n    render(one)\n  }\n}\n",
  };
  const found = rows(await ask(files, 'dom.ts#render'));
  expect(found.filter((row) => row.endsWith('exact'))).toEqual(['use.ts:1 exact', 'use.ts:4 exact', 'use.ts:8 exact']);
  expect(rows(await ask(files, 'one/render'))).not.toContain('use.ts:4 exact');
});

test('a variable that is put into a template is no use of a member that is called so', async () => {
  const files = {
    'a.ts': 'export interface Reset { mode: string }\n',
    'b.ts': `export function run(mode: string) {
  return \`--\${mode} \${mode}\`;
}
export const made = (mode: string) => ({ mode });
`,
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'Reset/mode', include: ['b.ts'], limit: 50 });
  expect(rows.map(({ line }) => line)).toEqual([4]);
});

test('a member of a value of which nothing is known is not led to a field that values of the platform have as well', async () => {
  const files = {
    'a.ts': 'export interface Sent { formData: FormData; statusText: string; shipped: boolean }\nexport const a = 1;\n',
    'b.ts': `import { a, type Sent } from './a';
export function run(request, sent: Sent) {
  return [a, request.formData(), request.statusText, request.shipped, sent.formData];
}
`,
  };
  expect(rows(await ask(files, 'Sent/formData'))).toEqual(['b.ts:3 exact', 'b.ts:3 name']);
  expect(rows(await ask(files, 'Sent/statusText'))).toEqual(['b.ts:3 name']);
  expect(rows(await ask(files, 'Sent/shipped'))).toEqual(['b.ts:3 import']);
});
