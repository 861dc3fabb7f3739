import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('what a Kotlin file declares', () => {
  test('privately is used by no other file, whether a value, a function, a type or an extension', async () => {
    const graph = await graphOf({
      'a/One.kt':
        'package a\n\nprivate val LOGGER = log()\n@Suppress("a") private inline fun <reified T> make() {}\nprivate data class State(val n: Int)\nprivate\nobject Only\nprivate fun Text.cut() {}\nclass Given private constructor()\n',
      'a/Two.kt':
        'package a\n\nfun two(state: State, given: Given) {\n  LOGGER.info()\n  make()\n  cut()\n  Only.run()\n}\n',
      'b/Star.kt': 'package b\n\nimport a.*\n\nfun star(state: State) {\n  make()\n}\n',
    });
    expect(edgesOf(graph)).toEqual(['a/Two.kt -> a/One.kt (same_package)']);
  });

  test('is no use of what another file declares by the same name, and what names it means it', async () => {
    const graph = await graphOf({
      'a/One.kt':
        'package a\n\nprivate val LOGGER: Log = log()\nval Size = 1\nfun Button(text: String) {}\nenum class Kind(val n: Int) { Open(1), @Old Closed(2) { override fun f() = 1 }; val other = 3 }\nclass Of(val Inner: Int)\nval all = listOf(LOGGER, Size, Inner) + Closed ?: Size\n',
      'a/Two.kt':
        'package a\n\nval LOGGER = log()\nval Size = 2\nfun Button(size: Int) {}\nobject Open\nclass Closed\nclass Inner\n',
    });
    expect(edgesOf(graph)).toEqual([]);
  });

  test('leaves its name to a type of another file where only a type can stand', async () => {
    const graph = await graphOf({
      'a/Types.kt': 'package a\n\ninterface Logger\n',
      'a/Maker.kt': 'package a\n\ninterface Maker\n',
      'a/Checked.kt': 'package a\n\nclass Checked\n',
      'a/Value.kt': 'package a\n\nprivate val Logger: Logger = log()\n',
      'a/Fun.kt': 'package a\n\nfun Maker(): Maker = object : Maker {}\n',
      'a/Is.kt': 'package a\n\nval Checked = 1\nfun of(it: Any) = it is Checked\n',
      'a/None.kt': 'package a\n\nval Checked = 1\nfun of(it: Int?) = it ?: Checked\n',
    });
    expect(edgesOf(graph)).toEqual([
      'a/Fun.kt -> a/Maker.kt (same_package)',
      'a/Is.kt -> a/Checked.kt (same_package)',
      'a/Value.kt -> a/Types.kt (same_package)',
    ]);
  });

  test('privately may be named by its own imports', async () => {
    const graph = await graphOf({
      'a/One.kt': 'package a\n\nimport a.State.Open\nimport a.State.*\n\nprivate enum class State { Open }\n',
    });
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('is what its own import begins with, whatever other files of no package declare', async () => {
    const script = 'import Mode.FAST\nimport Mode.SLOW\n\nenum class Mode { FAST, SLOW }\nval mode = FAST\n';
    const graph = await graphOf({ 'a/build.gradle.kts': script, 'a/b/build.gradle.kts': script });
    expect(externalsOf(graph)).toEqual([]);
    expect(edgesOf(graph)).toEqual([]);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('for one platform is not used by the parts for others, which may declare the same', async () => {
    const graph = await graphOf({
      'a/common/src/Ignored.kt': 'package a\n\ninternal expect val Ignored: Set<Int>\n',
      'a/jvm/src/Ignored.kt': 'package a\n\ninternal actual val Ignored: Set<Int> = setOf()\n',
      'a/nonJvm/src/Ignored.kt': 'package a\n\ninternal actual val Ignored: Set<Int> = setOf()\n',
      'a/jvm/src/Use.kt': 'package a\n\nval use = Ignored\n',
      'a/js/src/Use.kt': 'package a\n\nval other = Ignored\n',
      'a/linuxX64/src/Size.kt': 'package a\n\nval MAX_SIZE = 1\n',
      'a/mingwX64/src/Size.kt': 'package a\n\nval MAX_SIZE = 2\n',
      'a/mingwX64/src/Use.kt': 'package a\n\nval size = MAX_SIZE\n',
    });
    expect(edgesOf(graph)).toEqual([
      'a/js/src/Use.kt -> a/common/src/Ignored.kt (same_package)',
      'a/js/src/Use.kt -> a/nonJvm/src/Ignored.kt (same_package)',
      'a/jvm/src/Use.kt -> a/common/src/Ignored.kt (same_package)',
      'a/jvm/src/Use.kt -> a/jvm/src/Ignored.kt (same_package)',
      'a/mingwX64/src/Use.kt -> a/mingwX64/src/Size.kt (same_package)',
    ]);
  });

  test('for several platforms is used by the parts for these alone', async () => {
    const graph = await graphOf({
      'a/common/src/Frame.kt': 'package a\n\ninternal expect class Frame\n',
      'a/jvm/src/Frame.kt': 'package a\n\ninternal actual class Frame\n',
      'a/nativeDarwin/src/Frame.kt': 'package a\n\ninternal actual class Frame\n',
      'a/jsAndWasmShared/src/Frame.kt': 'package a\n\ninternal actual class Frame\n',
      'a/web/src/Loop.kt': 'package a\n\nclass Loop(val frame: Frame)\n',
      'a/jvm/src/Use.kt': 'package a\n\nval use: Frame = make()\nval other: Loop = make()\n',
      'a/native/src/Use.kt': 'package a\n\nval used: Frame = make()\n',
      'a/wasmJs/src/Use.kt': 'package a\n\nval seen: Loop = make()\n',
    });
    expect(edgesOf(graph)).toEqual([
      'a/jvm/src/Use.kt -> a/common/src/Frame.kt (same_package)',
      'a/jvm/src/Use.kt -> a/jvm/src/Frame.kt (same_package)',
      'a/native/src/Use.kt -> a/common/src/Frame.kt (same_package)',
      'a/native/src/Use.kt -> a/nativeDarwin/src/Frame.kt (same_package)',
      'a/wasmJs/src/Use.kt -> a/web/src/Loop.kt (same_package)',
      'a/web/src/Loop.kt -> a/common/src/Frame.kt (same_package)',
      'a/web/src/Loop.kt -> a/jsAndWasmShared/src/Frame.kt (same_package)',
    ]);
  });

  test('beside its types is nothing that a bare name in Java can mean', async () => {
    const graph = await graphOf({
      'src/main/kotlin/a/Log.kt': 'package a\n\nval LOGGER = log()\n',
      'src/main/java/a/Main.java': 'package a;\nclass Main { static final Object LOGGER = null; }\n',
    });
    expect(edgesOf(graph)).toEqual([]);
  });

  test.each([
    ['a function that two stars may bring in', 'fun work() {}', 'fun use() = work()'],
    ['a value', 'val limit = 1', 'fun use() = limit'],
    ['a function for a receiver', 'fun String.cut() = this', 'fun use(text: String) = text.cut()'],
  ])('in a package of one file is none of a package of others, where it is %s', async (_, declared, using) => {
    const graph = await graphOf({
      'bench/One.kt': `package bench.common\n\n${declared}\n`,
      'core/Work.kt': 'package core.all\n\nfun work() {}\n',
      'core/More.kt': 'package core.all\n\nfun more() {}\n',
      'bench/Use.kt': `package bench.flow\n\nimport bench.common.*\nimport core.all.*\n\n${using}\n`,
    });
    expect(graph.externals.map(({ name }) => name)).toEqual([]);
  });

  test('in a package of which it is all there is leaves what else is imported of that to a package of others', async () => {
    const graph = await graphOf({
      'a/Added.kt': 'package org.other.tools\n\nclass Added\n',
      'a/Use.kt': 'package a.b\n\nimport org.other.tools.*\n\nfun use(one: Thing) {}\n',
    });
    expect(graph.externals.map(({ name }) => name)).toEqual(['org.other.tools']);
  });
});

test('in Kotlin a member of a type without a package is imported from the file that declares it', async () => {
  const graph = await graphOf({
    'buildSrc/src/main/kotlin/Modularity.kt': 'object Modularity {\n    fun configure() {}\n}\n',
    'core/build.gradle.kts': 'import Modularity.configure\nimport Other.configure as other\n\nconfigure()\n',
    'core/src/main/java/a/B.java': 'package a;\n\nimport Modularity.configure;\n\nclass B {}\n',
  });
  expect(edgesOf(graph)).toEqual(['core/build.gradle.kts -> buildSrc/src/main/kotlin/Modularity.kt']);
  expect(externalsOf(graph)).toEqual(['Modularity.configure', 'Other.configure']);
});
