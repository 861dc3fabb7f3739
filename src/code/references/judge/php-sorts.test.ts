import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const TREE = {
  'src/Guard.php':
    "<?php\nnamespace App;\nclass Guard extends Outside {\n  const LEVEL = 1;\n  private $level = 1;\n  public function user() {\n    return $this->user ?? $this->user();\n  }\n  public function level() {\n    return self::LEVEL + $this->level + $this->level() + count(array_map([$this, 'level'], []));\n  }\n  public static function LEVEL() {}\n}\n",
  'src/use.php':
    "<?php\nuse App\\Guard;\nfunction f(Guard $g) {\n  $g->user();\n  $g->user;\n  $g->level;\n  Guard::LEVEL;\n  Guard::LEVEL();\n  $g->level(...);\n  return 'a' . user() . 'b' . level();\n}\n",
};

const usesOf = async (query: string): Promise<readonly string[]> => {
  const { rows } = await askCode(TREE, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();
};

test('a method of PHP is never proven by who reads a property of its name, which the class may have from elsewhere', async () => {
  expect(await usesOf('src/Guard.php#Guard/user')).toEqual([
    'src/Guard.php:7 exact',
    'src/Guard.php:7 name',
    'src/use.php:4 exact',
    'src/use.php:5 name',
  ]);
});

test('a function of PHP that is called behind a dot, which joins texts, is no member of its name', async () => {
  const rows = [...(await usesOf('src/Guard.php#Guard/user')), ...(await usesOf('src/Guard.php#Guard/level'))];
  expect(rows.filter((row) => row.startsWith('src/use.php:10'))).toEqual([]);
});

test('methods, properties and constants of PHP are taken apart by how they are asked for', async () => {
  const proven = async (name: string, kind: 'method' | 'variable') => {
    const query = `src/Guard.php#Guard/${name}`;
    const { rows } = await askCode(TREE, { mode: 'references', query, kind });
    return rows.flatMap(({ file, line, edge }) => (edge?.evidence === 'exact' ? [`${file}:${line}`] : [])).sort();
  };
  expect(await proven('level', 'method')).toEqual(['src/Guard.php:10', 'src/use.php:9']);
  expect(await proven('level', 'variable')).toEqual(['src/Guard.php:10', 'src/use.php:6']);
  expect(await proven('LEVEL', 'method')).toEqual(['src/use.php:8']);
  expect(await proven('LEVEL', 'variable')).toEqual(['src/Guard.php:10', 'src/use.php:7']);
});

test('what the dot of PHP joins is a name of its own and no member of what stands before', async () => {
  const tree = {
    'src/A.php': `<?php
namespace App;
const LIMIT = 1;
function shorten($a) { return $a; }
class A {
  function run() {
    $x = '<a>' . $this->part(1) . self::make() . "b" . new A();
    return $x.shorten(1) . LIMIT.A::make();
  }
  private function part($n) { return isset($n).'a'.empty($n); }
  static function make() {}
}
`,
  };
  const uses = async (query: string) =>
    (await askCode(tree, { mode: 'references', query })).rows.map(({ line, edge }) => `${line} ${edge?.evidence}`);
  expect(await uses('part')).toEqual(['7 exact']);
  expect(await uses('make')).toEqual(['7 exact', '8 exact']);
  expect(await uses('shorten')).toEqual(['8 exact']);
  expect(await uses('LIMIT')).toEqual(['8 exact']);
  expect(await uses('src/A.php#A')).toEqual(['7 exact', '8 exact']);
});

test('what a class of PHP makes of itself or writes to be one of it has its members, whatever the class derives from', async () => {
  const tree = {
    'src/A.php':
      '<?php\nclass A extends B {\n  function days() {}\n  function with(self $other, $one) {\n    $copy = clone $this;\n    $copy->days();\n    $new = new static();\n    $new->days();\n    $other->days();\n    $one->days();\n  }\n}\n',
  };
  const { rows } = await askCode(tree, { mode: 'references', query: 'days' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual([
    '6 import',
    '8 import',
    '9 import',
    '10 name',
  ]);
});
