import { expect, test } from 'vitest';
import { makeFolder } from '../../../test/support/repository.ts';
import { manifests } from '../operations/manifests.ts';
import { openSource } from '../source/open-source.ts';

test('manifests that nothing here reads are named, so that what they ask for is not taken for nothing', async () => {
  const folder = makeFolder({
    'CMakeLists.txt': 'find_package(OpenSSL REQUIRED)\n',
    'server/CMakeLists.txt': '',
    'tests/CMakeLists.txt': '',
    'ios/Package.swift': '',
  });
  try {
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
    expect(output.packages).toEqual([]);
    expect(output.gaps).toEqual(['not read for packages: 2 CMakeLists.txt, Package.swift']);
  } finally {
    folder.remove();
  }
});
