import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';
import { readSymbolQuery } from '../search/symbol-fit.ts';
import { fieldsIn } from './fields.ts';

const GO: FileSpecs = {
  'a.go':
    'package a\n\n// Lock guards.\ntype Lock struct {\n\tname string\n\n\t// Held says who\n\t// holds it.\n\tHeld map[string]bool\n' +
    '\tinner struct {\n\t\tdeep int\n\t}\n\tlast int\n}\n\nfunc (l *Lock) Hold() {}\n\nfunc Held() {}\n',
  'b.rs': 'pub struct Lock<T> {\n    /// Bytes.\n    #[serde(skip)]\n    pub(crate) size: usize,\n    of: T,\n}\n',
  'd.c': 'typedef struct twice {\n\tint x;\n} twice;\n',
  'c.c': 'struct lock {\n\tint a, used;\n\tchar *name[4]; /* who */\n};\n',
};

/** `path:line` of each declaration found, with how the query was read. */
async function found(query: string, mode: 'symbol' | 'auto' = 'symbol'): Promise<readonly string[]> {
  const { rows, reading } = await askCode(GO, { mode, query });
  return [...rows.map(({ file, line, symbol }) => `${symbol?.container}/${symbol?.name} ${file}:${line}`), reading];
}

test('a field of a struct of Go, Rust and C is found by its type and name, however these are joined', async () => {
  const known = 'symbol (exact 1), in the text of its type';
  expect(await found('Lock/name')).toEqual(['Lock/name a.go:5', known]);
  expect(await found('Lock/Held', 'auto')).toEqual(['Lock/Held a.go:9', known]);
  expect(await found('Lock.last', 'auto')).toEqual(['Lock/last a.go:13', `${known}; no text hits`]);
  expect(await found('Lock::size', 'auto')).toEqual(['Lock/size b.rs:4', known]);
  expect(await found('lock/used')).toEqual(['lock/used c.c:2', known]);
  expect(await found('twice/x')).toEqual(['twice/x d.c:2', known]);
  expect(await found('where is Lock/last defined', 'auto')).toEqual(['Lock/last a.go:13', known]);
});

test('what is declared goes before a field, and no field is found of another type or in a struct within', async () => {
  expect(await found('Held')).toEqual(['null/Held a.go:18', 'symbol (exact 1)']);
  expect((await found('Lock/Hold'))[0]).toBe('Lock/Hold a.go:16');
  expect(await found('Lock/deep')).toEqual(['symbol (none)']);
  expect(await found('lock/size')).toEqual(['symbol (none)']);
});

test('fields of all types of the name are told, in pages of the size that was asked for', async () => {
  const files = Object.fromEntries(
    ['a', 'b', 'c'].map((at) => [`${at}/x.go`, `package ${at}\n\ntype T struct {\n\tn int\n}\n`]),
  );
  const page = async (offset: number) => await askCode(files, { mode: 'symbol', query: 'T/n', offset, limit: 2 });
  expect((await page(0)).rows.map(({ file }) => file)).toEqual(['a/x.go', 'b/x.go']);
  expect((await page(2)).rows.map(({ file }) => file)).toEqual(['c/x.go']);
  expect((await page(2)).totals).toEqual({ rows: 3, hits: 3, files: 3 });
});

test('a field comes with the comment and the attributes above it, and with the brackets that it opens', () => {
  const linesOf = (path: string, query: string): readonly string[] =>
    fieldsIn({ path, blobId: null, text: String(GO[path]) }, readSymbolQuery(query)).map(
      ({ startLine, line, endLine }) => `${startLine} ${line} ${endLine}`,
    );
  expect(linesOf('a.go', 'Lock/Held')).toEqual(['7 9 9']);
  expect(linesOf('a.go', 'Lock/inner')).toEqual(['10 10 12']);
  expect(linesOf('a.go', 'Lock/last')).toEqual(['13 13 13']);
  expect(linesOf('b.rs', 'Lock/size')).toEqual(['2 4 4']);
  expect(linesOf('c.c', 'lock/name')).toEqual(['3 3 3']);
  expect(linesOf('a.go', 'Held')).toEqual([]);
});
