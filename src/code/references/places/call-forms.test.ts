import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';
import type { FoundOutput } from '../../questions/find.types.ts';

const callers = (files: FileSpecs, query: string): Promise<FoundOutput> => askCode(files, { mode: 'callers', query });

/** Rows as lines, each with how often it calls when that is several times. */
const lines = ({ rows }: FoundOutput): string[] =>
  rows
    .map(({ line, hits }) => (hits === 1 ? `${line}` : `${line} ×${hits}`))
    .toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));

const names = ({ rows }: FoundOutput): string[] => rows.map(({ symbol }) => symbol?.name ?? '').sort();

const SWIFT: FileSpecs = {
  'A.swift': `final class Monitor {
    func perform(_ event: (Int) -> Void) {
    }
    func one() {
        perform { $0.run() }
    }
    func two() {
        let done = perform { event in
        }
    }
    var perform2: Int { 1 }
    func three(monitor: Monitor) {
        if monitor.perform {
        }
        monitor
            .perform { _ in }
        switch perform {
        default: break
        }
        guard let a = b,
              perform else {
        }
    }
    func four() -> perform {
    }
    var five: perform {
        get { 1 }
    }
}
`,
};

test('in Swift a name with a closure behind it is called, unless the brace opens a body', async () => {
  expect(lines(await callers(SWIFT, 'Monitor/perform'))).toEqual(['5', '8', '16']);
  const called = await askCode(SWIFT, { mode: 'callees', query: 'Monitor/two' });
  expect(names(called)).toEqual(['perform']);
});

test('in Kotlin a name with a lambda behind it is called, unless it is what a type derives from', async () => {
  const tree = {
    'A.kt':
      'fun build(block: () -> Unit) {\n}\nfun one(x: Boolean) {\n    if (x) build { }\n    list.filter { it }.build { }\n    run { a -> build { } }\n}\nval two = object : build {\n}\nclass Three : Base(), build {\n}\nfun four(): build {\n}\nfun five() = build<Int> { }\n',
  };
  expect(lines(await callers(tree, 'build'))).toEqual(['4 ×2', '5', '14']);
});

test('in Scala a function is called with a block, with type arguments, or by its name alone', async () => {
  const tree = {
    'Chain.scala': 'object Chain {\n  def walk[A](f: A): A = {\n    f\n  }\n  def unwind: Int = 1\n  val size = 2\n}\n',
    'Use.scala':
      'import Chain.walk\nclass Use {\n  def one = Chain.walk {\n    1\n  }\n  def two = {\n    Chain.walk[Int](1)\n  }\n  def three = {\n    val a = Chain.unwind\n    a\n  }\n  def four = Chain.size\n  type Five = Chain.unwind\n}\n',
  };
  expect(lines(await callers(tree, 'Chain/walk'))).toEqual(['3', '7']);
  expect(lines(await callers(tree, 'Chain/unwind'))).toEqual(['10']);
  expect(lines(await callers(tree, 'Chain/size'))).toEqual([]);
  const called = await askCode(tree, { mode: 'callees', query: 'Use/three' });
  expect(names(called)).toEqual(['unwind']);
  expect(called.reading).not.toContain('called name');
});

test('what TypeScript asserts to be there is called like anything else, and what it is compared with is not', async () => {
  const tree = {
    'a.ts':
      'export function run<T>(a?: T) {}\nfunction one() {\n  run!(1)\n}\nfunction two() {\n  run!<string>(`a`)\n}\nfunction three() {\n  run!?.()\n}\nfunction four(x: unknown) {\n  return run!= (x) || run !== (x) || run!.length\n}\n',
  };
  expect(lines(await callers(tree, 'run'))).toEqual(['3', '6', '9']);
  expect(names(await askCode(tree, { mode: 'callees', query: 'one' }))).toEqual(['run']);
  expect(names(await askCode(tree, { mode: 'callees', query: 'three' }))).toEqual(['run']);
});

test('what Java makes with empty type arguments is called', async () => {
  const tree = {
    'A.java':
      'class Adapter<T> {\n  Adapter(int a) {\n  }\n}\nclass Use {\n  Adapter<String> one() {\n    return new Adapter<>(1);\n  }\n  Object two() {\n    return new Adapter<>(1) {\n    };\n  }\n}\n',
  };
  expect(lines(await callers(tree, 'Adapter'))).toEqual(['7', '10']);
});

test('new() of C# calls the type that the same declaration names, and what else it may call is said', async () => {
  const tree = {
    'A.cs':
      'class Config\n{\n    public Config(int a)\n    {\n    }\n}\nclass Use\n{\n    Config one = new(1);\n    Config Two() => new(2);\n    Config Three { get; } = new(3);\n    void Four(Config? x)\n    {\n        Config? config = new(4);\n        Config other = Make(new(5));\n        Run(new(6));\n    }\n}\n',
  };
  const found = await callers(tree, 'Config');
  expect(lines(found)).toEqual(['9', '10', '11', '14']);
  expect(found.reading).toContain(
    'calls by new(…) are told where the same declaration names the type, others are not seen',
  );
});

test('an arrow leads to a member only where the language has such: elsewhere it is that of a function', async () => {
  const java = {
    'A.java':
      'class A {\n  String render(int a) {\n    return "";\n  }\n  void one() {\n    run(() -> render(1));\n  }\n}\nclass B {\n  String render(int a) {\n    return "";\n  }\n}\n',
  };
  const found = await askCode(java, { mode: 'callers', query: 'A/render' });
  expect(found.rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['6 exact']);
  const swift = { 'A.swift': 'class Stream {\n}\nfunc make() -> Stream {\n}\n', 'B.swift': 'struct Other {\n}\n' };
  const used = await askCode(swift, { mode: 'references', query: 'Stream' });
  expect(used.rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual(['3 exact']);
  const php = {
    'a.php':
      '<?php\nclass A\n{\n    function run()\n    {\n        $this->stop();\n    }\n    function stop()\n    {\n    }\n}\n',
  };
  expect(lines(await callers(php, 'A/stop'))).toEqual(['6']);
});

test('the words that read and write a property, and the cases of an enum, are no uses of what is called like them', async () => {
  const tree = {
    'A.swift':
      'struct Method {\n    static let get = 1\n}\nclass Session {\n    func request(_ url: String) {\n    }\n    var a: Int {\n        get { 1 }\n        set { run() }\n    }\n    func one() {\n        run(.get)\n    }\n}\nprotocol P {\n    var b: Int { get }\n    var c: Int { get set }\n}\nenum Event {\n    case request(Int)\n    case other, request2\n}\n',
  };
  const used = await askCode(tree, { mode: 'references', query: 'Method/get' });
  expect(lines(used)).toEqual(['12']);
  expect(lines(await callers(tree, 'Session/request'))).toEqual([]);
});

test('a call with type arguments is one, whatever these hold and over however many lines', async () => {
  const files = {
    'a.ts': `export function cast<To>(value: unknown): To { return value as To; }
export type Cfg<T> = T;
export type X = 1;
export function make() {
  cast<{ a: 1; b: (c: number) => void }>(1);
  cast<
    Cfg<X>,
    'why'
  >(2);
  cast<Cfg<Cfg<X>>>(3);
  cast<() => void>(4);
}
export function none(cast: number, b: number, c: number) {
  return cast < b && c > (b) ? cast<b || b>(c) : cast<(b) + c;
}
`,
  };
  expect(lines(await callers(files, 'cast'))).toEqual(['5 ×4']);
  expect(lines(await callers(files, 'X'))).toEqual([]);
  expect(lines(await callers(files, 'Cfg'))).toEqual([]);
  const called = await askCode(files, { mode: 'callees', query: 'make' });
  expect(called.rows.map(({ symbol, hits }) => `${symbol?.name} ${hits}`)).toEqual(['cast 4']);
});

test('a tag of JSX calls the component of its name, and one in small letters is an element', async () => {
  const files = {
    'page.tsx':
      "import { title, Row, shapes } from './row.tsx';\nexport function Page() {\n  title();\n  return <p><title>a</title><Row b={1}/><shapes.Box></shapes.Box></p>;\n}\n",
    'row.tsx': 'export function title() {}\nexport function Row() {}\nexport const shapes = { Box() {} };\n',
  };
  expect(lines(await callers(files, 'title'))).toEqual(['3']);
  expect(lines(await callers(files, 'Row'))).toEqual(['4']);
  const called = await askCode(files, { mode: 'callees', query: 'Page' });
  expect(called.rows.map(({ symbol, hits }) => `${symbol?.name} ${hits}`)).toEqual(['title 1', 'Row 1', 'Box 1']);
});

test('an angle that begins a cast or type parameters is no tag', async () => {
  const files = {
    'row.ts': 'export class Row {}\n',
    'cast.ts':
      "import { Row } from './row.ts';\nexport function cast(a: object) {\n  const b = <Row>a;\n  return <Row extends object>(c: Row) => b ?? c;\n}\n",
    'page.tsx':
      "import { Row } from './row.ts';\nexport const keep = [Row, <Row,>(c: Row) => c, <Row extends object>(c: Row) => c];\nexport const page = () => <Row extends={1} />;\n",
  };
  expect(lines(await callers(files, 'Row'))).toEqual(['3']);
});

test('what is made by a name with a dot behind it calls what lies in that name', async () => {
  const files = {
    'a.ts': 'export function tools() {}\nexport class Box {}\n',
    'b.ts': "import { tools } from './a.ts';\nexport function use() {\n  new tools.Box();\n  tools();\n}\n",
  };
  expect(lines(await callers(files, 'tools'))).toEqual(['4']);
});

test('what C++ makes by a type and a name calls nothing of that name', async () => {
  const files: FileSpecs = {
    'a.cc': `int guard(int x) { return x; }
int list(int x) { return x; }
int made(Mutex& m) {
  Lock guard(m);
  std::vector<int> list(3);
  return 1;
}
int calls(int x) {
  if (x) return guard(x);
  else guard(x);
  UNUSED guard(x);
  emit guard(x);
  bool is = x > list(x) and list(x);
  return is;
}
`,
  };
  // The first two are told as exact, and what a word stands before that may be a type by the name alone.
  expect(lines(await callers(files, 'guard'))).toEqual(['9 ×2', '11 ×2']);
  expect(lines(await callers(files, 'list'))).toEqual(['13 ×2']);
  const called = await askCode(files, { mode: 'callees', query: 'made' });
  expect(called.reading).not.toMatch(/guard|list/);
});

test('in Go a function is called behind type arguments that hold brackets of their own, however long they are', async () => {
  const long = `map[string]func(${'int, '.repeat(30)}int) []string`;
  const tree = {
    'go.mod': 'module example.com/a\n',
    'a.go': `package a

func get[T any](key string) T { var t T; return t }

func ids() []int { return get[[]int]("a") }

func pairs() map[string][]int { return get[map[string][]int]("b") }

func longs() { get[${long}]("c") }

func lines() {
	_ = get[struct {
		a []int
	}]("d")
}

func none() { _ = get[[]int]; _ = get[`,
  };
  expect(names(await callers(tree, 'get'))).toEqual(['ids', 'lines', 'longs', 'pairs']);
  expect(names(await askCode(tree, { mode: 'callees', query: 'ids' }))).toEqual(['get']);
});

test('what a pointer to a function of C gives back is used, whatever word stands before it', async () => {
  const files = {
    'a.c':
      'typedef int node;\nstatic node (*make)(void);\nextern const node (*table[2])(int);\nstruct ops {\n  const node (*get)(void);\n};\nint run(void) {\n  static node (*own)(void);\n  return 0;\n}\n',
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'node' });
  expect(rows.map(({ line, edge }) => `${line} ${edge?.evidence}`)).toEqual([
    '2 exact',
    '3 exact',
    '5 exact',
    '8 exact',
  ]);
});
