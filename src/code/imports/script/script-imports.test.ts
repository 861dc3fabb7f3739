import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('imports of scripts', () => {
  test('every way to name another file is an edge of its kind', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k', 'l'];
    const files = Object.fromEntries(names.map((name) => [`${name}.ts`, 'export {};']));
    const graph = await graphOf({
      ...files,
      'main.ts': `import a from './a';
import {
  b,
  type B,
} from "./b";
import './c';
import type { D } from './d';
import { type E, type F } from './e';
export * from './f';
export { g } from './g';
export type { H } from './h';
const i = await import('./i');
const j = require('./j');
import k = require('./k');
type L = typeof import('./l');
`,
    });
    expect(edgesOf(graph)).toEqual([
      'main.ts -> a.ts',
      'main.ts -> b.ts',
      'main.ts -> c.ts',
      'main.ts -> d.ts (type)',
      'main.ts -> e.ts (type)',
      'main.ts -> f.ts (reexport)',
      'main.ts -> g.ts (reexport)',
      'main.ts -> h.ts (type)',
      'main.ts -> i.ts (dynamic)',
      'main.ts -> j.ts',
      'main.ts -> k.ts',
      'main.ts -> l.ts (type)',
    ]);
    expect(graph.edges[1]).toMatchObject({ file: 'main.ts', line: 5, count: 1 });
  });

  test('what stands in comments, strings, templates and JSX text is no import', async () => {
    const graph = await graphOf({
      'a.js': '',
      'main.jsx': `// import a from './a';
/* require('./a') */
const text = "require('./a')";
const code = \`
import a from './a';
\`;
const help = <code>
  import a from './a';
</code>;
const b = object.require('./a') + object.import('./a');
const c = require(name) + require('./' + name) + require(\`./\${name}\`) + require.resolve('./a');
`,
    });
    expect(edgesOf(graph)).toEqual([]);
    expect(graph.unresolved).toEqual([]);
  });

  test('an import after a type that ends in > is one', async () => {
    const graph = await graphOf({
      'a.ts': '',
      'main.ts': "export const x = y as Map<string, A>\n\nimport a from './a'\n",
    });
    expect(edgesOf(graph)).toEqual(['main.ts -> a.ts']);
  });

  test('a path leads to the file that a compiler or Node would take', async () => {
    const graph = await graphOf({
      'lib/index.js': '',
      'lib/data.json': '{}',
      'lib/both.js': '',
      'lib/both.ts': '',
      'pkg/package.json': '{"main": "start", "types": "start.d.ts"}',
      'pkg/start.js': '',
      'pkg/start.d.ts': '',
      'lib.js': '',
      'lib/deep/up.js': "require('..'); require('../'); require('../../lib');",
      'main.js': "require('./lib/'); require('./lib/data'); require('./lib/both'); require('./pkg');",
      'main.ts': "import './lib/both.js'; import './pkg';",
    });
    expect(edgesOf(graph)).toEqual([
      'lib/deep/up.js -> lib.js',
      'lib/deep/up.js -> lib/index.js',
      'main.js -> lib/both.js',
      'main.js -> lib/data.json',
      'main.js -> lib/index.js',
      'main.js -> pkg/start.js',
      'main.ts -> lib/both.ts',
      'main.ts -> pkg/start.d.ts',
    ]);
    expect(graph.units.find(({ path }) => path === 'lib/data.json')).toMatchObject({ kind: 'asset', language: 'JSON' });
  });

  test('packages of a workspace lead to their sources by exports, main or subpath', async () => {
    const graph = await graphOf({
      'package.json': '{"workspaces": ["packages/*", "!packages/old"]}',
      'packages/a/package.json':
        '{"name": "@x/a", "exports": {".": {"import": "./dist/index.js"}, "./*": "./src/*.ts"}}',
      'packages/a/src/index.ts': '',
      'packages/a/src/deep.ts': '',
      'packages/b/package.json': '{"name": "b", "main": "lib/main.js"}',
      'packages/b/lib/main.js': '',
      'packages/old/package.json': '{"name": "old", "main": "index.js"}',
      'packages/old/index.js': '',
      'packages/c/main.ts':
        "import '@x/a'; import '@x/a/deep'; import 'b'; import 'b/lib/main'; import 'old'; import '@x/a/none';",
    });
    expect(edgesOf(graph)).toEqual([
      'packages/c/main.ts -> packages/a/src/deep.ts',
      'packages/c/main.ts -> packages/a/src/index.ts',
      'packages/c/main.ts -> packages/b/lib/main.js',
    ]);
    // A package of the project that is no member is linked nowhere, and is none of others either.
    expect(externalsOf(graph)).toEqual([]);
    expect(unresolvedOf(graph)).toEqual(['packages/c/main.ts: old', 'packages/c/main.ts: @x/a/none']);
  });

  test('where nobody names the packages Lerna links those of its own folder for them', async () => {
    const files = {
      'package.json': '{"private": true}',
      'packages/util/package.json': '{"name": "util"}',
      'packages/util/index.js': '',
      'packages/cli/package.json': '{"name": "cli", "dependencies": {"util": "^1.0.0"}}',
      'packages/cli/index.js': "require('./other');\nrequire('util/index');\n",
      'packages/cli/other.js': "require('util/index.js');\n",
    };
    expect(edgesOf(await graphOf({ ...files, 'lerna.json': '{"version": "1.0.0"}' }))).toEqual([
      'packages/cli/index.js -> packages/cli/other.js',
      'packages/cli/index.js -> packages/util/index.js',
      'packages/cli/other.js -> packages/util/index.js',
    ]);
    const others = await graphOf({ ...files, 'lerna.json': '{"packages": ["libs/*"]}' });
    expect(edgesOf(others)).toEqual(['packages/cli/index.js -> packages/cli/other.js']);
  });

  test('pnpm workspaces are known by their own file', async () => {
    const graph = await graphOf({
      'package.json': '{"name": "root"}',
      'pnpm-workspace.yaml': "packages:\n  # all\n  - 'libs/**'\ncatalog:\n  - no\n",
      'libs/deep/a/package.json': '{"name": "a", "module": "index.mjs"}',
      'libs/deep/a/index.mjs': '',
      'main.js': "import 'a';",
    });
    expect(edgesOf(graph)).toEqual(['main.js -> libs/deep/a/index.mjs']);
  });

  test('aliases of tsconfig.json count, inherited and referred to, with comments in the file', async () => {
    const graph = await graphOf({
      'tsconfig.base.json': '{ "compilerOptions": { "paths": { "@/*": ["./src/*"], "exact": ["./src/one.ts"] } }, }',
      'app/tsconfig.json': '{ "extends": "../tsconfig.base.json" /* as all */ }',
      'web/tsconfig.json': '{ "files": [], "references": [{ "path": "./tsconfig.app.json" }] }',
      'web/tsconfig.app.json': '{ "compilerOptions": { "baseUrl": "./lib" } }',
      'web/lib/two.ts': '',
      'src/one.ts': '',
      'app/main.ts': "import '@/one'; import 'exact'; import '@/gone';",
      'web/main.ts':
        "import 'two'; import 'react/jsx-runtime'; import 'node:fs'; import 'fs/promises'; import '@scope/pkg/deep';",
    });
    expect(edgesOf(graph)).toEqual(['app/main.ts -> src/one.ts', 'web/main.ts -> web/lib/two.ts']);
    expect(externalsOf(graph)).toEqual(['@scope/pkg', 'node:fs (standard)', 'node:fs/promises (standard)', 'react']);
  });

  test('an alias that leads nowhere is told, unless it is a declared package', async () => {
    const graph = await graphOf({
      'package.json': '{"name": "p", "dependencies": {"@vue/test": "1"}}',
      'tsconfig.json': '{"compilerOptions": {"paths": {"@vue/*": ["./packages/*"], "@/*": ["./src/*"]}}}',
      'main.ts': "import '@vue/test'; import '@/gone'; import '~/x'; import './gone'; import '../../out';",
    });
    expect(externalsOf(graph)).toEqual(['@vue/test']);
    expect(unresolvedOf(graph)).toEqual(['main.ts: @/gone', 'main.ts: ~/x', 'main.ts: ./gone', 'main.ts: ../../out']);
  });

  test('a package that is linked by its folder, and one below node_modules, lead to their folders', async () => {
    const graph = await graphOf({
      'package.json': '{"workspaces": ["libs/*"], "devDependencies": {"$utils": "link:./scripts/utils"}}',
      'scripts/utils/package.json': '{"name": "$utils", "main": "./main.cjs"}',
      'scripts/utils/main.cjs': '',
      'libs/a/package.json': '{"name": "@x/a"}',
      'libs/a/src/index.ts': '',
      'libs/b/package.json': '{"name": "b"}',
      'libs/b/tsconfig.json': '{"compilerOptions": {"paths": {"@x/a": ["./node_modules/@x/a/src/index.ts"]}}}',
      'libs/b/main.ts': "import '@x/a'; import '$utils'; import '../../node_modules/zod/lib/a.js';",
    });
    expect(edgesOf(graph)).toEqual([
      'libs/b/main.ts -> libs/a/src/index.ts',
      'libs/b/main.ts -> scripts/utils/main.cjs',
    ]);
    expect(externalsOf(graph)).toEqual(['zod']);
  });

  test('a package imports its own parts by # and by its name', async () => {
    const graph = await graphOf({
      'package.json': '{"name": "me", "exports": "./index.js", "imports": {"#db/*": "./src/db/*.js", "#dep": "pino"}}',
      'index.js': '',
      'src/db/one.js': '',
      'test/a.test.js': "import '#db/one'; import '#dep'; import 'me'; import '#none';",
    });
    expect(edgesOf(graph)).toEqual(['test/a.test.js -> index.js', 'test/a.test.js -> src/db/one.js']);
    expect(externalsOf(graph)).toEqual(['pino']);
    expect(unresolvedOf(graph)).toEqual(['test/a.test.js: #none']);
    expect(graph.units.find(({ path }) => path.startsWith('test/'))?.isTest).toBe(true);
  });

  test('a package that is required is no folder of its name, which settings let a compiler look in', async () => {
    const graph = await graphOf({
      'play/tsconfig.json': '{"compilerOptions": {"baseUrl": "."}}',
      'play/vue/index.ts': '',
      'play/a/package.json': '{"name": "a", "dependencies": {"vue": "^3"}}',
      'play/a/main.ts': "const vue = require('vue');",
      'play/a/typed.ts': "import { ref } from 'vue';",
      'play/a/own.ts': "const own = require('vue2'); const none = require('a/typed');",
      'play/vue2/index.ts': '',
    });
    expect(edgesOf(graph)).toEqual([
      'play/a/own.ts -> play/a/typed.ts',
      'play/a/own.ts -> play/vue2/index.ts',
      'play/a/typed.ts -> play/vue/index.ts',
    ]);
    expect(externalsOf(graph)).toEqual(['vue']);
  });

  test('what only a package further up imports by # is known by its name, as Node looks no further than the nearest', async () => {
    const graph = await graphOf({
      'package.json': '{"name": "top", "imports": {"#packages/*": "./packages/*"}}',
      'packages/a/package.json': '{"name": "a"}',
      'packages/a/main.ts': "import '#packages/b/part.js'; import '#packages/b/none.js'; import '#none';",
      'packages/b/package.json': '{"name": "b"}',
      'packages/b/part.ts': '',
    });
    expect(edgesOf(graph)).toEqual(['packages/a/main.ts -> packages/b/part.ts (named)']);
    expect(unresolvedOf(graph)).toEqual(['packages/a/main.ts: #packages/b/none.js', 'packages/a/main.ts: #none']);
  });

  test('a folder whose main file is built leads to its source, as its package does', async () => {
    const graph = await graphOf({
      'bin/run.js': "require('..');\n",
      'package.json': '{"name":"a","main":"./lib/index.js"}',
      'src/index.ts': '',
    });
    expect(edgesOf(graph)).toEqual(['bin/run.js -> src/index.ts']);
  });

  test('scripts of components are read, their templates are not', async () => {
    const graph = await graphOf({
      'src/App.vue':
        "<template><p>import './ghost'</p></template>\n<script setup lang=\"ts\">\nimport Part from './Part.vue'\nimport { tool } from './tool'\n</script>\n",
      'src/Part.vue': '<script>\nexport default {}\n</script>\n',
      'src/tool.ts': '',
      'src/ghost.ts': '',
      'src/Page.astro': "---\nimport Part from './Part.vue';\n---\n<p>import './ghost'</p>\n",
    });
    expect(edgesOf(graph)).toEqual([
      'src/App.vue -> src/Part.vue',
      'src/App.vue -> src/tool.ts',
      'src/Page.astro -> src/Part.vue',
    ]);
  });

  test('a name that tsconfig.json leads to settings means the package', async () => {
    const graph = await graphOf({
      'package.json': '{"workspaces": ["app", "config"]}',
      'app/package.json': '{"name": "app", "devDependencies": {"@shop/config": "workspace:*"}}',
      'app/tsconfig.json':
        '{"compilerOptions": {"paths": {"@shop/config": ["./node_modules/@shop/config/tsconfig.json"]}}}',
      'app/test.config.js': "import base from '@shop/config';\n",
      'config/package.json': '{"name": "@shop/config", "exports": {".": "./test.config.js"}}',
      'config/tsconfig.json': '{}',
      'config/test.config.js': 'export default {};\n',
    });
    expect(edgesOf(graph)).toEqual(['app/test.config.js -> config/test.config.js']);
  });

  test('a package of others is one that a manifest of the project names, in whatever way', async () => {
    const graph = await graphOf({
      'package.json': `{
        "dependencies": {"a": "1", "slash3": "npm:slash@3"}, "devDependencies": {"@types/b": "1", "@types/s__c": "1"},
        "peerDependencies": {"d": "1"}, "optionalDependencies": {"@s/e": "1"}
      }`,
      'app/package.json': '{"dependencies": {"f": "1"}}',
      'main.ts':
        "import 'a/dist/x.js'; import 'slash3'; import 'b'; import '@s/c'; import 'd'; import '@s/e/deep'; import 'f';",
    });
    expect(externalsOf(graph)).toEqual(['@s/c', '@s/e', 'a', 'b', 'd', 'f', 'slash3']);
    expect(graph.unresolved).toEqual([]);
  });

  test('a name that no manifest has is told as such: it may be an alias or come with another package', async () => {
    const graph = await graphOf({
      'package.json': '{"name": "me", "dependencies": {"a": "1"}}',
      'main.js':
        "import '@theme/Layout'; import '@vite/env'; import 'chalk/deep'; import 'me'; import 'raw!./x'; import '~icons/a/b';",
    });
    expect(externalsOf(graph)).toEqual([]);
    expect(graph.unresolved.map(({ specifier, why }) => `${specifier}: ${why}`)).toEqual([
      '@theme/Layout: no manifest names it as a dependency',
      '@vite/env: no manifest names it as a dependency',
      'chalk/deep: no manifest names it as a dependency',
      'me: a package of the project has this name, and no manifest links it here',
      'raw!./x: neither a file nor the name of a package',
      '~icons/a/b: neither a file nor the name of a package',
    ]);
  });

  test('where no manifest lists dependencies, or one above cannot be read, names are taken for packages', async () => {
    const text = "import 'express'; import '~utils'; import 'virtual:x';";
    const bare = await graphOf({ 'main.js': text });
    const typed = await graphOf({ 'package.json': '{"type": "module"}', 'main.js': text });
    const broken = await graphOf({
      'package.json': '{"dependencies": {"a": "1"}}',
      'app/package.json': '{"dependencies": <<<',
      'app/main.js': text,
    });
    for (const graph of [bare, typed, broken]) {
      expect(externalsOf(graph)).toEqual(['express']);
      expect(graph.unresolved.map(({ specifier }) => specifier)).toEqual(['~utils', 'virtual:x']);
    }
  });

  test('where no manifest lists any, a name that the project has itself is no package of others', async () => {
    const graph = await graphOf({
      'lib/shop.js': "require('shop/cart'); require('shop'); require('left-pad');",
      'lib/shop/cart.js': "require('shop/sums'); require('shop/gone');",
      'lib/shop/sums/index.js': '',
      'examples/app.js': "require.paths.unshift('lib'); require('shop'); require('tools/a');",
      'one/tools/a.js': '',
      'two/tools/a.js': '',
    });
    expect(edgesOf(graph)).toEqual([
      'lib/shop.js -> lib/shop/cart.js (named)',
      'lib/shop/cart.js -> lib/shop/sums/index.js (named)',
    ]);
    expect(externalsOf(graph)).toEqual(['left-pad']);
    expect(graph.unresolved.map(({ file, specifier }) => `${file}: ${specifier}`)).toEqual([
      'examples/app.js: shop',
      'examples/app.js: tools/a',
      'lib/shop.js: shop',
      'lib/shop/cart.js: shop/gone',
    ]);
  });

  test('addresses and what runs a script give names of their own; the own machine is nobody else', async () => {
    const graph = await graphOf({
      'package.json': '{"dependencies": {"chalk": "1"}}',
      'main.ts': `import 'npm:chalk@5/x'; import 'npm:@s/a@^1.2'; import 'jsr:@std/path@1/posix'; import 'bun:test';
import 'node:fs'; import 'https://mods.example.test/a.ts'; import 'http://localhost:9602/b.js'; import 'https://127.0.0.1/';
import { $ } from 'bun';`,
    });
    expect(externalsOf(graph)).toEqual([
      '@s/a',
      'bun (standard)',
      'bun:test (standard)',
      'chalk',
      'https://mods.example.test/a.ts',
      'jsr:@std/path',
      'node:fs (standard)',
    ]);
    expect(unresolvedOf(graph)).toEqual(['main.ts: http://localhost:9602/b.js', 'main.ts: https://127.0.0.1/']);
  });

  test('names of deno.json lead where it says', async () => {
    const graph = await graphOf({
      'package.json': '{"dependencies": {"a": "1"}}',
      'deno.json': '{"imports": {"@/": "./src/", "@std/path": "jsr:@std/path@^1", "gone": "./gone.ts"}}',
      'src/one.ts': '',
      'main.ts': "import '@/one.ts'; import '@std/path'; import '@std/path/posix'; import 'gone'; import 'other';",
      'lib/deno.jsonc': '{"importMap": "../maps/map.json", /* as all */}',
      'maps/map.json': '{"imports": {"one": "../src/one.ts"}}',
      'lib/main.ts': "import 'one';",
    });
    expect(edgesOf(graph)).toEqual(['lib/main.ts -> src/one.ts', 'main.ts -> src/one.ts']);
    expect(externalsOf(graph)).toEqual(['jsr:@std/path']);
    expect(unresolvedOf(graph)).toEqual(['main.ts: gone', 'main.ts: other']);
  });

  test('a name that deno.json leads to what a build makes is what npm asks for by it', async () => {
    const graph = await graphOf({
      'package.json': '{"name": "kit", "exports": "./src/index.ts"}',
      'deno.check.json': '{"imports": {"kit": "./dist", "kit/more": "./dist/more.js", "other": "./dist/other.js"}}',
      'src/index.ts': '',
      'test/a.test.ts': "import 'kit';",
      'example/package.json': '{"dependencies": {"kit": "0.1.0", "other": "1"}}',
      'example/app.ts': "import 'other'; import 'kit/more';",
      'main.ts': "import 'other';",
    });
    expect(edgesOf(graph)).toEqual(['test/a.test.ts -> src/index.ts']);
    expect(externalsOf(graph)).toContain('other');
    expect(unresolvedOf(graph)).not.toContain('example/app.ts: other');
    expect(unresolvedOf(graph)).toContain('main.ts: other');
  });

  test('members of a workspace of Deno import each other by the names that they give out, and take those of its root', async () => {
    const graph = await graphOf({
      'deno.json': '{"workspace": ["./assert", "./libs/*"], "imports": {"~/": "./shared/", "kit": "npm:kit@1"}}',
      'assert/deno.json': '{"name": "@std/assert", "exports": {".": "./mod.ts", "./equals": "./equals.ts"}}',
      'assert/mod.ts': "export * from './equals.ts';",
      'assert/equals.ts': "import '~/a.ts'; import 'kit';",
      'libs/text/deno.jsonc': '{"name": "@std/text", "exports": "./main.ts"}',
      'libs/text/main.ts': "import '@std/assert'; import '@std/assert/equals'; import '@std/assert/gone';",
      'shared/a.ts': "import '@std/text';",
      'other/deno.json': '{"name": "@std/other", "exports": "./main.ts"}',
      'other/main.ts': "import '@std/text'; import '@std/other';",
    });
    expect(edgesOf(graph)).toEqual([
      'assert/equals.ts -> shared/a.ts',
      'assert/mod.ts -> assert/equals.ts (reexport)',
      'libs/text/main.ts -> assert/equals.ts',
      'libs/text/main.ts -> assert/mod.ts',
      'shared/a.ts -> libs/text/main.ts',
    ]);
    expect(graph.externals.map(({ name }) => name)).toContain('kit');
  });

  test('what a map or an import takes from JSR is the member of the workspace that gives it out in that version', async () => {
    const graph = await graphOf({
      'deno.json': `{"workspace": ["core", "app"], "imports": {
        "core": "jsr:@x/core@^2.0.0", "old": "jsr:@x/core@1", "kit": "jsr:@y/kit@^1"}}`,
      'core/deno.json': '{"name": "@x/core", "version": "2.3.3", "exports": {".": "./mod.ts", "./dev": "./dev.ts"}}',
      'core/mod.ts': '',
      'core/dev.ts': '',
      'app/deno.json': '{"name": "@x/app", "version": "0.4.0", "exports": "./main.ts"}',
      'app/main.ts': "import 'core'; import 'core/dev'; import 'old'; import 'kit';",
      'app/other.ts': "import 'jsr:@x/core@^2/dev'; import 'jsr:@x/app'; import 'jsr:@x/app@^0.3.0';",
    });
    expect(edgesOf(graph)).toEqual([
      'app/main.ts -> core/dev.ts',
      'app/main.ts -> core/mod.ts',
      'app/other.ts -> app/main.ts',
      'app/other.ts -> core/dev.ts',
    ]);
    expect(graph.externals.map(({ name }) => name).toSorted()).toEqual(['jsr:@x/app', 'jsr:@x/core', 'jsr:@y/kit']);
  });

  test('a package that package.json asks for has the name that is written, also where deno.json has it from elsewhere', async () => {
    const graph = await graphOf({
      'package.json': '{"devDependencies": {"hono": "^4"}}',
      'kit/package.json': '{"name": "kit", "peerDependencies": {"hono": ">=3"}}',
      'kit/deno.json': '{"imports": {"hono": "jsr:@hono/hono@^4", "@std/path": "jsr:@std/path@^1"}}',
      'kit/a.ts': "import { Hono } from 'hono'; import 'hono/cookie'; import '@std/path';",
    });
    expect(externalsOf(graph)).toEqual(['hono', 'jsr:@std/path']);
  });

  test('what all variants of deno.json in a folder say of a name counts where there is no deno.json', async () => {
    const graph = await graphOf({
      'package.json': '{"dependencies": {"a": "1"}}',
      'run/deno.a.json': '{"imports": {"one": "./one.ts", "two": "./one.ts", "@std/path": "jsr:@std/path@^1"}}',
      'run/deno.b.json': '{"imports": {"one": "./one.ts", "two": "./main.ts"}}',
      'run/one.ts': '',
      'run/main.ts': "import 'one'; import 'two'; import '@std/path';",
    });
    expect(edgesOf(graph)).toEqual(['run/main.ts -> run/one.ts']);
    expect(externalsOf(graph)).toEqual(['jsr:@std/path']);
    expect(unresolvedOf(graph)).toEqual(['run/main.ts: two']);
  });

  test('names of a registry are packages, with a scope and without, with a version and without', async () => {
    const graph = await graphOf({
      'package.json': '{}',
      'main.ts': "import 'npm:@a/b'; import 'npm:@a/c@1/x'; import 'npm:d'; import 'jsr:@e/f'; import 'npm:/g@^1';",
    });
    expect(externalsOf(graph)).toEqual(['@a/b', '@a/c', 'd', 'g', 'jsr:@e/f']);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('a file that the nearest tsconfig.json leaves out has the aliases of the one above', async () => {
    const graph = await graphOf({
      'package.json': '{"dependencies": {"a": "1"}}',
      'tsconfig.json': '{"compilerOptions": {"paths": {"~utils": ["./utils.ts"]}}}',
      'utils.ts': '',
      'app/tsconfig.json':
        '{"include": ["**/*"], "exclude": ["./tests"], "compilerOptions": {"paths": {"@/*": ["./*"]}}}',
      'app/one.ts': '',
      'app/tests/a.spec.ts': "import '~utils'; import '@/one';",
      'app/main.ts': "import '~utils';",
      'lib/tsconfig.json': '{"extends": "./base.json"}',
      'lib/base.json': '{"include": ["src"]}',
      'lib/src/a.ts': "import '~utils';",
      'lib/b.ts': "import '~utils';",
    });
    expect(edgesOf(graph)).toEqual([
      'app/tests/a.spec.ts -> app/one.ts',
      'app/tests/a.spec.ts -> utils.ts',
      'lib/b.ts -> utils.ts',
    ]);
    expect(unresolvedOf(graph)).toEqual(['app/main.ts: ~utils', 'lib/src/a.ts: ~utils']);
  });

  test('settings are inherited through any number of files, whoever was read first', async () => {
    const links = Object.fromEntries(
      Array.from({ length: 12 }, (_, at) => [`s${at}.json`, JSON.stringify({ extends: `./s${at + 1}.json` })]),
    );
    const graph = await graphOf({
      'package.json': '{"dependencies": {"a": "1"}}',
      'tsconfig.json': '{"extends": "./s0.json"}',
      ...links,
      's12.json': '{"extends": "./s11.json", "compilerOptions": {"paths": {"~utils": ["./utils.ts"]}}}',
      'utils.ts': '',
      'main.ts': "import '~utils';",
      // Eight below the first: what is remembered of it has to be what it says by itself.
      'app/tsconfig.json': '{"extends": "../s7.json"}',
      'app/main.ts': "import '~utils';",
    });
    expect(edgesOf(graph)).toEqual(['app/main.ts -> utils.ts', 'main.ts -> utils.ts']);
    expect(graph.gaps).toEqual([]);
  });

  test('a program without an ending imports as its first line says that it is read', async () => {
    const graph = await graphOf({
      'bin/tool': "#!/usr/bin/env node\nrequire('../lib/main');\n",
      'bin/notes': "require('../lib/main');\n",
      'lib/main.js': '',
    });
    expect(edgesOf(graph)).toEqual(['bin/tool -> lib/main.js']);
    expect(graph.units.map(({ path, language }) => `${path} ${language}`)).toEqual([
      'bin/tool JavaScript',
      'lib/main.js JavaScript',
    ]);
    expect(graph.gaps).toEqual([]);
  });

  test('@site is the folder of a Docusaurus site', async () => {
    const graph = await graphOf({
      'package.json': '{"dependencies": {"a": "1"}}',
      'website/docusaurus.config.ts': '',
      'website/src/part.tsx': '',
      'website/src/pages/index.tsx': "import '@site/src/part'; import '@site/src/gone';",
      'main.ts': "import '@site/src/part';",
    });
    expect(edgesOf(graph)).toEqual(['website/src/pages/index.tsx -> website/src/part.tsx']);
    expect(unresolvedOf(graph)).toEqual(['main.ts: @site/src/part', 'website/src/pages/index.tsx: @site/src/gone']);
  });
});
