import fc from 'fast-check';
import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { LEX_RULES, type ScannedLanguage } from './lex-rules.ts';
import { maskCode } from './mask.ts';
import { scanSymbols } from './scan-symbols.ts';

const LANGUAGES = Object.keys(LEX_RULES) as ScannedLanguage[];
const FILES = 'x.ts x.py x.go x.rs x.java x.kt x.scala x.swift x.c x.cc x.cs x.php x.rb x.sh'.split(' ');
const PIECES = [
  '"',
  "'",
  '`',
  '${',
  '}',
  '{',
  '/*',
  '*/',
  '//',
  '#',
  '"""',
  "'''",
  'r#"',
  '\\',
  '\n',
  '\r\n',
  '/',
  '(',
  ')',
  '[',
];
const WORDS = [
  'class A',
  'function f',
  'def g',
  'fn h',
  'func i',
  'impl X for Y',
  ' ',
  'a',
  '=',
  ';',
  ':',
  '=>',
  '<',
  '@x',
  'é😀',
];
const hostileText = fc.array(fc.constantFrom(...PIECES, ...WORDS), { maxLength: 200 }).map((parts) => parts.join(''));

test.each(LANGUAGES)('the mask of %s keeps every offset and line break, whatever the text', (name) => {
  fc.assert(
    fc.property(fc.oneof(hostileText, fc.string({ unit: 'binary' })), (text) => {
      const mask = maskCode(text, LEX_RULES[name]);
      expect(mask.length).toBe(text.length);
      expect(mask.replace(/[^\n]/g, '.')).toBe(text.replace(/[^\n]/g, '.'));
    }),
  );
});

test.each([
  ['quotes', '"\n'.repeat(500_000)],
  ['unclosed quotes on one line', `'${"\\'".repeat(500_000)}`],
  ['open brackets', '{'.repeat(1_000_000)],
  ['mixed brackets', '([{)]}'.repeat(170_000)],
  ['slashes', '/[ '.repeat(330_000)],
  ['template openers', '`${'.repeat(330_000)],
  ['raw openers', 'r##"\n'.repeat(200_000)],
  ['unended statements', 'const a =\n'.repeat(100_000)],
  ['nested classes', 'class A {\n'.repeat(100_000)],
  ['methods without end', `class A {\n${'foo(\n'.repeat(200_000)}`],
  ['one long line', 'function f('.repeat(90_000)],
  ['decorators', '@a\n'.repeat(330_000)],
  ['indented defs', 'def f():\n '.repeat(100_000)],
  ['triple quotes', '"""\n'.repeat(250_000)],
  ['spaces', `${' '.repeat(399)}\n`.repeat(2_500)],
  ['names', `${'a'.repeat(399)}\n`.repeat(2_500)],
  ['conditions', '{(\n#if A\n)\n#else\n}\n'.repeat(60_000)],
  ['heredocs', '<<A <<B <<C\n'.repeat(80_000)],
  ['holes', '"${"#{"\\('.repeat(100_000)],
  ['angles', 'a<b(c)<'.repeat(150_000)],
  ['colons', 'a(b):c{'.repeat(150_000)],
  ['names of one statement', `var a${',\nb'.repeat(330_000)}`],
  ['names before blank lines', `var ${'a,\n'.repeat(600)}b${' '.repeat(700)}${'\n'.repeat(2_500)}`.repeat(200)],
  ['statements before blanks', `var a${' '.repeat(700)}\n`.repeat(1_400)],
  ['percents', 'x = %w[ %q( '.repeat(80_000)],
  ['interfaces', 'type A interface{ m(); n('.repeat(40_000)],
  ['methods of one line', `type A interface{${' m();'.repeat(200_000)}`],
  ['methods that do not end', `type A interface {\n${'\tm(\n'.repeat(250_000)}`],
  ['generics', `public ${'a<'.repeat(150)}\n`.repeat(3_000)],
])('a megabyte of %s costs as many steps as it is long, whatever the language', (_, text) => {
  const lines = text.split('\n').length;
  // A scanner that looks back at what it has read from each place takes some 10^11 steps for each language, which is
  // minutes for all: the time that a test has does not allow it.
  for (const file of FILES) {
    const found = scanSymbols(languageOf(file) ?? expect.fail(), text);
    expect(
      found.every(({ endLine }) => endLine <= lines),
      file,
    ).toBe(true);
  }
});

test('no text makes a scanner throw or give a range outside of the text', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FILES), hostileText, (file, text) => {
      const language = languageOf(file);
      const lines = text.split('\n').length;
      for (const symbol of language ? scanSymbols(language, text) : []) {
        expect(symbol.startLine).toBeGreaterThanOrEqual(1);
        expect(symbol.startLine).toBeLessThanOrEqual(symbol.line);
        expect(symbol.endLine).toBeGreaterThanOrEqual(symbol.line);
        expect(symbol.endLine).toBeLessThanOrEqual(lines);
      }
    }),
  );
});
