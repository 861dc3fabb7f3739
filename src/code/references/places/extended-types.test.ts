import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const linesOf = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query, limit: 50 });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

const KOTLIN: FileSpecs = {
  'a/Foobar.kt': 'package a\nclass Foobar<T> {\n    class Inner\n}\n',
  'a/uses.kt': `package a
fun Foobar.one() = 1
suspend fun Foobar.two() {}
val Foobar.three get() = 1
fun List<Foobar>.four() {}
fun Foobar?.five() {}
fun Foobar.Inner.six() {}
fun Foobar<List<Int>>.seven() {}
fun <T> Foobar<T>.eight() {}
fun nine() = 1
`,
};

test('in Kotlin the type that a function is added to is used, and the name of a function is not', async () => {
  const lines = await linesOf(KOTLIN, 'a/Foobar.kt#Foobar');
  for (const line of [2, 3, 4, 5, 6, 7, 8, 9]) expect(lines).toContain(`a/uses.kt:${line} exact`);
  await expect(askCode(KOTLIN, { mode: 'references', query: 'nine' })).resolves.toMatchObject({ rows: [] });
});

const SWIFT: FileSpecs = {
  'Sources/A/Request.swift': 'public final class Request {\n    struct Body {}\n}\n',
  'Sources/A/More.swift': `extension Request {
    func one() {}
}
public extension Request: Two {
}
extension Request.Body: Three {
}
extension Array where Element == Request {
}
`,
};

test('in Swift the type that is extended is used, which makes none of it', async () => {
  const lines = await linesOf(SWIFT, 'Request');
  for (const line of [1, 4, 6, 8]) expect(lines.join()).toContain(`Sources/A/More.swift:${line} `);
  await expect(askCode(SWIFT, { mode: 'callers', query: 'Request' })).resolves.toMatchObject({ rows: [] });
});
