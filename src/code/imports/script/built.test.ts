import { describe, expect, test } from 'vitest';
import { edgesOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

const WORKSPACE = { 'package.json': '{"workspaces": ["packages/*", "apps/*"]}' };

describe('packages of a workspace that give out what only a build makes', () => {
  test('an import leads to the source that the settings of the build name, though another file has the name', async () => {
    const graph = await graphOf({
      ...WORKSPACE,
      'packages/a/package.json':
        '{"name": "@x/a", "exports": {".": "./dist/index.mjs", "./types": "./dist/types.mjs", "./runtime": "./dist/runtime/index.mjs"}}',
      'packages/a/tsdown.config.ts':
        "export default defineConfig({ entry: [\n  'src/exports/types.ts', // not 'src/types.ts'\n  'src/exports/index.ts', 'src/exports/runtime/index.ts'] });",
      'packages/a/src/exports/index.ts': '',
      'packages/a/src/exports/types.ts': '',
      'packages/a/src/exports/runtime/index.ts': '',
      'packages/a/src/types.ts': '',
      'packages/b/package.json':
        '{"name": "@x/b", "exports": {".": "./dist/index.js", "./config": "./dist/config.js"}}',
      'packages/b/rollup.config.js':
        "const entries = { index: 'src/public/index.ts', 'config': 'src/public/config.ts' };\nexport default { input: entries, output: { dir: 'dist' } };",
      'packages/b/src/public/index.ts': '',
      'packages/b/src/public/config.ts': '',
      'packages/b/src/config.ts': '',
      'packages/c/package.json': '{"name": "@x/c", "exports": {".": "./dist/exports/index.mjs"}}',
      'packages/c/tsdown.config.ts': "export default { entry: { index: 'src/main.ts' }, outDir: 'dist/exports' };",
      'packages/c/src/main.ts': '',
      'apps/web/main.ts':
        "import '@x/a'; import '@x/a/types'; import '@x/a/runtime'; import '@x/b'; import '@x/b/config'; import '@x/c';",
    });
    expect(unresolvedOf(graph)).toEqual([]);
    expect(edgesOf(graph)).toEqual([
      'apps/web/main.ts -> packages/a/src/exports/index.ts',
      'apps/web/main.ts -> packages/a/src/exports/runtime/index.ts',
      'apps/web/main.ts -> packages/a/src/exports/types.ts',
      'apps/web/main.ts -> packages/b/src/public/config.ts',
      'apps/web/main.ts -> packages/b/src/public/index.ts',
      'apps/web/main.ts -> packages/c/src/main.ts',
    ]);
  });

  test('an import of a package whose main is the folder that a build makes leads to the source of its index', async () => {
    const graph = await graphOf({
      ...WORKSPACE,
      'packages/a/package.json': '{"name": "@x/a", "main": "lib/", "types": "lib/"}',
      'packages/a/src/index.ts': '',
      'packages/a/test/a.test.ts': "import '../lib';",
      'packages/b/package.json': '{"name": "@x/b", "main": "./dist"}',
      'packages/b/src/index.js': '',
      'packages/c/package.json': '{"name": "@x/c", "main": "lib"}',
      'packages/c/lib/index.js': '',
      'packages/c/src/index.js': '',
      'packages/d/package.json': '{"name": "@x/d", "main": "assets"}',
      'packages/d/src/index.js': '',
      'apps/web/main.ts': "import '@x/a'; import '@x/b'; import '@x/c'; import '@x/d';",
    });
    expect(edgesOf(graph)).toEqual([
      'apps/web/main.ts -> packages/a/src/index.ts',
      'apps/web/main.ts -> packages/b/src/index.js',
      'apps/web/main.ts -> packages/c/lib/index.js',
      'packages/a/test/a.test.ts -> packages/a/src/index.ts',
    ]);
  });

  test('without settings an import leads to the file of the same name where sources lie by custom', async () => {
    const graph = await graphOf({
      ...WORKSPACE,
      'packages/router/package.json': `{"name": "router", "exports": {
        ".": {"types": "./dist/production/index.d.ts", "module-sync": {"development": "./dist/development/index.js"}},
        "./dom": {"node": {"import": "./dist/development/dom-export.mjs"}, "default": "./dist/production/dom-export.js"},
        "./internal": {"types": "./dist/development/lib/types/internal.d.mts"}}}`,
      'packages/router/index.ts': '',
      'packages/router/lib/dom-export.tsx': '',
      'packages/router/lib/types/internal.ts': '',
      'packages/node/package.json': '{"name": "node-part", "main": "dist/index.js"}',
      'packages/node/index.ts': '',
      'packages/vite/package.json': '{"name": "bundler", "exports": {"./*": "./dist/node/*.js"}}',
      'packages/vite/src/node/cli.ts': '',
      'packages/exports/package.json': '{"name": "given-out", "exports": {"./a": "./dist/a.cjs"}}',
      'packages/exports/src/exports/a.ts': '',
      'apps/web/main.ts':
        "import 'router'; import 'router/dom'; import 'router/internal'; import 'node-part'; import 'bundler/cli'; import 'given-out/a';",
    });
    expect(unresolvedOf(graph)).toEqual([]);
    expect(edgesOf(graph)).toEqual([
      'apps/web/main.ts -> packages/exports/src/exports/a.ts',
      'apps/web/main.ts -> packages/node/index.ts',
      'apps/web/main.ts -> packages/router/index.ts',
      'apps/web/main.ts -> packages/router/lib/dom-export.tsx',
      'apps/web/main.ts -> packages/router/lib/types/internal.ts',
      'apps/web/main.ts -> packages/vite/src/node/cli.ts',
    ]);
  });

  test('a folder of the main form, of modules or of npm is one of a format, and `source` names what a package is built of', async () => {
    const graph = await graphOf({
      ...WORKSPACE,
      'packages/auth/package.json': '{"name": "auth", "main": "dist/main/index.js", "module": "dist/module/index.js"}',
      'packages/auth/src/index.ts': '',
      'packages/kept/package.json': '{"name": "kept", "main": "dist/main/index.js"}',
      'packages/kept/src/main/index.ts': '',
      'packages/kept/src/index.ts': '',
      'packages/browser/package.json': '{"name": "browser", "main": "build/npm/esm/prod/index.js"}',
      'packages/browser/src/index.ts': '',
      'packages/wrangler/package.json': '{"name": "wrangler", "main": "wrangler-dist/cli.js"}',
      'packages/wrangler/src/cli.ts': '',
      'packages/signals/package.json':
        '{"name": "signals", "source": "src/start.ts", "exports": {".": "./dist/signals.mjs", "./utils": "./utils/dist/utils.mjs"}}',
      'packages/signals/src/start.ts': '',
      'apps/web/main.ts':
        "import 'auth'; import 'browser'; import 'kept'; import 'signals'; import 'signals/utils'; import 'wrangler';",
    });
    expect(edgesOf(graph)).toEqual([
      'apps/web/main.ts -> packages/auth/src/index.ts',
      'apps/web/main.ts -> packages/browser/src/index.ts',
      'apps/web/main.ts -> packages/kept/src/main/index.ts',
      'apps/web/main.ts -> packages/signals/src/start.ts',
      'apps/web/main.ts -> packages/wrangler/src/cli.ts',
    ]);
    expect(unresolvedOf(graph)).toHaveLength(1);
  });

  test('a package that imports what it is itself built to leads to its sources, and another one does not', async () => {
    const graph = await graphOf({
      'p/package.json': '{"name": "p"}',
      'p/src/core/a.ts': '',
      'p/test/a.test.js': "import '../dist/core/a.js'; import '../dist/gone.js'; import '../lost/core/a.js';",
      'q/package.json': '{"name": "q"}',
      'q/b.js': "import '../p/dist/core/a.js';",
    });
    expect(edgesOf(graph)).toEqual(['p/test/a.test.js -> p/src/core/a.ts']);
    expect(unresolvedOf(graph)).toEqual([
      'p/test/a.test.js: ../dist/gone.js',
      'p/test/a.test.js: ../lost/core/a.js',
      'q/b.js: ../p/dist/core/a.js',
    ]);
  });

  test('what a package imports of its own lib is built where that holds nothing', async () => {
    const graph = await graphOf({
      ...WORKSPACE,
      'packages/a/package.json': '{"name": "@x/a", "main": "lib/index.js"}',
      'packages/a/src/index.ts': '',
      'packages/a/test/a.test.ts': "import { a } from '../lib/index.js';",
      'packages/b/package.json': '{"name": "@x/b"}',
      'packages/b/src/other.ts': '',
      'packages/b/lib/lib/c.js': '',
      'packages/b/test/b.test.ts': "import { b } from '../lib/other.js';",
    });
    expect(edgesOf(graph)).toEqual(['packages/a/test/a.test.ts -> packages/a/src/index.ts']);
    expect(unresolvedOf(graph)).toEqual(['packages/b/test/b.test.ts: ../lib/other.js']);
  });

  test('of several files that a build may be made of the first is known by its name alone', async () => {
    const graph = await graphOf({
      ...WORKSPACE,
      'packages/a/package.json': '{"name": "a", "exports": {"./x": "./dist/x.js"}}',
      'packages/a/src/x.ts': '',
      'packages/a/src/exports/x.ts': '',
      'apps/web/main.ts': "import 'a/x';",
    });
    expect(edgesOf(graph)).toEqual(['apps/web/main.ts -> packages/a/src/x.ts (named)']);
  });

  test('what is built into the folder of the package itself is known by its name, unless another file says it surely', async () => {
    const graph = await graphOf({
      ...WORKSPACE,
      'packages/a/package.json':
        '{"name": "a", "exports": {"./x.js": "./x.js", "./y.js": {"types": "./development/y.d.ts", "default": "./y.js"}, "./z.js": "./z.js"}}',
      'packages/a/src/x.ts': '',
      'packages/a/src/y.ts': '',
      'apps/web/main.ts': "import 'a/x.js'; import 'a/y.js'; import 'a/z.js';",
    });
    expect(edgesOf(graph)).toEqual([
      'apps/web/main.ts -> packages/a/src/x.ts (named)',
      'apps/web/main.ts -> packages/a/src/y.ts',
    ]);
    expect(unresolvedOf(graph)).toEqual(['apps/web/main.ts: a/z.js']);
  });

  test('of Preconstruct each entry point leads to its source', async () => {
    const graph = await graphOf({
      'package.json': '{"workspaces": ["packages/*"], "preconstruct": {"packages": ["packages/*"]}}',
      'packages/kit/package.json':
        '{"name": "@acme/kit", "main": "dist/acme-kit.cjs.js", "module": "dist/acme-kit.esm.js", "preconstruct": {"entrypoints": ["index.ts", "adapters/node.ts", "ws/index.ts"]}}',
      'packages/kit/adapters/node/package.json': '{"main": "dist/acme-kit-adapters-node.cjs.js"}',
      'packages/kit/ws/package.json': '{"main": "dist/kit-ws.cjs.js"}',
      'packages/kit/src/index.ts': '',
      'packages/kit/src/adapters/node.ts': '',
      'packages/kit/src/ws/index.ts': '',
      'packages/plain/package.json': '{"name": "plain", "main": "dist/plain.cjs.js"}',
      'packages/plain/src/index.js': '',
      'packages/app/package.json': '{"name": "app", "dependencies": {"@acme/kit": "*", "plain": "*"}}',
      'packages/app/main.ts':
        "import '@acme/kit'; import '@acme/kit/adapters/node'; import '@acme/kit/ws'; import 'plain';",
    });
    expect(unresolvedOf(graph)).toEqual([]);
    expect(edgesOf(graph)).toEqual([
      'packages/app/main.ts -> packages/kit/src/adapters/node.ts',
      'packages/app/main.ts -> packages/kit/src/index.ts',
      'packages/app/main.ts -> packages/kit/src/ws/index.ts',
      'packages/app/main.ts -> packages/plain/src/index.js',
    ]);
  });

  test('of Preconstruct also what `exports` gives out from the folder of an entry point leads to its source', async () => {
    const graph = await graphOf({
      'package.json': '{"workspaces": ["packages/*"], "devDependencies": {"@preconstruct/cli": "2"}}',
      'packages/kit/package.json':
        '{"name": "@acme/kit", "exports": {"./node": {"import": "./adapters/node/dist/acme-kit-adapters-node.cjs.mjs", "default": "./adapters/node/dist/acme-kit-adapters-node.cjs.js"}, "./dev": "./dist/acme-kit-dev.cjs.mjs", "./undo": "./dist/kit-undo.js", "./gone": "./gone/dist/acme-kit-gone.cjs.js"}, "preconstruct": {"entrypoints": ["adapters/node.ts", "dev/index.ts", "undo.ts"]}}',
      'packages/kit/src/adapters/node.ts': '',
      'packages/kit/src/dev/index.ts': '',
      'packages/kit/src/undo.ts': '',
      'packages/app/package.json': '{"name": "app", "dependencies": {"@acme/kit": "*"}}',
      'packages/app/main.ts':
        "import '@acme/kit/node'; import '@acme/kit/dev'; import '@acme/kit/undo'; import '@acme/kit/gone';",
    });
    expect(unresolvedOf(graph)).toEqual(['packages/app/main.ts: @acme/kit/gone']);
    expect(edgesOf(graph)).toEqual([
      'packages/app/main.ts -> packages/kit/src/adapters/node.ts',
      'packages/app/main.ts -> packages/kit/src/dev/index.ts',
      'packages/app/main.ts -> packages/kit/src/undo.ts',
    ]);
  });

  test('of ng-packagr the one file of a library leads to the entry file that its settings name', async () => {
    const graph = await graphOf({
      ...WORKSPACE,
      'packages/kit/package.json':
        '{"name": "@acme/kit", "exports": {".": {"types": "./dist/types/acme-kit.d.ts", "default": "./dist/fesm2022/acme-kit.mjs"}}}',
      'packages/kit/ng-package.json': '{"lib": {"entryFile": "src/index.ts"}, "dest": "dist"}',
      'packages/kit/src/index.ts': '',
      'apps/a/package.json': '{"dependencies": {"@acme/kit": "workspace:*"}}',
      'apps/a/main.ts': "import '@acme/kit';\n",
    });
    expect(unresolvedOf(graph)).toEqual([]);
    expect(edgesOf(graph)).toEqual(['apps/a/main.ts -> packages/kit/src/index.ts']);
  });

  test('a path into what a package without a list of exports is built to leads to its source', async () => {
    const graph = await graphOf({
      ...WORKSPACE,
      'packages/tax/package.json': '{"name": "@shop/tax", "main": "dist/index.js"}',
      'packages/tax/src/index.ts': '',
      'packages/tax/src/services/index.ts': '',
      'packages/tax/src/style.ts': '',
      'apps/a/package.json': '{"dependencies": {"@shop/tax": "*"}}',
      'apps/a/main.ts': "import '@shop/tax/dist/services';\nimport '@shop/tax/dist/style.css';\n",
    });
    expect(edgesOf(graph)).toEqual(['apps/a/main.ts -> packages/tax/src/services/index.ts']);
    expect(unresolvedOf(graph)).toEqual(['apps/a/main.ts: @shop/tax/dist/style.css']);
  });
});
