import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';
import { languageOf } from './languages.ts';
import { FILLER, maskCode } from './mask.ts';
import { rulesOf } from './rules-of.ts';

const GRAMMAR = `%{
#include "a.h"
static int total;
enum kind { FIRST };
%}

%union {
  char *text; /* { */
}
%left '{' '}' // it's
%token <text> WORD

%%

lines : /* it's empty { */
      | lines WORD '{' "\\"{" { add($2, "}"); if (x) { more(); } }
      ;
%%
static int
yylex(void)
{
  return total % 2;
}
`;

test.each(['a.y', 'a.yy'])('of a grammar in %s the code is read, and its rules are none', (path) => {
  expect(scan(path, GRAMMAR)).toEqual([
    '3-3 variable total',
    '4-4 enum kind',
    '4-4 variable FIRST',
    '20-23 function yylex',
  ]);
});

test('of the rules of a grammar only the actions are left, and brackets in them stay in pairs', () => {
  const language = languageOf('a.y') ?? expect.fail();
  const mask = maskCode(GRAMMAR, rulesOf(language)).replaceAll(FILLER, '_');
  const lines = mask.split('\n');
  expect(mask).toHaveLength(GRAMMAR.length);
  expect(lines[9]?.trim()).toBe('');
  expect(lines.slice(13, 18).map((line) => line.trim())).toEqual([
    '',
    '',
    '{ add($2, "_"); if (x) { more(); } }',
    '',
    '',
  ]);
});

test('a grammar that is not closed is read to its end, in time that grows with it', () => {
  for (const text of ['%%\n{'.repeat(20_000), `%%\n${'"'.repeat(100_000)}`, `%%\n${"/*'{".repeat(40_000)}`]) {
    expect(scan('a.y', text)).toEqual([]);
  }
});

test('a line of C that goes on with a remainder is code', () => {
  const language = languageOf('a.c') ?? expect.fail();
  const text = 'int f(int a, int size) {\n  return a\n%size;\n}\n';
  expect(maskCode(text, rulesOf(language))).toBe(text);
});
