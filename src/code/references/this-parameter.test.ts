import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';

/** Rows as `file:line evidence`, in order. */
const rows = async (files: FileSpecs, query: string): Promise<string[]> => {
  const found = await askCode(files, { mode: 'references', query });
  return found.rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

const PRINTER: FileSpecs = {
  'printer.ts':
    'export default class Printer {\n  old = false;\n  token() {}\n}\nexport class Other {\n  token() {}\n}\nexport class Old {\n  old = true;\n}\n',
};

test('a member of `this` is that of the type that is written for it, whatever the function is called', async () => {
  const files = {
    ...PRINTER,
    'print.ts':
      'import type Printer from "./printer.ts";\nexport function Paren(this: Printer, node: unknown) {\n  this.token();\n  this.old = true;\n}\nexport function brace(\n  this: Printer,\n): string[] {\n  if (this.old) return [];\n  [1].map(() => this.token());\n}\n',
  };
  expect(await rows(files, 'Printer/old')).toEqual(['print.ts:4 exact', 'print.ts:9 exact']);
  expect(await rows(files, 'Printer/token')).toEqual(['print.ts:10 exact', 'print.ts:3 exact']);
  expect(await rows(files, 'Other/token')).toEqual([]);
});

test('a type that is written for `this` goes before the class or object that a method stands in', async () => {
  const files = {
    ...PRINTER,
    'print.ts':
      'import type Printer from "./printer.ts";\nimport type { Other as Any } from "./printer.ts";\nexport class Own {\n  token() {}\n  run(this: Printer<string>) {\n    this.token();\n  }\n}\nexport const all = {\n  token() {},\n  run: function (this: Any) {\n    this.token();\n  },\n};\n',
  };
  expect(await rows(files, 'Printer/token')).toEqual(['print.ts:6 exact']);
  expect(await rows(files, 'Other/token')).toEqual(['print.ts:12 exact']);
  expect(await rows(files, 'Own/token')).toEqual([]);
});

test('of a `this` that is more than a name, or of another function within, nothing is known', async () => {
  const files = {
    ...PRINTER,
    'print.ts':
      'import type Printer from "./printer.ts";\nimport type { Old } from "./printer.ts";\nexport function Both(this: Printer | Old) {\n  this.old = true;\n}\nexport function outer(this: Printer) {\n  [1].map(function () {\n    this.old = true;\n  });\n}\n',
  };
  expect(await rows(files, 'Printer/old')).toEqual(['print.ts:4 name', 'print.ts:8 name']);
});

test('what is written for `this` in a class may be made of that, and has its members as far as it has none itself', async () => {
  const files = {
    'base.ts':
      'import type Whole from "./whole.ts";\nexport class Part {\n  next() {}\n  start() {}\n  run(this: Whole) {\n    this.next();\n    this.start();\n  }\n}\n',
    'whole.ts': 'import { Part } from "./base.ts";\nexport default class Whole extends Part {\n  start() {}\n}\n',
    'other.ts': 'export class Other {\n  next() {}\n}\n',
  };
  expect(await rows(files, 'Part/next')).toEqual(['base.ts:6 import']);
  expect(await rows(files, 'Whole/start')).toEqual(['base.ts:7 exact']);
});
