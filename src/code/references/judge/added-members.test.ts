import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const uses = async (files: FileSpecs, query: string): Promise<readonly (number | null)[]> =>
  (await askCode(files, { mode: 'references', query })).rows.map(({ line }) => line).sort();

const KOTLIN: FileSpecs = {
  'src/main/kotlin/A.kt': `package a

import java.io.File

fun File.sized(): Int = 1

class Box {
    fun closed(): Int = 1
}
`,
  'src/main/kotlin/B.kt': `package a

import java.io.File

fun one() = File("a").sized()

fun two() = File("a").closed()
`,
};

test('what Kotlin adds to a type from outside may be meant where something is made of that', async () => {
  expect(await uses(KOTLIN, 'sized')).toEqual([5]);
  expect(await uses(KOTLIN, 'closed')).toEqual([]);
});

test('a value of an enum of Kotlin is none of an enum from outside that is named before it', async () => {
  const files = {
    'src/main/kotlin/Modifier.kt':
      'package a\n\nenum class Modifier {\n    OUT,\n    IN;\n}\n\nval KVariance.Companion.Free: Int get() = 1\n',
    'src/main/kotlin/B.kt': `package a

import kotlin.reflect.KVariance

fun one(variance: KVariance) = when (variance) {
    KVariance.OUT -> Modifier.OUT
    else -> KVariance.Free
}
`,
  };
  expect(await uses(files, 'Modifier/OUT')).toEqual([6]);
  expect((await askCode(files, { mode: 'references', query: 'Modifier/OUT' })).rows[0]?.edge?.evidence).toBe('exact');
  expect(await uses(files, 'Free')).toEqual([7]);
});

test('what Scala adds to a type from outside may be meant where something is made of that', async () => {
  const files = {
    'src/main/scala/A.scala': `package a

import scala.util.Try

object Ops:
  extension [T](value: Try[T])
    def logged: Int = 1
  implicit class Rich[T](value: Try[T]):
    def tried: Int = 1
`,
    'src/main/scala/B.scala': `package a

import scala.util.Try
import a.Ops.*

object B:
  def one(x: Int) = Try(x).logged
  def two(x: Int) = new Try(x).tried
`,
  };
  expect(await uses(files, 'logged')).toEqual([7]);
  expect(await uses(files, 'tried')).toEqual([8]);
});
