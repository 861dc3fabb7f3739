import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

const KIT = {
  'package.json': '{"workspaces": ["kit", "app"]}',
  'kit/package.json': `{"name": "@x/kit", "types": "types/index.d.ts", "exports": {
    ".": {"types": "./types/index.d.ts", "import": "./src/index.js"},
    "./node": {"import": {"types@>=5": "./types/index.d.ts", "default": "./src/node.js"}},
    "./types": {"types": "./types/index.d.ts"}}}`,
  'kit/types/index.d.ts': 'export interface A {}',
  'kit/src/index.js': '',
  'kit/src/node.js': '',
};

describe('values lead to what runs, types to what declares them', () => {
  test('of the conditions of a package those for types serve an import of types, the others one of values', async () => {
    const graph = await graphOf({
      ...KIT,
      'app/value.js': "import { a } from '@x/kit'; import '@x/kit/node'; import '@x/kit/types';",
      'app/type.ts': "import type { A } from '@x/kit'; export { type B } from '@x/kit/node';",
      'app/both.ts': "import a, { type A } from '@x/kit';",
      'app/declares.d.ts': "import { A } from '@x/kit';",
    });
    expect(edgesOf(graph)).toEqual([
      'app/both.ts -> kit/src/index.js',
      'app/both.ts -> kit/types/index.d.ts (type)',
      'app/declares.d.ts -> kit/types/index.d.ts',
      'app/type.ts -> kit/types/index.d.ts (type)',
      'app/value.js -> kit/src/index.js',
      'app/value.js -> kit/src/node.js',
      'app/value.js -> kit/types/index.d.ts',
    ]);
    expect(graph.unresolved).toEqual([]);
  });

  test("types that a JavaScript file imports are Flow's, and lead to the program itself", async () => {
    const graph = await graphOf({
      ...KIT,
      'app/all.js': "// @flow\nimport type { A } from '@x/kit';",
      'app/some.js': "import { b, type A } from '@x/kit'; import { type C, typeof d } from '@x/kit/node';",
      'app/near.js': "import type { B } from './beside';",
      'app/beside.js': '',
      'app/beside.d.ts': '',
    });
    expect(edgesOf(graph)).toEqual([
      'app/all.js -> kit/src/index.js (type)',
      'app/near.js -> app/beside.js (type)',
      'app/some.js -> kit/src/index.js',
      'app/some.js -> kit/src/node.js (type)',
    ]);
  });

  test('where a build makes the declarations of a package, types lead to the source that settings name, and values to the program', async () => {
    const graph = await graphOf({
      'package.json': '{"workspaces": ["packages/*"]}',
      'tsconfig.json': '{"include": ["packages/*/src"], "compilerOptions": {"paths": {"@x/*": ["./packages/*/src"]}}}',
      'packages/dom/package.json':
        '{"name": "@x/dom", "exports": {".": {"types": "./dist/dom.d.ts", "require": "./index.js"}}}',
      'packages/dom/index.js': "module.exports = require('./dist/dom.cjs.js')",
      'packages/dom/src/index.ts': 'export interface Node {}',
      'packages/app/package.json': '{"name": "@x/app", "dependencies": {"@x/dom": "workspace:*"}}',
      'packages/app/jsx.d.ts': "import type { Node } from '@x/dom'",
      'packages/app/run.js': "require('@x/dom')",
    });
    expect(edgesOf(graph)).toEqual([
      'packages/app/jsx.d.ts -> packages/dom/src/index.ts (type)',
      'packages/app/run.js -> packages/dom/index.js',
    ]);
  });

  test('of what a package keeps for statements and for require each gets its own, types as well', async () => {
    const conditions =
      '{"types": {"require": "./cjs/lib.d.ts", "default": "./esm/lib.d.ts"}, "import": "./esm/lib.js", "require": "./cjs/lib.js"}';
    const graph = await graphOf({
      'package.json': '{"workspaces": ["lib", "only", "app"]}',
      'lib/package.json': `{"name": "lib", "exports": {".": ${conditions}}}`,
      'lib/cjs/lib.d.ts': '',
      'lib/cjs/lib.js': '',
      'lib/esm/lib.d.ts': '',
      'lib/esm/lib.js': '',
      'only/package.json': '{"name": "only", "exports": {"require": "./lib.cjs"}}',
      'only/lib.cjs': '',
      'app/a.ts': "import { a } from 'lib'; import 'only';",
      'app/b.ts': "import type { A } from 'lib';",
      'app/c.js': "const { a } = require('lib');",
      'app/d.cts': "import a = require('lib');",
      'app/e.cts': "import type { A } from 'lib';",
    });
    expect(edgesOf(graph)).toEqual([
      'app/a.ts -> lib/esm/lib.js',
      'app/a.ts -> only/lib.cjs',
      'app/b.ts -> lib/esm/lib.d.ts (type)',
      'app/c.js -> lib/cjs/lib.js',
      'app/d.cts -> lib/cjs/lib.js',
      'app/e.cts -> lib/cjs/lib.d.ts (type)',
    ]);
  });

  test('what only a build makes for statements comes before what lies there for require, types as well', async () => {
    const conditions =
      '{"import": {"types": "./dist/main.d.ts", "default": "./dist/main.js"}, "require": {"types": "./index.d.cts", "default": "./index.cjs"}}';
    const graph = await graphOf({
      'package.json': '{"workspaces": ["kit", "app"]}',
      'kit/package.json': `{"name": "kit", "exports": {".": ${conditions}}}`,
      'kit/index.d.cts': "export * from './dist/main.js'",
      'kit/index.cjs': '',
      'kit/src/main.ts': '',
      'app/a.ts': "import { a } from 'kit';",
      'app/b.ts': "import type { A } from 'kit';",
      'app/c.cts': "import a = require('kit');",
      'app/d.cts': "import type { A } from 'kit';",
    });
    expect(edgesOf(graph).filter((edge) => edge.startsWith('app/'))).toEqual([
      'app/a.ts -> kit/src/main.ts',
      'app/b.ts -> kit/src/main.ts (type)',
      'app/c.cts -> kit/index.cjs',
      'app/d.cts -> kit/index.d.cts (type)',
    ]);
  });

  test('what a package keeps for another runtime counts where it gives out nothing else', async () => {
    const conditions =
      '{"react-server": {"default": "./dist/server.js"}, "browser": "./b.js", "default": "./dist/main.js"}';
    const graph = await graphOf({
      'package.json': '{"workspaces": ["kit", "app"]}',
      'kit/package.json': `{"name": "kit", "exports": {".": ${conditions}, "./edge": {"workerd": "./edge.js"}}}`,
      'kit/b.js': '',
      'kit/edge.js': '',
      'kit/src/server.ts': '',
      'kit/src/main.ts': '',
      'app/a.ts': "import { a } from 'kit'; import 'kit/edge';",
      'app/b.ts': "import type { A } from 'kit';",
    });
    expect(edgesOf(graph)).toEqual([
      'app/a.ts -> kit/edge.js',
      'app/a.ts -> kit/src/main.ts',
      'app/b.ts -> kit/src/main.ts (type)',
    ]);
  });

  test('what a package keeps for a mode of a bundler comes behind what it gives in any', async () => {
    const conditions = '{"development": "./src/dev.js", "production": "./src/small.js", "default": "./src/main.js"}';
    const graph = await graphOf({
      'package.json': '{"workspaces": ["kit", "modes", "built", "app"]}',
      'kit/package.json': `{"name": "kit", "exports": {".": ${conditions}}}`,
      'kit/src/dev.js': '',
      'kit/src/small.js': '',
      'kit/src/main.js': '',
      'modes/package.json':
        '{"name": "modes", "exports": {"types": "./a.d.ts", "production": "./b.js", "development": "./c.js"}}',
      'modes/a.d.ts': '',
      'modes/b.js': '',
      'modes/c.js': '',
      // What is built is told by a name alone, and the mode's file is there.
      'built/package.json':
        '{"name": "built", "exports": {"development": "./src/main.ts", "default": "./dist/main.js"}}',
      'built/src/main.ts': '',
      'app/a.js': "import 'kit'; import 'modes'; import 'built';",
    });
    expect(edgesOf(graph)).toEqual([
      'app/a.js -> built/src/main.ts',
      'app/a.js -> kit/src/main.js',
      'app/a.js -> modes/b.js',
    ]);
  });

  test('by a path JavaScript means the module that runs, TypeScript the declaration that its compiler reads', async () => {
    const text = "import a from './a.js'; import b from './b'; import c from './c'; import d from './lib';";
    const graph = await graphOf({
      'a.js': '',
      'a.d.ts': '',
      'b.d.ts': '',
      'b/index.js': '',
      'c.d.ts': '',
      'lib/package.json': '{"types": "lib.d.ts", "main": "main.js"}',
      'lib/lib.d.ts': '',
      'lib/main.js': '',
      'one.ts': text,
      'two.js': text,
    });
    expect(edgesOf(graph)).toEqual([
      'one.ts -> a.d.ts',
      'one.ts -> b.d.ts',
      'one.ts -> c.d.ts',
      'one.ts -> lib/lib.d.ts',
      'two.js -> a.js',
      'two.js -> b/index.js',
      'two.js -> c.d.ts',
      'two.js -> lib/main.js',
    ]);
  });

  test('where paths name declarations a value comes from what these are about', async () => {
    const graph = await graphOf({
      ...KIT,
      'kit/tsconfig.json': `{"compilerOptions": {"paths": {
        "@x/kit": ["./types/index.d.ts"], "beside": ["./src/beside.d.ts"], "$app/env": ["./src/app/env/types.d.ts"],
        "types": ["./types/index.d.ts"]}}}`,
      'kit/src/beside.d.ts': '',
      'kit/src/beside.js': '',
      'kit/src/app/env/types.d.ts': '',
      'kit/src/app/env/index.js': '',
      'kit/src/value.js': "import '@x/kit'; import 'beside'; import '$app/env'; import 'types';",
      'kit/src/type.ts':
        "import type A from '@x/kit'; import type B from 'beside'; import type C from '$app/env'; import type D from 'types';",
      'app/package.json': '{"name": "app", "dependencies": {"@x/kit": "*", "shimmed": "1"}}',
      'app/tsconfig.json':
        '{"compilerOptions": {"paths": {"@x/kit": ["../kit/types/index"], "shimmed": ["./shimmed.d.ts"]}}}',
      'app/shimmed.d.ts': '',
      'app/main.js': "import '@x/kit'; import 'shimmed';",
    });
    expect(edgesOf(graph)).toEqual([
      'app/main.js -> kit/src/index.js',
      'kit/src/type.ts -> kit/src/app/env/types.d.ts (type)',
      'kit/src/type.ts -> kit/src/beside.d.ts (type)',
      'kit/src/type.ts -> kit/types/index.d.ts (type)',
      'kit/src/value.js -> kit/src/app/env/index.js (named)',
      'kit/src/value.js -> kit/src/beside.js',
      'kit/src/value.js -> kit/src/index.js',
      'kit/src/value.js -> kit/types/index.d.ts',
    ]);
    expect(externalsOf(graph)).toEqual(['shimmed']);
  });

  test('a text that declares modules imports them from itself, and those that its settings hold from there', async () => {
    const graph = await graphOf({
      ...KIT,
      'kit/tsconfig.json':
        '{"include": ["src"], "compilerOptions": {"paths": {"@x/kit": ["./src/public.d.ts"], "$gone": ["./src/public.d.ts"]}}}',
      'kit/src/public.d.ts': "import type { Id } from '$app/types'; export interface A {}",
      'kit/src/ambient.d.ts':
        "declare module '$app/types' {\n  import { A } from '@x/kit';\n  export type Id = string;\n}",
      'kit/src/adds.d.ts': "import { A } from '@x/kit';\ndeclare module '@x/kit' {\n  interface A { b: string }\n}",
      'kit/types/index.d.ts': `declare module '@x/kit' {
  import type { Id } from '$app/types';
  export interface A { id: Id }
}
declare module '@x/kit/env' {
  import type { A } from '@x/kit';
  const a: import('@x/kit').A;
}
declare module '$app/types' {
  export type Id = string;
}
`,
    });
    expect(edgesOf(graph)).toEqual([
      'kit/src/adds.d.ts -> kit/src/public.d.ts',
      'kit/src/ambient.d.ts -> kit/src/public.d.ts',
      'kit/src/public.d.ts -> kit/src/ambient.d.ts (type)',
    ]);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('the settings that are for a file are the nearest that do not leave it out, also those referred to', async () => {
    const graph = await graphOf({
      'package.json': '{"workspaces": ["lib"]}',
      'tsconfig.json': '{"compilerOptions": {"paths": {"here": ["./top.ts"]}}}',
      'top.ts': '',
      'app/tsconfig.json': '{"files": [], "references": [{"path": "./node.json"}, {"path": "./web.json"}]}',
      'app/node.json': '{"include": ["*.ts"], "compilerOptions": {"paths": {"here": ["./node.ts"]}}}',
      'app/web.json': '{"include": ["src"], "compilerOptions": {"paths": {"here": ["./web.ts"]}}}',
      'app/node.ts': '',
      'app/web.ts': '',
      'app/build.ts': "import 'here';",
      'app/src/deep/main.ts': "import 'here';",
      'app/test/main.ts': "import 'here';",
      // Left out, and nothing else has the name: a runner of tests may have it from there.
      'lib/package.json': '{"name": "lib", "exports": "./given.ts"}',
      'lib/given.ts': '',
      'lib/own.ts': '',
      'lib/tsconfig.json': '{"include": ["src"], "compilerOptions": {"paths": {"lib": ["./own.ts"], "@/*": ["./*"]}}}',
      'lib/src/main.ts': "import 'lib'; import '@/own';",
      'lib/test/main.ts': "import 'lib'; import '@/own';",
    });
    expect(edgesOf(graph)).toEqual([
      'app/build.ts -> app/node.ts',
      'app/src/deep/main.ts -> app/web.ts',
      'app/test/main.ts -> top.ts',
      'lib/src/main.ts -> lib/own.ts',
      'lib/test/main.ts -> lib/given.ts',
      'lib/test/main.ts -> lib/own.ts',
    ]);
  });

  test('a list of files by the folder of who extends takes in what lies there', async () => {
    const graph = await graphOf({
      'package.json': '{}',
      'base.json': '{"include": ["$' + '{configDir}/src"]}',
      'app/tsconfig.json': '{"extends": "../base.json", "compilerOptions": {"paths": {"@/*": ["./src/*"]}}}',
      'app/src/main.ts': "import type { Id } from 'ids';",
      'app/src/ids.d.ts': "declare module 'ids' {\n  export type Id = string;\n}",
    });
    expect(edgesOf(graph)).toEqual(['app/src/main.ts -> app/src/ids.d.ts (type)']);
  });
});
