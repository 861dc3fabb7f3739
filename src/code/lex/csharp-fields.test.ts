import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { scanSymbols } from './scan-symbols.ts';

function scan(text: string): readonly string[] {
  const language = languageOf('a.cs');
  if (language === null) throw new Error('no language');
  return scanSymbols(language, text).map(({ kind, path, line, column }) => `${line}:${column} ${kind} ${path}`);
}

test('lists every field of a type of C#, with or without modifier and value, at its name', () => {
  const text = `namespace A;
sealed class Logger : ISink
#if ASYNC
    , IAsync
#endif
{
    static readonly object[] None = [];
    readonly ISink _sink;
#if ASYNC
    readonly Func<ValueTask>? _dispose;
#endif
    static int count;
    int _x;
    [NonSerialized] private Dictionary<string, List<int>> map = new Dictionary<string, List<int>>();
    Color Color;
    int a, ab, b = F(a, b), c = b == a ? 1 : 2, d;
    Pair<int, string> p = new Pair<int, string>(1), q = new Pair<int, string, Foo>(2);
    unsafe byte *at;
    readonly (int, string) _pair;
    public event Action<int> Changed;
    const int Max = 3;
    string @class = "int lost;";
    global::System.Type type;
    struct Point { public double X, Y; }
}
`;
  expect(scan(text)).toEqual([
    '1:11 module A',
    '2:14 class Logger',
    '7:30 variable Logger/None',
    '8:20 variable Logger/_sink',
    '10:31 variable Logger/_dispose',
    '12:16 variable Logger/count',
    '13:9 variable Logger/_x',
    '14:59 variable Logger/map',
    '15:11 variable Logger/Color',
    '16:9 variable Logger/a',
    '16:12 variable Logger/ab',
    '16:16 variable Logger/b',
    '16:29 variable Logger/c',
    '16:49 variable Logger/d',
    '17:23 variable Logger/p',
    '17:53 variable Logger/q',
    '18:18 variable Logger/at',
    '19:28 variable Logger/_pair',
    '20:30 variable Logger/Changed',
    '21:15 variable Logger/Max',
    '22:13 variable Logger/class',
    '23:25 variable Logger/type',
    '24:12 struct Logger/Point',
    '24:34 variable Logger/Point/X',
    '24:37 variable Logger/Point/Y',
  ]);
});

test('lists neither locals nor statements of C# as fields', () => {
  const text = `int top;
var other = 1;
using static System.Math;
class A
{
    void Run() { int local; Foo bar = new(); for (;;) { int deep; } }
    int Name { get { int kept; return kept; } set; }
    int Size => 3;
    A() { string text; }
    event Action Changed { add { int held; } remove { } }
    enum Color { Red, Green = 2 }
    (int x, int y) Two(int z) { int w; return (w, z); }
    public (int, int) Three() => (1, 2);
    abstract void Nothing();
    return gone;
    throw it;
    var lost;
}
interface I { int Count { get; } void Close(); }
enum E { One, Two }
`;
  expect(scan(text)).toEqual([
    '4:7 class A',
    '6:10 method A/Run',
    '7:9 variable A/Name',
    '8:9 variable A/Size',
    '9:5 method A/A',
    '10:18 variable A/Changed',
    '11:10 enum A/Color',
    '11:18 variable A/Color/Red',
    '11:23 variable A/Color/Green',
    '12:20 method A/Two',
    '13:23 method A/Three',
    '14:19 method A/Nothing',
    '19:11 interface I',
    '19:19 variable I/Count',
    '19:39 method I/Close',
    '20:6 enum E',
    '20:10 variable E/One',
    '20:15 variable E/Two',
  ]);
});

test('what stands behind an indexer, or is a member of an interface with an alias, is listed', () => {
  const text = `interface IOne<K>
{
    V this[K key] { get; set; }
    bool Remove(K key);
}
class C
{
    object IList.this[int index] { get { return 1; } set { } }
    void ICollection.CopyTo(Array array) { }
    pbr::Descriptor pb::IMessage.Descriptor {
      get { return own; }
    }
    public C() { }
    void pb::IBuffer.WriteTo(ref pb::Context output) { }
}
`;
  expect(scan(text)).toEqual([
    '1:11 interface IOne',
    '4:10 method IOne/Remove',
    '6:7 class C',
    '9:22 method C/CopyTo',
    '10:34 variable C/Descriptor',
    '13:12 method C/C',
    '14:22 method C/WriteTo',
  ]);
});
