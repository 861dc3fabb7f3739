import { expect, test } from 'vitest';
import { repository, toolFor } from '../../../test/support/read-code.ts';

// Calls whose path is a folder of the project.

const MANY = Array.from({ length: 90 }, (_, at) => `export function fn${at}() {\n  return ${at};\n}\n`).join('');

function packages() {
  const { path } = repository({
    'packages/a/src/x.ts': MANY,
    'packages/a/notes:12': 'a\n',
    'packages/b/src/y.ts': 'export function other() {}\nexport type S = { a: 1 };\n',
    'packages/b/src/deep/z.go': 'package deep\n\ntype C struct {\n\tErrors int\n}\n',
    'x.ts': 'top();\n',
  });
  const call = toolFor(path);
  return {
    inA: async (asked: Record<string, unknown>) => (await call({ path: `${path}/packages/a`, ...asked })).text,
    inB: async (asked: Record<string, unknown>) => (await call({ path: `${path}/packages/b`, ...asked })).text,
    path,
  };
}

test('what an answer advises can be asked for with the same path', async () => {
  const { inA, path } = packages();
  const advised = /ask for file="([^"]+):RANGE" with one of (\d+-\d+)/.exec(
    await inA({ file: 'src/x.ts', budget: 600 }),
  );
  expect(advised?.[1]).toBe('packages/a/src/x.ts');
  expect(await inA({ file: `${advised?.[1]}:${advised?.[2]}` })).toContain('export function fn0() {');
  const near = /next: read_code file="([^"]+)"/.exec(await inA({ file: 'src/xx.ts' }))?.[1] ?? '';
  expect(await inA({ file: `${near}#fn7` })).toContain('packages/a/src/x.ts 22-24 of 270');
  expect(await inA({ file: `${path}/packages/a/src/x.ts:4` })).toContain('4\texport function fn1() {');
  expect(await inA({ file: 'packages/a/notes:12' })).toContain('packages/a/notes:12 1 line');
});

test('nothing beside the folder is read, found or advised', async () => {
  const { inA, inB } = packages();
  expect(await inA({ file: 'packages/b/src/y.ts' })).toMatch(/no file packages\/a\/packages\/b\/src\/y.ts/);
  expect(await inA({ file: 'packages/b/src/y.ts' })).not.toContain('read_code file="packages/b');
  expect(await inA({ file: 'x.ts' })).not.toContain('top');
  expect(await inB({ symbol: 'fn7' })).toMatch(/no declaration of fn7 in 2 files\./);
  expect(await inB({ symbol: 'othr' })).toContain('read_code symbol="other"');
  expect(await inA({ symbol: 'othr' })).not.toContain('other');
  expect(await inA({ symbol: 'fn7' })).toContain('packages/a/src/x.ts 22-24 of 270');
  expect(await inB({ symbol: 'C.Errors' })).toContain('packages/b/src/deep/z.go 4-4 of 5');
  expect(await inA({ symbol: 'C.Errors' })).not.toContain('z.go');
});
