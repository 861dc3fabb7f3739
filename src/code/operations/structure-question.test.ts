import { afterAll, expect, test } from 'vitest';
import { explainerOf, makeShop } from '../../../test/support/explained.ts';
import { makeFolder } from '../../../test/support/repository.ts';

const shop = makeShop();
afterAll(() => shop.remove());

const { explain } = explainerOf(shop.path);

test('question: places with the symbol around them, the way between, and what to read', async () => {
  const { question } = await explain({ aspects: ['overview'], question: 'money of the cart' });
  expect(question?.hits.rows.map(({ file }) => file)).toContain('src/cart/cart.ts');
  expect(question?.hits.rows.every(({ file }) => !file.startsWith('test/'))).toBe(true);
  expect(question?.read.length).toBeGreaterThan(0);
  expect(question?.read.length).toBeLessThanOrEqual(3);
});

test('question: a guide that asks the same in its own words does not stand for the answer', async () => {
  const folder = makeFolder({
    'guide.md': 'How is the total of a cart computed?\n',
    'src/cart.ts': 'export function computeTotal(cart) {\n  return cart.total;\n}\n',
  });
  const { question } = await explain(
    { aspects: ['data'], question: 'how is the total of a cart computed' },
    folder.path,
  );
  expect(question?.hits.rows.map(({ file }) => file)).toContain('src/cart.ts');
  folder.remove();
});

test('question: what is to be read comes before examples and bare names, and the words are those that were asked', async () => {
  const folder = makeFolder({
    'examples/pay.js': 'function payInvoices() {\n  return invoices.pay();\n}\npayInvoices();\n',
    'lib/index.js': "exports.invoices = require('./invoices');\n",
    'lib/invoices.js': 'function payInvoices(list) {\n  return list.map(pay);\n}\nmodule.exports = { payInvoices };\n',
  });
  const { question } = await explain({ aspects: ['data'], question: 'who is paying the invoices' }, folder.path);
  // These stand there as they are; what the search says of its other modes is of no use here.
  const { question: standing } = await explain({ aspects: ['data'], question: 'return list' }, folder.path);
  folder.remove();
  expect(standing?.reading).toBe('ranked words: return, list');
  expect(question?.reading).toBe('ranked words: paying, invoices');
  expect(question?.read[0]).toMatch(/^lib\/invoices\.js:1-/);
  expect(question?.hits.rows.at(-1)?.file).toBe('examples/pay.js');
});

test('a question says which of its words no file has, and that it has none to look for', async () => {
  const folder = makeFolder({ 'a.js': 'function addTotals() {}\n' });
  const ask = async (question: string) => (await explain({ aspects: ['data'], question }, folder.path)).question;
  const [some, none, small] = [
    await ask('frobnicating of totals'),
    await ask('frobnicating zorks'),
    await ask('how is it?'),
  ];
  folder.remove();
  expect(some?.reading).toBe('ranked words: frobnicating, totals; in no file searched: frobnicating');
  expect(some?.hits.total).toBe(1);
  expect(none?.reading).toBe('ranked words: frobnicating, zorks; in no file searched: frobnicating, zorks');
  expect(none).toMatchObject({ hits: { total: 0 }, ways: [], read: [] });
  expect(small).toMatchObject({ reading: 'no word in it can be looked for', hits: { total: 0 } });
});

test('question: two files of one Go package have one way to a third file, told once', async () => {
  const go = makeFolder({
    'go.mod': 'module example.org/shop\n',
    'cart.go': 'package shop\n\nfunc CartTotal() int { return 1 }\n',
    'total.go': 'package shop\n\nfunc TotalOfCart() int { return CartTotal() }\n',
    'short/cart.go': 'package short\n\nimport "example.org/shop"\n\nfunc CartTotal() int { return shop.CartTotal() }\n',
  });
  const { question } = await explain({ aspects: ['overview'], question: 'how is the total of a cart made' }, go.path);
  expect(question?.hits.rows).toHaveLength(3);
  expect(question?.ways).toHaveLength(1);
  go.remove();
});

test('a question gives the way between symbols, what each step uses, and what to read', async () => {
  const { question } = await explain({ aspects: ['layers'], question: 'money of the cart' });
  expect(question?.hits.rows.map(({ file }) => file)).toContain('src/cart/cart.ts');
  const way = question?.ways.find(({ to }) => to === 'src/base/money.ts');
  expect(
    way?.steps.map(({ file, line, uses }) => [file, line, uses.map(({ symbol, line: at }) => `${symbol}:${at}`)]),
  ).toEqual([['src/cart/cart.ts', 1, ['money:3']]]);
  expect(question?.read.length).toBeLessThanOrEqual(3);
});
