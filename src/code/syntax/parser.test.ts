import { fork } from 'node:child_process';
import { afterEach, describe, expect, test } from 'vitest';
import { makeFolder } from '../../../test/support/repository.ts';
import { makeSyntaxParser, type SyntaxParser } from './parser.ts';

const folder = makeFolder();
let parser: SyntaxParser | null = null;
afterEach(() => parser?.close());

const text = 'export class A {\n  b() {\n    return 1;\n  }\n}\n';
const marks = [
  { row: 0, column: 13, isCall: false },
  { row: 1, column: 2, isCall: false },
];
const input = { language: 'ts', text, marks };

/** A parser whose process runs a script of ours. */
function parserRunning(name: string, script: string): SyntaxParser {
  folder.write({ [name]: script });
  parser = makeSyntaxParser({
    start: () => fork(`${folder.path}/${name}`, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
    startMsMax: 1_000,
    parseMsMax: 200,
  });
  return parser;
}

describe('a parser process', () => {
  test('gives the extents of declarations', async () => {
    parser = makeSyntaxParser();
    expect(await parser.parse(input)).toEqual([
      { startLine: 1, endLine: 5, headFrom: 0, headTo: 14 },
      { startLine: 2, endLine: 4, headFrom: 19, headTo: 22 },
    ]);
  });

  test('answers several texts of several languages in their order', async () => {
    parser = makeSyntaxParser();
    const python = {
      language: 'py',
      text: '@cache\ndef f():\n    pass\n',
      marks: [{ row: 1, column: 4, isCall: false }],
    };
    const [first, second, third] = await Promise.all([parser.parse(input), parser.parse(python), parser.parse(input)]);
    expect(first).toEqual(third);
    expect(second).toEqual([{ startLine: 1, endLine: 3, headFrom: 7, headTo: 15 }]);
  });

  test('gives nothing where the tree is unsound or the name declares nothing', async () => {
    parser = makeSyntaxParser();
    const broken = {
      language: 'ts',
      text: 'class A { b( { }\nfoo();\n',
      marks: [{ row: 0, column: 6, isCall: false }],
    };
    expect(await parser.parse(broken)).toEqual([null]);
    const call = { language: 'ts', text: 'foo();\n', marks: [{ row: 0, column: 0, isCall: false }] };
    expect(await parser.parse(call)).toEqual([null]);
  });

  test('is replaced when it dies, and what it died of is not parsed', async () => {
    const dying = parserRunning('dying.mjs', 'process.on("message", () => process.abort());');
    expect(await dying.parse(input)).toBeNull();
    // At once again: the next process waits a while, so that a repository cannot make us start one after the other.
    expect(await dying.parse(input)).toBe('busy');
  });

  test('is ended when it hangs', async () => {
    const hanging = parserRunning('hanging.mjs', 'process.on("message", () => { for (;;); });');
    expect(await hanging.parse(input)).toBeNull();
  });

  test('lets nobody wait without end', async () => {
    const hanging = parserRunning('hanging-too.mjs', 'process.on("message", () => { for (;;); });');
    const answers = await Promise.all(Array.from({ length: 100 }, () => hanging.parse(input)));
    expect(new Set(answers)).toEqual(new Set([null, 'busy']));
  });

  test('refuses a language without a grammar', async () => {
    parser = makeSyntaxParser();
    expect(await parser.parse({ ...input, language: 'cobol' })).toBeNull();
  });
});
