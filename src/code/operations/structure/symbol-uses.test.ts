import { expect, test } from 'vitest';
import { makeRepository } from '../../../../test/support/repository.ts';
import type { ImpactFacts } from '../../questions/structure.types.ts';
import { openSource } from '../../source/open-source.ts';
import { structure } from '../structure.ts';

type Files = Readonly<Record<string, string>>;

/** What a change of files has changed by symbols, and where those are used. */
async function impactOf(before: Files, after: Files): Promise<Pick<ImpactFacts, 'symbols' | 'uses'>> {
  const repository = makeRepository(before, after);
  const output = await structure(
    {
      source: { location: repository.path, ref: null, denied: [] },
      prefix: null,
      aspects: ['impact'],
      scope: null,
      since: 'HEAD~1',
      question: null,
      depth: 2,
    },
    {
      signal: new AbortController().signal,
      deadlineAtMs: performance.now() + 30_000,
      openSource: (selector) => openSource(selector),
    },
  );
  repository.remove();
  if (!('impact' in output) || output.impact === null) throw new Error(output.status);
  return output.impact;
}

/** The uses in short: who uses what. */
async function usesAfter(before: Files, file: string, [from, to]: readonly [string, string]) {
  const { uses } = await impactOf(before, { [file]: before[file]?.replaceAll(from, to) ?? '' });
  return uses.rows.map(({ file: user, line, symbol }) => `${user}:${line} ${symbol}`);
}

test('a name that only says that there is none is neither changed nor used', async () => {
  const go = {
    'go.mod': 'module shop\n',
    'a/a.go': 'package a\n\nvar _ = one()\nvar _ = two()\n\nfunc Run() int {\n\treturn 1\n}\n',
    'b/b.go': 'package b\n\nimport "shop/a"\n\nfunc check() {\n\t_, x := a.Run(), 1\n\t_ = x\n}\n',
  };
  const { symbols, uses } = await impactOf(go, { 'a/a.go': go['a/a.go'].replace(/one|two|return 1/g, '$&0') });
  expect(symbols.rows.map(({ symbol }) => symbol)).toEqual(['Run']);
  expect(uses.rows.map(({ file, symbol }) => `${file} ${symbol}`)).toEqual(['b/b.go Run']);
  const python = { 'a.py': '_ = 1\nfor _ in x:\n    pass\n', 'b.py': 'import a\n_ = a._\n' };
  const changed = await impactOf(python, { 'a.py': python['a.py'].replace('1', '2') });
  expect([...changed.symbols.rows, ...changed.uses.rows]).toEqual([]);
});

const PAGE = [
  'export function page() {',
  '  async function html() {',
  '    return 1;',
  '  }',
  '  return html();',
  '}',
  'export function other(it) {',
  '  return it.html;',
  '}',
  '',
].join('\n');

test('what a function declares within itself is used within it alone', async () => {
  const files = {
    'page.js': PAGE,
    'run.js': "import { page } from './page.js';\nexport function run() {\n  return page.html;\n}\n",
  };
  expect(await usesAfter(files, 'page.js', ['return 1', 'return 2'])).toEqual(['page.js:5 page/html']);
});

test('what a function of Python or Rust declares within itself is used within it alone', async () => {
  const python = {
    'page.py':
      'def page():\n    def html():\n        return 1\n    return html()\n\ndef other(it):\n    return it.html()\n',
    'run.py': 'from page import page\n\ndef run(it):\n    return it.html(page)\n',
  };
  expect(await usesAfter(python, 'page.py', ['return 1', 'return 2'])).toEqual(['page.py:4 page/html']);
  const rust = {
    'Cargo.toml': '[package]\nname = "shop"\n',
    'src/lib.rs': 'mod page;\nmod run;\n',
    'src/page.rs': 'pub fn page() {\n    fn html() {\n        one();\n    }\n    html();\n}\n',
    'src/run.rs': 'use crate::page::page;\nfn run() {\n    page();\n    html();\n}\n',
  };
  expect(await usesAfter(rust, 'src/page.rs', ['one()', 'two()'])).toEqual(['src/page.rs:5 page/html']);
});

test('what a function gives to others as a member, or by name, is still found where they use it', async () => {
  const files = {
    'old.js': 'function Old() {\n  this.bar = function () {\n    return 1;\n  };\n}\nmodule.exports = Old;\n',
    'made.js':
      'function make() {\n  class Part {\n    mend() {\n      return 1;\n    }\n  }\n  return new Part();\n}\nmodule.exports = make;\n',
    'run.js':
      "const Old = require('./old');\nconst make = require('./made');\nfunction run() {\n  new Old().bar();\n  make().mend();\n}\n",
  };
  const { uses } = await impactOf(files, {
    'old.js': files['old.js'].replace('1', '2'),
    'made.js': files['made.js'].replace('1', '2'),
  });
  expect(uses.rows.map(({ file, line, symbol }) => `${file}:${line} ${symbol}`).toSorted()).toEqual([
    'run.js:4 Old/bar',
    'run.js:5 make/Part/mend',
  ]);
});

test('a type that is new is told alone, a field that is new to a type or changed is told itself', async () => {
  const before = { 'a.ts': 'export enum A {\n  One = 1,\n  Two = 2,\n}\n' };
  const after = { 'a.ts': 'export enum A {\n  One = 7,\n  Two = 2,\n  Three = 3,\n}\nexport enum B {\n  Four,\n}\n' };
  const { symbols } = await impactOf(before, after);
  expect(symbols.rows.map(({ change, symbol }) => `${change} ${symbol}`)).toEqual([
    'changed A/One',
    'added A/Three',
    'added B',
  ]);
});

test('a module that is only on the way to something, or opened in several files, is no use of a file', async () => {
  const ruby = {
    'lib/shop.rb': 'module Shop\n  LIMIT = 1\nend\n',
    'lib/box.rb': "require_relative 'shop'\nmodule Shop\n  class Box\n    MOST = LIMIT\n  end\nend\n",
    'lib/use.rb': "require_relative 'shop'\nrequire_relative 'box'\ndef use\n  [Shop::Box.new, Shop]\nend\n",
  };
  expect(await usesAfter(ruby, 'lib/shop.rb', ['LIMIT = 1', 'LIMIT = 2'])).toEqual(['lib/box.rb:4 Shop/LIMIT']);
});

test('a name that stands alone may be a member that a star of Scala brings', async () => {
  const scala = {
    'src/main/scala/a/Words.scala': 'package a\n\ntrait Words {\n  def Yes: Int = 1\n}\n',
    'src/main/scala/a/dsl.scala': 'package a\n\nobject dsl extends Words\n',
    'src/main/scala/b/Use.scala':
      'package b\n\nimport a.Words\nimport a.dsl._\n\nobject Use {\n  def go(words: Words) = Yes\n}\n',
    'src/main/scala/b/Own.scala':
      'package b\n\nimport a.Words\n\nobject Own {\n  def go(words: Words, Yes: Int) = Yes\n}\n',
  };
  expect(await usesAfter(scala, 'src/main/scala/a/Words.scala', ['= 1', '= 2'])).toEqual([
    'src/main/scala/b/Use.scala:7 Words/Yes',
  ]);
});
