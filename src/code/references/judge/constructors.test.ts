import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { FindInput, FoundOutput } from '../../questions/find.types.ts';

const ask = (files: FileSpecs, query: string, mode: FindInput['mode'] = 'callers'): Promise<FoundOutput> =>
  askCode(files, { mode, query });

/** Rows as `file:line evidence`. */
const edges = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`).sort();

test('a constructor that is called like its class is called where something is made of that, and nowhere else', async () => {
  const tree = {
    'src/a/Tree.java':
      'package a;\npublic class Tree {\n  public Tree(int x) {\n  }\n  static Tree make(Tree other) {\n    return new Tree(1);\n  }\n}\n',
    'src/b/Use.java':
      'package b;\nimport a.Tree;\nclass Use {\n  Tree tree = null;\n  void run(Tree other) {\n    other = new Tree(2);\n  }\n}\n',
    'src/c/Tree.java': 'package c;\nclass Tree {\n  Tree() {\n  }\n  Object one() {\n    return new Tree();\n  }\n}\n',
  };
  const found = await ask(tree, 'a/Tree.java#Tree/Tree');
  expect(edges(found)).toEqual(['src/a/Tree.java:6 exact', 'src/b/Use.java:6 exact']);
  expect(found.reading).toContain('1 call of other declarations of the name left out');
  expect(found.reading).toContain('calls through super, this, base or a subclass may be missing');
  expect(edges(await ask(tree, 'a/Tree.java#Tree/Tree', 'references'))).toEqual(edges(found));
  const all = await ask(tree, 'a/Tree.java#Tree', 'callers');
  expect(edges(all)).toEqual(edges(found));
});

test('a constructor with a word of the language for its name is called where its class is', async () => {
  const php = {
    'Option.php':
      '<?php\nnamespace App;\nclass Option extends Base\n{\n    public function __construct($a)\n    {\n        parent::__construct($a);\n    }\n}\nclass Other\n{\n    public function __construct()\n    {\n    }\n}\n',
    'Use.php':
      '<?php\nnamespace App\\Sub;\nuse App\\Option;\nclass Use1 extends Base\n{\n    public function __construct()\n    {\n        parent::__construct();\n        $a = new Option(1);\n        $b = Option::class;\n    }\n}\n',
  };
  const found = await ask(php, 'Option/__construct');
  expect(edges(found)).toEqual(['Use.php:9 exact']);
  expect(found.reading).toContain('2 calls of a constructor whose type is not known left out');
  expect(edges(await ask(php, 'Option/__construct', 'references'))).toEqual(['Use.php:9 exact']);
  const python = {
    'a.py': 'class Cart:\n    def __init__(self):\n        pass\n\nclass Bag:\n    def __init__(self):\n        pass\n',
    'b.py':
      'from a import Cart as Wagon, Cart\n\nclass Mine(Cart):\n    def __init__(self):\n        super().__init__()\n        Cart.__init__(self)\n\ndef one():\n    return Cart()\n\ndef two(x: Cart):\n    return Wagon()\n',
  };
  expect(edges(await ask(python, 'Cart/__init__'))).toEqual(['b.py:12 exact', 'b.py:5 exact', 'b.py:9 exact']);
  const ruby = {
    'a.rb': 'class Cart\n  def initialize(a)\n  end\n\n  def self.make\n    Cart.new(1)\n  end\nend\n',
  };
  expect(edges(await ask(ruby, 'Cart/initialize'))).toEqual(['a.rb:6 exact']);
  const script = {
    'a.ts': 'export class Cart {\n  constructor(a: number) {}\n}\nexport class Bag {\n  constructor() {}\n}\n',
    'b.ts':
      "import { Bag, Cart } from './a.ts';\nexport function one(cart: Cart) {\n  return [cart.constructor, new Cart(1), new Bag()];\n}\n",
  };
  expect(edges(await ask(script, 'Cart/constructor'))).toEqual(['b.ts:3 exact']);
  const swift = {
    'A.swift':
      'struct Header {\n    init(name: String) {\n    }\n    func copy() -> Header {\n        Header(name: "a")\n    }\n    init() {\n        self.init(name: "")\n    }\n}\nstruct Other {\n    init(name: String) {\n    }\n}\nfunc make() {\n    add(.init(name: "b"))\n    add(Header.init(name: "c"))\n    add(Other(name: "d"))\n}\n',
  };
  const made = await ask(swift, 'Header/init');
  expect(edges(made)).toEqual(['A.swift:17 exact', 'A.swift:5 exact', 'A.swift:8 exact']);
  expect(made.reading).toContain('1 call of a constructor whose type is not known left out');
});

test('a constructor of C++ that stands in another file, and a second one of Kotlin, are called where the class is', async () => {
  const cpp = {
    'cart.h': 'class Cart {\n public:\n  Cart(int a);\n};\n',
    'cart.cc': '#include "cart.h"\nCart::Cart(int a) {\n}\n',
    'use.cc': '#include "cart.h"\nCart* make() {\n  return new Cart(1);\n}\nvoid run() {\n  Cart cart(1);\n}\n',
  };
  const found = await ask(cpp, 'Cart/Cart');
  expect(edges(found)).toEqual(['use.cc:3 import']);
  expect(found.reading).toContain('what a declaration makes, such as Type name(…), is not seen');
  // What is in an inline namespace is named without that, too.
  const inline = {
    'cart.h': 'namespace ns {\ninline namespace v1 {\nclass Cart {\n public:\n  Cart(int a);\n};\n}\n}\n',
    'cart.cc': '#include "cart.h"\nnamespace ns {\nCart::Cart(int a) {\n}\n}\n',
    'use.cc': '#include "cart.h"\nns::Cart* make() {\n  return new ns::Cart(1);\n}\n',
  };
  expect(edges(await ask(inline, 'ns::v1::Cart::Cart'))).toEqual(['use.cc:3 import']);
  expect(edges(await ask(inline, 'cart.cc#Cart/Cart'))).toEqual(['use.cc:3 import']);
  const kotlin = {
    'Cart.kt': 'class Cart(val a: Int) {\n    constructor() : this(1) {\n    }\n}\nfun make(cart: Cart) = Cart()\n',
  };
  expect(edges(await ask(kotlin, 'Cart/constructor'))).toEqual(['Cart.kt:5 exact']);
});

test('whoever makes something that makes what was asked for calls it over two hops', async () => {
  const tree = {
    'a.py':
      'class Inner:\n    def __init__(self):\n        helper()\n\nclass Outer:\n    def __init__(self):\n        self.inner = Inner()\n\ndef helper():\n    pass\n\ndef start():\n    return Outer()\n',
  };
  const found = await askCode(tree, { mode: 'callers', query: 'helper', depth: 3 });
  expect(found.rows.map(({ symbol }) => `${symbol?.container ?? ''}/${symbol?.name}`).sort()).toEqual([
    '/start',
    'Inner/__init__',
    'Outer/__init__',
  ]);
});

test('a constructor is called through what stands between its class and one that is made from that', async () => {
  const php = {
    'Base.php':
      '<?php\nnamespace App;\nabstract class Base {\n    public function __construct($a) {}\n}\nabstract class Middle extends Base {}\n',
    'Last.php':
      '<?php\nnamespace App;\nclass Last extends Middle {\n    public function __construct() { parent::__construct(1); }\n}\nclass Else1 extends Other {\n    public function __construct() { parent::__construct(1); }\n}\n',
  };
  expect(edges(await ask(php, 'Base/__construct', 'references'))).toEqual(['Last.php:4 name']);
  const python = {
    'a.py':
      'class Base:\n    def __init__(self):\n        pass\nclass Middle(Base):\n    pass\nclass Last(Middle):\n    def __init__(self):\n        super().__init__()\n        super(Last, self).__init__()\n',
  };
  const ofPython = edges(await ask(python, 'Base/__init__', 'references'));
  expect(ofPython).toEqual(expect.arrayContaining(['a.py:8 name', 'a.py:9 name']));
});
