import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

const signatures = (text: string): readonly string[] =>
  scanSymbols(languageOf('a.c') ?? expect.fail(), text)
    .filter(({ kind }) => kind !== 'method')
    .map(({ line, signature }) => `${line} ${signature}`);

test('a declaration whose name stands behind its body is shown with that name', () => {
  const text = `typedef enum {
  ONE,
  TWO
} number;
typedef struct node {
  int value;
} node, *node_p;
static const union {
  int whole;
} shared = { 1 };
struct plain {
  int value;
};
`;
  expect(signatures(text)).toEqual([
    '2 ONE',
    '3 TWO',
    '4 typedef enum {…} number',
    '5 typedef struct node',
    '7 typedef struct node {…} node',
    '7 typedef struct node {…} *node_p',
    '10 static const union {…} shared',
    '11 struct plain',
  ]);
});

test('a declaration with a name behind its body costs no more for what stands before that name', () => {
  const text = `typedef struct {\n int a;\n} ${'*'.repeat(100_000)} far, ${' '.repeat(100_000)} last;\n`;
  expect(signatures(text).every((line) => line.length < 400)).toBe(true);
});
