import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const TABLE = {
  'Table.swift': `class Table: Base {
  func rows(_ one: Int) -> Int { one }
  func show() {
    self.rows.reload()
    rows?.reload()
    _ = rows(1).magnitude
    use(self.rows)
    for one in rows...9 {}
    Table.init.self
  }
}
`,
};

test('what Swift asks for a member without calling it is no function', async () => {
  const { rows } = await askCode(TABLE, { mode: 'references', query: 'Table/rows' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['6 exact', '7 exact', '8 exact']);
});

const FIELDS = {
  'Fields.swift': `struct Fields {
  var accept: Int { 1 }
  static var host: Int { 2 }
}
enum Kind { case accept, other }
`,
  'Use.swift': `func use(_ one: Fields) {
  parse(name: .accept)
  parse(name: .host)
  let path = \\Fields.accept
  sort(by: \\.accept)
  one
    .accept
  switch kind {
    case .accept: return .accept
  }
}
`,
};

const inUse = async (query: string): Promise<readonly string[]> => {
  const { rows } = await askCode(FIELDS, { mode: 'references', query });
  return rows.flatMap(({ file, line, edge }) => (file === 'Use.swift' ? [`${line} ${edge?.evidence}`] : []));
};

test.each([
  ['Fields/accept', ['4 exact', '5 name', '7 name']],
  ['Fields/host', ['3 import']],
  ['Kind/accept', ['2 import', '9 import']],
])('what Swift tells by the type that is expected is nothing that a value has: %s', async (query, expected) => {
  const uses = await inUse(query);
  expect(uses).toEqual(expect.arrayContaining(expected));
  if (query === 'Fields/accept') expect(uses).toHaveLength(expected.length);
});

test('what is static by a word above its line, or stands in a chain behind a blank, is found in Swift', async () => {
  const tree = {
    'Box.swift': `struct Box {
  @MainActor public static
  var dark: Box { Box() }
  func go() -> Box { self }
}
func run(_ box: Box) {
  run(.dark)
  run(box .go())
  run(box/* as is */.go())
  all.map { $0 } .go()
  return .go()
}
`,
  };
  const lines = async (query: string) =>
    (await askCode(tree, { mode: 'references', query })).rows.map(({ line }) => line);
  expect(await lines('Box/dark')).toEqual([7]);
  expect(await lines('Box/go')).toEqual([8, 9, 10]);
});
