import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

const TREE = {
  'src/Model/User.php':
    '<?php\nnamespace App\\Model;\nclass User {\n  const A = 1;\n  public static function make() {}\n  public function name() {}\n}\n',
  'src/Other/User.php':
    '<?php\nnamespace App\\Other;\nclass User {\n  const A = 1;\n  public static function make() {}\n  public function name() {}\n}\n',
  'src/Model/Near.php': '<?php\nnamespace App\\Model;\nfunction near(User $u) {\n  return new User;\n}\n',
};

/** Uses in one file, as `line evidence`. */
const inUse = async (query: string, ...lines: readonly string[]): Promise<readonly string[]> => {
  const tree = { ...TREE, 'use.php': ['<?php', ...lines].join('\n') };
  const { rows } = await askCode(tree, { mode: 'references', query });
  return rows.flatMap(({ file, line, edge }) => (file === 'use.php' ? [`${line} ${edge?.evidence}`] : []));
};

const BOTH = [
  'namespace App;',
  'use App\\Other\\User as Them;',
  'use App\\Model\\{User, Unknown as Other};',
  'use App\\Other;',
  'function a(User $u): User { }',
  'function b(Them $t) { }',
  'function c(\\App\\Other\\User $o) { }',
  'function d(namespace\\Model\\User $m) { }',
  'class E extends User { }',
  'User::make();',
  'Them::make();',
  '\\App\\Other\\User::make();',
  'Model\\User::make();',
  'return [User::A, Them::A];',
];

test('a class of PHP is the one of its full name, by the imports and the namespace of the file', async () => {
  expect(await inUse('src/Model/User.php#User', ...BOTH)).toEqual(
    [4, 6, 9, 10, 11, 14, 15].map((line) => `${line} exact`),
  );
  expect(await inUse('src/Other/User.php#User', ...BOTH)).toEqual([3, 7, 8, 12, 13, 15].map((line) => `${line} exact`));
});

test('members of a class of PHP are those of the class of its full name', async () => {
  expect(await inUse('src/Model/User.php#User/make', ...BOTH)).toEqual(['11 exact', '14 exact']);
  expect(await inUse('src/Other/User.php#User/make', ...BOTH)).toEqual(['12 exact', '13 exact']);
  expect(await inUse('src/Model/User.php#User/A', ...BOTH)).toEqual(['15 exact']);
  const typed = [
    'use App\\Model\\User;',
    'function f(\\App\\Other\\User $o, User $u) {',
    '  $o->name();',
    '  $u->name();',
    '  (new \\App\\Other\\User)->name();',
    '}',
    'class Child extends \\App\\Other\\User {',
    '  function g() { $this->name(); }',
    '}',
  ];
  const exact = (rows: readonly string[]) => rows.filter((row) => row.endsWith('exact'));
  expect(exact(await inUse('src/Model/User.php#User/name', ...typed))).toEqual(['5 exact']);
  expect(exact(await inUse('src/Other/User.php#User/name', ...typed))).toEqual(['4 exact', '6 exact', '9 exact']);
});

test('a class of the same namespace of PHP needs no import, and what only has its name is not proven', async () => {
  const { rows } = await askCode(TREE, { mode: 'references', query: 'src/Model/User.php#User' });
  expect(rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`)).toEqual([
    'src/Model/Near.php:3 exact',
    'src/Model/Near.php:4 exact',
  ]);
  // What the project does not have may be one of its classes by `class_alias`.
  expect(await inUse('src/Model/User.php#User', 'use Vendor\\User;', 'new User;')).toEqual(['2 name', '3 name']);
});

test('a class of another full name is not proven by a file that leads there, and one of PHP itself is none of the project', async () => {
  const tree = {
    'src/Fault.php': '<?php\nnamespace App;\nclass LengthException extends \\LengthException {}\nclass Fault {}\n',
    'use.php':
      '<?php\nnamespace Test;\nuse App\\Fault as Ours;\nfunction go() {\n  f(\\LengthException::class, \\Fault::class);\n  throw new \\App\\LengthException;\n}\n',
  };
  const uses = async (query: string) =>
    (await askCode(tree, { mode: 'references', query })).rows.map(
      ({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`,
    );
  expect(await uses('src/Fault.php#LengthException')).toEqual(['use.php:6 exact']);
  expect(await uses('src/Fault.php#Fault')).toEqual(['use.php:3 exact', 'use.php:5 name']);
});

test('a class in a file of several namespaces keeps its uses, since its full name is not known', async () => {
  const tree = {
    'src/all.php': '<?php\nnamespace App;\nclass Order {}\nnamespace App\\Other;\nclass Part {}\n',
    'src/Near.php': '<?php\nnamespace Test;\nuse App\\Order;\nnew Order;\n',
    'src/polyfill.php': '<?php\nnamespace App {\nclass Else_ {}\n}\nnamespace {\nclass ValueError {}\n}\n',
    'use.php': '<?php\nrequire __DIR__ . "/src/polyfill.php";\nthrow new ValueError;\n',
  };
  const uses = async (query: string) =>
    (await askCode(tree, { mode: 'references', query })).rows.map(
      ({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`,
    );
  expect(await uses('Order')).toEqual(['src/Near.php:3 exact', 'src/Near.php:4 exact']);
  expect(await uses('ValueError')).toEqual(['use.php:3 import']);
});

test('a property of PHP that is called like a class is no value of that', async () => {
  const lines = [
    'namespace App;',
    'use App\\Model\\User;',
    'class Mail {',
    '  private Other|Account $user;',
    '  function send($one) {',
    '    $this->user->name();',
    '    $one->user?->name();',
    '    User::name();',
    '  }',
    '}',
  ];
  expect(await inUse('src/Model/User.php#User/name', ...lines)).toEqual(['9 exact', '7 name', '8 name']);
});
