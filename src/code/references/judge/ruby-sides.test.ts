import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const TREE = {
  'base.rb': `class Base
  def self.badge
    Badge.for(name) + self.name
  end
  def self.each
    define_method(:x) { name }
  end
  def name = 1
  alias title name
  def shown
    name + title + Base.two
  end
  def self.two
    two + title
  end
  class << self
    def three = 3
    def four
      three
    end
  end
  LIMIT = 1
  def self.five
    three + LIMIT
  end
end
module Own
  extend self
  def self.six
    seven
  end
  def seven = 7
end
`,
};

const uses = async (query: string): Promise<readonly string[]> => {
  const { rows } = await askCode(TREE, { mode: 'references', query });
  return rows.map(({ line, edge }) => `${line} ${edge?.evidence}`).toSorted();
};

test.each([
  ['name', ['11 exact', '3 name', '6 exact', '9 exact']],
  ['title', ['11 exact', '14 name']],
  ['two', ['11 exact', '14 exact']],
  ['three', ['19 exact', '24 exact']],
  ['LIMIT', ['24 exact']],
  ['seven', ['30 exact']],
])('a method of a class itself asks no object of it for a name: %s', async (query, expected) =>
  expect(await uses(query)).toEqual(expected),
);

test('what a class of Ruby that derives from others asks itself for, or what it makes of itself, is its own', async () => {
  const tree = {
    'lib/drop.rb':
      'class Drop < Base\n  def self.depth\n    new(nil).weight\n  end\n  def weight\n    self.class.depth + other.class.depth\n  end\n  def self.from(one)\n    Drop[one].weight + one.weight\n  end\nend\n',
  };
  const uses = async (query: string) =>
    (await askCode(tree, { mode: 'references', query })).rows.map(({ line, edge }) => `${line} ${edge?.evidence}`);
  expect(await uses('Drop/depth')).toEqual(['6 import', '6 name']);
  expect(await uses('Drop/weight')).toEqual(['3 import', '9 import', '9 name']);
});

test('what a class of Ruby that derives from others makes of itself and gives a name is one of it', async () => {
  const tree = {
    'lib/drop.rb':
      'class Drop < Base\n  def self.make(one)\n    drop = new(one)\n    drop.refuel(one)\n    one.refuel(drop)\n  end\n  def refuel(one)\n    drop = Drop.new\n    drop.refuel(one)\n  end\nend\n',
  };
  const { rows } = await askCode(tree, { mode: 'references', query: 'Drop/refuel' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['4 import', '9 import', '5 name']);
});

const BOTH = {
  'lib/base.rb': `class Base
  def self.settings
    settings.root
  end
  def settings
    self.class.settings
  end
  def run(other)
    settings.root
    [1].each { |item| settings.put(item) }
    other.settings
    Base.settings
    define_method(:x) { settings }
  end
  class << self
    def make
      settings
    end
  end

  private

  def hidden = settings
end
class Sub < Base
  def self.make
    run
  end
end
module Both
  extend self
  def self.one
    two
  end
  def two
    one
  end
end
`,
};

test.each([
  ['Base/settings[0]', ['11 name', '12 exact', '13 name', '17 exact', '3 exact', '6 import']],
  ['Base/settings[1]', ['10 exact', '11 name', '13 name', '23 exact', '9 exact']],
  // What is made of a class has it, and not the class.
  ['Base/run', ['27 name']],
  ['Both/two', ['33 exact']],
  ['Both/one', ['36 exact']],
])('a class of Ruby and what is made of it have methods of one name of their own: %s', async (query, expected) => {
  const { rows } = await askCode(BOTH, { mode: 'references', query });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`).toSorted()).toEqual(expected);
});

test('a block that a class hands on may run for what is made of it, so that either side may be meant', async () => {
  const tree = {
    'lib/guard.rb': `class Guard
  def self.all(**options)
    before(**options) { account }
    before(**options) do |one|
      account if one
    end
    [1].each { |one| account }
    [1].each do |one|
      account if one
    end
    if account
      { account => 1 }
    end
    account
  end
  def self.account = 1
  if RUBY_VERSION
    def account
      1
    end
  end
end
`,
  };
  const uses = async (query: string) =>
    (await askCode(tree, { mode: 'references', query })).rows.map(({ line, edge }) => `${line} ${edge?.evidence}`);
  expect(await uses('Guard/account[0]')).toEqual([
    '7 exact',
    '9 exact',
    '11 exact',
    '14 exact',
    '3 name',
    '5 name',
    '12 name',
  ]);
  expect(await uses('Guard/account[1]')).toEqual(['3 name', '5 name', '12 name']);
});
