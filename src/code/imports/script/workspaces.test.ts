import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

const KIT = {
  'package.json': '{"workspaces": ["packages/*"]}',
  'packages/kit/package.json': '{"name": "@shop/kit", "version": "4.0.0", "main": "index.js"}',
  'packages/kit/index.js': '',
};
const ASKS = '{"dependencies": {"@shop/kit": "^3.0.0"}}';

describe('members of workspaces', () => {
  test('documents with workspaces of their own have the package from a registry', async () => {
    const graph = await graphOf({
      ...KIT,
      'packages/app/package.json': '{"dependencies": {"@shop/kit": "^4.0.0"}}',
      'packages/app/main.js': "import '@shop/kit';",
      'yarn.lock': '# top',
      'www/package.json': '{"workspaces": ["apps/*"]}',
      'www/yarn.lock': '# of the documents',
      'www/apps/book/package.json': ASKS,
      'www/apps/book/main.js': "import '@shop/kit';",
    });
    expect(edgesOf(graph)).toEqual(['packages/app/main.js -> packages/kit/index.js']);
    expect(externalsOf(graph)).toEqual(['@shop/kit']);
  });

  test('and so has who is installed by itself, as its lock file shows', async () => {
    const files = { ...KIT, 'examples/one/package.json': ASKS, 'examples/one/src/main.js': "import '@shop/kit';" };
    const apart = await graphOf({ ...files, 'yarn.lock': '# top', 'examples/yarn.lock': '# of the examples' });
    expect(edgesOf(apart)).toEqual([]);
    expect(externalsOf(apart)).toEqual(['@shop/kit']);
    // Nobody is known to install the example alone, be there workspaces around it.
    for (const around of [{}, { 'examples/package.json': '{"workspaces": ["*"]}' }]) {
      const graph = await graphOf({ ...files, ...around, 'yarn.lock': '# top' });
      expect(edgesOf(graph)).toEqual(['examples/one/src/main.js -> packages/kit/index.js (named)']);
      expect(externalsOf(graph)).toEqual([]);
    }
  });

  test('of two members of a name each is linked in its own workspaces', async () => {
    const graph = await graphOf({
      'www/package.json': '{"workspaces": ["packages/*"]}',
      'www/packages/types/package.json': '{"name": "types"}',
      'www/packages/types/index.js': '',
      'www/packages/app/package.json': '{"dependencies": {"types": "*"}}',
      'www/packages/app/main.js': "import 'types';",
      'tools/package.json': '{"workspaces": ["*"]}',
      'tools/types/package.json': '{"name": "types"}',
      'tools/types/index.js': '',
      'tools/run/package.json': '{"dependencies": {"types": "*"}}',
      'tools/run/main.js': "import 'types';",
    });
    expect(edgesOf(graph)).toEqual([
      'tools/run/main.js -> tools/types/index.js',
      'www/packages/app/main.js -> www/packages/types/index.js',
    ]);
    expect(externalsOf(graph)).toEqual([]);
  });

  test('who asks for a folder, for one of the workspaces or for nothing has the member', async () => {
    const graph = await graphOf({
      ...KIT,
      'tools/package.json': '{"dependencies": {"@shop/kit": "link:../packages/kit"}}',
      'tools/yarn.lock': '# of the tools',
      'tools/main.js': "import '@shop/kit';",
      'site/package.json': '{"dependencies": {"@shop/kit": "workspace:*"}}',
      'site/main.js': "import '@shop/kit';",
      'bench/package.json': '{}',
      'bench/yarn.lock': '# of the benchmarks',
      'bench/main.js': "import '@shop/kit';",
    });
    expect(edgesOf(graph)).toEqual([
      'bench/main.js -> packages/kit/index.js',
      'site/main.js -> packages/kit/index.js',
      'tools/main.js -> packages/kit/index.js',
    ]);
  });

  test('what a build installs of a member is its own, and no package of others', async () => {
    const graph = await graphOf({
      'package.json': '{"workspaces": ["packages/*"], "devDependencies": {"@shop/__mock": "*"}}',
      'packages/kit/package.json': '{"name": "@shop/kit"}',
      'packages/kit/mode.ts': '',
      'test/main.ts':
        "import '../build/node_modules/@shop/kit/dist/mode.js';\nimport '../build/node_modules/@shop/kit/dist/gone.js';\nimport '@shop/__mock';\n",
    });
    expect(edgesOf(graph)).toEqual(['test/main.ts -> packages/kit/mode.ts (named)']);
    expect(unresolvedOf(graph)).toEqual(['test/main.ts: ../build/node_modules/@shop/kit/dist/gone.js']);
    expect(externalsOf(graph)).toEqual(['@shop/__mock']);
  });
});
