import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const TITLE = 'manifests that are not read for commands, entry points and dependencies: ';

async function notedIn(files: FileSpecs): Promise<readonly string[]> {
  const { gaps } = await overviewOf(files);
  return gaps.filter((gap) => gap.startsWith(TITLE)).map((gap) => gap.slice(TITLE.length));
}

test('manifests of ecosystems that are not read are named, as what they declare is in no list', async () => {
  expect(
    await notedIn({ 'pubspec.yaml': 'name: a\n', 'packages/b/pubspec.yaml': 'name: b\n', 'lib/a.dart': '' }),
  ).toEqual(['2 pubspec.yaml']);
  expect(await notedIn({ DESCRIPTION: 'Package: a\n', NAMESPACE: 'export(a)\n', 'R/a.R': '' })).toEqual([
    'DESCRIPTION',
  ]);
  const many = { 'a.nimble': '', 'b.cabal': '', 'c.opam': '', 'd.rockspec': '', 'build.zig': '', 'test/e.nimble': '' };
  expect(await notedIn(many)).toEqual(['build.zig, a.nimble, b.cabal, c.opam and 1 more name']);
});

test('nothing is said of manifests where all are read', async () => {
  expect(await notedIn({ 'package.json': '{}', DESCRIPTION: 'What this is.\n', 'a.js': '' })).toEqual([]);
});
