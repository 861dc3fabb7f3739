import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `line evidence`, of one file. */
const uses = async (files: FileSpecs, query: string, file: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.filter((row) => row.file === file).map(({ line, edge }) => `${line} ${edge?.evidence}`);
};

const SHOP: FileSpecs = {
  'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
  'Status.cs': 'namespace Shop;\npublic enum Status { Open, Paid }\n',
  'Order.cs':
    'namespace Shop;\npublic class Order {\n' +
    '  public Status Status { get; private set; }\n' +
    '  private readonly List<Status> _all = new();\n' +
    '  public Order(Status status, Status? last = null) {\n' +
    '    Status = status;\n' +
    '  }\n' +
    '  void Pay(int a) {\n' +
    '    Fail(Status.Open);\n' +
    '    var b = (Status)a;\n' +
    '    Log(typeof(Status));\n' +
    '    Log(Status.ToString());\n' +
    '    Log(Status == b ? 1 : 2);\n' +
    '  }\n}\n',
};

test('where only a type can stand in C#, a property of its name is not meant, and what is read of it is its constant', async () => {
  expect(await uses(SHOP, 'Status.cs#Status', 'Order.cs')).toEqual([
    '3 exact',
    '4 exact',
    '5 exact',
    '9 exact',
    '10 exact',
    '11 exact',
  ]);
});

test('what is given to, compared or called on is the property of C# and not the type that is called so', async () => {
  expect(await uses(SHOP, 'Order/Status', 'Order.cs')).toEqual(['6 exact', '12 exact', '13 exact']);
});

test('a static method of a type of .NET is not known to be an extension of the project', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Formats.cs':
      'namespace Shop;\npublic static class Formats {\n  public static string GetExtension(this Format one) => "a";\n}\n',
    'Use.cs':
      'using System.IO;\nnamespace Shop;\npublic class Use {\n  void Go(Thing thing) {\n    Path.GetExtension("a");\n    thing.format.GetExtension();\n  }\n}\n',
  };
  expect(await uses(files, 'Formats/GetExtension', 'Use.cs')).toEqual(['6 import', '5 name']);
});

const RESULTS: FileSpecs = {
  'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
  'Result.cs':
    'namespace Shop;\npublic class Result {\n  string _text;\n  string Text() => _text;\n}\n' +
    'public class Result<T> {\n  string _text;\n  string Text() => _text;\n}\n' +
    'public class Result<T, E> {\n}\n',
  'Use.cs':
    'namespace Shop;\npublic class Use {\n' +
    '  Result One() => null;\n' +
    '  Result<int> Two() => new Result<int>();\n' +
    '  Result<int, Result> Three() => null;\n' +
    '  object Four() => typeof(Result<,>);\n' +
    '}\n',
};

test('a type of C# that is made with other types than one of its name is told apart from it, with what it has', async () => {
  expect(await uses(RESULTS, 'Result.cs#Result[1]', 'Use.cs')).toEqual(['4 exact']);
  expect(await uses(RESULTS, 'Result.cs#Result[2]', 'Use.cs')).toEqual(['5 exact', '6 exact']);
  expect(await uses(RESULTS, 'Result.cs#Result[0]', 'Use.cs')).toEqual(['3 exact', '5 exact']);
  // Of another type that is called so a member is at most known by its name.
  expect(await uses(RESULTS, 'Result.cs#Result/_text[1]', 'Result.cs')).toEqual(['8 exact', '4 name']);
});

test('a condition of C# on a type means a type, and not a property of its name', async () => {
  const files = {
    ...SHOP,
    'Ask.cs': 'namespace Shop;\npublic class Ask<T> where T : class, Status {\n  public Status Status { get; }\n}\n',
  };
  expect(await uses(files, 'Ask/Status', 'Ask.cs')).toEqual([]);
});

test('what is made with types is a type of C#, and so is one that may be null among these', async () => {
  const files = {
    ...SHOP,
    'Box.cs': 'namespace Shop;\npublic class Box<T> {\n}\n',
    'Use.cs':
      'namespace Shop;\npublic class Use {\n  Func<Status?, int> Status;\n  Box<int>? Box { get; }\n' +
      '  public Status? Status\n  {\n    get;\n  }\n}\n',
  };
  expect(await uses(files, 'Status.cs#Status', 'Use.cs')).toEqual(['3 exact', '5 exact']);
  expect(await uses(files, 'Box.cs#Box', 'Use.cs')).toEqual(['4 exact']);
  expect(await uses(files, 'Use/Box', 'Use.cs')).toEqual([]);
});

const ROUTES: FileSpecs = {
  'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
  'Route.cs': 'namespace Shop;\npublic abstract class Route : IRoute {\n}\n',
  'RouteAttribute.cs':
    'namespace Shop;\n[AttributeUsage(AttributeTargets.All)]\npublic class RouteAttribute : Attribute {\n' +
    '  public RouteAttribute(string path) {}\n  [Route("own")]\n  public int Of([Route("a")] int a) => 1;\n}\n',
  'Cart.cs':
    'namespace Shop;\n[Serializable, Route("/cart")]\npublic class Cart {\n  [return: Route("b")]\n' +
    '  [RouteAttribute("c")]\n  public Route[] All(Route one) => [one, one];\n}\n',
};

test('an attribute of C# is used by its name without the ending, and nothing else that is called so', async () => {
  expect(await uses(ROUTES, 'RouteAttribute.cs#RouteAttribute', 'Cart.cs')).toEqual(['2 exact', '4 exact', '5 exact']);
  expect(await uses(ROUTES, 'RouteAttribute.cs#RouteAttribute', 'RouteAttribute.cs')).toEqual(['5 exact', '6 exact']);
  expect(await uses(ROUTES, 'Route.cs#Route', 'Cart.cs')).toEqual(['6 exact']);
  const { rows } = await askCode(ROUTES, { mode: 'callers', query: 'RouteAttribute.cs#RouteAttribute/RouteAttribute' });
  expect(rows.map(({ file, line }) => `${file}:${line}`)).toContain('Cart.cs:2');
});

test('what is static in C#, and a value of an enum, is not asked of what is not known to be its type', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Paint.cs':
      'namespace Shop;\npublic enum Paint {\n  Green = 1,\n  Red,\n}\npublic static class Words {\n' +
      '  public static bool Ends(string all, string end) {\n    return all.Ends(end, Other.Kind);\n  }\n' +
      '  object a = Console.Green;\n  object b = Paint.Red;\n  object c = Console.Red;\n}\n',
  };
  expect(await uses(files, 'Words/Ends', 'Paint.cs')).toEqual(['8 name']);
  expect(await uses(files, 'Paint/Green', 'Paint.cs')).toEqual(['10 name']);
  expect(await uses(files, 'Paint/Red', 'Paint.cs')).toEqual(['11 exact', '12 name']);
});

test('a constructor of C# is called by who makes its own type, and not one of its name with other types', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Of.cs': 'namespace Shop;\npublic class Box<T> {\n  public Box(T one) {}\n}\n',
    'Box.cs': 'namespace Shop;\npublic class Box {\n  public Box(int one) {}\n}\n',
    'Use.cs': 'namespace Shop;\npublic class Use {\n  object a = new Box(1);\n  object b = new Box<int>(1);\n}\n',
  };
  expect(await uses(files, 'Of.cs#Box/Box', 'Use.cs')).toEqual(['4 exact']);
  expect(await uses(files, 'Box.cs#Box/Box', 'Use.cs')).toEqual(['3 exact']);
});

test('where a property of C# is called like its type, what is read tells which of them is meant', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Layout.cs':
      'namespace Shop;\npublic class Layout : Base {\n  public static readonly Layout Empty = new();\n' +
      '  public string Text { get; }\n  public const int Size = 1;\n}\n',
    'Base.cs': 'namespace Shop;\npublic class Base {\n  public static int Of => 1;\n}\n',
    'Target.cs':
      'namespace Shop;\npublic class Target {\n  public Layout? Layout { get; } = Layout.Empty;\n' +
      '  object A() => Layout.Size;\n  object B() => Layout.Text;\n  object C() => nameof(Layout.Text);\n' +
      '  object D() => Layout.Of;\n}\npublic class Other : Layout, IOther {\n  int Layout { get; }\n}\n',
  };
  expect(await uses(files, 'Layout.cs#Layout', 'Target.cs')).toEqual(['3 exact', '4 exact', '9 exact']);
  expect(await uses(files, 'Target/Layout', 'Target.cs')).toEqual(['5 exact', '6 exact', '7 exact']);
});

test('where only a type of C# can stand, a method of its name is not meant', async () => {
  const files = {
    ...SHOP,
    'Tests.cs':
      'namespace Shop;\npublic class Tests {\n  public void Status() {\n    Status one = new Status();\n' +
      '    Run<Status>(1);\n    Status();\n  }\n}\n',
  };
  expect(await uses(files, 'Status.cs#Status', 'Tests.cs')).toEqual(['4 exact', '5 exact']);
  expect(await uses(files, 'Tests/Status', 'Tests.cs')).toEqual(['6 exact']);
});

test('what is made with types and called is a method of C# and no type of its name', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Page.cs': 'namespace Shop;\npublic class Page<T> {\n}\n',
    'Use.cs':
      'namespace Shop;\npublic class Use {\n  Page<T> Page<T>(int a) => Page<T>(1);\n  object a = new Page<int>();\n}\n',
  };
  expect(await uses(files, 'Page.cs#Page', 'Use.cs')).toEqual(['3 exact', '4 exact']);
  expect(await uses(files, 'Use/Page', 'Use.cs')).toEqual(['3 exact']);
});

test('what is read by the name of a property of C# whose type is none of the project may be of that type', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Use.cs':
      'namespace Shop;\npublic class Use {\n  public Encoding Encoding { get; } = Encoding.UTF8;\n' +
      '  object A() => Encoding;\n}\n',
  };
  expect(await uses(files, 'Use/Encoding', 'Use.cs')).toEqual(['4 exact', '3 name']);
});

test('words before a name of C# lead to a type where they are its namespace, and to a value else', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Languages.cs':
      'namespace Shop.Words;\npublic class Languages {\n  public static int Culture;\n  public class Inner {}\n}\n',
    'Use.cs':
      'namespace Shop.App;\nusing Shop.Words;\npublic class Use {\n  Shop.Words.Languages one;\n  Words.Languages two;\n' +
      '  object a = new Shop.Words.Languages.Inner();\n  object b = Words.Languages.Culture;\n' +
      '  object c = Options.Global.Languages.Culture;\n  object d = new Other.Languages();\n  Languages three;\n}\n',
  };
  expect(await uses(files, 'Languages.cs#Languages', 'Use.cs')).toEqual([
    '4 exact',
    '5 exact',
    '6 exact',
    '7 exact',
    '10 exact',
    '8 name',
    '9 name',
  ]);
  expect(await uses(files, 'Languages/Inner', 'Use.cs')).toEqual(['6 exact']);
  expect(await uses(files, 'Languages/Culture', 'Use.cs')).toEqual(['7 exact', '8 import']);
});

test('where a method of C# and an extension of its type may be called alike, neither is proven', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Rule.cs':
      'namespace Shop;\npublic class Rule {\n  public void Set(int a) {}\n  public void Set(int a, int b) {}\n' +
      '  public T Get<T>(int a) => default;\n}\n',
    'Rules.cs':
      'namespace Shop;\npublic static class Rules {\n  public static void Set<T>(this Rule rule, T a) {}\n' +
      '  static void Use(Rule rule) {\n    rule.Set(1);\n    rule.Set(1, 2);\n    rule.Get<int>(1);\n  }\n' +
      '  public static int Get(this Rule rule, int a) => 1;\n}\n',
  };
  expect(await uses(files, 'Rule/Set', 'Rules.cs')).toEqual(['6 exact', '5 name']);
  expect(await uses(files, 'Rule/Get', 'Rules.cs')).toEqual(['7 exact']);
});

test('a name of C# that a file gives to another type may be made with fewer types than a type of that name', async () => {
  const files = {
    ...RESULTS,
    'As.cs': 'using Result = Shop.Result<int>;\nnamespace Shop;\npublic class As {\n  Result one;\n}\n',
  };
  expect(await uses(files, 'Result.cs#Result[1]', 'As.cs')).toEqual(['1 exact', '4 exact']);
});

test('a type of C# is used by who derives from it with values, converts to it, or writes a space before its types', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Bag.cs':
      'namespace Shop;\npublic class Bag <T> {\n  public static implicit operator Bag<T>(T one) => null;\n}\n' +
      'public record Line<T>(T One);\n',
    'Use.cs':
      'namespace Shop;\npublic class Sub(int one)\n  : Bag<int>(one);\npublic record Row<T>(int One) : Shop.Line<int>(One), IRow;\n' +
      'public class Use {\n  Bag<int> a = null;\n  Bag <int> b = null;\n}\n',
  };
  expect(await uses(files, 'Bag.cs#Bag', 'Bag.cs')).toEqual(['3 exact']);
  expect(await uses(files, 'Bag.cs#Bag', 'Use.cs')).toEqual(['3 exact', '6 exact', '7 exact']);
  expect(await uses(files, 'Bag.cs#Line', 'Use.cs')).toEqual(['4 exact']);
});

test('a method of C# that is made with types and handed on is meant, whatever closes behind it', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Use.cs':
      'namespace Shop;\npublic class Use {\n  void Go<T>(T one) {}\n  object a = new Opt { Click = Go<int> };\n' +
      '  object B(bool c) => c ? Go<int>\n    : Go<long>;\n  Action<int>[] d = [Go<int>];\n}\n',
  };
  expect(await uses(files, 'Use/Go', 'Use.cs')).toEqual(['4 exact', '5 exact', '6 exact', '7 exact']);
});

test('what a query of C# goes through is a value before the next `from`, and a parameter may be called so', async () => {
  const files = {
    ...SHOP,
    'Use.cs':
      'namespace Shop;\npublic class Use {\n  int[] Rows;\n  object A() => from a in Rows from b in Other select a;\n' +
      '  object B() => from a in Rows from int b in Other select a;\n  void C(Status from, int one) {}\n}\n',
  };
  expect(await uses(files, 'Use/Rows', 'Use.cs')).toEqual(['4 exact', '5 exact']);
  expect(await uses(files, 'Status.cs#Status', 'Use.cs')).toEqual(['6 exact']);
});

test('what a query of C# compares with is no condition on a type', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Use.cs':
      'namespace Shop;\npublic class Use {\n  bool Paid { get; }\n' +
      '  object A() => from one in All() where one < 3 ? true : Paid select one;\n}\n',
  };
  expect(await uses(files, 'Use/Paid', 'Use.cs')).toEqual(['4 exact']);
});

test('a type of C# within another is known where the namespace of that is imported', async () => {
  const files = {
    'Shop.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'Cart.cs':
      'namespace Shop.Carts;\npublic class Cart {\n  public class Line {\n    public static int Of() => 1;\n    public enum Kind { Open, Paid }\n  }\n}\n',
    'Use.cs':
      'using Shop.Carts;\nnamespace App;\npublic class Use {\n  object a = Cart.Line.Of();\n  object b = Cart.Line.Kind.Open;\n}\n',
  };
  expect(await uses(files, 'Line/Of', 'Use.cs')).toEqual(['4 exact']);
  expect(await uses(files, 'Kind/Open', 'Use.cs')).toEqual(['5 exact']);
});

test('an attribute of C# is used at the end of a file as well, and what an attribute is made with is none', async () => {
  const files = {
    ...ROUTES,
    'MarkAttribute.cs': 'namespace Shop;\npublic class MarkAttribute : Attribute {\n}\n',
    'All.cs': 'using Shop;\n[assembly: Mark]\n[assembly: Mark]\n',
    'Made.cs': 'namespace Shop;\n[Made<int, Route>]\npublic class Made {\n}\n',
  };
  expect(await uses(files, 'MarkAttribute.cs#MarkAttribute', 'All.cs')).toEqual(['2 exact', '3 exact']);
  expect(await uses(files, 'RouteAttribute.cs#RouteAttribute', 'Made.cs')).toEqual([]);
  expect(await uses(files, 'Route.cs#Route', 'Made.cs')).toEqual(['2 exact']);
});
