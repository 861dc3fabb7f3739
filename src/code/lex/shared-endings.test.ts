import { expect, test } from 'vitest';
import { makeChanceReader } from './shared-endings.ts';

function byChance(...paths: readonly string[]): readonly string[] {
  const read = makeChanceReader(paths);
  return paths.flatMap((path) => {
    const language = read(path);
    return language === undefined ? [] : [language === null ? path : `${path}: ${language.name}`];
  });
}

test('a translation of Qt is no script, unless a package of scripts may have it', () => {
  expect(byChance('src/main.cpp', 'share/translations/app_zh_CN.ts', 'share/translations/app_sr@latin.ts')).toEqual([
    'share/translations/app_zh_CN.ts',
    'share/translations/app_sr@latin.ts',
  ]);
  expect(byChance('src/main.cpp', 'src/app.ts', 'tools/generate_types.ts', 'src/log.d.ts')).toEqual([]);
  expect(byChance('src/main.cpp', 'web/tsconfig.json', 'web/i18n/de.ts', 'data/i18n/de.ts')).toEqual([
    'data/i18n/de.ts',
  ]);
  expect(byChance('package.json', 'src/main.cpp', 'src/lang/pt_BR.ts')).toEqual([]);
  expect(byChance('src/lang/de.ts', 'src/index.ts')).toEqual([]);
  expect(byChance('src/main.cpp', 'web/app.tsx', 'web/read-all.ts', 'web/add-on.ts')).toEqual([]);
  expect(byChance('src/main.cpp', 'src/app_de.ts', 'lang/shop.ts', 'lang/shop_fr.ts')).toEqual([
    'src/app_de.ts',
    'lang/shop_fr.ts',
  ]);
});

test('what has an ending of Perl, Pascal or Objective-C is that where something of such a language lies beside it', () => {
  expect(byChance('src/a.ml', 'test/run.t')).toEqual(['test/run.t']);
  expect(byChance('lib/A.pm', 't/run.t')).toEqual([]);
  expect(byChance('Makefile.PL', 't/run.t')).toEqual([]);
  expect(byChance('manifests/init.pp')).toEqual(['manifests/init.pp: Puppet']);
  expect(byChance('site/manifests/site.pp', 'spec/a.pp')).toEqual([
    'site/manifests/site.pp: Puppet',
    'spec/a.pp: Puppet',
  ]);
  expect(byChance('src/a.ml', 'test/pped.rei.pp')).toEqual(['test/pped.rei.pp']);
  expect(byChance('src/a.pas', 'src/b.pp')).toEqual([]);
  expect(byChance('+pkg/solve.m', 'startup.m', 'mex/fast.c', 'mex/fast.h')).toEqual([
    '+pkg/solve.m: MATLAB',
    'startup.m: MATLAB',
  ]);
  expect(byChance('App/App.m', 'App/App.h')).toEqual([]);
  expect(byChance('src/a.c', 'src/b.c', 'src/mac.m')).toEqual([]);
  expect(byChance('App.xcodeproj/project.pbxproj', 'App/main.m')).toEqual([]);
  expect(byChance('app/app.go', 'app/notify.m')).toEqual([]);
  expect(byChance('src/lib.rs', 'native/tray_darwin.m', 'native/ios.m')).toEqual([]);
  expect(byChance('tool.go', 'toolbox/solve.m')).toEqual(['toolbox/solve.m: MATLAB']);
});

test('a query of Tree-sitter is no Scheme', () => {
  expect(byChance('src/highlights/python.scm', 'queries/go.scm', 'lib/list.scm')).toEqual([
    'src/highlights/python.scm',
    'queries/go.scm',
  ]);
});
