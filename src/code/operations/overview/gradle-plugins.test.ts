import { expect, test } from 'vitest';
import { entriesOf, overviewOf } from '../../../../test/support/overview-of.ts';

test('modules that a plugin of the build lets publish are libraries, through as many as it applies', async () => {
  const at = 'build-logic/src/main/kotlin';
  const found = await overviewOf({
    'build.gradle.kts': 'plugins {\n  id("acme.library") apply false\n}\n',
    [`${at}/acme.library.gradle.kts`]: 'plugins {\n  id("acme.base")\n  id("acme.release")\n}\n',
    [`${at}/acme.base.gradle.kts`]: 'plugins {\n  id("acme.library")\n}\n',
    [`${at}/in/acme.release.gradle.kts`]: 'plugins {\n  `maven-publish`\n}\n',
    [`${at}/packed.gradle.kts`]: 'package own.rules\n\nplugins {\n  id("acme.release")\n}\n',
    [`${at}/acme.app.gradle.kts`]: 'plugins {\n  id("acme.base2")\n}\nif (isOn) apply(plugin = "maven-publish")\n',
    'one/build.gradle.kts': 'plugins {\n  id("acme.library")\n}\n',
    'two/build.gradle.kts': 'plugins {\n  id("own.rules.packed")\n}\n',
    'three/build.gradle.kts': 'plugins {\n  id("acme.app")\n}\n',
    'four/build.gradle.kts': 'plugins {\n  id("acme.unknown")\n}\n',
    ...Object.fromEntries(
      ['one/common/src', 'two/src/main/kotlin', 'three/src', 'four/src'].map((folder) => [
        `${folder}/A.kt`,
        'class A\n',
      ]),
    ),
  });
  expect(entriesOf(found)).toEqual([
    'library one one/build.gradle.kts:2 one/common/src/ true',
    'library two two/build.gradle.kts:2 two/src/main/kotlin/ true',
  ]);
});

test('where a script lets the modules below it publish, it is a gap which of them are libraries', async () => {
  const found = await overviewOf({
    'build.gradle.kts':
      'plugins {\n  base\n}\nsubprojects {\n  if (name in hidden) return@subprojects\n  apply(plugin = "release-conventions")\n}\n',
    'settings.gradle.kts': 'rootProject.name = "shop"\n',
    'src/main/kotlin/Top.kt': 'class Top\n',
    'buildSrc/src/main/kotlin/release-conventions.gradle.kts': 'plugins {\n  `maven-publish`\n}\n',
    'core/build.gradle.kts': 'plugins {\n  kotlin("jvm")\n}\n',
    'core/src/main/kotlin/A.kt': 'class A\n',
  });
  expect(entriesOf(found)).toEqual([]);
  expect(found.gaps).toContain(
    'libraries among the modules that build.gradle.kts:6 lets publish are not told: build scripts are not run',
  );
});

test('modules that apply a script of the project by its file, which lets publish, are libraries', async () => {
  const found = await overviewOf({
    'build.gradle': "apply from: rootProject.file('gradle/publish.gradle')\n",
    'settings.gradle': 'include "one"\n',
    'gradle/publish.gradle': "apply plugin: 'maven-publish'\n",
    'gradle/sometimes.gradle': "if (isRelease) {\n  apply plugin: 'maven-publish'\n}\n",
    'one/build.gradle': "apply plugin: 'java'\napply from: rootProject.file('gradle/publish.gradle')\n",
    'two/build.gradle': 'apply from: "$rootDir/gradle/publish.gradle"\n',
    'three/build.gradle.kts': 'apply(from = file("../gradle/publish.gradle"))\n',
    'four/build.gradle': "apply from: 'gradle/publish.gradle'\n",
    'five/build.gradle': 'apply from: "$rootDir/gradle/sometimes.gradle"\n',
    ...Object.fromEntries(
      ['one', 'two', 'three', 'four', 'five'].map((folder) => [`${folder}/src/main/java/A.java`, 'class A {}\n']),
    ),
  });
  expect(entriesOf(found)).toEqual([
    'library one one/build.gradle:2 one/src/main/java/ true',
    'library two two/build.gradle:1 two/src/main/java/ true',
    'library three three/build.gradle.kts:1 three/src/main/java/ true',
  ]);
});

test('a module that publishes and holds tests alone, as one that gathers others, is no library by its sources', async () => {
  const publishing = "apply plugin: 'maven-publish'\n";
  const found = await overviewOf({
    'build.gradle': '',
    'all/build.gradle': publishing,
    'all/src/test/java/AllTest.java': 'class AllTest {}\n',
    'kit/build.gradle': publishing,
    'kit/src/test/java/KitTest.java': 'class KitTest {}\n',
    'kit/src/jvm/java/Kit.java': 'class Kit {}\n',
  });
  expect(entriesOf(found)).toEqual(['library kit kit/build.gradle:1 kit/src/ true']);
});

test('where a plugin that is a class of the build lets modules publish, it is a gap which of them are libraries', async () => {
  const at = 'buildSrc/src/main/kotlin/own';
  const found = await overviewOf({
    'build.gradle.kts': 'plugins {\n  base\n}\n',
    [`${at}/Conventions.kt`]:
      'package own\n\nimport com.vanniktech.maven.publish.MavenPublishBaseExtension\n\nclass Conventions : Plugin<Project> {\n  fun set(it: Any) = it as MavenPublishBaseExtension\n}\n',
    [`${at}/Other.kt`]: 'package own\n\nclass Other : Plugin<Project>\n',
    'core/build.gradle.kts': 'plugins {\n  alias(libs.plugins.own)\n}\n',
    'core/src/main/kotlin/A.kt': 'class A\n',
  });
  expect(found.gaps).toEqual([
    `libraries among the modules that ${at}/Conventions.kt:6 lets publish are not told: code of the build is not run`,
  ]);
});

test('a block for some of the modules is as much a gap as one for all', async () => {
  const found = await overviewOf({
    'build.gradle':
      'ext {\n  core = subprojects.findAll { !it.name.endsWith("-bom") }\n}\nconfigure(project.core) {\n  apply plugin: "java-library"\n  apply plugin: "maven-publish"\n}\n',
    'settings.gradle': 'include "core"\n',
    'core/build.gradle': 'dependencies {\n}\n',
    'core/src/main/java/A.java': 'class A {}\n',
  });
  expect(entriesOf(found)).toEqual([]);
  expect(found.gaps).toContain(
    'libraries among the modules that build.gradle:6 lets publish are not told: build scripts are not run',
  );
});

test('a main of Kotlin at the top or static in an object is a program', async () => {
  const found = await overviewOf({
    'src/Top.kt': 'package a\n\npublic suspend fun main() {}\n',
    'src/Engine.kt':
      'package a\n\n/** @JvmStatic fun main(args: Array<String>) */\npublic object Engine {\n    @JvmStatic\n    public fun main(args: Array<String>) {}\n}\n',
    'src/None.kt':
      'package a\n\nclass None {\n    fun main(args: Array<String>) {}\n}\n/*\n * @JvmStatic\n * fun main(args: Array<String>) {}\n */\n',
    'src/Hidden.kt': 'package a\n\nprivate fun main() {}\n',
  });
  expect(entriesOf(found).toSorted()).toEqual([
    'main Engine src/Engine.kt:6 null null',
    'main Top src/Top.kt:3 null null',
  ]);
});
