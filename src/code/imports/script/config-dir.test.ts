import { expect, test } from 'vitest';
import { edgesOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

/** As settings write it; a template of this language would take it for its own. */
const DIR = '$' + '{configDir}';

test('aliases by the folder of who extends the settings lead below that folder', async () => {
  const graph = await graphOf({
    'package.json': '{}',
    'base.json': `{"compilerOptions": {"paths": {"@/*": ["${DIR}/src/*"], "up": ["${DIR}/../shared/up.ts"]}}}`,
    'more.json': `{"extends": "./base.json", "compilerOptions": {"baseUrl": "${DIR}/lib"}}`,
    'shared/up.ts': '',
    'one/tsconfig.json': '{"extends": "../base.json"}',
    'one/src/a.ts': '',
    'one/main.ts': "import '@/a'; import 'up';",
    'two/tsconfig.json': '{"extends": "../more.json"}',
    'two/src/a.ts': '',
    'two/lib/b.ts': '',
    'two/main.ts': "import '@/a'; import 'b';",
  });
  expect(edgesOf(graph)).toEqual([
    'one/main.ts -> one/src/a.ts',
    'one/main.ts -> shared/up.ts',
    'two/main.ts -> two/lib/b.ts',
    'two/main.ts -> two/src/a.ts',
  ]);
  expect(unresolvedOf(graph)).toEqual([]);
});

test('what lists of files by the folder of who extends leave out sees no module that is declared beside it', async () => {
  const graph = await graphOf({
    'package.json': '{}',
    'base.json': `{"include": ["${DIR}/src/**/*.ts"], "exclude": ["${DIR}/**/fixtures/**"]}`,
    'app/tsconfig.json': '{"extends": "../base.json"}',
    'app/src/main.ts': "import type { Id } from 'ids';",
    'app/src/ids.d.ts': "declare module 'ids' {\n  export type Id = string;\n}",
    'app/src/fixtures/one.ts': "import type { Id } from 'ids';",
    'app/src/fixtures/two.ts': "declare module 'ids';",
  });
  expect(edgesOf(graph)).toEqual(['app/src/main.ts -> app/src/ids.d.ts (type)']);
});

test('aliases lead below the base that counts in the end, whichever of the settings sets it', async () => {
  const graph = await graphOf({
    'base.json': '{"compilerOptions": {"baseUrl": ".", "paths": {"@/*": ["src/*"]}}}',
    'src/x.ts': '',
    'near/tsconfig.json': '{"extends": "../base.json", "compilerOptions": {"baseUrl": "."}}',
    'near/src/x.ts': '',
    'near/main.ts': "import '@/x';",
    'far/tsconfig.json': '{"extends": "../base.json"}',
    'far/src/x.ts': '',
    'far/main.ts': "import '@/x';",
  });
  expect(edgesOf(graph)).toEqual(['far/main.ts -> src/x.ts', 'near/main.ts -> near/src/x.ts']);
});

test.each([
  ['@shop/tsconfig/base.json', {}],
  ['@shop/tsconfig/base', {}],
  ['@shop/tsconfig', { tsconfig: './base.json' }],
  ['@shop/tsconfig/web', { exports: { './web': './base.json' } }],
  ['@shop/tsconfig/base.json', { exports: { './*.json': './*.json' } }],
])('settings of a member of the workspaces may be extended by its name: %s', async (name, manifest) => {
  const graph = await graphOf({
    'package.json': '{"workspaces": ["packages/*"]}',
    'packages/tsconfig/package.json': JSON.stringify({ name: '@shop/tsconfig', ...manifest }),
    'packages/tsconfig/base.json': `{"compilerOptions": {"paths": {"~/*": ["${DIR}/src/*"]}}}`,
    'packages/app/package.json': '{"devDependencies": {"@shop/tsconfig": "workspace:*"}}',
    'packages/app/tsconfig.json': `{"extends": "${name}"}`,
    'packages/app/src/b.ts': '',
    'packages/app/main.ts': "import '~/b';",
  });
  expect(edgesOf(graph)).toEqual(['packages/app/main.ts -> packages/app/src/b.ts']);
  expect([unresolvedOf(graph), graph.gaps]).toEqual([[], []]);
});

test('settings of an own package that are not found are told, those of an installed one are not in the project', async () => {
  const graph = await graphOf({
    'package.json': '{"workspaces": ["packages/*"]}',
    'packages/tsconfig/package.json': '{"name": "@shop/tsconfig"}',
    'packages/app/package.json': '{}',
    'packages/app/tsconfig.json': '{"extends": ["@shop/tsconfig/none.json", "@far/tsconfig/base.json"]}',
    'packages/app/main.ts': '',
  });
  expect(graph.gaps).toEqual([
    'packages/app/tsconfig.json extends @shop/tsconfig/none.json, which leads to no file: its aliases are not known',
  ]);
});
