import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';
import type { FindMode, FoundOutput } from '../questions/find.types.ts';

const ask = (files: FileSpecs, query: string, mode: FindMode = 'references'): Promise<FoundOutput> =>
  askCode(files, { mode, query });

/** Rows as `file:line evidence`, in order. */
const rows = ({ rows: all }: FoundOutput): string[] =>
  all.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();

const UTILS: FileSpecs = {
  'utils.ts':
    'export interface Utils {\n  text(): string\n  html(): string\n}\nexport function make() {\n  async function text() { return 1 }\n  const html = 1\n  return { text, html }\n}\n',
  'use.ts':
    "import { make } from './utils'\nexport function show(text: string) {\n  return { text }\n}\nexport function tell({ text, html = 1 }) {\n  return text + html\n}\n",
};

test('a name alone in the braces of a value or a pattern may be that of a member, whatever it means besides', async () => {
  const found = await ask(UTILS, 'Utils/text');
  expect(rows(found)).toEqual(['use.ts:3 name', 'use.ts:5 name', 'utils.ts:8 name']);
  expect(rows(await ask(UTILS, 'Utils/html'))).toEqual(['use.ts:5 name', 'utils.ts:8 name']);
  expect(rows(await ask(UTILS, 'make/text'))).toEqual(['utils.ts:8 exact']);
});

test('what stands alone in the braces of an element is a value and the name of no member', async () => {
  const files = {
    'a.ts': 'export interface Props {\n  title: string\n}\n',
    'b.tsx': 'export function Head(title: string) {\n  return <h1 id={title}>{title}</h1>\n}\n',
  };
  expect(rows(await ask(files, 'Props/title'))).toEqual([]);
});

test('a type among the arguments of the type of a parameter is no parameter of that name', async () => {
  const files = {
    'a.ts':
      'export interface Options {}\nexport interface Shop<A, B, C> {\n  data?: (this: Make<A, Options, C>) => Options\n}\nexport function run(shop: Shop<string, Options, number>) {\n  const one: Options = {}\n  return one\n}\n',
  };
  expect(rows(await ask(files, 'Options'))).toEqual(['a.ts:3 exact', 'a.ts:5 exact', 'a.ts:6 exact']);
});

test('a member that is taken from what is required is known by it, whatever line follows', async () => {
  const files = {
    'helpers.js': 'exports.request = () => 1\nexports.other = () => 2\n',
    'use.js':
      "const Request = require('./helpers').request\nconst other = require('./helpers').other\n\nfunction run () {\n  return Request() + other() + require('./helpers').request()\n}\nasync function wait () {\n  return (await import('./helpers')).other()\n}\n",
  };
  expect(rows(await ask(files, 'request'))).toEqual(['use.js:1 exact', 'use.js:5 exact']);
  expect(rows(await ask(files, 'other'))).toEqual(['use.js:2 exact', 'use.js:5 exact', 'use.js:8 exact']);
  const called = await ask(files, 'helpers.js#request', 'callers');
  expect(called.rows.map(({ symbol, edge, hits }) => `${symbol?.name} ${edge?.evidence} ${hits}`)).toEqual([
    'run exact 2',
  ]);
});
