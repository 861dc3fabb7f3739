import { parseComposerJson } from '../../formats/composer-json.ts';
import type { CommandRow } from '../../questions/tests.types.ts';
import { folderOf } from '../../text/paths.ts';
import { below, type CommandMaker, lineOf, nearestAbove } from './command-input.ts';
import { quotePath } from './shell.ts';

/** RSpec, PHPUnit and the like: by the manifest that asks for the runner. */
export const namedCommands: CommandMaker = async (files, chosen) => {
  const rows: CommandRow[] = [];
  for (const { ending, manifest, asks, words } of NAMED) {
    const own = chosen.filter(({ test }) => ending.test(test.path));
    // Each has its own manifest above it, in whose folder the runner is started.
    const byManifest = Map.groupBy(own, ({ test }) => nearestAbove(files, test.path, [manifest]) ?? '');
    for (const [file, tests] of byManifest) {
      const text = file === '' ? null : await files.text(file);
      const line = text === null ? null : asks(text);
      if (line === null) continue;
      const directory = folderOf(file);
      const paths = tests.map(({ test }) => quotePath(below(directory, test.path)));
      const why = `${manifest} asks for the runner`;
      rows.push({ command: `${words} ${paths.join(' ')}`, directory, file, line, why });
    }
  }
  return rows;
};

interface Named {
  readonly ending: RegExp;
  readonly manifest: string;
  /** The 1-based line that asks for the runner; null where none does. */
  readonly asks: (text: string) => number | null;
  readonly words: string;
}

const NAMED: readonly Named[] = [
  {
    ending: /_spec\.rb$/,
    manifest: 'Gemfile',
    asks: (text) => lineOf(text, /^[ \t]*gem ['"]rspec/m),
    words: 'bundle exec rspec',
  },
  { ending: /Test\.php$/, manifest: 'composer.json', asks: phpunitLine, words: 'vendor/bin/phpunit' },
  {
    ending: /_test\.exs$/,
    manifest: 'mix.exs',
    asks: (text) => lineOf(text, /defmodule/),
    words: 'mix test',
  },
];

/** Where PHPUnit is required: a package that suggests it, or is in conflict with a version of it, need not have it. */
function phpunitLine(text: string): number | null {
  return parseComposerJson(text)?.requests.find(({ name }) => name === 'phpunit/phpunit')?.line ?? null;
}
