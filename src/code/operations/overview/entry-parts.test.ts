import { expect, test } from 'vitest';
import { explainerOf } from '../../../../test/support/explained.ts';
import { overviewOf } from '../../../../test/support/overview-of.ts';
import { makeRepository } from '../../../../test/support/repository.ts';

const PACKAGE = {
  'package.json': `{"name": "kit", "exports": {
    ".": "./dist/index.js",
    "./adapters/node": {"types": "./dist/adapters/node.d.ts", "default": "./dist/adapters/node.js"},
    "./adapters/web": "./src/adapters/web.js",
    "./icons/*": "./src/icons/*.js",
    "./gone": "./dist/gone.js"}}`,
  'src/index.ts': '',
  'src/adapters/node.ts': '',
  'src/adapters/web.js': '',
  'src/icons/a.js': '',
};

test('of a library that begins elsewhere a part of the project is told the sub-paths that lead there', async () => {
  const repository = makeRepository(PACKAGE);
  const { explain } = explainerOf(repository.path);
  const told = async (scope: string | null): Promise<readonly string[]> =>
    ((await explain({ scope })).entryPoints?.rows ?? []).map(
      ({ name, subpath = '', line, target, builtFrom = '' }) => `${name}${subpath}:${line} ${target} ${builtFrom}`,
    );
  try {
    expect(await told('src/adapters')).toEqual([
      'kit/adapters/node:3 dist/adapters/node.js src/adapters/node.ts',
      'kit/adapters/web:4 src/adapters/web.js ',
    ]);
    expect(await told('src/icons')).toEqual([]);
    expect(await told(null)).toEqual(['kit:2 dist/index.js src/index.ts']);
  } finally {
    repository.remove();
  }
});

test('an answer holds no list of all sub-paths', async () => {
  const { entryPoints } = await overviewOf(PACKAGE);
  expect(entryPoints.map((entry) => Object.keys(entry).includes('parts'))).toEqual([false]);
});
