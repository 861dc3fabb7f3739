import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';

test('finds the functions and properties of a body of Kotlin that stands on one line', () => {
  const text = `class Box {
    companion object { fun ofOne() = Box(); private val cache = mutableMapOf<Int, Box>() }
    object Named { fun two() { run { 1 } } fun three() = 3 }
    fun four() { fun local() = 1; val none = 2 }
    fun five() = object : Runnable { override fun run() {} }
}
interface Shape { val area: Double; fun draw(a: Int = run { 1 }) }
`;
  expect(scan('a.kt', text)).toEqual([
    '1-6 class Box',
    '2-2 class Box/Companion',
    '2-2 method Box/ofOne',
    '2-2 variable Box/cache',
    '3-3 class Box/Named',
    '3-3 method Box/Named/two',
    '3-3 method Box/Named/three',
    '4-4 method Box/four',
    '5-5 method Box/five',
    '7-7 interface Shape',
    '7-7 variable Shape/area',
    '7-7 method Shape/draw',
  ]);
});

test('takes time with the length of a text of short bodies, not with its square', () => {
  const text = `${'object A { fun b() {} } '.repeat(20_000)}\n${'class A { '.repeat(20_000)}`;
  expect(scan('a.kt', text).length).toBeLessThan(10);
});
