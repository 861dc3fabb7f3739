import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FoundOutput } from '../../questions/find.types.ts';

const edges = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);

const BUFFER = {
  'Sources/A/Buffer.swift': 'public struct Buffer {\n    var count = 0\n}\n',
  'Sources/A/Buffer-set.swift': 'extension Buffer {\n    mutating func set(_ one: Int) {}\n}\n',
  'Sources/A/Other.swift': 'struct Other {\n    func set(_ one: Int) {}\n}\n',
};
const USE = {
  'Sources/A/Buffer-write.swift':
    'extension Buffer {\n    mutating func write(_ one: Int) {\n        self.set(one)\n    }\n}\n',
};

test('a member that one extension of Swift adds to a type is meant by self in an extension of another file', async () => {
  const tree = { ...BUFFER, ...USE };
  expect(edges(await askCode(tree, { mode: 'references', query: 'Buffer/set' }))).toEqual([
    'Sources/A/Buffer-write.swift:3 import',
  ]);
  expect(edges(await askCode(tree, { mode: 'callees', query: 'Buffer/write' }))).toEqual([
    'Sources/A/Buffer-set.swift:2 import',
  ]);
});

test('a type of Swift that is from outside is the same in all extensions of it', async () => {
  const tree = { 'Sources/A/Buffer-set.swift': BUFFER['Sources/A/Buffer-set.swift'], ...USE };
  expect(edges(await askCode(tree, { mode: 'references', query: 'Buffer/set' }))).toEqual([
    'Sources/A/Buffer-write.swift:3 import',
  ]);
});

test.each([
  ['two types have its name', { 'Sources/B/Buffer.swift': 'struct Buffer {\n}\n' }],
  [
    'its file keeps it for itself',
    { 'Sources/A/Buffer-set.swift': 'extension Buffer {\n    private func set(_ one: Int) {}\n}\n' },
  ],
])('self in an extension of Swift proves nothing of a member of another file where %s', async (_, more) => {
  const found = await askCode({ ...BUFFER, ...USE, ...more }, { mode: 'references', query: 'Buffer/set' });
  expect(edges(found)).toEqual(['Sources/A/Buffer-write.swift:3 name']);
});

test('a case of an enum of Swift that its own code names behind a dot alone is its own, whatever it conforms to', async () => {
  const tree = {
    'Sources/A.swift':
      'enum Span: Describing {\n  case days(Int)\n  case hours(Int)\n  var seconds: Int {\n    switch self {\n    case .days(let n): return n\n    case .hours(let n), \n      .days(let n): return n\n    }\n  }\n  func f(other: [Any]) {\n    g(.days(1))\n    other\n      .days(2)\n    other.days(3)\n  }\n}\n',
  };
  const { rows } = await askCode(tree, { mode: 'references', query: 'days' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual([
    '6 import',
    '8 import',
    '12 import',
    '14 name',
    '15 name',
  ]);
});

test('what a type of Swift writes to be one of itself is asked for its own, whatever the type conforms to', async () => {
  const tree = {
    'Sources/A.swift':
      'struct Span: Equatable {\n  func days() -> Int { 1 }\n  static func == (lhs: Span, rhs: Self) -> Bool {\n    lhs.days() ==\n      rhs.days()\n  }\n  func f(one: Any) {\n    let two = Span()\n    two.days()\n    one.days()\n  }\n}\n',
  };
  const { rows } = await askCode(tree, { mode: 'references', query: 'days' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual([
    '4 import',
    '5 import',
    '9 import',
    '10 name',
  ]);
});

test('what is private to a type of Swift is its own behind other values as well, since it derives that from nothing', async () => {
  const tree = {
    'Sources/A.swift':
      'class Step: Linked {\n  func go() {\n    next.advance()\n    next.halt()\n  }\n  fileprivate func advance() {}\n  func halt() {}\n}\n',
  };
  const uses = async (query: string) =>
    edges(await askCode(tree, { mode: 'references', query })).map((edge) => edge.replace('Sources/A.swift:', ''));
  expect(await uses('advance')).toEqual(['3 import']);
  expect(await uses('halt')).toEqual(['4 name']);
});

test('what stands behind the name of a module that a file of Swift imports is no member of a type', async () => {
  const tree = {
    'Sources/A/Linux.swift':
      'import CLinux\n@preconcurrency import Box\n\nenum Epoll {\n    static func control(_ one: Int) {\n        CLinux.control(one)\n        Epoll.control(one)\n        other.control(one)\n        Box.control(one)\n    }\n}\n',
  };
  const { rows } = await askCode(tree, { mode: 'references', query: 'Epoll/control' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`).sort()).toEqual(['7 exact', '8 import']);
});

test('a type of Swift that is called like an imported module has what it inherits', async () => {
  const tree = {
    'Sources/A/Net.swift':
      'import Net\n\nclass Base {\n    static func make() {}\n}\nclass Net: Base {}\nfunc run() {\n    Net.make()\n}\n',
  };
  const { rows } = await askCode(tree, { mode: 'references', query: 'Base/make' });
  expect(rows.map(({ line }) => line)).toEqual([8]);
});
