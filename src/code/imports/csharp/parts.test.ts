import { describe, expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../../test/support/imports.ts';

describe('parts of one C# type in several files', () => {
  test('a type or member that another part declares leads there from the place that names it, and not back', async () => {
    const graph = await graphOf({
      'A.csproj': '<Project />',
      'Converter.cs': `namespace Own;

partial class Converter : IConverter
{
    readonly Limiter _limiter;
    public int Run(int depth)
    {
        Limiter.Set(depth);
        return Clamp<int>(depth) + this.Rest;
    }
}
`,
      'Converter.Limiter.cs': `namespace Own
{
    partial class Converter
    {
        class Limiter
        {
            int _depth;
            int Twice(int depth) => depth * 2;
        }
    }
}
`,
      'Converter.Clamp.cs':
        'namespace Own;\npartial class Converter\n{\n    [Pure(On = true)] static T Clamp<T>(T it) { return _shared.Of(it); }\n}\n',
      'Converter.Rest.cs':
        'namespace Own;\npublic sealed partial class Converter\n{\n    int Rest => 1;\n    static Shared _shared = new();\n}\n',
    });
    expect(edgesOf(graph)).toEqual([
      'Converter.Clamp.cs -> Converter.Rest.cs (same_package)',
      'Converter.cs -> Converter.Clamp.cs (same_package)',
      'Converter.cs -> Converter.Limiter.cs (same_package)',
      'Converter.cs -> Converter.Rest.cs (same_package)',
    ]);
    expect(graph.edges.map(({ line }) => line)).toEqual([4, 9, 5, 9]);
  });

  test('a type in parts within another sees what both declare', async () => {
    const graph = await graphOf({
      'A.cs':
        'partial class Outer<T>\n{\n    partial struct Inner { Deep deep; Near near; void Go() { Stop(); } }\n}\n',
      'B.cs': 'partial class Outer<K>\n{\n    class Near { }\n}\n',
      'C.cs': 'partial class Outer<T>\n{\n    partial struct Inner { enum Deep { A } void Stop() { } }\n}\n',
    });
    expect(edgesOf(graph)).toEqual(['A.cs -> B.cs (same_package)', 'A.cs -> C.cs (same_package)']);
  });

  test('nothing is said of what the file gives to something itself, nor of another type or project of the name', async () => {
    const other = 'namespace Own;\npartial class Kit\n{\n    class Box { }\n    void Turn() { }\n    int _size;\n}\n';
    const graph = await graphOf({
      'App/App.csproj': '<Project />',
      'App/Kit.cs': `namespace Own;
partial class Kit
{
    class Box { }
    void Turn(int by) { Turn(); Box box; }
    void Go(Func<int, int> Call)
    {
        Call(1);
        other.Stop();
        var it = new Stop();
        if (it is Stop(var at) || other?.Stop() == 2) Each(_step => _step + 1);
        int Local() { return 1; }
        Local();
        Ship(_load: 3);
    }
    [Mark(1)] class Nested : Base { void Run() { Pull(); } }
}
class Beside { void Run() { Pull(); } }
`,
      'App/Kit.Two.cs': `namespace Own;
partial class Kit
{
    void Call() { }
    void Stop() { }
    void Local() { }
    void Mark() { }
    void Pull() { }
    int _step, _load;
    int _load = Ghost(1);
}
`,
      'App/Kit.Generic.cs': other.replace('Kit', 'Kit<T>'),
      'App/Else.cs': other.replace('Own', 'Else'),
      'Lib/Lib.csproj': '<Project />',
      'Lib/Kit.cs': other,
    });
    expect(edgesOf(graph)).toEqual([]);
  });

  test('hostile parts take no more than linear time', async () => {
    const deep = `${'partial class A { '.repeat(2_000)}${'}'.repeat(2_000)}`;
    const open = 'partial class A<'.repeat(20_000);
    const names = `partial class B { void Go() { ${'F('.repeat(60_000)} _a${' '.repeat(60_000)} } }`;
    const graph = await graphOf({ 'Deep.cs': deep, 'Open.cs': open, 'Names.cs': names });
    expect(edgesOf(graph)).toEqual([]);
  });
});
