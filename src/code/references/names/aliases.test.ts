import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { FindInput, FoundOutput } from '../../questions/find.types.ts';

const ask = (files: FileSpecs, question: Partial<FindInput> & { query: string }): Promise<FoundOutput> =>
  askCode(files, { mode: 'references', ...question });

/** Rows as `file:line evidence`. */
const edges = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();

const WRAPPED: FileSpecs = {
  'src/base.ts': 'export function redirect() {}\nexport class Widget {}\n',
  'src/own.ts':
    "import { redirect as baseRedirect, Widget as BaseWidget } from './base.ts';\n" +
    "import { run as runOutside } from 'outside';\n" +
    'export const redirect = () => {\n  return baseRedirect();\n};\n' +
    'export class Widget extends BaseWidget {}\n' +
    'export function run() {\n  return runOutside();\n}\n',
};

test('a name that an import has renamed is led to what it was imported from, not to the own declaration of that name', async () => {
  const called = await ask(WRAPPED, { mode: 'callers', query: 'src/base.ts#redirect' });
  expect(edges(called)).toEqual(['src/own.ts:4 exact']);
  const own = await ask(WRAPPED, { mode: 'callers', query: 'src/own.ts#redirect' });
  expect(edges(own)).toEqual([]);
  const outside = await ask(WRAPPED, { mode: 'callers', query: 'run' });
  expect(edges(outside)).toEqual([]);
});

test('what a declaration calls by a renamed import is what that brings in', async () => {
  const called = await ask(WRAPPED, { mode: 'callees', query: 'src/own.ts#redirect' });
  expect(edges(called)).toEqual(['src/base.ts:1 exact']);
  const outside = await ask(WRAPPED, { mode: 'callees', query: 'src/own.ts#run' });
  expect(edges(outside)).toEqual([]);
});

test('a class that derives from a renamed one is found, also when it has its name', async () => {
  const found = await ask(WRAPPED, { mode: 'implementations', query: 'src/base.ts#Widget' });
  expect(edges(found)).toEqual(['src/own.ts:6 exact']);
});

test('a class of Python that derives from a renamed one of another package is no use of itself', async () => {
  const found = await ask(
    {
      'app/forms.py':
        'from outside.forms import Upload as OutsideUpload\n\nclass Upload(OutsideUpload):\n    pass\n\nUpload()\n',
    },
    { query: 'Upload' },
  );
  expect(edges(found).filter((edge) => edge.endsWith('exact'))).toEqual(['app/forms.py:6 exact']);
});

test('an import that renames does not mean what has the name here', async () => {
  const files = {
    'src/a.ts': 'export function one() {}\nexport function two() {}\n',
    'src/b.ts': "import { two as one } from './a.ts';\none();\n",
  };
  expect(edges(await ask(files, { query: 'two' }))).toEqual(['src/b.ts:1 exact', 'src/b.ts:2 exact']);
  expect(edges(await ask(files, { query: 'one' })).filter((edge) => edge.endsWith('exact'))).toEqual([]);
});

const DEFAULTS: FileSpecs = {
  'src/Input.tsx': 'const StatsInput = () => null;\nexport default StatsInput;\n',
  'src/Other.tsx': 'export default function Other() {}\n',
  'src/index.ts':
    "export { default as Field } from './Input';\nexport { default } from './Other';\nexport * from './more';\n",
  'src/more.ts': "import Renamed from './Input';\nexport { Renamed as Again };\n",
  'app/one.tsx': "import Input from '../src/Input';\nexport const one = () => <Input />;\n",
  'app/two.tsx': "import { Field } from '../src';\nexport const two = () => <Field />;\n",
  'app/three.tsx': "import Plain, { Again } from '../src';\nexport const three = () => [<Plain />, <Again />];\n",
  'app/four.ts': "import { default as go } from '../src/Input';\ngo();\n",
  'app/five.ts': "import Input from 'outside';\nInput();\n",
};

test('what is given out as the default or under another name is found where it is used so, in files without its name', async () => {
  expect(edges(await ask(DEFAULTS, { mode: 'callers', query: 'StatsInput' }))).toEqual([
    'app/four.ts:2 exact',
    'app/one.tsx:2 exact',
    'app/three.tsx:2 exact',
    'app/two.tsx:2 exact',
  ]);
  expect(edges(await ask(DEFAULTS, { mode: 'callers', query: 'Other' }))).toEqual(['app/three.tsx:2 exact']);
  expect(edges(await ask(DEFAULTS, { query: 'Other' }))).toContain('src/index.ts:2 exact');
  expect(edges(await ask(DEFAULTS, { query: 'StatsInput' }))).toEqual([
    'app/four.ts:1 exact',
    'app/four.ts:2 exact',
    'app/one.tsx:1 exact',
    'app/one.tsx:2 exact',
    'app/three.tsx:1 exact',
    'app/three.tsx:2 exact',
    'app/two.tsx:1 exact',
    'app/two.tsx:2 exact',
    'src/Input.tsx:2 exact',
    'src/index.ts:1 exact',
    'src/more.ts:1 exact',
    'src/more.ts:2 exact',
  ]);
});

test('a module that is a function is called by whatever name it is required', async () => {
  const files = {
    'lib/make.js': 'exports = module.exports = createApplication;\nfunction createApplication() {}\n',
    'index.js': "module.exports = require('./lib/make');\n",
    'test/app.js': "var express = require('..');\nexpress();\n",
    'lib/use.js': "const make = require('./make');\nmake();\n",
  };
  expect(edges(await ask(files, { mode: 'callers', query: 'createApplication' }))).toEqual([
    'lib/use.js:2 exact',
    'test/app.js:2 exact',
  ]);
});

test('what a module gives out under another name by its properties or a list is found by that', async () => {
  const files = {
    'a.ts': 'function add() {}\nexport { add as plus };\n',
    'b.js': 'function sub() {}\nmodule.exports = { minus: sub };\n',
    'c.ts': "import { plus } from './a';\nimport { minus as less } from './b';\nplus();\nless();\n",
  };
  expect(edges(await ask(files, { mode: 'callers', query: 'add' }))).toEqual(['c.ts:3 exact']);
  expect(edges(await ask(files, { mode: 'callers', query: 'sub' }))).toEqual(['c.ts:4 exact']);
});

test('what a package of Python gives out under another name is found by that', async () => {
  const files = {
    'app/inner.py': 'def read():\n    pass\n',
    'app/__init__.py': 'from .inner import read as load\n',
    'main.py': 'from app import load\nload()\n',
  };
  expect(edges(await ask(files, { mode: 'callers', query: 'read' }))).toEqual(['main.py:2 exact']);
});

test('what is called by a default import or by a name that another file has given is led to its declaration', async () => {
  const files = {
    'make.ts': 'function make() {}\nexport default make;\n',
    'add.ts': 'export function add() {}\nexport default function () {}\n',
    'index.ts': "export { default } from './make';\nexport { add as plus } from './add';\n",
    'use.ts':
      "import build, { plus } from './index';\nimport direct from './make';\nimport nameless from './add';\nimport other from 'outside';\n" +
      'export function use() {\n  build();\n  plus();\n  direct();\n  other();\n  nameless();\n}\n',
  };
  const found = await ask(files, { mode: 'callees', query: 'use' });
  expect(found.rows.map(({ file, line, hits, edge }) => `${file}:${line} ×${hits} ${edge?.evidence}`)).toEqual([
    'make.ts:1 ×2 exact',
    'add.ts:1 ×1 exact',
    'add.ts:2 ×1 exact',
  ]);
  expect(found.reading).toContain('1 called name leads to no declaration in the project: other');
});

test('a class that derives from a default under another name is found', async () => {
  const files = {
    'a.ts': 'export default class Widget {}\n',
    'b.ts': "import Base from './a';\nexport class Button extends Base {}\n",
    'c.js': "const Handler = require('./d');\nclass Own extends Handler {}\n",
    'd.js': 'module.exports = class Decorator {};\n',
  };
  expect(edges(await ask(files, { mode: 'implementations', query: 'Widget' }))).toEqual(['b.ts:2 exact']);
  expect(edges(await ask(files, { mode: 'implementations', query: 'Decorator' }))).toEqual(['c.js:2 exact']);
});

test('a name that is only given out means what the file declares under its own name', async () => {
  const files = {
    'base.ts': 'class Shop {}\nexport { Shop as ShopBase };\n',
    'shop.ts': "import { ShopBase } from './base';\nexport class Shop extends ShopBase {}\n",
    'other.ts': 'export class Shop {}\n',
  };
  expect(edges(await ask(files, { mode: 'implementations', query: 'ShopBase' }))).toEqual(['shop.ts:2 exact']);
  const found = await ask(files, { query: 'ShopBase' });
  expect(found.reading).toContain('references of base.ts#Shop');
  expect(edges(found)).toEqual(['base.ts:2 exact', 'shop.ts:1 exact', 'shop.ts:2 exact']);
});

test('an import for types alone is found under another name, too', async () => {
  const files = {
    'farm.ts': 'export default class Farm {}\n',
    'use.ts': "import type FarmClass from './farm';\nlet one: FarmClass;\n",
  };
  expect(edges(await ask(files, { query: 'Farm' }))).toEqual(['use.ts:1 exact', 'use.ts:2 exact']);
});

test('a name is followed through all packages that give it out again, one after the other', async () => {
  const given = [1, 2, 3, 4, 5, 6].map((at) => [
    `a${at}/index.ts`,
    at === 4 ? "export { deep } from '../a3';\n" : `export * from '../a${at - 1}';\n`,
  ]);
  const files: FileSpecs = {
    'a0/index.ts': "export * from './deep';\n",
    'a0/deep.ts': 'export function deep() {}\n',
    'use.ts': "import { deep } from './a6';\ndeep();\n",
    ...Object.fromEntries(given),
  };
  expect(edges(await ask(files, { query: 'deep' }))).toEqual([
    'a4/index.ts:1 exact',
    'use.ts:1 exact',
    'use.ts:2 exact',
  ]);
});

test("Flow's types of an imported class are uses of it, whatever they are called here", async () => {
  const files: FileSpecs = {
    'src/base.js': 'export default class Widget {}\n',
    'src/whole.js': "import typeof Kind from './base.js';\nlet a: Kind;\n",
    'src/some.js': "import { typeof default as Kind } from './base.js';\nlet a: Kind;\n",
  };
  const found = await ask(files, { query: 'src/base.js#Widget' });
  expect(edges(found)).toEqual([
    'src/some.js:1 exact',
    'src/some.js:2 exact',
    'src/whole.js:1 exact',
    'src/whole.js:2 exact',
  ]);
});

test('a member of a module is found by the name that the module gives it out by', async () => {
  const files: FileSpecs = {
    'lib/types.ts': 'const setType = () => {};\ntype Of<T> = T;\nexport { setType as set, type Of as of };\n',
    'lib/external.ts': "export * from './types';\n",
    'lib/index.ts': "import * as z from './external';\nexport * from './external';\nexport { z };\nexport default z;\n",
    'whole.ts':
      "import * as z from './lib';\nz.set();\ntype A = z.of<string>;\nfunction f(z: Other) {\n  z.set();\n}\n",
    'named.ts': "import { z } from './lib';\nz.set();\n",
    'plain.ts': "import y from './lib';\ny.set();\n",
    'other.ts': "import * as z from 'outside';\nz.set();\n",
  };
  expect(edges(await ask(files, { mode: 'callers', query: 'setType' }))).toEqual([
    'named.ts:2 exact',
    'plain.ts:2 exact',
    'whole.ts:2 exact',
  ]);
  expect(edges(await ask(files, { query: 'Of' }))).toEqual(['lib/types.ts:3 exact', 'whole.ts:3 exact']);
});

test('a trait that Rust imports without a name is meant by no `_` of the file', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs': 'mod query;\nmod fix;\n',
    'src/query.rs': 'pub trait Query {}\n',
    'src/fix.rs':
      "use crate::query::Query as _;\n\nfn run(x: Option<&Held<'_>>) {\n    match x {\n        _ => {}\n    }\n}\n",
  };
  expect(edges(await ask(files, { query: 'Query' }))).toEqual(['src/fix.rs:1 exact']);
});

test('what a module of a script answers or holds is not the module, nor what it gives out', async () => {
  const files = {
    'package.json': '{ "name": "x" }\n',
    'lib.js':
      'module.exports = Make;\nfunction Make() {}\nfunction raw() {}\nmodule.exports.raw = raw;\n' +
      'module.exports.inner = { raw: () => 1 };\n',
    'index.js':
      "const made = require('./lib')({ a: 1 });\nmade();\nmade.raw();\nconst held = require('./lib')[key];\nheld();\n",
    'deep.js': "const run = require('./lib').raw.bind(null);\nrun();\n",
    'pattern.js':
      "const { raw } = require('./lib').inner;\nraw();\nconst { raw: other } = require('./lib')(1);\nother();\n",
    'again.js': "module.exports = require('./lib')(2);\n",
    'user.js': "const again = require('./again');\nagain();\nconst Make = require('./lib');\nMake();\n",
    'whole.js': "const whole = require('./lib') || {};\nwhole();\nconst { raw } = require('./lib');\nraw();\n",
  };
  const sure = async (query: string): Promise<string[]> =>
    edges(await ask(files, { query })).filter((edge) => !edge.endsWith(' name') && !edge.startsWith('lib.js'));
  expect(await sure('lib.js#Make')).toEqual(['user.js:3 exact', 'user.js:4 exact', 'whole.js:2 exact']);
  expect(await sure('lib.js#raw')).toEqual(['deep.js:1 exact', 'whole.js:3 exact', 'whole.js:4 exact']);
});
