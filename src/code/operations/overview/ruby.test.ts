import { expect, test } from 'vitest';
import { commandsOf, entriesOf, overviewOf } from '../../../../test/support/overview-of.ts';

test('a gem tells all that it asks of a version, and the programs that a pattern finds', async () => {
  const found = await overviewOf({
    'acme.gemspec':
      'spec.bindir = "exe"\nspec.executables = all.grep(/exe/) { |f| File.basename(f) }\nspec.add_runtime_dependency("rouge", ">= 3.0", "< 5.0")\n',
    'exe/acme': '#!/usr/bin/env ruby\n',
    Gemfile: 'gem "rspec", "~> 3.0", :require => false\n',
  });
  expect(found.dependencies.map(({ name, requirement }) => [name, requirement])).toEqual([
    ['rouge', '>= 3.0, < 5.0'],
    ['rspec', '~> 3.0'],
  ]);
  expect(entriesOf(found)).toEqual(['bin acme acme.gemspec:2 exe/acme true']);
  expect(commandsOf(found)).toEqual(['install bundle install convention Gemfile:null']);
});

test('a gem leads to its library, tells tasks of its Rakefile, and what it is only worked on with as that', async () => {
  const found = await overviewOf({
    'acme-web.gemspec':
      "Gem::Specification.new do |s|\n  s.add_dependency 'rack', '>= 3'\n  s.add_development_dependency('yard')\nend\n",
    Gemfile: "gemspec\ngem 'rubocop', '~> 1.0'\n",
    Rakefile:
      "Minitest::TestTask.create # `test`\nMinitest::TestTask.create(:'test:core') do |t|\nend\ntask default: :test\nnamespace :test do\n  task :coverage do\n  end\nend\ntask 'build' => ['x']\n",
    'lib/acme/web.rb': 'module Acme; end\n',
  });
  expect(entriesOf(found)).toEqual(['library acme-web lib/acme/web.rb:null null null']);
  expect(commandsOf(found)).toEqual([
    'install bundle install convention Gemfile:null',
    'lint bundle exec rubocop convention Gemfile:2',
    'test bundle exec rake test defined Rakefile:1',
    'test bundle exec rake test:core defined Rakefile:2',
    'test bundle exec rake test:coverage defined Rakefile:6',
    'build bundle exec rake build defined Rakefile:9',
  ]);
  expect(found.dependencies.map(({ name, scope }) => [name, scope])).toEqual([
    ['rack', 'runtime'],
    ['yard', 'dev'],
    ['rubocop', 'dev'],
  ]);
});

test('gems of other spelling than their files, and the programs that a gem installs, are entry points', async () => {
  const found = await overviewOf({
    'activerecord/activerecord.gemspec': 's.name = "activerecord"\n',
    'activerecord/lib/active_record.rb': '',
    'activerecord/lib/arel.rb': '',
    'railties/railties.gemspec': '  s.bindir = "exe"\n  s.executables = ["rails"]\n',
    'railties/exe/rails': '#!/usr/bin/env ruby\n',
    'railties/lib/rails.rb': '',
    'tool/tool.gemspec': 's.executables = %w[one two]\n',
    'tool/bin/one': '',
  });
  expect(entriesOf(found)).toEqual([
    'bin one tool/tool.gemspec:1 tool/bin/one true',
    'bin two tool/tool.gemspec:1 tool/bin/two false',
    'bin rails railties/railties.gemspec:2 railties/exe/rails true',
    'library activerecord activerecord/lib/active_record.rb:null null null',
  ]);
});

test('Gemfiles and Rakefiles of gems below the top are told, with the folder that their commands are run in', async () => {
  const found = await overviewOf({
    Gemfile: "gem 'rake'\n",
    Rakefile: "gems.each do |gem|\n  task gem => 'x'\nend\ntask gem => 'test'\nif ENV['A']\n  task :lint\nend\n",
    'web/Gemfile': "gemspec\ngem 'rspec'\ngem 'rspec-rails'\n",
    'web/web.gemspec': '',
    'web/Rakefile':
      "desc 'run specs'\ntask(:spec) { ruby '-S rspec' }\ntask(test: :spec)\nnamespace :db do\n  namespace :test do\n    task :prepare\n  end\n  task :seed\nend\nnamespace :install do\n  task :all\nend\n",
    'web/spec/a_spec.rb': '',
    'templates/Rakefile': 'task :test\n',
    'test/app/Gemfile': "gem 'rubocop'\n",
  });
  const commands = found.commands.map(
    ({ kind, command, directory, line }) => `${kind} ${directory} ${command} ${line}`,
  );
  expect(commands).toEqual([
    'install  bundle install null',
    'install web bundle install null',
    'test web bundle exec rspec 2',
    'test web bundle exec rake spec 2',
    'test web bundle exec rake test 3',
  ]);
  expect(found.totals.otherScripts).toBe(3);
  expect(found.manifests.map(({ file }) => file)).toEqual([
    'Gemfile',
    'Rakefile',
    'web/Gemfile',
    'web/Rakefile',
    'web/web.gemspec',
  ]);
});

test('a server for Rack begins in its config.ru', async () => {
  const found = await overviewOf({ 'config.ru': "require './app'\nrun App\n", 'app.rb': '' });
  expect(entriesOf(found)).toEqual(['main config.ru config.ru:2 null null']);
});
