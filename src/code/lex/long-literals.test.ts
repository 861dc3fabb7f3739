import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

const LINES = 200;
/** Longer than any head may be. */
const PAGE = 'some words of a page\n\n'.repeat(LINES / 2);

test.each([
  ['a.ts', 'const page = `\n', '`;\nfunction b() {}\n'],
  ['a.go', 'var page = `\n', '`\nfunc b() {}\n'],
  ['a.rs', 'static page: &str = r#"\n', '"#;\nfn b() {}\n'],
  ['a.kt', 'val page = """\n', '""".trim()\nfun b() {}\n'],
  ['a.swift', 'let page = """\n', '"""\nfunc b() {}\n'],
  ['a.php', "<?php\nconst page = '\n", "';\nfunction b() {}\n"],
  ['a.py', 'page = """\n', '"""\ndef b(): pass\n'],
])('a declaration reaches to the end of its literal, however long that is: %s', (file, before, behind) => {
  const text = `${before}${PAGE}${behind}`;
  const language = languageOf(file);
  if (language === null) throw new Error(`no language of ${file}`);
  const told = scanSymbols(language, text).map(({ name, line, endLine }) => `${name} ${line}-${endLine}`);
  const first = before.split('\n').length - 1;
  expect(told).toEqual([`page ${first}-${first + LINES + 1}`, `b ${first + LINES + 2}-${first + LINES + 2}`]);
});

test('a type of many lines reaches to its end, comments between them or not', () => {
  const members = Array.from({ length: 150 }, (_, at) => `  | 'some.action.${at}' // What it does, in words\n`).join(
    '',
  );
  const language = languageOf('a.ts') ?? expect.fail();
  const told = scanSymbols(language, `type Action =\n${members}\nfunction b() {}\n`);
  expect(told.map(({ name, line, endLine }) => `${name} ${line}-${endLine}`)).toEqual(['Action 1-151', 'b 153-153']);
});

test.each([
  ['letters', 'x'.repeat(500_000)],
  ['lines as Windows ends them', 'x\r\n\r\n'.repeat(100_000)],
])('even a literal as long as a file ends no declaration: %s', (_, literal) => {
  const script = languageOf('a.ts');
  if (script === null) throw new Error('no TypeScript');
  const told = scanSymbols(script, `const page = \`${literal}\`.trim()\nfunction b() {}\n`);
  const lines = literal.split('\n').length;
  expect(told.map(({ name, line, endLine }) => `${name} ${line}-${endLine}`)).toEqual([
    `page 1-${lines}`,
    `b ${lines + 1}-${lines + 1}`,
  ]);
});
