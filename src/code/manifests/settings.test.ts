import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../../../test/support/repository.ts';
import { manifests } from '../operations/manifests.ts';
import { openSource } from '../source/open-source.ts';
import { MANIFEST_LIMITS } from './limits.ts';

const folder = makeFolder({
  'package.json': '{"dependencies": {"@acme/secret": "1", "left-pad": "1"}}',
  '.npmrc': '@acme:registry=https://npm.acme.example/\n'.padEnd(MANIFEST_LIMITS.manifestBytesMax + 1, '#'),
  'nuget.config': '<configuration/>',
});
afterAll(() => folder.remove());

test('settings that could not be read may send every name elsewhere, so that none may leave', async () => {
  const source = { location: folder.path, ref: null, denied: [] };
  const output = await manifests(
    { of: 'project', source, prefix: null, names: null, file: null, offset: 0, limit: 50 },
    {
      signal: new AbortController().signal,
      deadlineAtMs: performance.now() + 60_000,
      openSource: async (selector) => await openSource(selector),
    },
  );
  if (output.status !== 'ok') throw new Error(output.status);
  expect(output.packages.map(({ name, origin }) => [name, origin])).toEqual([
    ['@acme/secret', 'a registry that .npmrc may name, which was not read'],
    ['left-pad', 'a registry that .npmrc may name, which was not read'],
  ]);
  expect(output.registries.map(([ecosystem]) => ecosystem)).toEqual(['npm']);
});
