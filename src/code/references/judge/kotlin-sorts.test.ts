import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Each place that is told as a use of what a query names, with how it is known; what is left out is not there. */
async function uses(files: FileSpecs, query: string): Promise<readonly string[]> {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file.split('/').at(-1)}:${line} ${edge?.evidence}`);
}

test('a name of Kotlin that calls nothing is no function, but behind two colons, in an import and between two values', async () => {
  const files: FileSpecs = {
    'src/Way.kt':
      'package a\n\nopen class Base {\n    var arguments: List<Int>? = null\n}\n\nclass Way : Base() {\n    fun first() = arguments!!.first()\n' +
      '    fun arguments(): List<Int> = listOf()\n    fun all() = listOf(arguments(), this.arguments())\n    fun one() = map(this::arguments)\n}\n\n' +
      'infix fun Int.upTo(other: Int) = 1\nfun f(upTo: Int) = 1 upTo 2\n',
    'src/User.kt': 'package b\n\nimport a.upTo\n\nfun g(way: Range) = way.upTo + 1.upTo(2)\n',
  };
  // A property that the type above has stays apart, though a method may stand for one of that.
  expect(await uses(files, 'Way/arguments')).toEqual(['Way.kt:10 exact', 'Way.kt:11 exact', 'Way.kt:8 name']);
  const sure = async (query: string) => (await uses(files, query)).filter((row) => !row.endsWith(' name'));
  expect(await sure('Base/arguments')).toEqual(['Way.kt:8 exact']);
  expect((await uses(files, 'src/Way.kt#upTo')).map((row) => row.split(' ')[0])).toEqual([
    'User.kt:3',
    'User.kt:5',
    'Way.kt:15',
  ]);
});

test('a function of Kotlin takes as many values as are given, a block behind them with them', async () => {
  const files: FileSpecs = {
    'src/Path.kt':
      'package a\n\nopen class Path {\n    open fun resolve(child: String, isNormal: Boolean = false) = this\n    fun walk(vararg names: String, then: (Path, Int) -> Unit) {}\n' +
      '    fun both(one: () -> Unit, two: Int) {}\n}\n\nclass Own : Path() {\n    override fun resolve(child: String, isNormal: Boolean) = this\n}\n',
    'src/Files.kt':
      'package a\n\nclass Files {\n    fun open(path: Path, own: Own) {\n        path.resolve()\n        path.resolve("a")\n        path.resolve(\n            "a",\n            true,\n        )\n' +
      '        path.resolve("a", true, 1)\n        path.walk("a", "b") { _, _ -> }\n        path.walk { _, _ -> }\n        path.both({}, 1)\n        own.resolve("a")\n    }\n    private fun Path.resolve() = toString()\n}\n',
  };
  const sure = async (query: string) => (await uses(files, query)).filter((row) => !row.endsWith(' name'));
  expect(await sure('Path/resolve')).toEqual(['Files.kt:6 exact', 'Files.kt:7 exact']);
  expect(await sure('Own/resolve')).toEqual(['Files.kt:15 exact']);
  expect(await uses(files, 'Path/walk')).toEqual(['Files.kt:12 exact', 'Files.kt:13 exact']);
  expect(await uses(files, 'Path/both')).toEqual(['Files.kt:14 exact']);
});

test('in a function that is added to a type of Kotlin a name alone, or behind `this`, is that of its member', async () => {
  const files: FileSpecs = {
    'src/Source.kt':
      'package a\n\nopen class Base {\n    val buffer = 1\n}\n\nclass Source : Base() {\n    fun take(one: Int) {}\n}\n',
    'src/Top.kt': 'package a\n\nval buffer = 2\nfun take(one: Int) {}\n',
    'src/More.kt':
      'package a\n\nfun Source.more() = buffer + this.buffer\nfun Source.inner(other: Any) = other.apply { go(buffer) }\n' +
      'fun Source.called() {\n    take(1)\n}\nfun none() = buffer\n',
  };
  expect(await uses(files, 'Base/buffer')).toEqual(['More.kt:3 exact', 'More.kt:4 name']);
  expect(await uses(files, 'src/Top.kt#buffer')).toEqual(['More.kt:8 exact', 'More.kt:4 name']);
  // Which of the two is called only the types of the values tell.
  expect(await uses(files, 'Source/take')).toEqual(['More.kt:6 name']);
});

test('of functions that are added to several types of Kotlin a name alone means those for the type around it', async () => {
  const files: FileSpecs = {
    'src/in/Buffer.kt': 'package a.inner\n\nimport a.Buffer\n\nfun Buffer.common(one: Int) = 1\n',
    'src/in/Text.kt': 'package a.inner\n\nimport a.Text\n\nfun Text.common(one: Int) = 1\n',
    'src/Buffer.kt': 'package a\n\nimport a.inner.common\n\nclass Buffer {\n    fun go() = common(1)\n}\n',
    'src/Text.kt': 'package a\n\nimport a.inner.common\n\nclass Text {\n    fun go() = common(1)\n}\n',
  };
  const called = async (query: string): Promise<readonly string[]> =>
    (await uses(files, query)).filter((row) => row.includes(':6'));
  expect(await called('src/in/Buffer.kt#common')).toEqual(['Buffer.kt:6 exact']);
  expect(await called('src/in/Text.kt#common')).toEqual(['Text.kt:6 exact']);
});

test('a block behind the brackets of a call of Kotlin is a value where types stand before these, too', async () => {
  const files: FileSpecs = {
    'src/Retry.kt':
      'package a\n\nfun <T> retry(times: Int, block: () -> T): T = block()\nfun above(one: Int, isMore: Boolean = one > 0, two: Int = 1) = 1\n' +
      'fun go() = retry<List<Int>>(3) { listOf(4) }\nfun more() = above(1, true, 2)\n',
  };
  expect(await uses(files, 'src/Retry.kt#retry')).toEqual(['Retry.kt:5 exact']);
  expect(await uses(files, 'src/Retry.kt#above')).toEqual(['Retry.kt:6 exact']);
});

test('a block of Kotlin that is given to a function may have a receiver, of which nobody knows what it has', async () => {
  const files: FileSpecs = {
    'src/Page.kt':
      'package a\n\nclass Page {\n    val title = 1\n    fun line(one: Int) {}\n}\n\nclass Head {\n    val title = 2\n    fun line(one: Int) {}\n}\n\n' +
      'fun head(make: Head.() -> Unit) {}\n',
    'src/Use.kt':
      'package a\n\nfun Page.one() {\n    head { show(title) }\n    head { line(1) }\n    head { show(this.title) }\n    if (is()) { show(title) }\n' +
      '    listOf(1).map { show(title) }\n    other.let { show(this.title) }\n    when (1) { 1 -> { show(title) } }\n' +
      '    show("\x24{title}")\n    runBlocking { show(title) }\n}\nfun Page.two() = apply { show(title) }\n',
  };
  const sure = [7, 8, 9, 10, 11, 12, 14].map((line) => `Use.kt:${line} exact`);
  expect(await uses(files, 'Page/title')).toEqual([...sure, 'Use.kt:4 name', 'Use.kt:6 name']);
  expect(await uses(files, 'Head/title')).toEqual(['Use.kt:4 name', 'Use.kt:6 name']);
  expect(await uses(files, 'Page/line')).toEqual(['Use.kt:5 name']);
});

test('`this` in a function that is added to a type of Kotlin is never the type around it', async () => {
  const files: FileSpecs = {
    'src/Box.kt':
      'package a\n\nclass Box {\n    val size = 1\n    fun String.one() = this.size\n    fun two() = this.size\n    fun String.three() = this@Box.size\n}\n',
  };
  expect(await uses(files, 'Box/size')).toEqual(['Box.kt:6 exact', 'Box.kt:7 exact', 'Box.kt:5 name']);
});
