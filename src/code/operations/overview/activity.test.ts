import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepFolder } from '../../../../test/support/kept-folder.ts';
import { askOverview } from '../../../../test/support/overview-of.ts';
import { type FileSpecs, makeRepository, makeShallowClone } from '../../../../test/support/repository.ts';

test('activity follows the commit and not the wall clock; merges and vanished files do not count', async () => {
  const repository = keepFolder(
    makeRepository({ 'a.js': '1\n', 'gone.js': '1\n' }, { 'a.js': '2\n' }, { 'gone.js': null }),
  );
  const found = await askOverview(repository.path);
  const activity = found.status === 'ok' ? found.activity : null;
  expect(activity?.hotFiles).toEqual([{ file: 'a.js', commits: 2 }]);
  expect(activity).toMatchObject({ commits: 3, recentCommits: 3, contributors: 1, limit: null });
  expect(activity?.lastCommits[0]?.commit).toBe(repository.git('rev-parse', 'HEAD'));
});

test('hot files are code that is no test; of a project without code all files are', async () => {
  const files = { 'a.js': '1\n', 'a.test.js': '1\n', 'package.json': '{}', 'pnpm-lock.yaml': 'a\n' };
  const hotOf = async (given: FileSpecs): Promise<unknown> => {
    const found = await askOverview(keepFolder(makeRepository(given)).path);
    return found.status === 'ok' && [found.activity?.hotFilesOf, found.activity?.hotFiles.map(({ file }) => file)];
  };
  expect(await hotOf(files)).toEqual(['code', ['a.js']]);
  const programs = { 'bin/a': '#!/usr/bin/env bash\n', 'test/run': '#!/bin/sh\n', LICENSE: 'MIT\n' };
  expect(await hotOf({ ...files, ...programs })).toEqual(['code', ['a.js', 'bin/a']]);
  expect(await hotOf({ 'guide.md': '# A\n' })).toEqual(['all', ['guide.md']]);
});

test('a commit without an address of its author counts, its address does not', async () => {
  const repository = keepFolder(makeRepository({ 'a.js': '1\n' }));
  repository.git('-c', 'user.email=', 'commit', '--allow-empty', '--no-gpg-sign', '--author=Nobody <>', '-m', 'b');
  const found = await askOverview(repository.path);
  expect(found.status === 'ok' && [found.activity?.commits, found.activity?.contributors]).toEqual([2, 1]);
});

test("nothing that a repository's settings name is started while its history is read", async () => {
  const repository = keepFolder(makeRepository({ 'a.js': '1\n', '.gitattributes': '* diff=evil\n' }));
  const trace = join(repository.path, 'started');
  repository.write({ evil: `#!/bin/sh\ntouch ${trace}\n` });
  chmodSync(join(repository.path, 'evil'), 0o755);
  repository.git('update-index', '--add', '--cacheinfo', `100755,${repository.git('hash-object', '-w', 'evil')},evil`);
  for (const name of [
    'gpg.program',
    'core.pager',
    'diff.external',
    'diff.evil.command',
    'diff.evil.textconv',
    'core.fsmonitor',
  ]) {
    repository.git('config', name, join(repository.path, 'evil'));
  }
  repository.git('config', 'log.showSignature', 'true');
  const seal = '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\n';
  const signed = repository.git('cat-file', 'commit', 'HEAD').replace('\n\n', seal);
  repository.git('update-ref', 'HEAD', repository.gitWithInput(signed, 'hash-object', '-t', 'commit', '-w', '--stdin'));
  const found = await askOverview(repository.path);
  expect(found.status === 'ok' && found.activity?.commits).toBe(1);
  expect(existsSync(trace)).toBe(false);
});

test('a shallow clone has at least its commits; the oldest of them is not taken for the one that made all files', async () => {
  const origin = keepFolder(makeRepository({ 'a.js': '1\n', 'b.js': '1\n' }, { 'a.js': '2\n' }, { 'b.js': '2\n' }));
  const clone = keepFolder(makeShallowClone(origin, 2));
  const ask = async () => {
    const found = await askOverview(clone.path);
    return found.status === 'ok' ? found : null;
  };
  const found = await ask();
  expect(found?.activity?.hotFiles).toEqual([{ file: 'b.js', commits: 1 }]);
  expect(found?.activity).toMatchObject({ commits: 2, recentCommits: 1, limit: 'shallow' });
  expect(found?.gaps.filter((gap) => gap.startsWith('the clone is shallow'))).toHaveLength(1);
  clone.git('fetch', '--quiet', '--unshallow', `file://${origin.path}`);
  const whole = await ask();
  expect(whole?.activity).toMatchObject({ commits: 3, recentCommits: 3, limit: null });
  expect(whole?.gaps).toEqual([]);
});
