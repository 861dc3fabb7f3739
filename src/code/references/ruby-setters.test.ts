import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { ReferenceMode } from '../questions/find.types.ts';

const TREE = {
  'lib/adapter.rb': `class Adapter
  attr_accessor :writer
  def initialize(level)
    self.level = level
    level = 1
    level == self.level
  end
  def level=(level)
    @writer.level = level
    self.writer = 2
  end
  def self.shared=(one)
    @shared = one
  end
end
`,
  'test/helper.rb': `Adapter.shared = Adapter.new(1)
Adapter.shared ||= nil
other.level += 1
other.level == 1
other.level =~ /a/
other.level => one
{ level: 1 }
`,
};

const ask = async (mode: ReferenceMode, query: string): Promise<readonly string[]> => {
  const { rows } = await askCode(TREE, { mode, query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
};

test.each([
  ['level=', ['lib/adapter.rb:4 exact', 'lib/adapter.rb:9 import', 'test/helper.rb:3 import']],
  ['Adapter/shared=', ['test/helper.rb:1 exact', 'test/helper.rb:2 exact']],
])('a method of Ruby that takes a value is used where a member is given one: %s', async (query, expected) =>
  expect((await ask('references', query)).toSorted()).toEqual(expected),
);

test('what is given a value calls its method of Ruby', async () => {
  expect(await ask('callers', 'Adapter/shared=')).toEqual(['test/helper.rb:1 exact']);
  expect(await ask('callees', 'Adapter/initialize')).toContain('lib/adapter.rb:8 exact');
});

test('a value that an attribute of Ruby takes is nothing that is called outside of the project', async () => {
  const { reading } = await askCode(TREE, { mode: 'callees', query: 'Adapter/level=' });
  expect(reading).not.toContain('writer=');
});

test('what is given to an attribute of Ruby that takes a value is a use of it, and of one that does not by the name alone', async () => {
  const files = {
    'a.rb': `class Box
  attr_accessor :size,
                :level
  attr_reader :name
  def fill(other)
    self.level = 1
    self.name = 2
    other.level = 3
    run(level: 4)
  end
end
`,
  };
  const uses = async (query: string) =>
    (await askCode(files, { mode: 'references', query })).rows.map(({ line, edge }) => `${line} ${edge?.evidence}`);
  expect(await uses('Box/level')).toEqual(['6 exact', '8 import', '9 name']);
  expect(await uses('Box/name')).toEqual(['7 name']);
});
