import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROUTER, repository, toolFor } from '../../../test/support/read-code.ts';
import { estimateTokens } from '../shared/budget.ts';
import { ANSWER_CHARACTERS_MAX } from '../tool.ts';

describe('the budget', () => {
  const long = Array.from(
    { length: 60 },
    (_, at) =>
      `export function step${at}(input: string): string {\n${`  input = input.trim();\n`.repeat(20)}  return input;\n}\n`,
  ).join('\n');

  test('is never exceeded: a long file comes as signatures with ranges that fit', async () => {
    const call = toolFor(repository({ 'src/long.ts': long }).path);
    const answer = await call({ file: 'src/long.ts', budget: 2_000 });
    expect(estimateTokens(answer.text)).toBeLessThanOrEqual(2_000);
    expect(answer.text.split('\n')[0]).toContain('shown as signatures');
    expect(answer.text).toContain('export function step0(input: string): string');
    const ranges = /with one of (.*)$/m.exec(answer.text)?.[1]?.split(', ') ?? [];
    expect(ranges.length).toBeGreaterThan(2);
    const part = await call({ file: `src/long.ts:${ranges[0]}`, budget: 2_000 });
    expect(part.text.split('\n')[0]).not.toContain('shown as');
    // Between two functions, not within one.
    expect(part.text.split('\n').at(-1)).toMatch(/^\d+\t}?$/);
  });

  test('pages through text that declares nothing, to the last line', async () => {
    const text = Array.from({ length: 900 }, (_, at) => `line number ${at + 1} of a long list of things`).join('\n');
    const call = toolFor(repository({ 'list.txt': text }).path);
    const seen: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; page < 50; page += 1) {
      const answer = await call({ file: 'list.txt', budget: 2_000, cursor });
      expect(estimateTokens(answer.text)).toBeLessThanOrEqual(2_000);
      seen.push(...answer.text.split('\n').filter((line) => /^\d+\t/.test(line)));
      cursor = /more: cursor=(\S+) \(shown \d+ of 900\)/.exec(answer.text)?.[1];
      if (cursor === undefined) break;
      expect(answer.text.split('\n')[0]).toContain('partial');
    }
    expect(seen.map((line) => line.split('\t')[1])).toEqual(text.split('\n'));
  });

  test('a cursor of a file that has changed is refused', async () => {
    const repo = repository({ 'list.txt': 'some words on a line\n'.repeat(900) });
    const call = toolFor(repo.path);
    const cursor = /cursor=(\S+)/.exec((await call({ file: 'list.txt', budget: 500 })).text)?.[1];
    expect(cursor).toBeDefined();
    writeFileSync(join(repo.path, 'list.txt'), 'other words\n'.repeat(900));
    expect((await call({ file: 'list.txt', budget: 500, cursor })).text).toContain('stale_cursor');
  });

  test('is shared by several files, the small ones whole', async () => {
    const call = toolFor(repository({ 'src/long.ts': long, 'src/router.ts': ROUTER, bin: Buffer.from([0]) }).path);
    const answer = await call({ files: ['src/long.ts', 'src/router.ts', 'bin', 'none'], budget: 1_500 });
    expect(estimateTokens(answer.text)).toBeLessThanOrEqual(1_500);
    expect(answer.text.split('\n')[0]).toContain('partial');
    expect(answer.text).toContain('4\texport class Router {');
    expect(answer.text).toContain('bin is binary');
    expect(answer.text).toContain('no file none');
    expect(answer.text).toContain('src/long.ts 1439 lines');
  });

  test('leaves nothing unused that a file still needs', async () => {
    const text = (count: number): string => 'export const some = [1, 2, 3];\n'.repeat(count);
    const call = toolFor(repository({ 'a.ts': text(20), 'b.ts': text(85), 'c.ts': text(900) }).path);
    const answer = await call({ files: ['b.ts', 'a.ts', 'c.ts'], budget: 2_000 });
    expect(answer.text).toContain('20\texport const some');
    expect(answer.text).toContain('85\texport const some');
    expect(estimateTokens(answer.text)).toBeLessThanOrEqual(2_000);
  });

  test('leads to no next page while it is shared: which file would it be of?', async () => {
    const list = 'some words on a line\n'.repeat(900);
    const call = toolFor(repository({ 'a.txt': list, 'b.txt': list }).path);
    const answer = await call({ files: ['a.txt', 'b.txt'], budget: 600 });
    expect(answer.text).not.toContain('cursor=');
    expect(answer.text).toContain('ask for file="b.txt:RANGE"');
  });

  test('counts what a file declares where it has no room for its names', async () => {
    const declared = (count: number): string =>
      Array.from({ length: count }, (_, at) => `class A${at} {}\nfunction f${at}() {}\n`).join('');
    const names = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];
    const call = toolFor(repository(Object.fromEntries(names.map((name, at) => [name, declared(1 + at * 90)]))).path);
    const answer = await call({ files: names, budget: 500 });
    expect(answer.text).toContain('declares 182 symbols: 91 classes, 91 functions');
  });

  test('holds for the hardest files, in both formats', async () => {
    const call = toolFor(
      repository({
        'a.ts': 'const a = "\\u202e\u202e\u0000x";\n'.replace('\u0000', '').repeat(20_000),
        'b.min.js': `var x="${'é😀\u0001"\\'.repeat(100_000)}`,
        'c.json': `{${'"k":"\\\\",'.repeat(50_000)}}`,
      }).path,
    );
    for (const file of ['a.ts', 'b.min.js', 'c.json']) {
      for (const format of ['text', 'json']) {
        const answer = await call({ file, format, budget: 10_000 });
        expect(answer.text.length).toBeLessThanOrEqual(ANSWER_CHARACTERS_MAX);
        for (const hidden of ['\u202e', '\u0001']) expect(answer.text).not.toContain(hidden);
        if (format === 'json') expect(JSON.parse(answer.text)).toEqual(answer.structured);
      }
    }
  });
});
