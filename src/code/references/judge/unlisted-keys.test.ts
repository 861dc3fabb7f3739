import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

/** How a member of a value of unknown type is known where one class has a field of that name. */
async function evidence(more: string): Promise<string | undefined> {
  const files = {
    'options.ts': 'export class Options {\n  ignoredPaths: string[] = [];\n}\n',
    'use.ts': "import type { Options } from './options';\nexport const use = (a) => load(a).ignoredPaths.length;\n",
    'more.ts': more,
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'Options/ignoredPaths', include: ['use.ts'] });
  return rows[0]?.edge?.evidence;
}

test.each([
  ['type Config = { ignoredPaths: string[] };'],
  ['export type Config<T> = Base<T> & {\n  a: 1\n  ignoredPaths?: string[]\n}'],
  ['interface Config { inner: { ignoredPaths: string[] } | null }'],
  ["interface Config extends Readonly<Omit<Base, 'a' | 'b'> & {\n  ignoredPaths: string[]\n}> {}"],
  ['function f(config: { ignoredPaths: string[] }) {}'],
  ['function f({ a }: { a: 1; ignoredPaths: string[] }) {}'],
  ['let given: Promise<{ ignoredPaths(): void }>;'],
  ['export function f(): { ignoredPaths: string } { return x; }'],
])('a member that a type in braces has as well is known by its name alone: %s', async (more) => {
  expect(await evidence(more)).toBe('name');
});

test.each([
  ['export const a = { ignoredPaths: [] };'],
  ['f({ inner: { ignoredPaths: [] } });'],
  ['const a = b ? c : { ignoredPaths: [] };'],
  ['class A extends mixed({ ignoredPaths: [] }) {}'],
  ['class A { run() { return g({ ignoredPaths: 1 }); } }'],
])('the key of a value is no member of another type: %s', async (more) => {
  expect(await evidence(more)).toBe('import');
});
