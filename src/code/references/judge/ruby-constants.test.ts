import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const TREE = {
  'lib/strategies/base.rb': 'module Devise\n  module Strategies\n    class Base\n    end\n  end\nend\n',
  'lib/models/base.rb': 'module Models\n  class Base\n  end\nend\n',
  'lib/near.rb':
    'module Devise\n  module Strategies\n    class Own < Base\n    end\n  end\n  class Three < Strategies::Base\n  end\nend\n',
  'lib/else.rb':
    'class A < ActiveRecord::Base\nend\nclass B < Models::Base\nend\nclass C < ::Models::Base\nend\nclass D < Other::Strategies::Base\nend\n' +
    'class E < Base\nend\nmodule Models\n  class F < Base\n  end\n  class G < Shared::Base\n  end\n  class H < ::Base\n  end\nend\nShared = Models\n',
};

/** Uses as `file line evidence`. */
const uses = async (query: string): Promise<readonly string[]> => {
  const { rows } = await askCode(TREE, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file.replace('lib/', '')} ${line} ${edge?.evidence}`);
};

test('a constant of Ruby that its path or the module around it shows to be another one is left out', async () => {
  expect(await uses('Strategies/Base')).toEqual([
    'near.rb 3 exact',
    'near.rb 6 exact',
    // What stands around, or what a module inherits, may have the name.
    'else.rb 7 name',
    'else.rb 9 name',
    // A constant may stand for another module.
    'else.rb 14 name',
  ]);
});

test('a constant of Ruby from the top is the one of that path, and nothing of what no project declares', async () => {
  expect(await uses('Models/Base')).toEqual([
    'else.rb 3 exact',
    'else.rb 5 exact',
    'else.rb 12 exact',
    'else.rb 7 name',
    'else.rb 9 name',
    'else.rb 14 name',
  ]);
});

test('`::` at the beginning of a line of Ruby begins at the top, whatever stands above', async () => {
  const files = {
    'lib/a.rb': 'module A\n  class Process\n  end\nend\n',
    'lib/b.rb': 'run do\n  ::Process.stub\n  ::A::Process.new\n  A\n  ::Process\nend\nrequire "a"\n',
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'A/Process' });
  expect(rows.map(({ file, line, edge }) => `${file} ${line} ${edge?.evidence}`)).toEqual(['lib/b.rb 3 exact']);
});

test('a constant of Ruby that a pattern holds in its braces is a use of it', async () => {
  const code =
    'module M\n  END = ".tt"\n  def self.f(x)\n    x.sub(/#{END}$/, "")\n    %r{#{M::END}}\n    %w[#{END}]\n  end\nend\n';
  const { rows } = await askCode({ 'lib/m.rb': code }, { mode: 'references', query: 'lib/m.rb#M/END' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['4 exact', '5 exact']);
});

test('a name of Ruby with a bracket right behind it calls a method and means no class', async () => {
  const tree = {
    'access.rb': 'class Array\n  def second\n    self[1]\n  end\nend\n',
    'use.rb': 'def visit(one)\n  Array(one).map { |a| a }\n  Array.new(1)\nend\n',
  };
  const found = await askCode(tree, { mode: 'references', query: 'access.rb#Array' });
  expect(found.rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['3 exact']);
  expect((await askCode(tree, { mode: 'callees', query: 'visit' })).rows.map(({ edge }) => edge?.at)).toEqual([
    'use.rb:3',
  ]);
});
