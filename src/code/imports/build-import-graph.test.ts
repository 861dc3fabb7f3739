import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../test/support/imports.ts';
import { LEX_RULES } from '../lex/lex-rules.ts';
import { maskCode } from '../lex/mask.ts';
import { goImports } from './go/go-imports.ts';
import { javaImports } from './java/java-imports.ts';
import { pythonImports } from './python/python-imports.ts';
import { rustImports } from './rust/rust-imports.ts';
import { scriptImports } from './script/script-imports.ts';

const LANGUAGES = [scriptImports, pythonImports, goImports, rustImports, javaImports];

function extract(text: string): void {
  for (const language of LANGUAGES) language.extract(text, maskCode(text, LEX_RULES[language.scanner]));
}

describe('the import graph', () => {
  test('is about the base that is asked for; what leaves it is told apart', async () => {
    const files = {
      'app/main.ts': "import './part'; import '../lib/tool';",
      'app/part.ts': '',
      'lib/tool.ts': "import '../app/part';",
      'lib/more.py': 'import os',
    };
    const graph = await graphOf(files, { base: 'app/' });
    expect(edgesOf(graph)).toEqual(['app/main.ts -> app/part.ts']);
    expect(graph.units.map(({ path }) => path)).toEqual(['app/main.ts', 'app/part.ts']);
    expect(graph.outward).toEqual([{ path: 'lib/tool.ts', file: 'app/main.ts', line: 1, kind: 'import', count: 1 }]);
    expect(graph.externals).toEqual([]);
  });

  test('counts the files of languages that it does not read', async () => {
    const graph = await graphOf({ 'a.rb': '', 'b.rb': '', 'c.kt': '', 'd.md': '', 'e.ts': '' });
    expect(graph.notRead).toEqual({ Ruby: 2, Kotlin: 1 });
    expect(graph.gaps).toEqual([]);
  });

  test('names what it could not read, and does not follow links', async () => {
    const graph = await graphOf({ 'huge.ts': `//${'x'.repeat(1_100_000)}`, 'a.ts': '', 'b.ts': { link: 'a.ts' } });
    expect(graph.gaps).toEqual([
      '1 links to code files were not followed',
      '1 code files were not read for imports: too large (huge.ts)',
    ]);
    expect(graph.units.map(({ path }) => path)).toEqual(['a.ts']);
  });

  test('answers with what it has when the time is over, and says so', async () => {
    const graph = await graphOf({ 'a.ts': "import './b';", 'b.ts': '' }, { deadlineAtMs: 0 });
    expect(graph.edges).toEqual([]);
    expect(graph.gaps).toEqual(['2 code files were not read for imports: the time was over']);
  });

  test('joins two units by one edge, counts its places and gives the first of the strongest kind', async () => {
    const graph = await graphOf({
      'a.ts':
        "import type { B } from './b';\nconst c = await import('./b');\nimport { b } from './b';\nimport './b';\n",
      'b.ts': '\n\n',
    });
    expect(graph.edges).toEqual([{ from: 0, to: 1, file: 'a.ts', line: 3, kind: 'import', count: 4 }]);
    expect(graph.units[1]?.lines).toBe(2);
  });

  test('no manifest makes the graph fail', async () => {
    const keys = fc.constantFrom(
      'name',
      'exports',
      'imports',
      'workspaces',
      'main',
      'paths',
      'extends',
      'references',
      '.',
    );
    const values = fc.letrec((tie) => ({
      node: fc.oneof(
        fc.constantFrom('./*', '*', '..', '#a', '', 'a', './a', '/', 'link:..', null, 1),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(keys, tie('node'), { maxKeys: 4 }),
      ),
    })).node;
    const lines = fc.constantFrom(
      '[package]',
      'name = "a"',
      'path = ".."',
      '[lib]',
      '[[bin]]',
      'module a',
      'replace a => ..',
    );
    const tables = fc.array(lines, { maxLength: 8 }).map((all) => all.join('\n'));
    await fc.assert(
      fc.asyncProperty(values, values, tables, async (manifest, settings, table) => {
        await graphOf({
          'package.json': JSON.stringify(manifest),
          'tsconfig.json': JSON.stringify({ compilerOptions: settings, extends: './tsconfig.json' }),
          'Cargo.toml': table,
          'go.mod': table,
          'a.ts': "import '#a'; import 'a'; import 'a/b'; import '.'; import '..'; import '@a';",
          'src/lib.rs': 'use a::b; mod a; use super::super::x;',
          'a.go': 'package a\nimport "a/b"\nimport ""\n',
        });
      }),
      { numRuns: 150 },
    );
  });

  test('no text makes the extraction of any language throw', () => {
    const pieces = fc.constantFrom(
      ...[
        'import',
        'export',
        'from',
        'require',
        'use',
        'mod',
        'package',
        'pub',
        'crate',
        '::',
        '.',
        '/',
        "'",
        '"',
        '`',
      ],
      ...['{', '}', '(', ')', ';', ',', '*', '\\', '\n', ' ', '<', '>', '#[path=', 'a', 'as', 'type', '${', '//', '/*'],
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(pieces, { maxLength: 60 }).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => extract(text)),
      { numRuns: 2_000 },
    );
  });

  test('a specifier inside of a string or comment is never counted', () => {
    const inside = fc.constantFrom("import './x';", "require('./x')", 'import x', 'use crate::x;', 'import "x"');
    fc.assert(
      fc.property(inside, (text) => {
        const script = `/* ${text} */ // ${text}\nconst s = ${JSON.stringify(text)};`;
        expect(scriptImports.extract(script, maskCode(script, LEX_RULES.script)).mentions).toEqual([]);
        const python = `"""\n${text}\n"""\n# ${text}\n`;
        expect(pythonImports.extract(python, maskCode(python, LEX_RULES.python)).mentions).toEqual([]);
        const rust = `/* ${text} /* */ ${text} */ fn f() { g(${JSON.stringify(text)}) }`;
        expect(rustImports.extract(rust, maskCode(rust, LEX_RULES.rust)).uses).toEqual([]);
        const go = `package a\nvar s = \`\n${text}\n\`\n// ${text}\n`;
        expect(goImports.extract(go, maskCode(go, LEX_RULES.go)).mentions).toEqual([]);
        const java = `package a;\nString s = """\n${text}\n""";\n// ${text}\n`;
        expect(javaImports.extract(java, maskCode(java, LEX_RULES.java)).imports).toEqual([]);
      }),
    );
  });

  // Linear walks take some 50 ms; quadratic ones would not end within the time that a test has.
  test.each([
    ['import '],
    ['import a\n'],
    ["export * from './x'\n"],
    ['from .'],
    ['from . \n'],
    ['from a import (\n'],
    ['if TYPE_CHECKING:\n import a\n'],
    ['import   '],
    ['use a::{'],
    ['use {use '],
    ['mod a {'],
    ['pub   '],
    ['a::b::'],
    ['package '],
    ['import a.b.'],
    ['a.b.C '],
    ['import ("a"\n'],
    ['require("a", '],
    ['<a>\nimport '],
    [`from${' '.repeat(50)}`],
  ])('%j over and over is read in time linear in the text', (piece) => {
    extract(piece.repeat(1_000_000 / piece.length));
  });
});
