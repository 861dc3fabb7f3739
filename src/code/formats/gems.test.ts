import { expect, test } from 'vitest';
import { type GemRequest, parseGemfile, parseGemspec } from './gems.ts';

function told({ name, versions, isDev, places, line }: GemRequest): string {
  const from = places.map((place) => (place.kind === 'source' ? place.address : place.kind));
  return [line, name, ...versions, ...(isDev ? ['dev'] : []), ...from].join(' ');
}

test('gems of a Gemfile are known with versions, groups and places, whichever block they stand in', () => {
  const { sources, gems } = parseGemfile(
    [
      'source "https://rubygems.org"',
      'gem "a", "~> 1.0", ">= 1.0.2" # why',
      'gem(\'b\', [">= 2"], require: false)',
      '# gem "off"',
      'gem "c", group: :test',
      'group :production do',
      '  gem "d", path: "vendor/d"',
      'end',
      'source "https://gems.example.org" do',
      '  group :development, :test do',
      '    if RUBY_VERSION > "3"',
      '      gem "e", github: "x/e"',
      '    end',
      '    gem "f"',
      '  end',
      'end',
      'gem "g"',
    ].join('\n'),
  );
  expect(sources).toEqual(['https://rubygems.org']);
  expect(gems.map(told)).toEqual([
    '2 a ~> 1.0 >= 1.0.2',
    '3 b >= 2',
    '5 c dev',
    '7 d path',
    '12 e dev git https://gems.example.org',
    '14 f dev https://gems.example.org',
    '17 g',
  ]);
});

test('dependencies of a gemspec are told with their kind', () => {
  const { name, gems } = parseGemspec(
    [
      'Gem::Specification.new do |s|',
      '  s.name = "shop"',
      '  s.add_dependency "a", ">= 1", "< 3"',
      '  # s.add_dependency "off"',
      "  s.add_runtime_dependency('b')",
      '  s.add_development_dependency "c", "~> 2"',
      'end',
    ].join('\n'),
  );
  expect(name).toBe('shop');
  expect(gems.map(told)).toEqual(['3 a >= 1 < 3', '5 b', '6 c ~> 2 dev']);
});

test('a group is told as development by one list of names, and ends at its own end', () => {
  const { gems } = parseGemfile(
    [
      'gem "a", group: :lint',
      'gem "b", :groups => [:docs]',
      'group :lint do',
      '  def at(c) = "1"',
      '  def with(c)',
      '    d = if c',
      '      1',
      '    end',
      '  end',
      '  begin; end',
      '  gem "e"',
      'end',
      'gem "f"',
    ].join('\n'),
  );
  expect(gems.map(told)).toEqual(['1 a dev', '2 b dev', '11 e dev', '13 f']);
});

test.each([
  ['group %i[development test] do', true],
  ['group %w(test) do', true],
  ['group %i[assets] do', false],
  ['group "test" do', true],
  ["group(:'test', optional: true) do", true],
  ['group "test-unit" do', false],
  ['group test_group do', false],
])('a block of groups may be written as %s', (row, isDev) => {
  const { gems } = parseGemfile(`${row}\n  gem "a"\nend\ngem "b"\n`);
  expect(gems.map((gem) => gem.isDev)).toEqual([isDev, false]);
});

test.each([
  ['group: "test"', true],
  [':group => "test"', true],
  ['groups: ["development", "test"]', true],
  ['groups: %i[development test], require: false', true],
  ['group: %i[ assets web ]', false],
  ['group: :default, require: "test"', false],
  ['groups: [:default, :assets], path: "test"', false],
])('the groups of a gem may be written as %s', (option, isDev) => {
  expect(parseGemfile(`gem "a", ${option}\n`).gems.map((gem) => gem.isDev)).toEqual([isDev]);
});
