import { expect, test } from 'vitest';
import { parsePom } from './pom.ts';

test('a pom is read with what it asks for in each of its places, as written', () => {
  const pom = parsePom(`<project xmlns="http://maven.apache.org/POM/4.0.0">
  <parent><groupId>g</groupId><artifactId>top</artifactId><version>1</version></parent>
  <artifactId>a</artifactId>
  <packaging>bundle</packaging>
  <properties><x>2</x><x>3</x></properties>
  <repositories><repository><url>https://m.example.org</url></repository></repositories>
  <dependencyManagement><dependencies>
    <dependency><groupId>m</groupId><artifactId>n</artifactId><version>3</version><scope>import</scope></dependency>
  </dependencies></dependencyManagement>
  <dependencies>
    <dependency>
      <groupId>o</groupId>
      <artifactId>p</artifactId><version>$[x]</version><optional>true</optional>
    </dependency>
  </dependencies>
  <profiles><profile><dependencies>
    <dependency><groupId>q</groupId><artifactId>r</artifactId></dependency>
  </dependencies></profile></profiles>
  <build><plugins><plugin>
    <artifactId>s</artifactId>
    <dependencies><dependency><groupId>t</groupId><artifactId>u</artifactId></dependency></dependencies>
  </plugin></plugins></build>
  <licenses>
    <license><name>MIT</name><url>https://l.example.org</url></license><license><url>https://m.example.org</url></license>
  </licenses>
</project>`);
  const plain = { version: null, scope: null, isOptional: false };
  expect(pom).toEqual({
    artifact: { text: 'a', line: 3 },
    group: 'g',
    version: '1',
    packaging: 'bundle',
    parent: { ...plain, group: 'g', artifact: 'top', version: '1', line: 2 },
    parentPath: '../pom.xml',
    modules: [],
    properties: new Map([['x', '3']]),
    dependencies: [{ ...plain, group: 'o', artifact: 'p', version: '$[x]', isOptional: true, line: 13 }],
    managed: [{ ...plain, group: 'm', artifact: 'n', version: '3', scope: 'import', line: 8 }],
    ofProfiles: [{ ...plain, group: 'q', artifact: 'r', line: 17 }],
    plugins: [
      {
        ...plain,
        group: null,
        artifact: 's',
        line: 20,
        dependencies: [{ ...plain, group: 't', artifact: 'u', line: 21 }],
      },
    ],
    repositories: ['https://m.example.org'],
    licences: [{ text: 'MIT', line: 24 }],
  });
});

test('what is no pom says why', () => {
  expect(parsePom('<settings/>')).toBe('not a pom.xml: its top is no <project>');
  expect(parsePom('<project>')).toMatch(/^not XML/);
});
