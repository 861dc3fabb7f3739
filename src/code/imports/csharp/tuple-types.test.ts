import { expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../../test/support/imports.ts';

const MODEL = {
  'Model/Order.cs': 'namespace Shop.Model;\npublic class Order { }\n',
  'Model/Item.cs': 'namespace Shop.Model;\npublic class Item { }\n',
};

const usedBy = async (body: string): Promise<string[]> => {
  const text = `using Shop.Model;\nnamespace Shop.App;\nclass Use\n{\n${body}\n}\n`;
  const graph = await graphOf({ ...MODEL, 'App/Use.cs': text });
  return edgesOf(graph).map((edge) => edge.replace(/.*Model\/(\w+)\.cs.*/, '$1'));
};

test.each([
  ['List<(Order, int)> all;', ['Order']],
  ['Task<(int Count, Order?)> Load() => Get<(string, Item[])>();', ['Order', 'Item']],
  ['Dictionary<(Order, int), (int, Item)?> byOrder = new();', ['Order', 'Item']],
  ['public (Order, Item) Last { get; }', ['Order', 'Item']],
  ['(Order, (int, Item)) Make() => default;', ['Order', 'Item']],
  ['void Go((Order, global::Shop.Model.Item)[] pairs) { }', ['Order']],
  ['public static (Order, Item) Last => _last;', ['Order', 'Item']],
])('types in a tuple of C# are used: %s', async (body, used) => {
  expect((await usedBy(body)).sort()).toEqual([...used].sort());
});

test.each([
  'object Make() => (Order, Item);',
  'void Go() { Run((Order, Item)); if (one < (Order, Item)) return (Order, Item); }',
  'int Of(object pair) => pair switch { (Order, Item) both => 1, _ => 2 };',
  'bool Is(object pair) => pair is (Order, Item) both;',
  'object All() => from one in all let pair = (Order, Item) select (pair, one);',
  '[Marked(Order, Item)] int number;',
])('values in brackets of C# use no type of their name: %s', async (body) => {
  expect(await usedBy(body)).toEqual([]);
});

test('tens of thousands of brackets on one line are read in linear time', async () => {
  expect(await usedBy(`object Make() => ${'(Order,'.repeat(40_000)}`)).toEqual([]);
  expect(await usedBy(`object Make() => a${'<(Order, Item)>b'.repeat(20_000)};`)).toContain('Order');
});
