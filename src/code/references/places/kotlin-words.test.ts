import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const places = async (files: FileSpecs, query: string): Promise<string[]> =>
  (await askCode(files, { mode: 'references', query })).rows
    .map(({ file, line }) => `${file}:${line}`)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));

const HEADERS = `class Headers(private val all: List<String>) {
    fun get(name: String): String? = null
    fun get(): String = get("all") ?: ""
    fun set(value: Int) {}

    @get:JvmName("size")
    val size: Int
        get() = all.size / 2
    var kept: Int = 0
        get(): Int { return field }
        private set(value) {
            set(value)
            field = value
        }
    val isEmpty: Boolean get() { return size == 0 }
    var other: Int = 1
        private set
    @set:JvmName("named") @field:Key var named = get()
}
`;

test('in Kotlin what reads or writes a property, and what an annotation is for, is no use of a function called so', async () => {
  expect(await places({ 'Headers.kt': HEADERS }, 'Headers/get')).toEqual(['Headers.kt:3', 'Headers.kt:18']);
  expect(await places({ 'Headers.kt': HEADERS }, 'Headers/set')).toEqual(['Headers.kt:12']);
});

test('in Kotlin a call with a block is one, be it of what is called like an accessor', async () => {
  const tree = {
    'A.kt':
      'fun get(block: () -> Unit = {}) {\n}\nfun a() {\n    get() { }\n    val b = 1\n    get()\n    val c = 1\n    get() { }\n}\n',
  };
  expect(await places(tree, 'get')).toEqual(['A.kt:4', 'A.kt:6', 'A.kt:8']);
});

test('in Kotlin an accessor is none of what a property calls', async () => {
  const { rows } = await askCode({ 'Headers.kt': HEADERS }, { mode: 'callees', query: 'Headers/size' });
  expect(rows.map(({ symbol }) => symbol?.name)).toEqual([]);
});
