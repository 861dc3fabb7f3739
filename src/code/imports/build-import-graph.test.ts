import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../test/support/imports.ts';
import { type Language, languageOf } from '../lex/languages.ts';
import { maskCode } from '../lex/mask.ts';
import { rulesOf } from '../lex/rules-of.ts';
import { cImports } from './c/c-imports.ts';
import { csharpImports } from './csharp/csharp-imports.ts';
import { goImports } from './go/go-imports.ts';
import type { ImportLanguage } from './import-language.ts';
import { jvmImports } from './java/java-imports.ts';
import { phpImports } from './php/php-imports.ts';
import { pythonImports } from './python/python-imports.ts';
import { rubyImports } from './ruby/ruby-imports.ts';
import { rustImports } from './rust/rust-imports.ts';
import { scriptImports } from './script/script-imports.ts';
import { swiftImports } from './swift/swift-imports.ts';

function extractFrom<Facts>(imports: ImportLanguage<Facts>, file: string, text: string): Facts {
  const language = languageOf(file);
  if (language === null) throw new Error(file);
  return imports.extract(text, maskOf(language, text), language.id);
}

function maskOf(language: Language, text: string): string {
  return maskCode(text, rulesOf(language));
}

function extract(text: string): void {
  extractFrom(scriptImports, 'a.ts', text);
  extractFrom(scriptImports, 'a.vue', `<script>${text}</script>`);
  extractFrom(pythonImports, 'a.py', text);
  extractFrom(goImports, 'a.go', text);
  extractFrom(rustImports, 'a.rs', text);
  for (const file of ['a.java', 'a.kt', 'a.scala']) extractFrom(jvmImports, file, text);
  for (const file of ['a.c', 'a.cpp']) extractFrom(cImports, file, text);
  extractFrom(csharpImports, 'a.cs', text);
  extractFrom(rubyImports, 'a.rb', text);
  extractFrom(phpImports, 'a.php', `<?php ${text}`);
  extractFrom(swiftImports, 'a.swift', text);
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

  test('what go mod vendor copied is in no language a part of the project, and another vendor/ is', async () => {
    const copied = {
      'vendor/far.org/x/a.go': 'package x\n',
      'vendor/far.org/x/a.c': '#include "a.h"\n',
      'vendor/far.org/x/a.h': '',
      'vendor/far.org/x/gen.py': 'import gone\n',
    };
    const own = { 'go.mod': 'module example.com/app\n', 'main.go': 'package main\nimport "far.org/x"\n' };
    const graph = await graphOf({ ...own, ...copied, 'vendor/modules.txt': '# far.org/x v1.0.0\n' });
    expect(graph.units.map(({ path }) => path)).toEqual(['.']);
    expect(graph.unresolved).toEqual([]);
    expect(graph.gaps).toContain('3 files of other languages that go mod vendor copied are not in the graph');
    const other = await graphOf(copied);
    expect(other.units.map(({ path }) => path)).toContain('vendor/far.org/x/a.c');
  });

  test('counts the files of languages that it does not read', async () => {
    const graph = await graphOf({ 'a.pl': '', 'b.pl': '', 'c.zig': '', 'd.md': '', 'e.ts': '' });
    expect(graph.notRead).toEqual({ Perl: 2, Zig: 1 });
    expect(graph.gaps).toEqual([]);
  });

  test('a translation of Qt is no script, and a test of dune none of Perl', async () => {
    const graph = await graphOf({ 'src/a.cpp': '', 'translations/a_de.ts': '<TS/>', 'test/run.t': '', 'b.ml': '' });
    expect(graph.units.map(({ path }) => path)).toEqual(['src/a.cpp']);
    expect(graph.notRead).toEqual({ OCaml: 1 });
  });

  test('names what it could not read, and reads no link as a file of its own', async () => {
    const graph = await graphOf({ 'huge.ts': `//${'x'.repeat(1_100_000)}`, 'a.ts': '', 'b.ts': { link: 'a.ts' } });
    expect(graph.gaps).toEqual([
      '1 link to code files not read as files of their own',
      '1 code file not read for imports: too large (huge.ts)',
    ]);
    expect(graph.units.map(({ path }) => path)).toEqual(['a.ts']);
  });

  test('answers with what it has when the time is over, and says so', async () => {
    const graph = await graphOf({ 'a.ts': "import './b';", 'b.ts': '' }, { deadlineAtMs: 0 });
    expect(graph.edges).toEqual([]);
    expect(graph.gaps).toEqual(['2 code files not read for imports: the time was over']);
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
      ...[
        '#include',
        '<?php',
        '?>',
        'using',
        'namespace',
        'module',
        'class',
        'object',
        'fun',
        'A',
        '\\',
        '=>',
        '::',
        '@',
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
        expect(extractFrom(scriptImports, 'a.ts', script).mentions).toEqual([]);
        const python = `"""\n${text}\n"""\n# ${text}\n`;
        expect(extractFrom(pythonImports, 'a.py', python).mentions).toEqual([]);
        const rust = `/* ${text} /* */ ${text} */ fn f() { g(${JSON.stringify(text)}) }`;
        expect(extractFrom(rustImports, 'a.rs', rust).uses).toEqual([]);
        const go = `package a\nvar s = \`\n${text}\n\`\n// ${text}\n`;
        expect(extractFrom(goImports, 'a.go', go).mentions).toEqual([]);
        const java = `package a;\nString s = """\n${text}\n""";\n// ${text}\n`;
        expect(extractFrom(jvmImports, 'a.java', java).imports).toEqual([]);
      }),
    );
  });

  // Linear walks take some 10 ms for each language; quadratic ones would not end within the time that a test has.
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
    ['#include <'],
    ['#include "a"\n'],
    ['using A.'],
    ['using A = '],
    ['namespace a {'],
    ['class A : '],
    ['A<A '],
    ['new A '],
    ["require 'a', "],
    ['module A\n'],
    ['A::'],
    ['use A\\{'],
    ['use A\\'],
    ['<?php '],
    ['import a.{'],
    ['import a.b, '],
    ['package a '],
    ['@A '],
    ['@a import '],
    ['fun <A> '],
    ['val a.b.'],
    ['<A, '],
    ['public static '],
  ])('%j over and over is read in time linear in the text', (piece) => {
    extract(piece.repeat(250_000 / piece.length));
  });
});
