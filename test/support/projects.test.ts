import { existsSync, globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ON_BOTH_ENGINES, POSTGRES_ONLY, SQLITE_ONLY } from './projects.ts';
import { readFacts } from './source-facts.ts';

/** Whoever imports one of these, directly or by others, can open a database. */
const OPENERS = ['src/storage/sqlite/open.ts', 'src/storage/postgres/open.ts', 'src/foundation.ts', 'src/app.ts'];
/** Opens the one of the engine of the run. */
const BY_ENGINE = 'test/support/engine.ts';

const known = new Map<string, readonly string[]>();

function importsOf(path: string): readonly string[] {
  const found =
    known.get(path) ??
    readFacts(path, readFileSync(path, 'utf8'))
      .references.filter(({ form }) => form !== 'type import' && form !== 'type query')
      .filter(({ specifier }) => specifier.startsWith('.') && specifier.endsWith('.ts'))
      .map(({ specifier }) => posix.join(posix.dirname(path), specifier))
      .filter((target) => existsSync(target));
  known.set(path, found);
  return found;
}

/** Everything that is loaded with a file. */
function reachedFrom(path: string): ReadonlySet<string> {
  const reached = new Set<string>();
  const queue = [path];
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    if (reached.has(at)) continue;
    reached.add(at);
    queue.push(...importsOf(at));
  }
  return reached;
}

const all = globSync(['src/**/*.test.ts', 'test/**/*.test.ts']).map((path) => path.replaceAll('\\', '/'));
const opening = all.filter((path) => OPENERS.some((opener) => reachedFrom(path).has(opener)));
const isIn = (patterns: readonly string[]) => (path: string) =>
  patterns.some((pattern) => posix.matchesGlob(path, pattern));

describe('the tests of storage', () => {
  test('are found by their imports', () => {
    expect(opening.length).toBeGreaterThan(30);
  });

  test('are run on PostgreSQL as well, every one, but those of a file’s own matters', () => {
    const missing = opening.filter((path) => !isIn([...ON_BOTH_ENGINES, ...POSTGRES_ONLY, ...SQLITE_ONLY])(path));
    expect(missing, 'to be named in test/support/projects.ts').toEqual([]);
  });

  test('do not choose the engine themselves', () => {
    const choosing = opening.filter(isIn(ON_BOTH_ENGINES)).filter((path) => !reachedFrom(path).has(BY_ENGINE));
    expect(choosing, 'open a database of one engine in both projects').toEqual([]);
  });
});
