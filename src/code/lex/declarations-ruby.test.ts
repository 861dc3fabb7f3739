import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function listed(text: string): readonly string[] {
  const ruby = languageOf('a.rb');
  if (ruby === null) throw new Error('Ruby is a language');
  return scanSymbols(ruby, text).map(({ kind, path, line, endLine }) => `${kind} ${path} ${line}-${endLine}`);
}

test('attributes are fields of their class, each name of a list, over its lines', () => {
  const text = `class Box
  attr_reader :lid, :side,
    :floor
  attr_accessor(:size)
  private attr_writer :hidden
  def open
    attr_reader :none
  end
end
attr_reader :outside
`;
  expect(listed(text)).toEqual([
    'class Box 1-9',
    'variable Box/lid 2-2',
    'variable Box/side 2-2',
    'variable Box/floor 3-3',
    'variable Box/size 4-4',
    'variable Box/hidden 5-5',
    'method Box/open 6-8',
  ]);
});

test('a constant that is given a class made on the spot is one, with what its block declares', () => {
  const text = `module Shop
  Unit = Struct.new(:a, :b) {
    def take
      a
    end

    def give
      b
    end
  }
  Page = Data.define(:c) do
    def turn = c
  end
  Point = Struct.new(:x, :y)
  Tools = Module.new do
    def cut
    end
  end
  LIMIT = Point.new(1, 2)
  def after
  end
  Range = Struct.new(:from,
                     :to) do
    def size
    end
  end
  Made = Struct.new(:a,
                    :b)
  Short = Struct.new(:a) { def one = 1 }
  def last
  end
end
`;
  expect(listed(text)).toEqual([
    'module Shop 1-32',
    'class Shop/Unit 2-10',
    'method Shop/Unit/take 3-5',
    'method Shop/Unit/give 7-9',
    'class Shop/Page 11-13',
    'method Shop/Page/turn 12-12',
    'class Shop/Point 14-14',
    'module Shop/Tools 15-18',
    'method Shop/Tools/cut 16-17',
    'variable Shop/LIMIT 19-19',
    'method Shop/after 20-21',
    'class Shop/Range 22-26',
    'method Shop/Range/size 24-25',
    'class Shop/Made 27-28',
    'class Shop/Short 29-29',
    'method Shop/last 30-31',
  ]);
});

test('a block in braces around methods ends each where it ends', () => {
  const text = `Rack.app {
  def one
    [1, 2].each { |x|
      x
    }
  end

  def two
    { a: 1,
      b: 2 }
  end
}
`;
  expect(listed(text)).toEqual(['function one 2-6', 'function two 8-11']);
});

test('a method of one line ends there, be it named by a sign or with a call among its parameters', () => {
  const text = `class Box
  def ==(other) = size == other.size
  private
  def lid(of = side(1)) = of
  private
  LIMIT = 1
end
`;
  expect(listed(text)).toEqual(['class Box 1-7', 'method Box/== 2-2', 'method Box/lid 4-4', 'variable Box/LIMIT 6-6']);
});

test('another name for a method is one, given by `alias` or in a type by `alias_method`', () => {
  const text = `class Box
  def lid = 1
  alias top lid
  alias :cover? :lid?
  alias_method :==, :eql?
  alias_method(:side=,
    :lid=)
  private alias_method :inner, :lid unless method_defined?(:inner)
  def open
    alias_method :none, :lid
  end
  alias << push
  alias $out $stdout
  fill(
    alias: 1)
end
alias outer puts
alias_method :none, :puts
`;
  expect(listed(text)).toEqual([
    'class Box 1-16',
    'method Box/lid 2-2',
    'method Box/top 3-3',
    'method Box/cover? 4-4',
    'method Box/== 5-5',
    'method Box/side= 6-7',
    'method Box/inner 8-8',
    'method Box/open 9-11',
    'method Box/<< 12-12',
    'function outer 17-17',
  ]);
});

test.each([
  ['alias eql? ==', 'alias eql? =='],
  ['alias_method :side=, :lid=', 'alias_method :side=, :lid='],
  ['LIMIT =\n  1', 'LIMIT'],
])('a signature has names to their end and no sign before a body: %s', (text, signature) => {
  const ruby = languageOf('a.rb') ?? expect.fail();
  expect(scanSymbols(ruby, `class Box\n  ${text}\nend\n`).at(1)?.signature).toBe(signature);
});

test('a method may be called by a word of the language', () => {
  const text = 'class Span\n  def end\n    @end\n  end\n\n  def begin() @begin end\n  def self.class; end\nend\n';
  expect(listed(text)).toEqual([
    'class Span 1-8',
    'method Span/end 2-4',
    'method Span/begin 6-6',
    'method Span/class 7-7',
  ]);
});
