import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('imports of Kotlin', () => {
  test('packages of others are told by package as those of Java are, whether a type, a function or all is imported', async () => {
    const graph = await graphOf({
      'src/main/kotlin/a/A.kt': `package a

import io.ktor.client.HttpClient
import io.ktor.client.call
import io.ktor.client.engine.*
import kotlinx.coroutines.Dispatchers.IO
import kotlinx.coroutines.launch as begin
`,
      'src/main/java/a/B.java':
        'package a;\nimport io.ktor.client.HttpClient;\nimport io.ktor.client.engine.*;\nimport static kotlinx.coroutines.Dispatchers.IO;\nclass B {}\n',
    });
    expect(externalsOf(graph)).toEqual(['io.ktor.client', 'io.ktor.client.engine', 'kotlinx.coroutines']);
  });

  test('what the build of Android makes for a module is the project’s own, also where only packages below are declared', async () => {
    const graph = await graphOf({
      'a/src/main/kotlin/com/acme/a/api/nav/Key.kt': 'package com.acme.a.api.nav\n\nclass Key\n',
      'a/src/main/kotlin/com/acme/a/impl/Screen.kt': `package com.acme.a.impl

import com.acme.a.api.R as apiR
import com.acme.a.api.R.string
import com.acme.a.api.BuildConfig
import com.other.ui.R as otherR
import com.acme.a.api.Release
`,
    });
    expect(externalsOf(graph)).toEqual(['com.acme.a.api', 'com.other.ui']);
    expect(unresolvedOf(graph).filter((one) => /\.(?:R|BuildConfig)\b/.test(one))).toHaveLength(3);
  });

  test('types, functions and properties lead to the files that declare them, those of Java too', async () => {
    const at = 'src/main/kotlin/a';
    const graph = await graphOf({
      [`${at}/Main.kt`]: `package a

import a.b.Tool
import a.b.open as openIt
import a.b.LIMIT
import a.c.*
import a.j.Legacy
import java.util.UUID
import kotlin.math.max
import org.lib.core.Thing
import a.b.Gone

@Marked
class Main : Base() {
  // Unused
  val text = "Ghost"
  val owner = Owner.name
  fun run(star: Star) = openIt(LIMIT)
}
`,
      [`${at}/Base.kt`]: 'package a\n\nopen class Base\nannotation class Marked\n',
      [`${at}/Owner.kt`]: 'package a\n\nobject Owner { val name = "" }\n',
      [`${at}/Ghost.kt`]: 'package a\nclass Ghost\nclass Unused\n',
      [`${at}/b/Tool.kt`]: 'package a.b\n\ninternal class Tool { class Inner }\n',
      [`${at}/b/Open.kt`]: 'package a.b\n\nfun <T : Any> List<T>.open(limit: Int): T = first()\nconst val LIMIT = 1\n',
      [`${at}/c/Star.kt`]: 'package a.c\n\ndata class Star(val id: Int)\n',
      [`${at}/c/Other.kt`]: 'package a.c\n\nenum class Other { A }\n',
      'src/main/java/a/j/Legacy.java': 'package a.j;\npublic class Legacy { a.b.Tool tool; }\n',
    });
    expect(edgesOf(graph)).toEqual([
      `src/main/java/a/j/Legacy.java -> ${at}/b/Tool.kt`,
      `${at}/Main.kt -> src/main/java/a/j/Legacy.java`,
      `${at}/Main.kt -> ${at}/Base.kt (same_package)`,
      `${at}/Main.kt -> ${at}/Owner.kt (same_package)`,
      `${at}/Main.kt -> ${at}/b/Open.kt`,
      `${at}/Main.kt -> ${at}/b/Tool.kt`,
      `${at}/Main.kt -> ${at}/c/Star.kt`,
    ]);
    expect(externalsOf(graph)).toEqual(['java.util (standard)', 'kotlin.math (standard)', 'org.lib.core']);
    expect(unresolvedOf(graph)).toEqual([`${at}/Main.kt: a.b.Gone`]);
  });

  test('a function of another module that is called like a type of the language is not what its files mean', async () => {
    const graph = await graphOf({
      'app/src/main/kotlin/a/App.kt': 'package a\n\nclass App { val text: String = Helper().text }\n',
      'testing/src/main/kotlin/a/Util.kt': 'package a\n\nfun String(vararg codes: Int): kotlin.String = ""\n',
      'testing/src/main/kotlin/a/Helper.kt': 'package a\n\nclass Helper { val text = "" }\n',
    });
    expect(edgesOf(graph)).toEqual([
      'app/src/main/kotlin/a/App.kt -> testing/src/main/kotlin/a/Helper.kt (same_package)',
    ]);
  });

  test('a name is its type; functions of the same name are meant where it is called', async () => {
    const graph = await graphOf({
      'a/Channel.kt': 'package a\n\ninterface Channel {\n  fun close()\n}\n',
      'a/Make.kt': 'package a\n\nfun Channel(text: String): Channel = TextChannel(text)\n',
      'a/MakeMore.kt': 'package a\n\nfun Channel(size: Int): Channel = Sized(size)\n',
      'b/Named.kt':
        'package b\n\nimport a.Channel\n\nclass Named(val channel: Channel) {\n  fun get(): Channel {}\n}\n',
      'b/Called.kt': 'package b\n\nimport a.Channel\n\nval one = Channel("")\n',
      'b/Star.kt': 'package b\n\nimport a.*\n\nfun two(channel: Channel) {}\n',
      'b/StarCalled.kt': 'package b\n\nimport a.*\n\nfun three() = Channel("")\n',
    });
    expect(edgesOf(graph)).toEqual([
      'a/Make.kt -> a/Channel.kt (same_package)',
      'a/MakeMore.kt -> a/Channel.kt (same_package)',
      'b/Called.kt -> a/Channel.kt',
      'b/Called.kt -> a/Make.kt',
      'b/Called.kt -> a/MakeMore.kt',
      'b/Named.kt -> a/Channel.kt',
      'b/Star.kt -> a/Channel.kt',
      'b/StarCalled.kt -> a/Channel.kt',
      'b/StarCalled.kt -> a/Make.kt',
      'b/StarCalled.kt -> a/MakeMore.kt',
    ]);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('a type with a part for each platform is all of its parts that fit, two types of one name are neither', async () => {
    const graph = await graphOf({
      'a/common/src/Clock.kt': 'package a\n\npublic expect class Clock\n',
      'a/jvm/src/Clock.kt': 'package a\n\npublic actual class Clock\n',
      'a/js/src/Clock.kt': 'package a\n\n@Suppress("a") public actual typealias Clock = Date\n',
      'a/x/Twin.kt': 'package a\n\nclass Twin\n',
      'a/y/Twin.kt': 'package a\n\nclass Twin\n',
      'b/jvm/src/Main.kt': 'package b\n\nimport a.Clock\n\nval here = Clock()\n',
      'b/Main.kt': 'package b\n\nimport a.Clock\nimport a.Twin\n\nval clock: Clock = Twin()\n',
    });
    expect(edgesOf(graph)).toEqual([
      'b/Main.kt -> a/common/src/Clock.kt',
      'b/Main.kt -> a/js/src/Clock.kt',
      'b/Main.kt -> a/jvm/src/Clock.kt',
      'b/jvm/src/Main.kt -> a/common/src/Clock.kt',
      'b/jvm/src/Main.kt -> a/jvm/src/Clock.kt',
    ]);
    expect(unresolvedOf(graph)).toEqual(['b/Main.kt: a.Twin']);
  });

  test('functions that a file calls may come with a star', async () => {
    const main = `package b

import a.*
import c.given
import d.*
import org.lib.*

class Main {
  fun own() = own(1)
  fun run(other: Other) {
    runAll<Int>(1)
    runEach { }
    either()
    given()
    own()
    other.method()
    append()
    fill()
    neighbour()
    value
  }
}
`;
    const graph = await graphOf({
      'a/All.kt': 'package a\n\nfun <T> runAll(size: Int) {}\nfun interface Sam {\n  fun value()\n}\n',
      'a/Each.kt': 'package a\n\n@Deprecated("a") suspend fun runEach(block: () -> Unit) {}\n',
      'a/Given.kt': 'package a\n\nfun given() {}\n',
      'a/Either.kt': 'package a\n\nfun either() {}\n',
      'd/Either.kt': 'package d\n\nfun either() {}\n',
      'a/Own.kt': 'package a\n\nfun own() {}\n',
      'a/Method.kt': 'package a\n\nfun method() {}\n',
      'a/Append.kt': 'package a\n\nfun Text.append() {}\n',
      'a/Fill.kt': 'package a\n\nfun Text.fill() {}\n',
      'c/Builder.kt': 'package c\n\nclass Builder {\n  fun append() {}\n}\n',
      'a/Value.kt': 'package a\n\nval value = 1\n',
      'a/Neighbour.kt': 'package a\n\nfun neighbour() {}\n',
      'b/Neighbour.kt': 'package b\n\nfun neighbour() {}\n',
      'b/Main.kt': main,
      'c/Given.kt': 'package c\n\nfun given() {}\n',
    });
    // What two stars may bring, or a type that is a receiver here, is not said to be the one.
    expect(edgesOf(graph)).toEqual([
      'b/Main.kt -> a/All.kt',
      'b/Main.kt -> a/Each.kt',
      'b/Main.kt -> a/Fill.kt',
      'b/Main.kt -> c/Given.kt',
    ]);
  });

  test('a package that the project makes of a library of C is none of others', async () => {
    const graph = await graphOf({
      'a/posix/src/Main.kt':
        'package a\n\nimport a.interop.*\nimport b.interop.call\nimport c.interop.other\n\nfun main() {}\n',
      'a/posix/interop/a.def': 'headers = a.h\npackage = a.interop\n---\npackage = c.interop\n',
      'a/posix/interop/b.def': 'package=b.interop',
      'a/windows/exports.def': 'LIBRARY a\nEXPORTS\n  package\n',
    });
    expect(externalsOf(graph)).toEqual(['c.interop']);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('what is imported under another name leaves its own name to that of the package', async () => {
    const graph = await graphOf({
      'src/a/Main.kt':
        'package a\n\nimport b.Tool as Other\nimport b.make as build\n\nfun main(tool: Tool, other: Other) {\n  make()\n  build()\n}\n',
      'src/a/Tool.kt': 'package a\n\nclass Tool\n',
      'src/a/Other.kt': 'package a\n\nclass Other\n',
      'src/a/make.kt': 'package a\n\nfun make() {}\n',
      'src/b/Tool.kt': 'package b\n\nclass Tool\n',
      'src/b/make.kt': 'package b\n\nfun make() {}\n',
    });
    expect(edgesOf(graph)).toEqual([
      'src/a/Main.kt -> src/a/Tool.kt (same_package)',
      'src/a/Main.kt -> src/b/Tool.kt',
      'src/a/Main.kt -> src/b/make.kt',
    ]);
  });

  test('what stands at the top of a file is for Java in a class of the file, by its name or the one that it is given', async () => {
    const at = 'src/main/java/a';
    const graph = await graphOf({
      [`${at}/Same.java`]: 'package a;\nclass Same { int n = UtilsKt.one() + Named.two() + My_tools_jvmKt.three(); }\n',
      'src/main/java/b/Static.java': 'package b;\nimport static a.UtilsKt.one;\nclass Static { int n = one(); }\n',
      'src/main/java/b/Typed.java': 'package b;\nimport a.Named;\nimport a.Shared;\nclass Typed { }\n',
      'src/main/java/b/Star.java': 'package b;\nimport a.*;\nclass Star { int n = UtilsKt.one(); }\n',
      'src/main/java/b/Full.java': 'package b;\nclass Full { int n = c.d.DeepKt.seven(); }\n',
      'src/main/java/b/None.java': 'package b;\nimport a.EmptyKt;\nimport a.RenamedKt;\nclass None { }\n',
      [`${at}/utils.kt`]: 'package a\n\nfun one() = 1\n',
      [`${at}/renamed.kt`]: '@file:Suppress("ALL")\n@file:JvmName("Named")\n\npackage a\n\nval two = 2\n',
      [`${at}/my-tools.jvm.kt`]: 'package a\n\nfun three() = 3\n',
      [`${at}/empty.kt`]: 'package a\n\nclass Empty { fun UtilsKt() = 1 }\n',
      [`${at}/part1.kt`]: '@file:[JvmName(name = "Shared") JvmMultifileClass]\npackage a\nfun four() = 4\n',
      [`${at}/part2.kt`]:
        '@file:kotlin.jvm.JvmName("Shared")\n@file:kotlin.jvm.JvmMultifileClass\npackage a\nfun five() = 5\n',
      [`${at}/Other.kt`]: 'package a\n\nclass Other { val n = UtilsKt.one() }\n',
      'src/main/java/c/d/deep.kt': 'package c.d\n\nval seven = 7\n',
      [`${at}/Noted.kt`]: '// @file:JvmName("Same")\npackage a\n\n@JvmName("Other") fun six() = 6\n',
    });
    expect(edgesOf(graph)).toEqual([
      `${at}/Same.java -> ${at}/my-tools.jvm.kt (same_package)`,
      `${at}/Same.java -> ${at}/renamed.kt (same_package)`,
      `${at}/Same.java -> ${at}/utils.kt (same_package)`,
      `src/main/java/b/Full.java -> src/main/java/c/d/deep.kt`,
      `src/main/java/b/Star.java -> ${at}/utils.kt`,
      `src/main/java/b/Static.java -> ${at}/utils.kt`,
      `src/main/java/b/Typed.java -> ${at}/part1.kt`,
      `src/main/java/b/Typed.java -> ${at}/part2.kt`,
      `src/main/java/b/Typed.java -> ${at}/renamed.kt`,
    ]);
    expect(unresolvedOf(graph)).toEqual([
      'src/main/java/b/None.java: a.EmptyKt',
      'src/main/java/b/None.java: a.RenamedKt',
    ]);
  });

  test('names in backticks are names, whatever they hold', async () => {
    const graph = await graphOf({
      'src/main/kotlin/a/Main.kt':
        'package a\nimport a.b.`-Reader`.Companion.text\nimport a.b.`in here`\nval one = `-Own`(text)\nfun all() = `in here`()\n',
      'src/main/kotlin/a/Own.kt': 'package a\nclass `-Own`(val text: String)\n',
      'src/main/kotlin/a/b/Reader.kt': 'package a.b\ninternal class `-Reader` { companion object { val text = "" } }\n',
      'src/main/kotlin/a/b/In.kt': 'package a.b\nfun `in here`() = 1\n',
    });
    const at = 'src/main/kotlin/a';
    expect(edgesOf(graph)).toEqual([
      `${at}/Main.kt -> ${at}/Own.kt (same_package)`,
      `${at}/Main.kt -> ${at}/b/In.kt`,
      `${at}/Main.kt -> ${at}/b/Reader.kt`,
    ]);
    expect(unresolvedOf(graph)).toEqual([]);
  });
});
