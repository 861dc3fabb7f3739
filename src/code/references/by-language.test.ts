import { expect, test } from 'vitest';
import { askCode } from '../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../test/support/repository.ts';
import type { FindInput, FoundOutput } from '../questions/find.types.ts';

const ask = (
  files: FileSpecs,
  mode: FindInput['mode'],
  query: string,
  more: Partial<FindInput> = {},
): Promise<FoundOutput> => askCode(files, { mode, query, ...more });

/** Rows as `file:line evidence`. */
const edges = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();

/** Rows as `name evidence`. */
const names = ({ rows }: FoundOutput): string[] =>
  rows.map(({ symbol, edge }) => `${symbol?.name ?? ''} ${edge?.evidence}`).sort();

const DROPS: FileSpecs = {
  'drop.rb': 'module Site\n  module Drops\n    class Drop\n      include Comparable\n    end\n  end\nend\n',
  'page.rb':
    'module Site\n  module Drops\n    class PageDrop < Drop\n      extend Forward\n      a < Drop\n    end\n    class Late < PageDrop; end\n  end\nend\n',
  'other.rb': 'class Plugin < Site::Drops::Drop\n  prepend Site::Comparable, Forward\nend\n',
  'mixed.rb': 'module Site\n  module Comparable\n  end\nend\nmodule Forward\nend\n',
};

test('a subclass of Ruby is found by its head, over several steps, by the modules that it lies in', async () => {
  const found = await ask(DROPS, 'implementations', 'Drop', { depth: 3 });
  expect(names(found)).toEqual(['Late exact', 'PageDrop exact', 'Plugin exact']);
});

test('what includes, extends or prepends a module of Ruby implements it', async () => {
  expect(names(await ask(DROPS, 'implementations', 'Comparable'))).toEqual(['Drop exact', 'Plugin exact']);
  expect(names(await ask(DROPS, 'implementations', 'Forward'))).toEqual(['PageDrop exact', 'Plugin exact']);
});

const SITE: FileSpecs = {
  'site.rb':
    'class Site\n  def process\n    cleanup\n    render if cleanup?\n  end\n\n  def cleanup\n    @cleaner.cleanup!\n  end\n\n  def local(list)\n    cleanup = list\n    cleanup\n  end\n\n  def given(cleanup)\n    cleanup\n  end\n\n  def names\n    [:cleanup, { cleanup: 1 }, @cleanup]\n    self.cleanup = 1\n  end\n\n  def each_one(list)\n    list.map { |cleanup, b| cleanup }\n  end\n\n  def cleanup?\n    true\n  end\nend\n',
  'use.rb': 'def run(site)\n  site.cleanup\n  site.cleanup?\n  other.cleanup!\nend\n',
  'cleaner.rb': 'class Cleaner\n  def cleanup!\n    obsolete.each do |f|\n      f\n    end\n  end\nend\n',
};

test('a method of Ruby is called by its name alone, unless that is a variable, a key or a symbol', async () => {
  expect(edges(await ask(SITE, 'callers', 'Site/cleanup'))).toEqual(['site.rb:3 exact', 'use.rb:2 name']);
  const called = await ask(SITE, 'callees', 'process');
  expect(names(called)).toEqual(['cleanup exact', 'cleanup? exact']);
  expect(called.reading).toContain('1 called name leads to no declaration in the project: render');
});

test('a constant of Ruby is of the innermost of the modules that are opened around it, by their whole names', async () => {
  const tree = {
    'a.rb':
      'module A\n  class D\n  end\nend\nclass A::B\n  class C\n  end\n  def m\n    C.new\n    D.new\n  end\nend\n',
    'top.rb': 'class C\nend\nclass D\nend\n',
  };
  expect(edges(await ask(tree, 'references', 'A/B/C'))).toEqual(['a.rb:9 exact']);
  // `class A::B` opens nothing of `A` itself.
  expect(edges(await ask(tree, 'references', 'A/D'))).toEqual([]);
  const top = await ask(tree, 'implementations', 'C');
  expect(top.rows).toEqual([]);
});

test('in Ruby a variable of one method hides no call in another, a value of a hash is called, and so is what makes one', async () => {
  const tree = {
    'a.rb':
      'class Site\n  def path\n    1\n  end\n\n  def one(list)\n    path = list\n    path\n  end\n\n  def two\n    run(:path => path, other: path)\n  rescue Broken => path\n    path\n  end\nend\n\ndef make\n  Site.new(1)\nend\n',
  };
  const { rows } = await ask(tree, 'callers', 'Site/path');
  expect(rows.map(({ line, hits, edge }) => `${line} ${hits} ${edge?.evidence}`)).toEqual(['12 2 exact']);
  expect(names(await ask(tree, 'callers', 'Site'))).toEqual(['make exact']);
});

test('names of Ruby that differ by their last sign, or by a sign before them, are different names', async () => {
  expect(edges(await ask(SITE, 'callers', 'cleanup!'))).toEqual(['site.rb:8 name', 'use.rb:4 name']);
  expect(edges(await ask(SITE, 'callers', 'cleanup?'))).toEqual(['site.rb:4 exact', 'use.rb:3 name']);
  const { rows } = await ask(SITE, 'references', 'Site/cleanup', { include: ['site.rb'] });
  const lines = rows.filter(({ edge }) => edge?.evidence === 'exact').map(({ line }) => line);
  expect(lines).toEqual([3]);
  const hits = (await ask({ 'a.rb': 'def path\n  1\nend\n@path = 1\n@path\n' }, 'references', 'path')).totals.hits;
  expect(hits).toBe(0);
});

test('a macro of Rust is still asked for with its sign', async () => {
  const tree = {
    'Cargo.toml': '[package]\nname = "x"\n',
    'src/lib.rs': 'macro_rules! shout {\n    () => {};\n}\nfn run() {\n    shout!();\n}\n',
  };
  expect(names(await ask(tree, 'callers', 'shout!'))).toEqual(['run exact']);
});

test('an extension of Swift conforms its type, and the constraint of an associated type conforms nothing', async () => {
  const tree = {
    'A.swift':
      'protocol AbortError {\n}\nstruct Abort: AbortError {\n}\nstruct Other {\n}\nextension Other: AbortError {\n}\nextension DecodingError: AbortError {\n}\nprotocol Authenticator {\n    associatedtype Failure: AbortError\n}\n',
  };
  const { rows } = await ask(tree, 'implementations', 'AbortError');
  expect(rows.map(({ line, symbol }) => `${line} ${symbol?.name}`).sort()).toEqual([
    '3 Abort',
    '5 Other',
    '9 DecodingError',
  ]);
});

test('an object of Scala implements what it extends, and a type argument is nothing that is extended', async () => {
  const tree = {
    'A.scala':
      'trait Router\ntrait Provider[T]\nclass Routes extends Provider[Router] {\n}\nobject Main extends Router {\n}\nclass Plain(x: Int) extends Router with Provider[Plain]\n',
  };
  expect(names(await ask(tree, 'implementations', 'Router'))).toEqual(['Main exact', 'Plain exact']);
});

test('a class of PHP implements the trait that it uses', async () => {
  const tree = {
    'a.php': '<?php\nnamespace App;\ntrait Completion\n{\n}\n',
    'b.php':
      '<?php\nnamespace App\\Sub;\nuse App\\Completion;\nclass Show extends Base\n{\n    use Completion;\n    function run() { $f = function () use ($a) { }; }\n}\nclass Hide { use Other, \\App\\Completion { a as b; } }\nclass Plain {}\n',
  };
  const { rows } = await ask(tree, 'implementations', 'Completion');
  expect(rows.map(({ symbol }) => symbol?.name).sort()).toEqual(['Hide', 'Show']);
});

const BACKENDS: FileSpecs = {
  'go.mod': 'module x\n\ngo 1.22\n',
  'backend/backend.go':
    'package backend\n\ntype Backend interface {\n\tSchema(n int) string\n\tConfigure(n int) error\n}\n',
  'base/base.go':
    'package base\n\ntype Base struct{}\n\nfunc (b Base) Schema(n int) string { return "" }\n\ntype Deep struct {\n\t*Base\n}\n',
  'pg/pg.go':
    'package pg\n\nimport "x/base"\n\ntype Backend struct {\n\tbase.Base\n\tname string\n}\n\nfunc (b *Backend) Configure(n int) error { return nil }\n',
  'http/http.go':
    'package http\n\nimport "x/base"\n\ntype Client struct {\n\t*base.Deep\n}\n\nfunc (b *Client) Configure(n int) error { return nil }\n\ntype Less struct {\n\tbase.Base\n}\n',
  's3/s3.go': 'package s3\n\ntype Backend struct {\n\tsome.Thing\n}\n',
  's3/s3_test.go':
    'package s3\n\nimport "x/backend"\n\nfunc TestImpl(t *testing.T) {\n\tvar _ backend.Backend = new(Backend)\n}\n',
};

test('a type of Go has the methods of what it embeds, from whatever package that is', async () => {
  const { 's3/s3.go': _, 's3/s3_test.go': __, ...tree } = BACKENDS;
  const found = await ask(tree, 'implementations', 'backend.go#Backend');
  expect(edges(found)).toEqual(['http/http.go:5 exact', 'pg/pg.go:5 exact']);
});

test('a line of Go that assigns a type to an interface proves it, also in a test, and the type itself is shown', async () => {
  const found = await ask(BACKENDS, 'implementations', 'backend.go#Backend');
  expect(edges(found)).toContain('s3/s3.go:3 exact');
  expect(edges(found).some((edge) => edge.startsWith('s3/s3_test.go'))).toBe(false);
  const without = await ask(BACKENDS, 'implementations', 'backend.go#Backend', { tests: 'exclude' });
  expect(edges(without)).toContain('s3/s3.go:3 exact');
});

test('a word of the language is a use of a method of that name only behind a dot or as a key', async () => {
  const tree = {
    'runner.ts': 'export class Runner {\n  import(url: string) {\n    return url;\n  }\n}\n',
    'use.ts':
      "import { Runner } from './runner.ts';\nexport type All = typeof import('./runner.ts');\nexport async function run(runner: Runner) {\n  await import('./runner.ts');\n  import.meta.url;\n  runner.import('a');\n  return { import: 1 };\n}\n",
  };
  expect(edges(await ask(tree, 'references', 'Runner/import'))).toEqual(['use.ts:6 exact', 'use.ts:7 name']);
  expect(edges(await ask(tree, 'callers', 'Runner/import'))).toEqual(['use.ts:6 exact']);
});

test('a row never tells more of a call than what is known of each that it counts', async () => {
  const tree = {
    'a.py':
      'class Cart:\n    def fill(self):\n        pass\n\ndef shop(x):\n    x.fill()\n    cart = Cart()\n    cart.fill()\n    cart.fill()\n',
  };
  const { rows } = await ask(tree, 'callers', 'Cart/fill');
  expect(rows.map(({ line, hits, edge }) => `${line} ${hits} ${edge?.evidence}`)).toEqual(['8 2 exact', '6 1 name']);
  const grouped = await ask(tree, 'references', 'Cart/fill', { group: 'symbol' });
  expect(grouped.rows.map(({ line, hits, edge }) => `${line} ${hits} ${edge?.evidence}`)).toEqual([
    '8 2 exact',
    '6 1 name',
  ]);
  const counted = await ask(tree, 'references', 'Cart/fill', { group: 'count' });
  expect(counted.rows.map(({ hits, edge }) => `${hits} ${edge?.evidence}`)).toEqual(['3 name']);
});

test('a prototype and a friend of C++ are declarations, in whatever namespace or class they stand', async () => {
  const tree = {
    'a.h':
      'namespace testing {\nclass Info {\n public:\n  friend Info* internal::Make(\n      int a);\n};\nnamespace internal {\nAPI_ Info* Make(\n    int a);\n}\n}\n',
    'a.cc':
      '#include "a.h"\nnamespace testing {\nInfo* internal::Make(int a) {\n  return nullptr;\n}\n#ifdef A\n#endif\nMake(3);\nint run() {\n  Info* x = internal::Make(1);\n  return internal::Make(2) != x;\n}\n}\n',
  };
  const found = await ask(tree, 'callers', 'Make');
  expect(found.rows.map(({ file, line, hits }) => `${file}:${line} ${hits}`)).toEqual(['a.cc:10 2', 'a.cc:8 1']);
});

test('in PHP a parameter, a property and what is made tell the type of what gets a call', async () => {
  const tree = {
    'Command.php':
      '<?php\nnamespace App;\nclass Command\n{\n    public function run()\n    {\n    }\n    public function width()\n    {\n    }\n}\n',
    'Other.php': '<?php\nnamespace App;\nclass Other\n{\n    public function run()\n    {\n    }\n}\n',
    'Use.php':
      '<?php\nnamespace App\\Sub;\nuse App\\Command;\nuse App\\Other;\nclass Use1\n{\n    private ?Command $command;\n    public function __construct(private readonly Other $other)\n    {\n    }\n    public function one(Command $command, Command|Other $any)\n    {\n        $command->run();\n        $any->run();\n    }\n    public function two(Other $command)\n    {\n        $command->run();\n        $made = new Command();\n        $made->run();\n        $this->command->run();\n        $this->other->run();\n    }\n    public function three(Command $command)\n    {\n        $command = find();\n        $command->run();\n        (new Command())->run();\n        (new Text(1))->width();\n    }\n}\n',
  };
  const found = await ask(tree, 'callers', 'Command/run', { include: ['Use.php'] });
  expect(edges(found)).toEqual([
    'Use.php:13 exact',
    'Use.php:14 name',
    'Use.php:20 exact',
    'Use.php:27 name',
    'Use.php:28 exact',
  ]);
  expect(found.reading).toContain('2 calls of other declarations of the name left out');
  expect(edges(await ask(tree, 'callers', 'Command/width'))).toEqual(['Use.php:29 name']);
});

test('a function of PHP that is called by its name alone is no method and no property of that name', async () => {
  const tree = {
    'Files.php':
      '<?php\nnamespace App;\nclass Files\n{\n    private array $defined = [];\n    public function mkdir($a)\n    {\n        mkdir($a);\n    }\n}\n',
    'use.php':
      '<?php\nuse App\\Files;\nfunction run($fs) {\n  @mkdir(1);\n  \\mkdir(2);\n  $fs->mkdir(3);\n  $fs\n    // again\n    ->mkdir(4);\n  make()?->mkdir(5);\n  Files::mkdir(6);\n  return \\defined(7);\n}\n',
  };
  const called = await ask(tree, 'callers', 'Files/mkdir');
  expect(called.rows.map(({ file, line, hits }) => `${file}:${line} ×${hits}`)).toEqual([
    'use.php:6 ×3',
    'use.php:11 ×1',
  ]);
  expect(names(await ask(tree, 'callees', 'run')).filter((name) => name.startsWith('defined'))).toEqual([]);
});

test('what is written with the sign of a variable is a use of the variable and never of a function of that name', async () => {
  const shell = {
    'a.sh': `count=1\nbuild() {\n  echo $count \${count} \${#count}\n}\nbuild\necho $build \${build} \${#build} "\${build}"\nx=$(build a)\n`,
    'b.sh': '. ./a.sh\nbuild 1\necho $build\nbuild=1\nexport build=2\n',
  };
  const counted = await ask(shell, 'references', 'count');
  expect(counted.rows.map(({ line, hits }) => `${line} ×${hits}`)).toEqual(['1 ×1', '3 ×3']);
  expect(edges(await ask(shell, 'references', 'build'))).toEqual(['a.sh:5 exact', 'a.sh:7 exact', 'b.sh:2 name']);
  const php = {
    'a.php':
      '<?php\nfunction add($a) { return $a; }\n$add = 1;\necho add($add);\n$add(1);\nclass Bag {\n  public $size = 2;\n  public function more() { return $this->size + add(1); }\n}\n',
  };
  const added = await ask(php, 'references', 'add');
  expect(added.rows.map(({ line, hits, edge }) => `${line} ×${hits} ${edge?.evidence}`)).toEqual([
    '4 ×1 exact',
    '8 ×1 exact',
  ]);
  expect(edges(await ask(php, 'callers', 'add'))).toEqual(['a.php:4 exact', 'a.php:8 exact']);
  expect(edges(await ask(php, 'references', 'Bag/size'))).toEqual(['a.php:8 exact']);
});

test('a function of a shell is called where it is the first word of a command', async () => {
  const bodies = [
    'build',
    'x=$(build a)',
    'if ! build; then A=1 B="c d" build x; fi',
    'case $1 in\n  build) build | cat ;;\n  all|build) echo && build ;;\n  a\\ *) build ;;\nesac',
    'echo "$(build)" $(echo a) build',
    'for build in 1; do build; done',
    'echo build build-all $build && ./build || build.sh',
    'make \\\n  build',
    'list=(build); build=1; echo $((build + 1)) >&build; rm {build,dist}',
    'cat <<END\nbuild\nEND',
    'cat <<END\nbuild $(build a)\nEND',
    'cat <<"END"\n$(build a)\nEND',
  ];
  const functions = bodies.map((body, at) => `f${at}() {\n${body}\n}\n`).join('');
  const tree = { 'a.sh': `build() {\n  echo\n}\n${functions}`, 'b.sh': '. ./a.sh\nmake_all() {\n  build 1\n}\n' };
  const { rows } = await ask(tree, 'callers', 'build');
  expect(rows.map(({ symbol, hits, edge }) => `${symbol?.name} ×${hits} ${edge?.evidence}`)).toEqual([
    'f0 ×1 exact',
    'f1 ×1 exact',
    'f2 ×2 exact',
    'f3 ×3 exact',
    'f4 ×1 exact',
    'f5 ×1 exact',
    'f10 ×1 exact',
    'make_all ×1 name',
  ]);
  expect(names(await ask(tree, 'callees', 'f2'))).toEqual(['build exact']);
});

test('a command of a shell begins behind the values that are set for it and its redirections', async () => {
  const bodies = [
    `A="\${A-}" build x`,
    `V="$(A="\${A:-\${B}}" C=$(date "$D") build "\${P}")" &&:`,
    '>&2 build "$@"',
    `2>/dev/null A=\${B} build`,
    `echo "\${A}" build \${build}; echo a > build; cat < "\${A}" build; echo >&2 build`,
  ];
  const functions = bodies.map((body, at) => `f${at}() {\n${body}\n}\n`).join('');
  const { rows } = await ask({ 'a.sh': `build() {\n  echo\n}\n${functions}` }, 'callers', 'build');
  const told = rows.map(({ symbol, hits, edge }) => `${symbol?.name} ×${hits} ${edge?.evidence}`);
  expect(told).toEqual(['f0 ×1 exact', 'f1 ×1 exact', 'f2 ×1 exact', 'f3 ×1 exact']);
});

test('a table of C is used behind sizeof, and what its enums name is used by who includes them', async () => {
  const tree = {
    'a.h': 'enum kind {\n  LEFT,\n};\n',
    'a.c':
      '#include "a.h"\nstatic int table[2];\nint f(int a) {\n  return find(table, sizeof table[0]) + (a == LEFT);\n}\nint g(int table) {\n  return table;\n}\n',
    'b.c': 'int h(void) {\n  return LEFT;\n}\n',
  };
  expect(edges(await ask(tree, 'references', 'table'))).toEqual(['a.c:4 exact', 'a.c:7 name']);
  expect(edges(await ask(tree, 'references', 'LEFT'))).toEqual(['a.c:4 import', 'b.c:2 name']);
});

test('calls in the braces of a formatted string of Python are calls, what says how a value is written is none', async () => {
  const files = {
    'a.py': 'def width(a):\n    return a\n\n\ndef use(a):\n    return f"{width(a)} {a:width} {a!r}" + "{width(a)}"\n',
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'width' });
  expect(rows.map(({ line, hits, edge }) => `${line} ${hits} ${edge?.evidence}`)).toEqual(['6 1 exact']);
});

test('a constant of Rust that only a format names is used there, and not in other texts', async () => {
  const files = {
    'Cargo.toml': '[package]\nname = "a"\nversion = "1.0.0"\nedition = "2021"\n',
    'src/main.rs':
      'const LIMIT: u8 = 1;\nfn main() {\n    println!("at most {LIMIT}");\n    route("/{LIMIT}");\n    format!("{limit}", limit = 2);\n}\n',
  };
  expect(edges(await ask(files, 'references', 'LIMIT'))).toEqual(['src/main.rs:3 exact']);
});
