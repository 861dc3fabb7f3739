import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { ImportedName } from '../names/import-names.ts';
import type { Definition } from '../reference.ts';
import { type ImportTest, isSaidByOne } from './asked-imports.ts';
import type { Case } from './in-reach.ts';

/** Texts made of numbers from 0 on. */
const each = (count: number, make: (number: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');

test('each of many imports of a name is asked once for each declaration, however many places the name has', () => {
  // Only who is asked for counts here, not what it is.
  const [one, definition, other] = [{} as Case, {} as Definition, {} as Definition];
  const names = Array.from({ length: 100 }, (_, line) => ({ line }) as ImportedName);
  let asked = 0;
  const isLast: ImportTest = (_, { line }, declared) => {
    asked += 1;
    return declared === definition && line === 99;
  };
  for (let place = 0; place < 1_000; place += 1) {
    expect(isSaidByOne(one, { names, test: isLast }, definition)).toBe(true);
    expect(isSaidByOne(one, { names, test: isLast }, other)).toBe(false);
  }
  expect(asked).toBe(200);
});

test('a file of Python may import thousands of modules that all declare a name, and use each of them', async () => {
  const packages = 40;
  const uses = 800;
  const declaring = Array.from({ length: packages }, (_, at) => [
    [`p${at}/__init__.py`, ''],
    [`p${at}/b.py`, 'def name(): pass\n'],
  ]).flat();
  const ways = [
    { imported: (at: number) => `import p${at}.b\n`, used: (at: number) => `p${at}.b.name()\n` },
    { imported: (at: number) => `import p${at}.b as m${at}\n`, used: (at: number) => `m${at}.name()\n` },
  ];
  for (const { imported, used } of ways) {
    const text = each(uses, (at) => imported(at % packages) + used(at % packages));
    const files = Object.fromEntries([...declaring, ['use.py', text]]);
    const found = await askCode(files, { mode: 'references', query: 'p7/b.py#name', limit: 50 });
    expect(found.totals.hits).toBe(uses / packages);
    expect(found.rows.every(({ edge }) => edge?.evidence === 'exact')).toBe(true);
  }
});
