import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { CODE_ORDER, ENTRY_FILES, findBreaches, IMPORT_TABLE, readSources } from './support/architecture.ts';

const sources = readSources();

/** The real files and one more, so that a planted violation is judged among everything else. */
function withPlanted(path: string, text: string): Map<string, string> {
  return new Map([...sources, [path, text]]);
}

/** Breaches that a planted file causes; it is reached from an entry file unless the plant is about dead files. */
function planted(path: string, text: string, more: Readonly<Record<string, string>> = {}): string[] {
  const files = withPlanted(path, text);
  for (const [other, content] of Object.entries(more)) files.set(other, content);
  return findBreaches(files)
    .filter(({ file, rule }) => (file === path || file in more) && rule !== 'dead')
    .map(({ rule }) => rule);
}

describe('the import table', () => {
  test('is kept by every source file', () => {
    expect(findBreaches(sources).map(({ file, rule, text }) => `${file}: ${rule}: ${text}`)).toEqual([]);
  });

  test('has a row for every folder of src, and every row has files', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of folders) expect(Object.keys(IMPORT_TABLE)).toContain(`src/${name}/`);
    for (const prefix of Object.keys(IMPORT_TABLE)) {
      expect(
        [...sources.keys()].some((path) => path.startsWith(prefix)),
        prefix,
      ).toBe(true);
    }
  });

  test('has a place for every folder and file of src/code, and every place has files', () => {
    const entries = readdirSync('src/code', { withFileTypes: true })
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .filter((name) => !name.endsWith('.test.ts'));
    expect([...CODE_ORDER].sort()).toEqual(entries.sort());
  });

  test('names entry files that exist', () => {
    for (const path of ENTRY_FILES) expect(existsSync(path), path).toBe(true);
  });

  test('fails when its pattern reads nothing', () => {
    expect(() => findBreaches(readSources('source/**/*.ts'))).toThrow('the pattern is wrong');
  });
});

describe('a planted violation is caught', () => {
  test('1: a value import upward', () => {
    expect(
      planted('src/base/planted.ts', "import { PROBLEMS } from '../http/problems.ts';\nexport const x = PROBLEMS;"),
    ).toContain('import');
  });

  test('2: node:fs in the domain', () => {
    expect(
      planted('src/domain/keys/planted.ts', "import { readFileSync } from 'node:fs';\nexport const x = readFileSync;"),
    ).toContain('import');
  });

  test('3: a tool that reaches for storage', () => {
    expect(
      planted(
        'src/tools/planted.ts',
        "import { makeStores } from '../storage/stores.ts';\nexport const x = makeStores;",
      ),
    ).toContain('import');
  });

  test('4: a type-only import upward', () => {
    expect(
      planted('src/domain/keys/planted.ts', "import type { Tool } from '../../tools/tool.ts';\nexport type X = Tool;"),
    ).toContain('import');
  });

  test('5: a dynamic import upward', () => {
    expect(planted('src/code/planted.ts', "export const x = () => import('../tools/tool.ts');")).toContain('import');
  });

  test.each([
    ['a value', "import { LIGHT } from '../search/planted.ts';\nexport const x = LIGHT;"],
    ['a type', "import type { Light } from '../search/planted.ts';\nexport type X = Light;"],
    ['a module on demand', "export const x = () => import('../search/planted.ts');"],
  ])('5b: %s of a folder of the code engine from a lower one', (_name, text) => {
    const upper = { 'src/code/search/planted.ts': 'export const LIGHT = 1;\nexport type Light = 1;' };
    expect(planted('src/code/lex/planted.ts', text, upper)).toEqual(['import']);
    expect(planted('src/code/operations/planted.ts', text, upper)).toEqual([]);
  });

  test('5c: a file of the code engine that has no place in its order', () => {
    expect(
      planted(
        'src/code/planted/planted.ts',
        "import { limitOf } from '../engine-limits.ts';\nexport const x = limitOf;",
      ),
    ).toContain('import');
  });

  test.each([
    ['a value', "import { freshnessOf } from '../code/index/freshness.ts';\nexport const x = freshnessOf;"],
    ['a type', "import type { Overview } from '../code/questions/overview.types.ts';\nexport type X = Overview;"],
  ])('5d: %s of the code engine past its index.ts', (_name, text) => {
    expect(planted('src/tools/planted.ts', text)).toEqual(['import']);
    expect(planted('src/tools/planted.ts', text.replace(/code\/[^']+/, 'code/index.ts'))).toEqual([]);
  });

  test('6: the internals of a peer module', () => {
    expect(
      planted('src/domain/limits/planted.ts', "import { statusAt } from '../keys/key.ts';\nexport const x = statusAt;"),
    ).toContain('peer');
  });

  test('6b: another tool', () => {
    expect(
      planted(
        'src/tools/planted.ts',
        "import { makeFindCode } from './find-code/find-code.ts';\nexport const x = makeFindCode;",
      ),
    ).toContain('peer');
  });

  test('7: a cycle', () => {
    const found = planted('src/base/planted.ts', "import { b } from './other.ts';\nexport const a = () => b;", {
      'src/base/other.ts': "import { a } from './planted.ts';\nexport const b = () => a;",
    });
    expect(found).toContain('cycle');
  });

  test('8: a dead file', () => {
    const breaches = findBreaches(withPlanted('src/base/planted.ts', 'export const a = 1;'));
    expect(breaches.filter(({ file }) => file === 'src/base/planted.ts')).toEqual([
      { file: 'src/base/planted.ts', rule: 'dead', text: 'no entry file reaches it' },
    ]);
  });

  test('9: a re-export of an upper layer', () => {
    const found = planted('src/base/planted.ts', "export { PROBLEMS } from '../http/problems.ts';");
    expect(found).toEqual(expect.arrayContaining(['import', 'barrel']));
  });

  test.each([
    ['process.env', 'export const x = () => process.env.HOME;'],
    ['Date.now', 'export const x = () => Date.now();'],
    ['new Date()', 'export const x = () => new Date();'],
    ['fetch', "export const x = () => fetch('https://example.org');"],
    ['console', "export const x = () => console.log('x');"],
  ])('and a use of %s outside its one place', (_name, text) => {
    expect(planted('src/domain/keys/planted.ts', text)).toContain('one place');
  });

  test('and a default export, and work at import time', () => {
    expect(planted('src/base/planted.ts', 'export default 1;')).toContain('default export');
    expect(planted('src/base/planted.ts', 'Object.freeze({});')).toContain('work at import');
  });

  test.each([
    ['a generator', 'export function x() {\n  function* y() {}\n  return y();\n}'],
    ['a method that is one', 'export const x = () => ({ *y() {} });'],
    ['a class', 'export const x = () => new (class Y {})();'],
  ])('and %s that is made anew for each call', (_name, text) => {
    expect(planted('src/base/planted.ts', text)).toEqual(['made per call']);
  });

  test('and a pattern that tries every split of a run of blanks', () => {
    expect(planted('src/base/planted.ts', 'export const X = /id\\s*\\(?\\s*"/;')).toEqual(['slow pattern']);
    expect(planted('src/base/planted.ts', 'export const X = /id[ \\t]*[=:]?[ \\t]*"/;')).toEqual(['slow pattern']);
    expect(planted('src/base/planted.ts', 'export const X = /id\\s*(?:\\(\\s*)?"/;')).toEqual([]);
  });

  test('and one that is composed of texts', () => {
    const piece = "const HEAD = '(?:static\\\\s+)?';\n";
    expect(
      planted('src/base/planted.ts', `${piece}export const X = new RegExp(\`^\${HEAD}a\\\\s+&?\\\\s*b\`);`),
    ).toEqual(['slow pattern']);
    const split = "const BEFORE = 'a\\\\s+';\nexport const X = new RegExp(BEFORE + '&?\\\\s*b');";
    expect(planted('src/base/planted.ts', split)).toEqual(['slow pattern']);
    expect(planted('src/base/planted.ts', `${piece}export const X = new RegExp(\`^\${HEAD}a\\\\s+b\`);`)).toEqual([]);
  });

  test('and one that repeats what anything may stand in', () => {
    const found = (pattern: string) => planted('src/base/planted.ts', `export const X = ${pattern};`);
    expect(found('/^(?:#\\[.{0,200}\\]\\s*)*a/')).toEqual(['slow pattern']);
    expect(found("new RegExp('(?:<.*>)+a')")).toEqual(['slow pattern']);
    expect(found('/^(?:#\\[[^\\]]{0,200}\\]\\s*)*a/')).toEqual([]);
    expect(found('/(?:<.*>)?a/')).toEqual([]);
  });

  test('but neither a generator nor a class at the top of its module', () => {
    expect(planted('src/base/planted.ts', 'export function* x() {}\nexport class Y {\n  *z() {}\n}')).toEqual([]);
  });
});
