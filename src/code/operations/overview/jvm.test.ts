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

const PARENT = `<project>
  <groupId>g</groupId><artifactId>top</artifactId><version>\${revision}</version><packaging>pom</packaging>
  <properties><revision>2.5</revision><lib.version>\${lib.major}.1</lib.version><lib.major>7</lib.major></properties>
  <dependencyManagement><dependencies>
    <dependency><groupId>m</groupId><artifactId>n</artifactId><version>3</version><scope>test</scope></dependency>
    <dependency><groupId>m</groupId><artifactId>bom</artifactId><version>9</version><scope>import</scope></dependency>
  </dependencies></dependencyManagement>
</project>`;

test('versions of a pom are those that its properties, its parents and what they manage say', async () => {
  const request = (group: string, artifact: string, rest = ''): string =>
    `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId>${rest}</dependency>`;
  const { dependencies, entryPoints } = await factSheetOf(
    {
      'pom.xml': PARENT,
      'a/pom.xml': `<project>
  <parent><groupId>g</groupId><artifactId>top</artifactId><version>2.4</version></parent>
  <artifactId>\${own}-a</artifactId>
  <properties><own>x</own></properties>
  <dependencies>
    ${request(`\${project.groupId}`, 'b', `<version>\${project.version}</version>`)}
    ${request('l', 'lib', `<version>\${lib.version}</version><scope>provided</scope>`)}
    ${request('m', 'n')}
    ${request('m', 'bom')}
    ${request('o', 'p', `<version>\${unknown.version}</version>`)}
  </dependencies>
</project>`,
      'a/src/main/java/A.java': 'class A {}\n',
    },
    readJvm,
  );
  expect(dependencies.map(({ name, requirement, scope }) => `${name} ${requirement} ${scope}`)).toEqual([
    'g:b 2.4 runtime',
    'l:lib 7.1 build',
    'm:n 3 dev',
    'm:bom  runtime',
    `o:p \${unknown.version} runtime`,
  ]);
  expect(entryPoints.map(({ name }) => name)).toEqual(['x-a']);
});

test('a part of a Gradle build has the wrapper, the catalog and the projects that its build has above it', async () => {
  const specs = {
    gradlew: '#!/bin/sh\n',
    'settings.gradle': 'include "core", "net:http", "net:tls"\n',
    'gradle/libs.versions.toml': '[libraries]\nsome-lib = "g:lib:4"\n',
    'core/build.gradle': '',
    'net/build.gradle': '',
    'net/http/build.gradle':
      'dependencies {\n api project(":core")\n implementation(projects.net.tls)\n api libs.some.lib\n testImplementation project(":gone")\n}\n',
    'net/tls/build.gradle': '',
  };
  const said = async (prefix: string | null) => {
    const { dependencies, commands, managers } = await factSheetOf(specs, readJvm, prefix);
    return [
      ...managers.map(({ name, file }) => `${name} ${file}`),
      ...commands.map(({ command, directory }) => `${command} in ${directory}`),
      ...dependencies.map(({ name, requirement, manifest }) => `${name} ${requirement} ${manifest ?? ''}`.trim()),
    ];
  };
  expect(await said('net/http')).toEqual([
    'gradle (wrapper) gradlew',
    '../../gradlew build in net/http',
    '../../gradlew test in net/http',
    ':core project',
    ':net:tls project',
    'g:lib 4',
  ]);
  expect((await said('net')).slice(1)).toEqual([
    '../gradlew build in net',
    '../gradlew test in net',
    ':core project',
    ':net:tls project net/tls/build.gradle',
    'g:lib 4',
  ]);
});

test('builds of Gradle that lie equally deep have no commands of the whole, and are told to be of Gradle', async () => {
  const specs = {
    'chat/build.gradle.kts': 'plugins { kotlin("jvm") }\n',
    'chat/gradlew': '',
    'post/build.gradle': 'plugins { id "java" }\n',
  };
  const { managers, commands } = await factSheetOf(specs, readJvm);
  expect(managers.map(({ name, file }) => `${name} ${file}`)).toEqual(['gradle (wrapper) chat/gradlew']);
  expect(commands).toEqual([]);
});
