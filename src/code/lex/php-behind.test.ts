import { expect, test } from 'vitest';
import { scan } from '../../../test/support/scan.ts';

test.each([
  [
    '<?php namespace A; class B { function c() {} } class D {}\n',
    ['1-1 module A', '1-1 class B', '1-1 method B/c', '1-1 class D'],
  ],
  [
    '<?php function a() {} function b() {}\nclass X { public function y() {} private function z() {} const Q = 1; }\n',
    ['1-1 function a', '1-1 function b', '2-2 class X', '2-2 method X/y', '2-2 method X/z', '2-2 variable X/Q'],
  ],
  [
    '<?php\nenum S: string { case A = "a"; public function m() {} case B = "b"; }\ninterface N {} trait O { use P; } final class Q {}\n',
    [
      '2-2 enum S',
      '2-2 variable S/A',
      '2-2 method S/m',
      '2-2 variable S/B',
      '3-3 interface N',
      '3-3 trait O',
      '3-3 class Q',
    ],
  ],
  [
    '<?php\nfunction a() { return function () { return new class { }; }; } $b = fn() => 1; $c->class; A::class;\n',
    ['2-2 function a'],
  ],
])('every declaration of a line of PHP is found in %j', (text, symbols) => {
  expect(scan('a.php', text)).toEqual(symbols);
});

test.each([
  [
    '#[A([1], b: [[2], "]"])] #[C] final class D {\n#[E(["f" => [1]])] private int $g;\n}',
    ['2-4 class D', '3-3 variable D/g'],
  ],
  ['#[A([1])] function & b() {} #[C([1])] #[D] function c() {}', ['2-2 function b', '2-2 function c']],
])('attributes of any number and with lists in them stand before a declaration of PHP: %j', (text, symbols) => {
  expect(scan('a.php', `<?php\n${text}\n`)).toEqual(symbols);
});

test.each([
  `${'#[]'.repeat(130)}x`,
  `${'#[a[]'.repeat(80)}x`,
  `${'public static '.repeat(28)}x`,
  `function${' '.repeat(390)}x`,
])('attributes and modifiers that lead to no declaration are read in one way (%#)', (line) => {
  // All ways to part them take hours, which no time limit of a test allows.
  const found = scan('a.php', `<?php\nfunction b() {}\nclass A {\n${`${line}\n`.repeat(1_000)}}\n`);
  expect(found.map((one) => one.split(' ').at(-1))).toEqual(['b', 'A']);
});

test('a constant of PHP that a call defines at the top is one, also where it is looked for first', () => {
  const text = `<?php
define('A', 1);
if (!defined('B')) define("B", [
  1,
]);
if (! \\defined('C')) {
    \\define('C', f(1));
}
defined('D') || define('D', 2);
// define('NONE', 1);
define('Not\\Plain', 1);
define("n$one", 1);
$a->define('NONE', 1);
function f() {
    if (true) {
        define('LOCAL', 1);
    }
}
class G { const H = 1; }
`;
  expect(scan('a.php', text)).toEqual([
    '2-2 variable A',
    '3-5 variable B',
    '7-7 variable C',
    '9-9 variable D',
    '14-18 function f',
    '19-19 class G',
    '19-19 variable G/H',
  ]);
});
