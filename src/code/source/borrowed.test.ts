import { expect, test } from 'vitest';
import { isBorrowed, isInstalled, isVendored } from './borrowed.ts';

type Kind = 'own' | 'built' | 'copied' | 'installed';

test.each<[string, Kind]>([
  ['node_modules/a/index.js', 'installed'],
  ['packages/web/bower_components/a.js', 'installed'],
  ['src/Web/wwwroot/libs/jquery/jquery.js', 'installed'],
  ['src/Web/wwwroot/js/site.js', 'own'],
  ['.yarn/releases/yarn-4.0.0.cjs', 'installed'],
  ['ios/Pods/A/a.swift', 'installed'],
  ['vendor/a/a.go', 'copied'],
  ['src/pip/_vendor/idna/core.py', 'copied'],
  ['Godeps/_workspace/src/a/a.go', 'copied'],
  ['third_party/a.c', 'copied'],
  ['third-party/a.c', 'copied'],
  ['thirdparty/a.c', 'copied'],
  ['external/a/a.c', 'built'],
  ['deps/v8/tools/a.js', 'built'],
  ['deps/lua/src/lua.c', 'built'],
  ['web/dist/a.js', 'built'],
  ['web/a.min.js', 'built'],
  ['src/vendors.ts', 'own'],
  ['src/external/a.ts', 'own'],
  ['deps/a/index.js', 'own'],
  ['my_node_modules/a.js', 'own'],
])('%s is %s', (path, kind) => {
  expect([isVendored(path), isBorrowed(path), isInstalled(path)]).toEqual([
    kind !== 'own',
    kind === 'copied' || kind === 'installed',
    kind === 'installed',
  ]);
});
