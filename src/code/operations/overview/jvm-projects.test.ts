import { expect, test } from 'vitest';
import { commandsOf, entriesOf, overviewOf } from '../../../../test/support/overview-of.ts';

test('a Spring project is built by its wrapper, run by its plugin, and begins in its application class', async () => {
  const found = await overviewOf({
    'pom.xml': `<project>
  <dependencies>
    <dependency>
      <groupId>org.springframework.boot</groupId>
      <artifactId>spring-boot-starter-web</artifactId>
    </dependency>
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><scope>test</scope></dependency>
  </dependencies>
  <build><plugins><plugin>
    <artifactId>spring-boot-maven-plugin</artifactId>
  </plugin></plugins></build>
</project>
`,
    mvnw: '#!/bin/sh\n',
    'src/main/java/acme/samples/App.java':
      'package acme;\n\n@SpringBootApplication\npublic class App {\n  public static void main(String[] args) {}\n}\n',
  });
  expect(commandsOf(found)).toEqual([
    'build ./mvnw package convention pom.xml:null',
    'test ./mvnw test convention pom.xml:null',
    'run ./mvnw spring-boot:run convention pom.xml:10',
  ]);
  expect(entriesOf(found)).toEqual(['main App (Spring Boot) src/main/java/acme/samples/App.java:5 null null']);
  expect(found.frameworks.map(({ name, line }) => [name, line])).toEqual([
    ['Spring Boot', 5],
    ['JUnit Jupiter', 7],
  ]);
});

test('Gradle dependencies that a catalog names have their coordinates and versions', async () => {
  const found = await overviewOf({
    'build.gradle.kts':
      'dependencies {\n  implementation(libs.http.client)\n  testImplementation(libs.junit)\n  api(libs.gone)\n}\n',
    'gradle/libs.versions.toml':
      '[versions]\nhttp = "2.1"\n[libraries]\nhttp-client = { module = "org.acme:http-client", version.ref = "http" }\njunit = "junit:junit:4.13"\n',
  });
  expect(found.dependencies.map(({ name, requirement, scope, line }) => [name, requirement, scope, line])).toEqual([
    ['org.acme:http-client', '2.1', 'runtime', 2],
    ['junit:junit', '4.13', 'dev', 3],
  ]);
});

test('tests of Kotlin for several platforms are run by their own task', async () => {
  const found = await overviewOf({
    'build.gradle.kts': 'plugins {\n  kotlin("multiplatform") apply false\n}\n',
    'build-logic/src/main/kotlin/acme.kmp.gradle.kts': 'plugins {\n  kotlin("multiplatform")\n}\n',
    gradlew: '',
  });
  expect(commandsOf(found)).toEqual([
    'build ./gradlew build convention build.gradle.kts:null',
    'test ./gradlew allTests convention build-logic/src/main/kotlin/acme.kmp.gradle.kts:2',
  ]);
});

test('where only a module is of Kotlin for several platforms, the tests of all are run by check', async () => {
  const found = await overviewOf({
    'build.gradle.kts': 'plugins {\n}\n',
    'shared/build.gradle.kts': 'plugins {\n  kotlin("multiplatform")\n}\n',
    'cli/build.gradle.kts': 'plugins {\n  kotlin("jvm")\n}\n',
    gradlew: '',
  });
  expect(commandsOf(found)).toContain('test ./gradlew check convention shared/build.gradle.kts:2');
});

test('modules of Maven and projects of .NET that are packed for others are libraries; what measures or tests is none', async () => {
  const main = 'public class X {\n  public static void main(String[] args) {}\n}\n';
  const found = await overviewOf({
    'pom.xml': '<project>\n<artifactId>parent</artifactId>\n<packaging>pom</packaging>\n</project>\n',
    'core/pom.xml': '<project>\n<artifactId>shop</artifactId>\n</project>\n',
    'core/src/main/java/a/Shop.java': 'class Shop {}\n',
    'core/src/main/java/a/ParseBenchmark.java': main,
    'core/src/main/java/a/examples/CartExample.java': main,
    'test-shrinker/pom.xml': '<project>\n<artifactId>test-shrinker</artifactId>\n</project>\n',
    'test-shrinker/src/main/java/a/Main.java': main,
    'test-utils/pom.xml': '<project>\n<artifactId>test-utils</artifactId>\n</project>\n',
    'core/fuzz/Cargo.toml': '[package]\nname = "x"\n[[bin]]\nname = "fuzz_x"\npath = "x.rs"\n',
    'test-utils/src/main/java/a/Util.java': 'class Util {}\n',
    'src/Log/Log.csproj': '<Project Sdk="Microsoft.NET.Sdk">\n</Project>\n',
    'src/Log/Log.cs': 'class Log {}\n',
    'eng/Fetch.csproj': '<Project Sdk="Microsoft.NET.Sdk">\n<PackageReference Include="X" />\n</Project>\n',
    'src/Meta/Meta.csproj':
      '<Project>\n<Import Project="Sdk.props" Sdk="Microsoft.NET.Sdk" />\n<PackageId>Shop.Meta</PackageId>\n</Project>\n',
    'src/Run/Run.csproj': '<Project Sdk="Microsoft.NET.Sdk">\n<OutputType>Exe</OutputType>\n</Project>\n',
    'unit/Unit.csproj':
      '<Project Sdk="Microsoft.NET.Sdk">\n<PackageReference Include="Microsoft.NET.Test.Sdk" />\n</Project>\n',
  });
  expect(entriesOf(found)).toEqual([
    'library Log src/Log/Log.csproj:null null null',
    'library Shop.Meta src/Meta/Meta.csproj:null null null',
    'library shop core/pom.xml:2 core/src/main/java/ true',
    'library test-utils test-utils/pom.xml:2 test-utils/src/main/java/ true',
  ]);
});

test('a project of .NET is the program that its SDK makes of it, unless it says otherwise, and a project of tests none', async () => {
  const project = (sdk: string, more = ''): string => `<Project Sdk="${sdk}">\n${more}</Project>\n`;
  const found = await overviewOf({
    'Work/Work.csproj': project('Microsoft.NET.Sdk.Worker'),
    'Work/Program.cs': 'Run();\n',
    'Site/Site.csproj': project('Microsoft.NET.Sdk.Web', '<OutputType>Library</OutputType>\n'),
    'Site/Site.cs': 'class Site {}\n',
    'Client/Client.csproj': project('Microsoft.NET.Sdk.BlazorWebAssembly/9.0.0'),
    'Client/Program.cs': 'Run();\n',
    'Shop.FuzzTests/Shop.FuzzTests.csproj': project(
      'Microsoft.NET.Sdk',
      '<AssemblyName>Shop.FuzzTests</AssemblyName>\n<PackageReference Include="SharpFuzz" />\n',
    ),
    'Shop.FuzzTests/Fuzz.cs': 'class Fuzz {}\n',
  });
  expect(entriesOf(found)).toEqual([
    'bin Work Work/Work.csproj:null Work/Program.cs true',
    'bin Client Client/Client.csproj:null Client/Program.cs true',
    'library Site Site/Site.csproj:null null null',
  ]);
  expect(found.dependencies.map(({ name, scope }) => `${name} ${scope}`)).toEqual(['SharpFuzz dev']);
  expect(found.frameworks).toEqual([{ name: 'ASP.NET Core', file: 'Site/Site.csproj', line: 1 }]);
});

test('versions that projects of .NET keep in one place are told, unless it has two for a package', async () => {
  const found = await overviewOf({
    'Directory.Packages.props':
      '<Project>\n<PropertyGroup><Core>9.1.0</Core></PropertyGroup>\n<ItemGroup>\n<PackageVersion Include="Core.Lib" Version="$(Core)" />\n<PackageVersion Include="Two" Version="1" Condition="a" />\n<PackageVersion Include="Two" Version="2" />\n<PackageVersion Include="Lost" Version="$(Lost)" />\n</ItemGroup>\n</Project>\n',
    'src/App/App.csproj':
      '<Project Sdk="Microsoft.NET.Sdk">\n<PackageReference Include="core.lib" />\n<PackageReference Include="Two" />\n<PackageReference Include="Lost" />\n<PackageReference Include="Own" Version="3" />\n</Project>\n',
    'src/App/App.cs': 'class App {}\n',
  });
  expect(found.dependencies.map(({ name, requirement }) => `${name} ${requirement}`)).toEqual([
    'core.lib 9.1.0',
    'Two ',
    'Lost ',
    'Own 3',
  ]);
});

test('a Scala build is told with sbt and its version file, and a version that is not written out is left open', async () => {
  const found = await overviewOf({
    'build.sbt': `lazy val core = project.settings(
  libraryDependencies += "org.typelevel" %%% "cats-core" % "2.10.0",
  // "org.none" %% "none" % "1",
  libraryDependencies += "org.scalameta" %% "munit" % munitVersion % Test
)
`,
    'project/build.properties': 'sbt.version=1.10.0\n',
    '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - run: sbt check\n',
    'core/src/A.scala': 'class A\n',
  });
  expect(found.packageManagers).toEqual([{ name: 'sbt', file: 'project/build.properties', line: null }]);
  expect(commandsOf(found)).toEqual([
    'build sbt compile convention build.sbt:null',
    'test sbt test convention build.sbt:null',
    'check sbt check ci .github/workflows/ci.yml:4',
  ]);
  expect(found.dependencies.map(({ name, requirement, scope, line }) => [name, requirement, scope, line])).toEqual([
    ['org.typelevel:cats-core', '2.10.0', 'runtime', 2],
    ['org.scalameta:munit', '', 'dev', 4],
  ]);
});

test('projects that functions of a Scala build make are a gap, since they may be libraries', async () => {
  const found = await overviewOf({
    'build.sbt': `lazy val core = cross("core")
lazy val web = cross("web", CrossType.Pure)
  .dependsOn(core)
lazy val rules = project.in(file("rules"))
lazy val settings = common("a")

def plain(name: String) =
  Project(name, file(name))
    .settings(moduleName := s"shop-$name")

def cross(name: String, crossType: CrossType = CrossType.Full) =
  plain(name)

def common(name: String) =
  Seq(organization := name)
`,
    'rules/src/main/scala/A.scala': 'class A\n',
  });
  expect(found.gaps.filter((gap) => gap.includes('build.sbt'))).toEqual([
    'build.sbt makes 2 projects by functions of its own, such as core (line 1): which are libraries is not known',
  ]);
});

test('a Scala build of several projects tells libraries, plugins, versions by their names, and what can be run', async () => {
  const found = await overviewOf({
    'build.sbt': `val munitVersion = "1.0.0"
ThisBuild / scalaVersion := V.scala3
/* libraryDependencies += "org.none" %% "none" % "1" */
addCommandAlias("fmt", "; scalafmtAll; scalafmtSbt")

lazy val root = project.in(file(".")).aggregate(core.jvm, app)

lazy val core = crossProject(JSPlatform, JVMPlatform)
  .in(file("modules/core"))
  .settings(moduleName := "shop-core", name := "Shop core")
  .settings(libraryDependencies += "org.scalameta" %%% "munit" % munitVersion % Test)

lazy val app = project
  .dependsOn(core.jvm)
  .enablePlugins(NoPublishPlugin)
  .settings(libraryDependencies ++= Seq("org.http4s" %% "http4s-core" % V.http4s, "a.b" % "c" % other.value % Provided))
`,
    'project/build.properties': 'sbt.version=1.10.0\n',
    'project/plugins.sbt':
      'addSbtPlugin("org.scala-js" % "sbt-scalajs" % "1.16.0") // "a" % "b" % "1"\nlibraryDependencySchemes += "a" %% "b" % VersionScheme.Always\n',
    'project/V.scala': 'object V {\n  val scala3 = "3.3.4"\n  val http4s: String = "0.23.1"\n}\n',
    'modules/core/shared/src/main/scala/shop/Shop.scala': 'package shop\nclass Shop\n',
    'app/src/main/scala/shop/Main.scala': 'package shop\nobject Main extends IOApp.Simple {\n}\n',
  });
  expect(commandsOf(found)).toEqual([
    'build sbt compile convention build.sbt:null',
    'test sbt test convention build.sbt:null',
    'format sbt fmt defined build.sbt:4',
    'run sbt app/run convention app/src/main/scala/shop/Main.scala:2',
  ]);
  expect(found.entryPoints.map(({ kind, name, file, line, target }) => [kind, name, file, line, target])).toEqual([
    ['library', 'shop-core', 'build.sbt', 8, 'modules/core/'],
    ['main', 'Main', 'app/src/main/scala/shop/Main.scala', 2, null],
  ]);
  expect(
    found.dependencies.map(({ name, requirement, scope, file, line }) => [name, requirement, scope, file, line]),
  ).toEqual([
    ['org.scala-lang:scala3-library', '3.3.4', 'runtime', 'build.sbt', 2],
    ['org.scalameta:munit', '1.0.0', 'dev', 'build.sbt', 11],
    ['org.http4s:http4s-core', '0.23.1', 'runtime', 'build.sbt', 16],
    ['a.b:c', '', 'build', 'build.sbt', 16],
    ['org.scala-js:sbt-scalajs', '1.16.0', 'build', 'project/plugins.sbt', 1],
  ]);
});

test('a project of sbt whose type is written is one as well', async () => {
  const found = await overviewOf({
    'build.sbt': 'lazy val core: Project = (project in file("core"))\n  .settings(name := "acme-core")\n',
    'core/src/main/scala/A.scala': 'class A\n',
  });
  expect(entriesOf(found)).toEqual(['library acme-core build.sbt:1 core/ true']);
});

test('what rules of Scalafix are tried on is no library, and what it asks for is for tests', async () => {
  const found = await overviewOf({
    'build.sbt': `lazy val rules = project.settings(
  libraryDependencies += "ch.epfl.scala" %% "scalafix-core" % "0.13.0"
)

lazy val v1_input = project.in(file("v1/input")).settings(
  libraryDependencies += "org.typelevel" %% "cats" % "0.9.0"
)

lazy val v1_output = project.in(file("v1/output"))
  .settings(libraryDependencies += "org.typelevel" %% "cats-core" % "1.0.0")

lazy val v1_tests = project.in(file("v1/tests"))
  .settings(
    scalafixTestkitOutputSourceDirectories :=
      sourceDirectories.in(v1_output, Compile).value,
    scalafixTestkitInputSourceDirectories := (v1_input / Compile / sourceDirectories).value
  )
  .dependsOn(rules)
  .enablePlugins(ScalafixTestkitPlugin)
`,
    'rules/src/main/scala/Rule.scala': 'class Rule\n',
    'v1/input/src/main/scala/A.scala': 'class A\n',
    'v1/output/src/main/scala/A.scala': 'class A\n',
    'v1/tests/src/test/scala/Tests.scala': 'class Tests\n',
  });
  expect(entriesOf(found)).toEqual(['library rules build.sbt:1 rules/ true']);
  expect(found.dependencies.map(({ name, scope }) => [name, scope])).toEqual([
    ['ch.epfl.scala:scalafix-core', 'runtime'],
    ['org.typelevel:cats', 'dev'],
    ['org.typelevel:cats-core', 'dev'],
  ]);
});

test('modules of Gradle that are published by a name are libraries, and a main that tries them out is no program', async () => {
  const found = await overviewOf({
    'build.gradle': '',
    'gradle.properties': 'GROUP=org.acme\n',
    'client/build.gradle': '',
    'client/gradle.properties': '# a\nPOM_ARTIFACT_ID=acme-client\nPOM_NAME=Client\n',
    'client/src/main/java/Client.java': 'class Client {}\n',
    'client/robovm/src/main/java/PlatformTest.java':
      'public class PlatformTest {\n  public static void main(String[] args) {}\n}\n',
    'bom/gradle.properties': 'POM_ARTIFACT_ID=acme-bom\n',
  });
  expect(entriesOf(found)).toEqual(['library acme-client client/gradle.properties:2 client/src/main/java/ true']);
});

test('modules of Gradle that apply a plugin for publishing are libraries by their names', async () => {
  const source = { 'a/src/main/kotlin/A.kt': '', 'b/c/src/jvmMain/kotlin/C.kt': '', 'd/src/main/java/D.java': '' };
  const found = await overviewOf({
    ...source,
    'settings.gradle.kts': 'rootProject.name = "acme"\ninclude(":a", ":b:c")\nproject(":b:c").name = "acme-c"\n',
    'build.gradle.kts': 'plugins {\n  id("com.vanniktech.maven.publish") apply false\n}\n',
    'a/build.gradle.kts': 'plugins {\n  id("acme.publish-conventions")\n}\n',
    'b/c/build.gradle.kts': 'plugins {\n  `maven-publish`\n}\n',
    'd/build.gradle.kts': '// id("x.publish")\nval publish = 1\n',
    'bom/build.gradle.kts': 'plugins {\n  id("acme.publish-conventions")\n}\n',
    'maven-tests/pom.xml': '<project>\n<artifactId>maven-tests</artifactId>\n</project>\n',
    'maven-tests/src/main/java/T.java': 'class T {}\n',
  });
  expect(entriesOf(found)).toEqual([
    'library a a/build.gradle.kts:2 a/src/main/kotlin/ true',
    'library acme-c b/c/build.gradle.kts:2 b/c/src/ true',
  ]);
});

test('sources in which a program of Spring Boot begins are no library, whoever asks for its plugin', async () => {
  const pom = (name: string) => `<project><artifactId>${name}</artifactId></project>\n`;
  const found = await overviewOf({
    'pom.xml': '<project><artifactId>shop</artifactId><packaging>pom</packaging></project>\n',
    'vets/pom.xml': pom('vets'),
    'vets/src/main/java/acme/App.java':
      '@SpringBootApplication\npublic class App {\n  public static void main(String[] a) {}\n}\n',
    'kit/pom.xml': pom('kit'),
    'kit/src/main/java/acme/Kit.java': 'public class Kit {\n  public static void main(String[] a) {}\n}\n',
  });
  expect(entriesOf(found)).toEqual([
    'main Kit kit/src/main/java/acme/Kit.java:2 null null',
    'main App (Spring Boot) vets/src/main/java/acme/App.java:3 null null',
    'library kit kit/pom.xml:1 kit/src/main/java/ true',
  ]);
});
