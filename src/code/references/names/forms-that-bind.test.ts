import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

/** How the uses of `add`, which a file declares at its top, are known. */
async function evidenceOf(path: string, text: string, query = 'add'): Promise<readonly string[]> {
  const files = { [path]: text, 'App/App.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n' };
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ edge, line }) => `${line} ${edge?.evidence}`);
}

/** What a language declares before each form, and the query for it. */
const LANGUAGES: Readonly<
  Record<string, { readonly path: string; readonly wrap: (form: string) => string; readonly query?: string }>
> = {
  scala: { path: 'A.scala', wrap: (form) => `package a\n\nval add = 1\n\nclass Box {\n  ${form}\n}\n` },
  kotlin: { path: 'A.kt', wrap: (form) => `package a\n\nval add = 1\n\nclass Box {\n  ${form}\n}\n` },
  java: {
    path: 'src/main/java/a/A.java',
    wrap: (form) => `package a;\n\nclass A {\n  static int add = 1;\n  ${form}\n}\n`,
    query: 'A/add',
  },
  csharp: {
    path: 'App/A.cs',
    wrap: (form) => `namespace App;\npublic class A\n{\n    public int Add { get; set; }\n    ${form}\n}\n`,
    query: 'A/Add',
  },
  python: { path: 'a.py', wrap: (form) => `def add():\n    return 1\n\n\n${form}\n` },
  rust: { path: 'src/a.rs', wrap: (form) => `fn add() -> u8 {\n    1\n}\n\n${form}\n` },
  go: { path: 'a.go', wrap: (form) => `package a\n\nvar add = 1\n\n${form}\n` },
  c: { path: 'a.c', wrap: (form) => `static int add;\n\n${form}\n` },
  cpp: { path: 'a.cc', wrap: (form) => `static int add;\n\n${form}\n` },
  php: { path: 'a.php', wrap: (form) => `<?php\nfunction add() { return 1; }\n\n${form}\n` },
  ruby: { path: 'a.rb', wrap: (form) => `def add\n  1\nend\n\n${form}\n` },
};

/**
 * Each language's own list of patterns, parameters and declarations. Sources: Scala Language Specification, chapters 6 and 8;
 * Kotlin language specification, "Declarations"; JLS §6.3, §14.30; C# language specification, "Patterns"; The Python Language
 * Reference, "Naming and binding"; The Rust Reference, "Patterns"; The Go Programming Language Specification, "Declarations
 * and scope"; ISO C++, [basic.scope]; Ruby, "Pattern matching".
 */
const BINDING: Readonly<Record<string, readonly string[]>> = {
  scala: [
    'def f(x: A) = x match {\n    case D(add @ J(_)) => add\n  }',
    'def f(x: A) = x match {\n    case D(add)\n        if add > 1 => add\n  }',
    'def f(x: Option[Int]) = x match { case Some(add) => add }',
    'def f(x: Int) = x match {\n    case add => add\n  }',
    'def f(x: Any) = x match {\n    case add: Int => add + 1\n  }',
    'def f(x: Any) = x match {\n    case add @ C => g(add)\n  }',
    'def f(x: Any) = x match {\n    case (_, Some(Pair(add, _))) if add > 1 => add\n  }',
    'def f(x: Any) = x match {\n    case head :: add => add\n  }',
    'def f(x: List[Int]) = x.map { add => add }',
    'def f(x: List[Int]) = x.map(add => add + 1)',
    'def f(x: List[Int]) = x.map { (add: Int) =>\n    add\n  }',
    'def f(x: Map[Int, Int]) = x.map((add, other) => add)',
    'def f(x: Map[Int, Int]) = x.map { case (key, add) =>\n    add\n  }',
    'def f(l: List[Int]) = for (add <- l) yield add',
    'def f(l: List[Int]) = for {\n    add <- l\n    b = 1\n  } yield add',
    'def f(l: List[Int]) = for {\n    b <- l\n    add = b\n  } yield add',
    'def f(l: List[Int]) = for {\n    (add, _) <- l\n  } yield add',
    'def f(x: Any) = {\n    val (add, _) = x\n    add\n  }',
    'def f(x: Any) = {\n    val Some(add) = x\n    add\n  }',
    'def f(x: Any) = {\n    val b, add = x\n    add\n  }',
    'def f(implicit add: Int) = add',
    'def f(a: Int)(using add: Int) = add',
    'class Inner(add: Int) { def f = add }',
    'class Inner @Inject() (a: Int)(implicit add: Int) { def f = add }',
    'trait Inner(val add: Int) { def f = add }',
    'val x = (add: Int) => add + 1',
    'extension (add: Int)\n    def twice = add',
    'class Inner(a: Int, add: Int = 1) {\n    def f =\n      add\n  }',
    'val x = l.map { add => add }',
    'val x = l.map(add => add)',
    'def f = g(add = 2)',
    'def f = l.map:\n    add => add',
    'def f = for { x <- l; (add, c) = x } yield add',
  ],
  kotlin: [
    'constructor(add: Int) : this() { g(add) }',
    'val f = fun(add: Int): Int { return add }',
    'fun f() { do { val add = g() } while (add > 1) }',
    'val x = l.map { add: Int -> add }',
    'fun f(@A add: Int) = add',
    'fun f(m: Pair<Int, Int>): Int {\n    val (v, add) = m\n    return add\n  }',
    'fun f(m: Map<Int, Int>) {\n    for ((add, v) in m) println(add)\n  }',
    'fun f(m: List<Int>) {\n    for (add in m) println(add)\n  }',
    'fun f(m: Map<Int, Int>) = m.map { (add, v) -> add }',
    'fun f(m: Map<Int, Int>) = m.map { v, add -> add }',
    'fun f(m: Map<Int, Int>) = m.map { add, v -> add }',
    'fun f(m: List<Int>) = m.map { add: Int -> add }',
    'val x = l.map { add -> add }',
    'class Inner(add: Int) {\n    val x = add\n  }',
    'fun f() = g(add = 2)',
    'fun f(x: Any) { try { } catch (add: E) { g(add) } }',
    'var x: Int = 1\n    set(add) { field = add }',
    'fun f() { when (val add = g()) { else -> h(add) } }',
  ],
  java: [
    'Fn x = (Fn) add -> add;',
    'int f(Object o) { return switch (o) { case A b -> add -> add; }; }',
    'int f(int... add) { return add[0]; }',
    'void f() { new X() { int add; int g() { return add; } }; }',
    'int f(Object o) { switch (o) { case Box add -> { return add.x; } default -> { } } }',
    'int f(Object o) { return switch (o) { case Box(int a, int add) -> add; }; }',
    'int f(Object o) { return switch (o) { case Box add when add.x > 1 -> 1; }; }',
    'int f(Object o) { if (o instanceof Box add && add.x > 1) return 1; return 0; }',
    'int f(Object o) { return o instanceof Box add ? add.x : 0; }',
    'int f(Object o) { if (o instanceof Pair(var a, var add)) return add; return 0; }',
    'int f() { for (int add : all) return add; return 0; }',
    'int f() { try (Box add = g()) { return h(add); } }',
    'int f() { return g((b, add) -> add); }',
    'int f() { int add[] = {}; return add; }',
    'boolean f(Object o) { return o instanceof Map<?, List<Box>> add && add.isEmpty(); }',
    'Fn x = (b, add) -> add;',
    'Fn x = add -> add;',
    'record Inner(int add) { int f() { return add; } }',
    'void f() { add: for (;;) { break add; } }',
  ],
  csharp: [
    'int F(object o) => o is Box Add ? Add.X : 0;',
    'unsafe void F(byte[] a) { fixed (byte* Add = a) { G(Add); } }',
    'int F(object x) { if (x is Box { Size: var Add }) return Add; return 0; }',
    'int F(object x) { if (x is (var a, var Add)) return Add; return 0; }',
    'int F(object x) { if (x is [var Add, ..]) return Add; return 0; }',
    'int F(object x) { if (x is Box { } Add) return Add.X; return 0; }',
    'int F(object x) { if (x is Box Add and not null) return Add.X; return 0; }',
    'int F(object x) => x switch { Box Add when Add.X > 1 => Add.X, _ => 0 };',
    'int F(object x) { if (G(out var Add)) return Add; return 0; }',
    'int F(object x) { (int a, var Add) = G(); return Add; }',
    'int F(object x) { foreach (var (a, Add) in All) G(Add); return 0; }',
    'object F() => from Add in All select Add;',
    'object F() => from a in All let Add = a select Add;',
    'object F() => from a in All group a by a.X into Add select Add;',
    'class Inner(int Add) { int F() { return Add; } }',
    'Func<int, int> X = Add => Add;',
    'Func<int, int, int> X = (a, Add) => Add;',
    'void F() { G(Add: 1); }',
    'B F() => new B { Add = 1 };',
    'B F() => new() { Add = 1 };',
    'B F(B b) => b with { Add = 1 };',
    'bool F(Box b) => b is { Add: 1 };',
    'void F() { goto Add; Add: G(); }',
  ],
  python: [
    'def f[add](x: add) -> add:\n    return x',
    'class C[add]:\n    x: add',
    'type X[add] = List[add]',
    'def f(x):\n    return g(lambda add, b=1: add)',
    'NAMES = [add.name for add in load()]',
    'NAMES = [add for add in load() if add]',
    'NAMES = {add: b for add, b in load()}',
    'NAMES = [add for (b, add) in load()]',
    'NAMES = sorted(load(), key=lambda add: add.name)',
    'NAMES = lambda b, add: add',
    'class A:\n    NAMES = [add() for add in load()]',
    'def f(x):\n    (add, b) = x\n    return add',
    'def f(x):\n    [a, add] = x\n    return add',
    'def f(x):\n    a, (b, add) = x\n    return add',
    'def f(x):\n    *add, b = x\n    return add',
    'def f(x):\n    c = add = x\n    return add',
    'def f(x):\n    add += 1\n    return add',
    'def f(x):\n    add: int\n    return add',
    'def f(x):\n    with x as (add, b):\n        return add',
    'def f(x):\n    with x as a, b as add:\n        return add',
    'def f(x):\n    match x:\n        case add:\n            return add',
    'def f(x):\n    match x:\n        case [1, *add]:\n            return add',
    'def f(x):\n    match x:\n        case {"a": add, **rest}:\n            return add',
    'def f(x):\n    match x:\n        case Box(a, b=add) if add:\n            return add',
    'def f(x):\n    match x:\n        case Box() as add:\n            return add',
    'def f(x):\n    try:\n        pass\n    except E as add:\n        return add',
    'def f(x):\n    if (add := x):\n        return add',
    'def f(x):\n    return any((add := b) for b in x), add',
    'def f(x):\n    for a, *add in x:\n        return add',
    'def f(*, add=1):\n    return add',
  ],
  rust: [
    'impl<const add: usize> A<add> {\n    fn g() -> usize {\n        add\n    }\n}',
    'trait T<A, const add: usize> {\n    fn g() -> usize {\n        add\n    }\n}',
    'fn f(e: E) -> bool {\n    matches!(e, E::A(add) if add > 1)\n}',
    'fn f(e: E) -> u8 {\n    let Self { x: ref mut add, y: z } = e;\n    *add\n}',
    'static F: fn(u8) -> u8 = |add| add;',
    'fn f(e: E) {\n    g(&mut |add| h(add));\n}',
    'fn f() -> u8 {\n    use x::add; add()\n}',
    'fn f(e: E) -> u8 {\n    match e {\n        E::Leaf(add) => add.x,\n    }\n}',
    'fn f(e: E) -> u8 {\n    match e {\n        E::Pair(add, _) => add,\n        _ => 1,\n    }\n}',
    'fn f(e: E) -> u8 {\n    match e {\n        (add, _) if add > 1 => add,\n    }\n}',
    'fn f(e: E) -> u8 {\n    match e {\n        add @ 1..=2 => add,\n    }\n}',
    'fn f(e: E) -> u8 {\n    match e {\n        [add, ..] => add,\n        [.., add] => add,\n    }\n}',
    'fn f(e: E) -> u8 {\n    match e {\n        &add => add,\n    }\n}',
    'fn f(e: E) -> u8 {\n    match e {\n        add => add,\n    }\n}',
    'fn f(e: E) -> u8 {\n    match e {\n        E::A { x: add, .. } | E::B { x: add } => add,\n    }\n}',
    'fn f(e: E) -> u8 {\n    if let E::Leaf(add) = e { add } else { 1 }\n}',
    'fn f(e: E) -> u8 {\n    let E::Leaf(add) = e else { return 1 };\n    add\n}',
    'fn f(e: E) -> u8 {\n    while let Some((add, _)) = e.next() { g(add); }\n    1\n}',
    'fn f(e: E) -> u8 {\n    let [add, _] = e;\n    add\n}',
    'fn f(e: E) -> u8 {\n    let Box(b, ref add) = e;\n    add\n}',
    'fn f((add, b): (u8, u8)) -> u8 {\n    add\n}',
    'fn f(Box { add, .. }: Box) -> u8 {\n    add\n}',
    'fn f(e: E) -> u8 {\n    e.map(|Box { add, .. }| add)\n}',
    'fn f(e: E) -> u8 {\n    e.map(|&(ref b, add)| add)\n}',
    'fn f(e: E) -> u8 {\n    for (i, Box(add)) in e { g(add); }\n    1\n}',
  ],
  go: [
    'type I interface {\n\tDo(add int) int\n}',
    'func f() {\n\tg(func(add int) map[string]interface{} { return h(add) })\n}',
    'func f() int {\n\tvar (\n\t\tstart int\n\t\tadd = 2\n\t)\n\treturn add\n}',
    'func f() int {\n\tvar start, add int\n\treturn add\n}',
    'func f() int {\n\tvar (\n\t\tstart, add int\n\t)\n\treturn add\n}',
    'func f() int {\n\tconst (\n\t\tadd = iota\n\t)\n\treturn add\n}',
    'func f() int {\n\ttype add struct{}\n\tvar x add\n\treturn 1\n}',
    'func f() int {\nadd:\n\tfor {\n\t\tbreak add\n\t}\n\treturn 1\n}',
    'func f(c chan int) int {\n\tselect {\n\tcase b, add := <-c:\n\t\treturn add\n\t}\n}',
    'func f(x any) int {\n\tswitch add := x.(type) {\n\tcase int:\n\t\treturn add\n\t}\n\treturn 1\n}',
    'func f() (add int) {\n\treturn add\n}',
  ],
  c: [
    'int f(void) {\n  enum { one, add };\n  return add;\n}',
    'int f(void) {\nadd:\n  goto add;\n}',
    'int f(void) {\n  int add __attribute__((unused)) = 1;\n  return add;\n}',
  ],
  cpp: [
    'auto f = [](int add) { return add; };',
    'static const auto f = [](const T &add, int b) -> int {\n  return add;\n};',
    'auto f = [](int b) {\n  int add = b;\n  return add;\n};',
    'int f() {\n  auto [a, add] = g();\n  return add;\n}',
    'int f() {\n  for (const auto& [a, add] : all) g(add);\n  return 1;\n}',
    'int f() {\n  return [add = 1] { return add; }();\n}',
    'int f() {\n  return [&, add = g()](int x) { return add; }(1);\n}',
    'template <int add>\nint f() {\n  return add;\n}',
    'template <typename T, int add = 1>\nint f() {\n  return add;\n}',
    'int f() {\n  using add = int;\n  return sizeof(add);\n}',
    'int f() {\n  return [](int add) { return add; }(1);\n}',
  ],
  php: ['function f() { return g(add: 1); }'],
  ruby: [
    'def f(x)\n  case x\n  in { add: }\n    add\n  end\nend',
    'def f(x)\n  case x\n  in [add, *]\n    add\n  end\nend',
    'def f(x)\n  case x\n  in {\n    key: add,\n  }\n    add\n  end\nend',
    'def f(x)\n  case x\n  in Box(add) if add > 1\n    add\n  end\nend',
    'def f(x)\n  case x\n  in Integer => add\n    add\n  end\nend',
    'def f(x)\n  x => { add: }\n  add\nend',
    'def f(x)\n  x => [add, *]\n  add\nend',
    'def f(x)\n  return 1 if x in { b: }\n  x.y => add\n  add\nend',
    'def f(x)\n  b, (add, c) = x\n  add\nend',
    'def f(x)\n  add, @b = x\n  add\nend',
    'def f(x)\n  (b, add), c = x\n  add\nend',
    'def f(x)\n  for a, add in x do g(add) end\nend',
    'def f(x)\n  -> add { add }\nend',
    'def f(x)\n  x.map { |(a, add), b| add }\nend',
    'def f(x)\n  if /(?<add>a)/ =~ x\n    add\n  end\nend',
  ],
};

const table = (forms: typeof BINDING): readonly (readonly [string, string])[] =>
  Object.entries(forms).flatMap(([language, list]) => list.map((form) => [language, form] as const));

test.each(table(BINDING))('%s: what is bound is not told as what the file declares: %s', async (language, form) => {
  const { path, wrap, query } = LANGUAGES[language] ?? expect.fail();
  const rows = await evidenceOf(path, wrap(form), query);
  expect(rows.filter((row) => row.endsWith('exact'))).toEqual([]);
});

/** Uses of what the file declares, beside forms that bind something else. */
const USING: Readonly<Record<string, readonly string[]>> = {
  scala: [
    'def f(x: Int) = x match { case 1 => add }',
    'def f(x: Int) = x match { case y if y > add => y }',
    'def f(x: Int) = x match {\n    case y =>\n      val (a, b) = g(add)\n      a\n    case _ => add\n  }',
    'def f(l: List[Int]) = for { x <- g(add); y = add } yield x + add',
    'def f(l: List[Int]) = l.map(x => x + add)',
    'def f(l: List[Int] = add) = l',
    'def f = g(a = add)',
    'val x = add',
    'val x = g(add).map {\n    case (a, b) => a\n  }',
    'def f = {\n    case class P(a: Int)\n    add\n  }',
    'def f = {\n    case object P\n    add + 1\n  }',
    'def h =\n    val y = add\n    y\n\n  def i =\n    val add2 = 1\n    add',
  ],
  kotlin: [
    'fun f(o: Int) = when (o) { add -> 1; else -> add }',
    'fun f() { for (i in 0 until add) g(i or add) }',
    'fun f(m: Int) = when (m) { 1 -> add; else -> g(add) }',
    'fun f(m: Int) { val (a, b) = g(add) }',
    'fun f(m: Int) = m.map { x -> x + add }',
    'fun f(m: Int) { if (m in add) for (x in add) g(x) }',
    'fun f(m: Int) = g(a = add)',
    'fun f(m: List<Int>) = m.map { (it + add) / 2 }',
    'fun f(m: Int) = call { (add) }',
    'fun f(m: Int) = call { g(add, 3) }',
  ],
  java: [
    'int f(Object o) { return o == null ? (Integer) add : 1; }',
    'int f(int a) { return a > add ? add : g(add, a); }',
    'int f(int a) { switch (a) { case 1 -> { return add; } default -> g(add); } }',
    'int f(int a) { int b = add, c = 1; if (a == 1) return add; else g(add); return b; }',
    'Fn x = b -> b + add;',
    'int f(Map m) { return m.g(add, b -> add) + m.h(1, add, (a, b) -> { return add; }); }',
    'boolean f(int n, boolean y) { return n > add && y; }',
    'boolean f(int n, boolean y) { return n > add || y; }',
    'int f(int n) { return n > add ? n : add; }',
    'boolean f(int n, boolean y) { return y || n >> add > 1 ? y : n >>> add && y; }',
  ],
  csharp: [
    'int F(int a) { return a > Add ? Add : G(Add, a); }',
    'int F(int a) => a switch { 1 => Add, _ => G(Add) };',
    'int F(int a) { if (a > 1) Add = 1; var b = new[] { Add, 1 }; return G(x: Add); }',
    'object F() => from a in Add where a > Add select Add;',
    'int X => G(a => a + Add);',
    'int F(M m) { return m.G(Add, a => Add) + m.H(1, Add, (a, b) => { return Add; }); }',
    'int F(int? a) => a ?? Add;',
    'A F() => new A { Add = 1 };',
    'B F() => new B { X = Add };',
  ],
  python: [
    'def f():\n    g(\n        add, match=1\n    )',
    'NAMES = [add() for item in load(add) if add(item)]',
    'NAMES = sorted(load(), key=lambda item: add(item))',
    'NAMES = {"a": add, "b": [add]}',
    'def f(x, y=add):\n    a, b = add(x), add\n    if add: a = 1\n    return g(a=add)[add]',
    'def f(x):\n    match add:\n        case 1:\n            return add',
    'def f(x):\n    for a in add:\n        x[add] = add\n    return f(add).x == add',
    'f(add).y = 1',
    'class A:\n    x: add = 1\n    y: List[add] = z[add]',
    'if add: x = 1',
  ],
  rust: [
    'fn f(e: E) -> u8 {\n    match e {\n        E::A(x) => x + g(add),\n        E::B if g(add) => add(),\n        _ => add(),\n    }\n}',
    'fn f(e: E) -> u8 {\n    let x = Box { y: g(add), z: 1 };\n    match add() { 1 => 2, x => x }\n}',
    'fn f(e: E) -> u8 {\n    if let Some(x) = g(add) { x } else { h(add) }\n}',
    'fn f(e: E) -> u8 {\n    for x in e.map(add) { g(x, add); }\n    e.map(|x| h(x, add))\n}',
    'fn f(e: E) -> u8 {\n    let x: u8 = g(add);\n    x\n}',
  ],
  go: [
    'type buffer [add * 2]byte',
    'type buffer [add << 2]byte',
    'func f() int {\n\tvar x, y = add, 1\n\treturn add\n}',
    'func f() int {\n\tswitch add {\n\tcase add:\n\t\treturn g(add)\n\t}\n\treturn x[add:add]\n}',
    'func f() int {\n\tvar (\n\t\tx = add\n\t\ty = g(add, 1)\n\t)\n\treturn x\n}',
  ],
  c: [
    'int f(int x) {\n  if (x) return add;\n  if (x > 1)\n    add = 1;\n  else if (x) x = 1, add = 2;\n  while (x) add = 3;\n  for (;;) add = 4;\n  return add;\n}',
    'int f(int x) {\n  switch (x) { case 1: return add; default: g(add); }\n  return x ? add : add;\n}',
    'int f(int x) {\n  int y[] = { add, [1] = add };\n  enum { one = 1 };\n  return y[add];\n}',
    '#define TWO add\n',
  ],
  cpp: [
    'auto f = [](int b) { return add + b; };',
    'auto f = [](int b) { return b; };\nint g() { return add; }',
    'int f() {\n  auto x = y[add];\n  return [&] { return add; }();\n}',
    'template <int N>\nint f() {\n  return N < add;\n}',
  ],
  ruby: [
    'def f(x)\n  case x\n  in { key: }\n    add\n  end\nend',
    'def f(x)\n  g key => [add], other: add\nend',
    'def f(x)\n  a, b = add, 1\n  { add => add }\nend',
  ],
};

test.each(table(USING))('%s: a use beside what binds other names stays exact: %s', async (language, form) => {
  const { path, wrap, query } = LANGUAGES[language] ?? expect.fail();
  const rows = await evidenceOf(path, wrap(form), query);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.filter((row) => !row.endsWith('exact'))).toEqual([]);
});

test('what a type of Rust takes for a constant hides nothing outside of the type', async () => {
  const rows = await evidenceOf(
    'src/a.rs',
    'const add: usize = 1;\n\nstruct Box<const add: usize> {\n    x: [u8; add],\n}\n\nfn f() -> usize {\n    add\n}\n',
  );
  expect(rows.filter((row) => row.endsWith('exact'))).toEqual(['8 exact']);
});

test('what the value of a field of Scala binds hides nothing outside of that', async () => {
  const rows = await evidenceOf(
    'A.scala',
    'package a\n\nval add = 1\n\nclass Box:\n  lazy val all =\n    val add = 2\n    add\n\n  def use = add\n',
  );
  expect(rows.filter((row) => row.endsWith('exact'))).toEqual(['10 exact']);
});

test('what a class of Scala takes within a block hides nothing outside of the class', async () => {
  const rows = await evidenceOf(
    'A.scala',
    'package a\n\nval add = 1\n\nclass Box {\n  run {\n    case class Inner(val add: Int) {\n      def f = add\n    }\n    use(add)\n  }\n}\n',
  );
  expect(rows.filter((row) => row.endsWith('exact'))).toEqual(['10 exact']);
});

test('what a format of Rust calls its own value by is no constant of that name, the value is one', async () => {
  const text =
    'const LIMIT: u8 = 1;\n\nfn f() {\n    println!("{LIMIT}", LIMIT = 2);\n    println!("{N}", N = LIMIT);\n}\n';
  expect(await evidenceOf('src/a.rs', text, 'LIMIT')).toEqual(['5 exact', '4 name']);
});
