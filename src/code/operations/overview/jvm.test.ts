import { expect, test } from 'vitest';
import { factSheetOf } from '../../../../test/support/fact-sheet-of.ts';
import { readJvm } from './jvm.ts';

test('a build script of Gradle tells what its code asks for, versions from its own variables and the catalog', async () => {
  const { dependencies } = await factSheetOf(
    {
      'gradle/libs.versions.toml': '[libraries]\nsome-lib = "g:lib:4"\n',
      'build.gradle':
        'def v = "2.0"\n/*\nimplementation "no:no:1"\n*/\nimplementation "g:a:$v"\napi(libs.some.lib)\nkapt "g:k:1"\nownWord "g:o:1"\n',
    },
    readJvm,
  );
  expect(dependencies.map(({ name, requirement, scope, line }) => `${line} ${name} ${requirement} ${scope}`)).toEqual([
    '5 g:a 2.0 runtime',
    '6 g:lib 4 runtime',
    '7 g:k 1 build',
  ]);
});
