import { parseComposerJson } from '../../formats/composer-json.ts';
import type { CommandRow } from '../../questions/tests.types.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
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
      const proof = file === '' ? null : await proofIn(files, file, asks);
      if (proof === null) continue;
      const directory = folderOf(file);
      const paths = tests.map(({ test }) => quotePath(below(directory, test.path)));
      const why = `${nameOf(proof.file)} asks for the runner`;
      rows.push({ command: `${words} ${paths.join(' ')}`, directory, ...proof, why });
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

/** What composer.json requires, and what runs tests then; Pest runs those of PHPUnit, too. Source: Symfony, "The PHPUnit Bridge". */
const PHP_RUNNERS = [
  ['pestphp/pest', 'vendor/bin/pest'],
  ['phpunit/phpunit', 'vendor/bin/phpunit'],
  ['symfony/phpunit-bridge', 'vendor/bin/simple-phpunit'],
] as const;

const NAMED: readonly Named[] = [
  {
    ending: /_spec\.rb$/,
    manifest: 'Gemfile',
    asks: (text) => lineOf(text, /^[ \t]*gem ['"]rspec/m),
    words: 'bundle exec rspec',
  },
  ...PHP_RUNNERS.map(([, words], at) => ({
    ending: /Test\.php$/,
    manifest: 'composer.json',
    asks: (text: string) => phpLine(text, at),
    words,
  })),
  {
    ending: /_test\.exs$/,
    manifest: 'mix.exs',
    asks: (text) => lineOf(text, /defmodule/),
    words: 'mix test',
  },
];

/**
 * Where a runner of PHP is required and none before it: a package that suggests it, or is in conflict with a version of it,
 * need not have it.
 */
function phpLine(text: string, runner: number): number | null {
  const requests = parseComposerJson(text)?.requests ?? [];
  const lines = PHP_RUNNERS.map(([wanted]) => requests.find(({ name }) => name === wanted)?.line ?? null);
  return lines.findIndex((line) => line !== null) === runner ? (lines[runner] ?? null) : null;
}

interface NamedProof {
  readonly file: string;
  readonly line: number;
}

/** The line of a manifest, or of what it takes in, that asks for the runner. */
async function proofIn(files: ProjectFiles, file: string, asks: Named['asks']): Promise<NamedProof | null> {
  const text = await files.text(file);
  if (text === null) return null;
  const line = asks(text);
  return line === null ? await gemspecProof(files, file, text) : { file, line };
}

/** Where a gem asks for RSpec that the Gemfile beside it takes in. Source: Bundler, "gemspec". */
async function gemspecProof(files: ProjectFiles, file: string, text: string): Promise<NamedProof | null> {
  if (!file.endsWith('Gemfile') || !/^[ \t]*gemspec\b/m.test(text)) return null;
  const gem = files.entries.find(({ path }) => path.endsWith('.gemspec') && folderOf(path) === folderOf(file));
  const said = gem === undefined ? null : await files.text(gem.path);
  const line = said === null ? null : lineOf(said, GEM_ASKS_RSPEC);
  return gem === undefined || line === null ? null : { file: gem.path, line };
}

const GEM_ASKS_RSPEC = /^[ \t]*\w{1,40}\.add_(?:development_|runtime_)?dependency[ \t(]+['"]rspec['"]/m;
