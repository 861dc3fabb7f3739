import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

const KIT = {
  'package.json': '{"workspaces": ["packages/*"]}',
  'packages/kit/package.json': '{"name": "@shop/kit", "version": "4.0.0", "main": "index.js"}',
  'packages/kit/index.js': '',
};
const ASKS = '{"dependencies": {"@shop/kit": "^3.0.0"}}';

describe('members of workspaces', () => {
  test.each([
    'packages: ["packages/*"]\n',
    '"packages":\n  - packages/*\n',
    'catalog:\n  a: ^1\npackages: [\n  packages/*, # all\n  "!packages/none",\n]\n',
    'packages:\n# all\n- "packages/*"\n',
    '---\npackages: &all\n  - packages/*\n',
    '{packages: [packages/*]}',
  ])('pnpm has its list in YAML, in whichever way that is written: %j', async (yaml) => {
    const graph = await graphOf({
      ...KIT,
      'package.json': '{}',
      'pnpm-workspace.yaml': yaml,
      'packages/app/package.json': '{"dependencies": {"@shop/kit": "workspace:*"}}',
      'packages/app/main.js': "import '@shop/kit';",
    });
    expect(edgesOf(graph)).toEqual(['packages/app/main.js -> packages/kit/index.js']);
    expect([externalsOf(graph), graph.gaps]).toEqual([[], []]);
  });

  test('a list of pnpm that is no YAML is told among the gaps, an empty file is none', async () => {
    const gapsOf = async (yaml: string) => (await graphOf({ ...KIT, 'pnpm-workspace.yaml': yaml })).gaps;
    expect(await gapsOf('packages: [a\n')).toEqual([
      expect.stringMatching(
        /^pnpm-workspace\.yaml was not understood \(not YAML: .*whom its workspaces link is not known$/,
      ),
    ]);
    expect(await gapsOf('\n# here\n')).toEqual([]);
  });

  test('who asks for his own name, or for the name of the root in another version, has that from a registry', async () => {
    const asking = async (version: string) =>
      await graphOf({
        'package.json': '{"name": "shop", "version": "4.1.0", "main": "a.js", "workspaces": ["packages/*"]}',
        'a.js': '',
        'packages/site/package.json': '{"name": "astro", "dependencies": {"astro": "^5.0.0"}}',
        'packages/site/index.js': "import 'astro/config';",
        'packages/app/package.json': JSON.stringify({ dependencies: { shop: version } }),
        'packages/app/main.js': "import 'shop';",
      });
    const old = await asking('3.38.4');
    expect([edgesOf(old), externalsOf(old), unresolvedOf(old)]).toEqual([[], ['astro', 'shop'], []]);
    for (const version of ['^4.0.0', '*', 'latest', 'workspace:^3.0.0', 'catalog:', '>=3'])
      expect(edgesOf(await asking(version))).toEqual(['packages/app/main.js -> a.js']);
  });

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

  test('settings that leave an example out do not lead what it asks for by a version', async () => {
    const files = {
      'package.json': '{"workspaces": ["packages/*"]}',
      'tsconfig.json': `{"compilerOptions": {"baseUrl": ".", "paths": {"@shop/kit": ["packages/kit/src"]}},
"include": ["packages"], "exclude": ["**/examples"]}`,
      'packages/kit/package.json': '{"name": "@shop/kit", "main": "dist/shop-kit.js"}',
      'packages/kit/src/index.ts': '',
      'examples/one/package.json': ASKS,
      'examples/one/main.jsx': "import '@shop/kit';",
    };
    const graph = await graphOf({ ...files, 'yarn.lock': '# top' });
    expect(edgesOf(graph)).toEqual(['examples/one/main.jsx -> packages/kit/src/index.ts (named)']);
    const apart = await graphOf({ ...files, 'yarn.lock': '# top', 'examples/one/yarn.lock': '# of the example' });
    expect(edgesOf(apart)).toEqual([]);
    expect(externalsOf(apart)).toEqual(['@shop/kit']);
  });

  test('nor do those of a compiler lead a program of JavaScript that is installed by itself', async () => {
    const graph = await graphOf({
      'package.json': '{"workspaces": ["packages/*"]}',
      'tsconfig.json': '{"compilerOptions": {"paths": {"@shop/kit": ["./packages/kit/src"]}}}',
      'yarn.lock': '# top',
      'packages/kit/package.json': '{"name": "@shop/kit", "main": "dist/shop-kit.js"}',
      'packages/kit/src/index.ts': '',
      'packages/app/old/package.json': ASKS,
      'packages/app/old/yarn.lock': '# of the old one',
      'packages/app/old/index.js': "import '@shop/kit';",
      'packages/app/main.ts': "import '@shop/kit';",
    });
    expect(edgesOf(graph)).toEqual(['packages/app/main.ts -> packages/kit/src/index.ts']);
    expect(externalsOf(graph)).toEqual(['@shop/kit']);
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

  test('projects of Rush are linked, but for those that one is decoupled from', async () => {
    const graph = await graphOf({
      'rush.json': `// Rush has comments.
{ "projects": [
  { "packageName": "@shop/kit", "projectFolder": "libraries/kit" },
  { "packageName": "app", "projectFolder": "apps/app" },
  { "packageName": "old", "projectFolder": "apps/old" },
  { "packageName": "tool", "projectFolder": "apps/tool", "decoupledLocalDependencies": ["@shop/kit"] },
] }`,
      'libraries/kit/package.json': '{"name": "@shop/kit", "version": "4.0.0", "main": "index.js"}',
      'libraries/kit/index.js': '',
      'apps/app/package.json': '{"dependencies": {"@shop/kit": "workspace:*"}}',
      'apps/app/main.js': "import '@shop/kit';",
      'apps/old/package.json': '{"dependencies": {"@shop/kit": "~4.0.0"}}',
      'apps/old/main.js': "import '@shop/kit';",
      'apps/tool/package.json': '{"dependencies": {"@shop/kit": "4.0.0"}}',
      'apps/tool/main.js': "import '@shop/kit';",
    });
    expect(edgesOf(graph)).toEqual([
      'apps/app/main.js -> libraries/kit/index.js',
      'apps/old/main.js -> libraries/kit/index.js',
    ]);
    expect(externalsOf(graph)).toEqual(['@shop/kit']);
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
