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

test("Kotlin's own modules are asked for by their names alone", () => {
  const { requests } = readGradleScript(
    'build.gradle.kts',
    `val kotlinVersion = "2.3"
plugins { kotlin("jvm") version "2.3" }
dependencies {
  classpath(kotlin("gradle-plugin", version = kotlinVersion))
  implementation(kotlin("reflect"))
  testImplementation(kotlin("test", "2.1"))
}
`,
  );
  expect(requests.map(({ configuration, name, version, line }) => [line, configuration, name, version])).toEqual([
    [4, 'classpath', 'org.jetbrains.kotlin:kotlin-gradle-plugin', '2.3'],
    [5, 'implementation', 'org.jetbrains.kotlin:kotlin-reflect', null],
    [6, 'testImplementation', 'org.jetbrains.kotlin:kotlin-test', '2.1'],
  ]);
});
