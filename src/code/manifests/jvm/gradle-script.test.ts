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

test('a block of dependencies that stands on one line is read, each of its statements', () => {
  const { requests, projects } = readGradleScript(
    'lib/build.gradle.kts',
    `dependencies { api("a:b:1"); testImplementation("c:d:2") }
dependencies { implementation(project(":core")) }
kotlin { sourceSets { val jvmTest by getting { dependencies { implementation("e:f:3") } } } }
subprojects { dependencies { implementation(project(":all")) } }
`,
  );
  expect(requests.map(({ line, configuration, name, scope }) => [line, configuration, name, scope])).toEqual([
    [1, 'api', 'a:b', 'runtime'],
    [1, 'testImplementation', 'c:d', 'dev'],
    [3, 'implementation', 'e:f', 'dev'],
  ]);
  expect(projects.map(({ line, path }) => [line, path])).toEqual([[2, ':core']]);
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

test('what a source set of tests asks for is for development, in whatever form its block is written', () => {
  const { requests } = readGradleScript(
    'build.gradle.kts',
    `dependencies {
  testFixturesApi("g:fixtures:1")
  jvmTestImplementation("g:jvm-test:1")
  commonMainApi("g:common-main:1")
  kspTest("g:processor:1")
  latestImplementation("g:own:1")
}
kotlin.sourceSets {
  commonMain.dependencies { 
    implementation("g:main:1")
  }
  jvmTest.dependencies {
    implementation(libs.mock)
    if (isOn) {
      api("g:deep:1")
    }
  }
  val commonTest by getting {
    dependencies {
      implementation("g:getting:1")
    }
  }
  commonTest { // its own
    dependencies {
      compileOnly("g:block:1")
    }
  }
  named("desktopTest") {
    dependencies { 
      implementation("g:named:1")
    }
  }
  sourceSets["jsTest"].dependencies {
    implementation("g:indexed:1")
  }
  val jvmMain by getting {
    dependencies {
      implementation("g:jvm-main:1")
    }
  }
}
`,
  );
  expect(requests.map(({ name, alias, scope }) => `${name ?? alias} ${scope}`)).toEqual([
    'g:fixtures dev',
    'g:jvm-test dev',
    'g:common-main runtime',
    'g:processor dev',
    'g:own undefined',
    'g:main runtime',
    'mock dev',
    'g:deep dev',
    'g:getting dev',
    'g:block dev',
    'g:named dev',
    'g:indexed dev',
    'g:jvm-main runtime',
  ]);
});

test('a source set of tests is seen in a script of Groovy, too', () => {
  const { requests } = readGradleScript(
    'build.gradle',
    "kotlin {\n  sourceSets {\n    jvmTest {\n      dependencies {\n        implementation 'g:a:1'\n      }\n    }\n  }\n}\n",
  );
  expect(requests.map(({ name, scope }) => `${name} ${scope}`)).toEqual(['g:a dev']);
});

test('what the code of a build asks for is needed to build, and nothing that the program runs with', () => {
  const scopes = (path: string): unknown =>
    readGradleScript(
      path,
      'dependencies {\n  implementation("g:a:1")\n  testImplementation("g:t:1")\n}\n',
    ).requests.map(({ scope }) => scope);
  expect(scopes('buildSrc/build.gradle.kts')).toEqual(['build', 'dev']);
  expect(scopes('gradle/build-logic/convention/build.gradle.kts')).toEqual(['build', 'dev']);
  expect(scopes('core/build.gradle.kts')).toEqual(['runtime', 'dev']);
});
