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
