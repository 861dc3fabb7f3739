import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';

async function usesOf(query: string, files: FileSpecs): Promise<string[]> {
  const { rows } = await askCode(files, { mode: 'references', query, limit: 50 });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
}

const EXPORTS: FileSpecs = {
  'base.ts': 'export class Base {\n  visit(a: number) {}\n}\nexport class Visitor extends Base {}\n',
  'exports.ts': `import { Visitor } from './base';
export class Exports extends Visitor {
  static visit(a: number) {
    const made = new Exports();
    made.visit(a);
    this.visit(a);
    [a].forEach((one) => this.visit(one));
  }
  run = () => this.visit(1);
  walk(other: Exports) {
    this.visit(2);
    other.visit(3);
    Exports.visit(4);
    new Exports().visit(5);
    const api = { visit() { this.visit(7); } };
  }
}
`,
  'use.ts': "import { Exports } from './exports';\nExports.visit(1);\n",
};

test('what a class has itself is none of what is made of it', async () => {
  expect(await usesOf('Exports/visit', EXPORTS)).toEqual([
    'exports.ts:6 exact',
    'exports.ts:7 exact',
    'exports.ts:13 exact',
    'use.ts:2 exact',
    // What an object has that a function makes is in no list.
    'exports.ts:15 name',
  ]);
});

const SHOPS: FileSpecs = {
  'shop.ts': `export class Shop {
  open() { return this.open(); }
  static make() { return Shop.open(); }
  static { this.open(); }
  [Symbol.iterator]() { this.open(); }
}
export class Till {
  static open() {}
}
export default new Shop();
`,
  'named.ts': "import { Shop } from './shop';\nShop.open();\n",
  'made.ts': "import Shop from './shop';\nShop.open();\n",
};

test('what is made of a class has members that the class has not, unless its name may be that of what is made', async () => {
  const uses = await usesOf('Shop/open', SHOPS);
  expect(uses).not.toContain('named.ts:2 exact');
  expect(uses).not.toContain('shop.ts:3 exact');
  expect(uses.filter((use) => use.startsWith('shop.ts:2'))).toEqual(['shop.ts:2 exact']);
  expect(uses.filter((use) => use.startsWith('made.ts:2'))).toHaveLength(1);
});
