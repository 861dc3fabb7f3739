import { expect, test } from 'vitest';
import { projectManifests } from '../../../test/support/project-manifests.ts';
import { makeFolder } from '../../../test/support/repository.ts';

test('manifests that nothing here reads are named, so that what they ask for is not taken for nothing', async () => {
  const folder = makeFolder({
    'CMakeLists.txt': 'find_package(OpenSSL REQUIRED)\n',
    'server/CMakeLists.txt': '',
    'tests/CMakeLists.txt': '',
    'ios/Package.swift': '',
  });
  try {
    const output = await projectManifests(folder.path);
    expect(output.packages).toEqual([]);
    expect(output.gaps).toEqual(['not read for packages: 2 CMakeLists.txt, Package.swift']);
  } finally {
    folder.remove();
  }
});
