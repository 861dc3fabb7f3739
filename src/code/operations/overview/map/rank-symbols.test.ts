import { describe, expect, test } from 'vitest';
import { taskWords } from '../task.ts';
import { makeSymbolMap, makeVoteCounter } from './symbol-map.ts';

function votesOf(tree: Readonly<Record<string, string>>) {
  const counter = makeVoteCounter();
  for (const [path, text] of Object.entries(tree)) counter.see({ path, text, blobId: null });
  return { votes: counter.count(), part: null };
}

/** Names of a map's symbols, best first. */
function mapOf(tree: Readonly<Record<string, string>>, task: string | null = null, taskFiles: readonly string[] = []) {
  const given = taskFiles.map((file) => ({ file, score: 1, why: [] }));
  const { symbols } = makeSymbolMap(votesOf(tree), task, given);
  return symbols.map(({ name }) => name);
}

const USERS = Object.fromEntries(
  [1, 2, 3, 4].map((n) => [
    `src/user${n}.ts`,
    `import { readConfig } from './config.ts';\nexport const a${n} = readConfig();\n`,
  ]),
);
const CONFIG = 'export function readConfig() {}\nexport function writeConfig() {}\nfunction hideConfig() {}\n';

describe('the map of symbols', () => {
  test('puts first what most of the project uses', () => {
    const tree = {
      'src/config.ts': CONFIG,
      ...USERS,
      'src/main.ts': 'import { writeConfig } from "./config.ts"; writeConfig();',
    };
    expect(mapOf(tree)).toEqual(['readConfig', 'writeConfig']);
  });

  test('shows nothing that other files cannot use, and nothing that nobody uses', () => {
    const tree = { 'src/config.ts': CONFIG, 'src/main.ts': 'hideConfig(); // of another module' };
    expect(mapOf(tree)).toEqual([]);
  });

  test('does not take a common name for one of its many declarations', () => {
    const many = Object.fromEntries([...'abcdefg'].map((n) => [`src/${n}.ts`, 'export function runAll() {}\n']));
    expect(mapOf({ ...many, 'src/main.ts': 'runAll();' })).toEqual([]);
  });

  test('counts a use as meant where the file speaks of the other file', () => {
    const tree = {
      'far/errors.ts': 'export class Problem {}\n',
      'near/problems.ts': 'export class Problem {}\n',
      'app/main.ts': "import { Problem } from '../near/problems.ts';\nthrow new Problem();\n",
    };
    expect(makeSymbolMap(votesOf(tree), null, []).symbols.map(({ file }) => file)).toEqual([
      'near/problems.ts',
      'far/errors.ts',
    ]);
  });

  test('takes no word of the language for a use of what is called so', () => {
    const tree = {
      'src/helpers.js':
        'exports.export = function () {};\nexports.from = function () {};\nexports.type = function () {};\n',
      'src/a.ts': "import a from './b.ts';\nexport type A = typeof a;\n",
      'src/b.ts': "export { c as default } from './c.ts';\n",
    };
    expect(mapOf(tree)).toEqual([]);
    expect(mapOf({ ...tree, 'src/c.js': "const h = require('./helpers.js');\nh.export(h.from());\n" })).toEqual([
      'export',
      'from',
    ]);
  });

  test('shows a type within another declaration only for uses that may mean it', () => {
    const tree = {
      'src/env.d.ts': 'declare namespace Worker {\n  interface Env {}\n}\n',
      'src/api.ts':
        'export class Api {\n  open = () => {\n    type Answer = string;\n    return 1 as unknown as Answer;\n  };\n}\n',
      'src/main.ts': "import type { Env } from 'web';\nlet a: Env;\nlet b: Answer;\n",
    };
    expect(mapOf(tree)).toEqual([]);
    expect(mapOf({ ...tree, 'src/b.ts': 'export let a: Worker.Env;\n' })).toEqual(['Worker/Env']);
    expect(mapOf({ ...tree, 'src/b.ts': 'namespace Worker {\n  let a: Env;\n}\n' })).toEqual(['Worker/Env']);
  });

  test('leans to what the files of a task use', () => {
    const tree = {
      'src/config.ts': CONFIG,
      ...USERS,
      'src/mail.ts': 'export function sendMail() {}\n',
      'src/signup.ts': "import { sendMail } from './mail.ts';\nsendMail();\n",
    };
    expect(mapOf(tree)[0]).toBe('readConfig');
    expect(mapOf(tree, 'change what new accounts get', ['src/signup.ts'])[0]).toBe('sendMail');
  });

  test('votes of tests and examples weigh less than those of sources', () => {
    const tests = Object.fromEntries(
      [1, 2].map((n) => [`test/${n}.test.ts`, "import '../src/config.ts';\nwriteConfig();\n"]),
    );
    expect(mapOf({ 'src/config.ts': CONFIG, ...USERS, ...tests })).toEqual(['readConfig', 'writeConfig']);
  });

  test('a class within a module is not what others mean by a class of the language, nor a method by a word of it', () => {
    const tree = {
      'lib/store/file.rb': 'module Store\n  class File\n  end\nend\n',
      'lib/store/case.rb': 'module Store\n  class CaseNode\n    def when(value)\n    end\n  end\nend\n',
      'lib/app.rb': 'case mode\nwhen 1 then File.read(path)\nwhen 2 then Store::CaseNode.new\nend\n',
    };
    expect(mapOf(tree)).toEqual(['Store/CaseNode']);
  });

  test('words of comments are no uses of a class of Ruby', () => {
    const tree = {
      'lib/content.rb': 'class Content\nend\n',
      'lib/table.rb': 'class Table\nend\n',
      'lib/app.rb': '# Content is shown. Content is\n  # kept as Content.\nTable.new # Table\n',
    };
    expect(mapOf(tree)).toEqual(['Table']);
  });

  test('a class that is called as a module of many files is not what others mean by the name', () => {
    const modules = Object.fromEntries(
      [1, 2, 3, 4, 5, 6, 7].map((n) => [`lib/mail/part${n}.rb`, `module ActiveMail\n  class Part${n}\n  end\nend\n`]),
    );
    const tree = {
      ...modules,
      'lib/generators/active_mail.rb': 'module Generators\n  class ActiveMail\n  end\nend\n',
      'lib/app.rb': 'ActiveMail::Part1.new\n',
    };
    expect(mapOf(tree)).toEqual(['ActiveMail/Part1']);
  });

  test('a helper of one package is not what others mean by the same word', () => {
    const users = Object.fromEntries(
      [1, 2, 3, 4, 5].map((n) => [`app/user${n}.rs`, 'use crate::util::total;\nfn run() { total().unwrap(); }\n']),
    );
    const tree = {
      'tools/mdman/src/util.rs': 'pub fn unwrap(text: &str) -> &str { text }\n',
      'app/util.rs': 'pub fn total() {}\n',
      'app/near.rs': 'use crate::sums::count_all;\nfn go() { count_all(); }\n',
      'lib/sums.rs': 'pub fn count_all() {}\n',
      ...users,
    };
    expect(mapOf(tree)).toContain('count_all');
    expect(mapOf(tree)).not.toContain('unwrap');
  });

  test('a module that imports and gives nothing away has nothing for others', () => {
    const tree = {
      'scripts/build.js': "import fs from 'node:fs';\nasync function buildAll() {}\nbuildAll();\n",
      'src/a.js': "import './build.js';\nbuildAll();\n",
    };
    expect(mapOf(tree)).toEqual([]);
  });

  test('who imports from a scope does not speak of the package that is called as the scope is', () => {
    const users = Object.fromEntries(
      [1, 2, 3].map((n) => [
        `packages/kit-${n}/src/run.ts`,
        "import type { Options } from '@kit/types';\nexport const run = (given: Options) => given;\n",
      ]),
    );
    const tree = {
      ...users,
      'packages/kit/src/index.ts': 'export type Options = 1;\n',
      'packages/kit-types/src/index.ts': 'export type Options = 2;\n',
    };
    const { symbols } = makeSymbolMap(votesOf(tree), null, []);
    expect(symbols.map(({ file, name }) => `${file} ${name}`)).toEqual([
      'packages/kit-types/src/index.ts Options',
      'packages/kit/src/index.ts Options',
    ]);
  });

  test('what every value has, and what replaces a part of the language, is not meant by those who call it', () => {
    const tree = {
      'lib/problem.js':
        'export class Problem {\n  toString() {}\n  explain() {}\n}\nconsole.warn = function warn() {};\nexport const old = console.warn;\n',
      'lib/a.js': "import { Problem, old } from './problem.js';\nfoo.toString();\nbar.explain();\nconsole.warn(1);\n",
    };
    expect(mapOf(tree)).toEqual(['Problem', 'Problem/explain']);
    const named = { ...tree, 'lib/b.js': "import './problem.js';\nproblem.toString();\n" };
    expect(mapOf(named)).toContain('Problem/toString');
  });

  test('a method named as the language names its own is not what calls on unknown values mean', () => {
    const loops = Object.fromEntries(
      [1, 2, 3, 4].map((n) => [`lib/loop${n}.js`, `export function loop${n}(rows) { rows.forEach(sendRow); }\n`]),
    );
    const tree = {
      'lib/manager.js': 'export class Manager {\n  forEach(fn) {}\n  sendAll() {}\n}\n',
      'lib/use.js': 'export function useIt(value) { value.sendAll(); }\n',
      ...loops,
    };
    expect(mapOf(tree)).toEqual(['Manager/sendAll']);
  });

  test('a function of the same name counts where the file imports the module before it', () => {
    const users = Object.fromEntries(
      [1, 2, 3].map((n) => [`lib/a${n}.js`, `import utils from './utils.js';\nutils.forEach(rows${n});\n`]),
    );
    const tree = {
      'lib/utils.js': 'function forEach(rows) {}\nfunction keys(of) {}\nexport default { forEach, keys };\n',
      'lib/other.js': 'export const all = (rows) => rows.keys().keys().keys();\n',
      ...users,
    };
    expect(mapOf(tree)[0]).toBe('forEach');
  });

  test('a function that is required under its own name is the one of the other file', () => {
    const tree = {
      'lib/page-parser.js': 'function PageParser() {}\nmodule.exports = PageParser;\n',
      'main.js': "const PageParser = require('./lib/page-parser.js');\nconst parser = new PageParser();\n",
    };
    expect(mapOf(tree)).toEqual(['PageParser']);
  });

  test('a function named as one of the language counts only where it is imported', () => {
    const plain = Object.fromEntries(
      [1, 2, 3, 4].map((n) => [`app/plain${n}.py`, 'def show(value):\n    return str(value)\n']),
    );
    const tree = { 'app/text.py': 'def str(value):\n    return value\n', ...plain };
    expect(mapOf(tree)).toEqual([]);
    expect(mapOf({ ...tree, 'app/main.py': 'from app.text import str\nstr(1)\n' })).toEqual(['str']);
  });

  test('a type named as one of the language is not what others mean who import that name from elsewhere', () => {
    const tree = {
      'crates/netrc/src/lib.rs': 'pub type Result<T> = std::result::Result<T, Error>;\npub struct Error;\n',
      'crates/app/src/main.rs': 'use anyhow::Result;\nfn main() -> Result<()> {}\n',
    };
    expect(mapOf(tree)).toEqual([]);
    expect(mapOf({ ...tree, 'crates/cli/src/main.rs': 'use netrc::Result;\nfn run() -> Result<()> {}\n' })).toEqual([
      'Result',
    ]);
  });

  test('what Rust keeps within a crate is not what other crates mean by its name', () => {
    const tree = {
      'crates/lock/src/read.rs': 'pub(super) fn read_lock() {}\n',
      'crates/app/src/main.rs': 'use other::read_lock;\nfn main() { read_lock(); }\n',
    };
    expect(mapOf(tree)).toEqual([]);
    expect(mapOf({ ...tree, 'crates/lock/src/lib.rs': 'use read::read_lock;\nfn run() { read_lock(); }\n' })).toEqual([
      'read_lock',
    ]);
  });

  test('a method counts most where it is called on what is named as its class', () => {
    const tree = {
      'lib/site.rb': 'class Site\n  def pages_for\n  end\nend\n',
      'lib/shop.rb': 'class Shop\n  def goods_for\n  end\nend\n',
      'lib/a.rb': 'def run_a(site)\n  site.pages_for\nend\n',
      'lib/b.rb': 'def run_b(thing)\n  thing.goods_for\nend\n',
    };
    expect(mapOf(tree)).toEqual(['Site/pages_for', 'Shop/goods_for']);
  });

  test('what a module gives without a name is called as its file is, and no word of the language', () => {
    const tree = {
      'lib/resolve-all.js': 'export default function (config) {}\n',
      'lib/readRows.js': 'export default (rows) => rows;\n',
      'lib/a.js': "import readRows from './readRows.js';\nexport default readRows();\n",
      'lib/b.js': "import readRows from './readRows.js';\nexport default readRows();\n",
    };
    expect(makeSymbolMap(votesOf(tree), null, []).symbols.map(({ file }) => file)).toEqual(['lib/readRows.js']);
  });

  test('files of one language do not vote for the names of another', () => {
    const tree = {
      'web/targets.ts': 'export function listTargets() {}\n',
      'scrape/a.go': 'package scrape\n\nfunc A() { listTargets() }\n',
    };
    expect(mapOf(tree)).toEqual([]);
  });

  test('words of a Makefile are no uses of functions, and what a program declares is for itself alone', () => {
    const copy = 'function mkdir(path) {}\nmkdir("a");\n';
    const tree = {
      Makefile: 'install:\n\tmkdir -p lib && copyAll lib\n',
      'install.sh': 'install() {\n  copy\n}\ninstall\n',
      'src/copy.js': 'function copyAll() {}\n',
      'bin/make': `#!/usr/bin/env node\n${copy}`,
      'lib/make.js': `var fs = require('fs');\n${copy}`,
      'lib/main.js': "var fs = require('fs');\nfs.mkdir('a');\nmkdir('b');\n",
    };
    expect(mapOf(tree)).toEqual([]);
    expect(mapOf({ ...tree, 'page.html': '<script>\ncopyAll();\n</script>\n' })).toEqual(['copyAll']);
  });

  test('a common name counts for the declarations of the package that is imported', () => {
    const many = Object.fromEntries(
      [...'abcdefg'].map((n) => [`${n}/types.go`, `package ${n}\n\ntype Labels struct {\n}\n`]),
    );
    const users = Object.fromEntries(
      [1, 2].map((n) => [
        `cmd${n}/x.go`,
        'package main\n\nimport "example.com/m/c"\n\nfunc run() { _ = c.Labels{} }\n',
      ]),
    );
    expect(makeSymbolMap(votesOf({ ...many, ...users }), null, []).symbols.map(({ file }) => file)).toEqual([
      'c/types.go',
    ]);
  });

  test('helpers of scripts that keep the project stand below what the product uses', () => {
    const scripts = Object.fromEntries(
      [1, 2, 3, 4].map((n) => [`bin/job${n}.js`, "import { paintText } from './paint.js';\npaintText('a');\n"]),
    );
    const tree = {
      'bin/paint.js': 'export function paintText(text) {}\n',
      'lib/send.js': 'export function sendMail() {}\n',
      'lib/main.js': "import { sendMail } from './send.js';\nsendMail();\n",
      ...scripts,
    };
    expect(mapOf(tree)).toEqual(['sendMail', 'paintText']);
  });

  test('a file and its copy elsewhere are both shown', () => {
    const copied = { text: 'export function startAll() {}\n', blobId: 'b1' };
    const counter = makeVoteCounter();
    counter.see({ path: 'packages/a/start.ts', ...copied });
    counter.see({ path: 'packages/b/start.ts', ...copied });
    for (const name of ['main', 'other'])
      counter.see({
        path: `packages/b/${name}.ts`,
        text: "import { startAll } from './start.ts';\nstartAll();\n",
        blobId: null,
      });
    const { symbols } = makeSymbolMap({ votes: counter.count(), part: null }, null, []);
    expect(symbols.map(({ file }) => file)).toEqual(['packages/a/start.ts', 'packages/b/start.ts']);
  });

  test('is the same for the same files', () => {
    const tree = { 'src/config.ts': CONFIG, ...USERS };
    expect(mapOf(tree)).toEqual(mapOf(tree));
  });
});

test('words of a task that tell nothing are left out', () => {
  expect([...taskWords('fix the parser of JSON bodies')]).toEqual(['parser', 'json', 'bodie']);
});

test('of Rust what is called with a mark is a macro, and never a function of that name', () => {
  const user = 'use crate::log::tell_all;\nfn run() {\n  tell_all!(1);\n  if tell_all!=2 {}\n}\n';
  const users = Object.fromEntries([1, 2, 3].map((n) => [`src/use${n}.rs`, `${user}fn go${n}() { debug_all!(2); }\n`]));
  const tree = {
    'src/log.rs': '#[macro_export]\nmacro_rules! tell_all {\n  () => {};\n}\n',
    'src/input.rs': 'pub fn debug_all() -> String {\n  1\n}\n',
    ...users,
  };
  expect(mapOf(tree)).toEqual(['tell_all']);
});

test('a method in the text of a macro is not taken for a function that stands by itself', () => {
  const users = [1, 2, 3].map((n) => [
    `src/use${n}.rs`,
    `use crate::rows::Row;\nfn go${n}(label: u8) { run(label); }\n`,
  ]);
  const method = 'impl Row {\n  pub fn label(&self) -> u8 {\n    1\n  }\n}\n';
  const rows = `pub struct Row;\nmacro_rules! rows {\n  () => (\n${method}  )\n}\nrows!();\n`;
  expect(mapOf({ 'src/rows.rs': rows, ...Object.fromEntries(users) })).toEqual(['Row']);
});
