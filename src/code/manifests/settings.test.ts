import { afterAll, expect, test } from 'vitest';
import { projectManifests } from '../../../test/support/project-manifests.ts';
import { makeFolder } from '../../../test/support/repository.ts';
import { MANIFEST_LIMITS } from './limits.ts';

const folder = makeFolder({
  'package.json': '{"dependencies": {"@acme/secret": "1", "left-pad": "1"}}',
  '.npmrc': '@acme:registry=https://npm.acme.example/\n'.padEnd(MANIFEST_LIMITS.manifestBytesMax + 1, '#'),
  'nuget.config': '<configuration/>',
});
afterAll(() => folder.remove());

test('settings that could not be read may send every name elsewhere, so that none may leave', async () => {
  const output = await projectManifests(folder.path);
  expect(output.packages.map(({ name, origin }) => [name, origin])).toEqual([
    ['@acme/secret', 'a registry that .npmrc may name, which was not read'],
    ['left-pad', 'a registry that .npmrc may name, which was not read'],
  ]);
  expect(output.registries.map(([ecosystem]) => ecosystem)).toEqual(['npm']);
});
