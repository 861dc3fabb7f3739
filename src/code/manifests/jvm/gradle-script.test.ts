import { expect, test } from 'vitest';
import { readGradleScript } from './gradle-script.ts';

test('coordinates and names of the catalog are read from code alone, with the variables of the file', () => {
  const { requests, repositories } = readGradleScript(
    'build.gradle',
    `def v = "2.0"
/* implementation "no:no:1" */
repositories { maven { url "https://m.example.org" } }
dependencies {
  implementation "g:a:$v"
  api(platform("g:bom:$lost"))
  testImplementation(libs.some.test)
  kapt group: 'g', name: 'n', version: v
  compileOnly 'g:managed'
}
`,
  );
  expect(
    requests.map(({ configuration, name, version, alias, line }) => [line, configuration, name, version, alias]),
  ).toEqual([
    [5, 'implementation', 'g:a', '2.0', null],
    [6, 'api', 'g:bom', '$lost', null],
    [7, 'testImplementation', null, null, 'some.test'],
    [8, 'kapt', 'g:n', '2.0', null],
    [9, 'compileOnly', 'g:managed', null, null],
  ]);
  expect(repositories).toEqual(['https://m.example.org']);
});
