import { describe, expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

describe('imports of C#', () => {
  test('types lead to the files that declare them, by the namespaces that are used and the own ones', async () => {
    const graph = await graphOf({
      'App/App.csproj':
        '<Project><ItemGroup><PackageReference Include="Newtonsoft.Json" Version="13" /></ItemGroup></Project>',
      'App/Program.cs': `using System;
using System.Collections.Generic;
using Newtonsoft.Json.Linq;
using Shop.Data;
using static Shop.Tools.Clock;
using Order = Shop.Model.Order;
namespace Shop.App;

[Audited]
public class Program : Base
{
    // Unused is only spoken of
    private readonly Store _store = new Store("Ghost");
    public string Customer { get; set; }
    public void Run(Order order, List<Item> items)
    {
        var name = Customer;
        Helper.Go();
    }
}
`,
      'App/Base.cs': 'namespace Shop.App { public abstract class Base { } }',
      'App/Helper.cs': 'namespace Shop { static class Helper { public static void Go() { } } }',
      'App/AuditedAttribute.cs': 'namespace Shop.App;\nclass AuditedAttribute : System.Attribute { }\n',
      'App/Customer.cs': 'namespace Shop.App;\nclass Customer { }\n',
      'App/Unused.cs': 'namespace Shop.App;\nclass Unused { }\nclass Ghost { }\n',
      'Data/Data.csproj': '<Project />',
      'Data/Store.cs': 'namespace Shop.Data\n{\n    public partial class Store\n    {\n    }\n}\n',
      'Data/Store.Async.cs': 'namespace Shop.Data\n{\n    public partial class Store\n    {\n    }\n}\n',
      'Data/Item.cs': 'namespace Shop.Data;\npublic record Item(int Id);\n',
      'Data/Clock.cs': 'namespace Shop.Tools;\npublic static class Clock { }\n',
      'Data/Order.cs': 'namespace Shop.Model;\npublic sealed class Order { }\n',
    });
    expect(edgesOf(graph)).toEqual([
      'App/Program.cs -> App/AuditedAttribute.cs (same_package)',
      'App/Program.cs -> App/Base.cs (same_package)',
      'App/Program.cs -> App/Helper.cs (same_package)',
      'App/Program.cs -> Data/Clock.cs',
      'App/Program.cs -> Data/Item.cs',
      'App/Program.cs -> Data/Order.cs',
      'App/Program.cs -> Data/Store.Async.cs',
      'App/Program.cs -> Data/Store.cs',
    ]);
    expect(externalsOf(graph)).toEqual([
      'Newtonsoft.Json',
      'System (standard)',
      'System.Collections.Generic (standard)',
    ]);
    expect(unresolvedOf(graph)).toEqual([]);
  });

  test('a type within another is no type of the namespace, and a missing one of an own namespace is told', async () => {
    const graph = await graphOf({
      'A.cs': 'using Gone = Own.Gone;\nnamespace Own\n{\n  class A { Inner inner; Outer outer; }\n}\n',
      'B.cs': 'namespace Own\n{\n  class Outer\n  {\n    class Inner { }\n  }\n}\n',
    });
    expect(edgesOf(graph)).toEqual(['A.cs -> B.cs (same_package)']);
    expect(unresolvedOf(graph)).toEqual(['A.cs: Own.Gone']);
  });

  test('a type for its file alone is used by no other', async () => {
    const graph = await graphOf({
      'A.cs': 'namespace Own;\nfile sealed class Helper { }\nclass Known { }\n',
      'B.cs': 'namespace Own;\nclass B { Helper helper; }\n',
      'C.cs': 'namespace Own;\nclass C { Known known; }\n',
    });
    expect(edgesOf(graph)).toEqual(['C.cs -> A.cs (same_package)']);
  });

  test('another name for a type that other usings bring in names no package', async () => {
    const graph = await graphOf({
      'A.cs':
        'using System;\nusing Map = Dictionary<string, object>;\nusing Act = Action;\nusing S = System;\nusing Log = Serilog;\nusing Own = Item;\nclass A { Own item; }\n',
      'Item.cs': 'class Item { }\n',
      'A.csproj': '<Project><ItemGroup><PackageReference Include="Serilog" Version="3.0.0" /></ItemGroup></Project>',
    });
    expect(externalsOf(graph)).toEqual(['Serilog', 'System (standard)']);
    expect(edgesOf(graph)).toEqual(['A.cs -> Item.cs']);
  });

  test('what a type derives from is seen behind parameters of many lines, and what its base is given is not', async () => {
    const graph = await graphOf({
      'Handler.cs': `namespace Own;
public class OrderStartedIntegrationEventHandler(
    string repositoryOfTheBasketsThatAreKept,
    Func<int, string> loggerOfWhatIsDone,
    int numberOfTimesThatItIsTriedAgainBeforeItFails,
    string nameOfTheQueueThatTheMessagesComeFrom) : Base(repositoryOfTheBasketsThatAreKept, Limit), IHandler<Started>, Marked
{
}
`,
      'Base.cs': 'namespace Own;\nclass Base { }\n',
      'IHandler.cs': 'namespace Own;\ninterface IHandler<T> { }\n',
      'Marked.cs': 'namespace Own;\ninterface Marked { }\n',
      'Limit.cs': 'namespace Own;\nclass Limit { }\n',
    });
    expect(edgesOf(graph)).toEqual([
      'Handler.cs -> Base.cs (same_package)',
      'Handler.cs -> IHandler.cs (same_package)',
      'Handler.cs -> Marked.cs (same_package)',
    ]);
  });

  test('a namespace that a build makes of a project is no package of others, and an import of it leads to no file', async () => {
    const graph = await graphOf({
      'Web/Web.csproj':
        '<Project><PropertyGroup><RootNamespace>Shop.Web</RootNamespace></PropertyGroup><ItemGroup><PackageReference Include="Shop.Web.Kit" Version="1.0.0" /></ItemGroup></Project>',
      'Web/Components/App.razor': '<p>Hello</p>\n',
      'Web/Program.cs':
        'using Other.Web;\nusing Shop.Web.Components;\nusing Shop.Web.Kit.Icons;\nusing Client = Shop.Api.Basket.BasketClient;\nusing static Far.Basket.BasketClient;\nclass Program { Client client; }\n',
      'Api/Service.cs': 'namespace Shop.Api;\nclass Service { }\n',
    });
    expect(externalsOf(graph)).toEqual(['Far.Basket', 'Other.Web', 'Shop.Web.Kit']);
    expect(unresolvedOf(graph)).toEqual([
      'Web/Program.cs: Shop.Web.Components',
      'Web/Program.cs: Shop.Api.Basket.BasketClient',
    ]);
  });

  test('a namespace in the branches of a condition ends with its brace, and the next one begins anew', async () => {
    const graph = await graphOf({
      'Both.cs':
        '#if OLD\nnamespace A\n{\n#else\nnamespace B\n{\n#endif\n  class X { }\n}\nnamespace C\n{\n  class Y { }\n}\n',
      'Uses.cs': 'using C;\nclass Uses { Y y; }\n',
    });
    expect(edgesOf(graph)).toEqual(['Uses.cs -> Both.cs']);
  });

  test('types are seen as later type arguments, in casts and patterns, but not what is only put in brackets or compared', async () => {
    const graph = await graphOf({
      'Uses.cs': `namespace Own;
class Uses
{
    Dictionary<string, Second> map;
    Pair<int, List<Third>, Fourth?[]> pair;
    object Run(object it)
    {
        if (it is Fifth other
            && (Flag)) return (Sixth)it;
        if (Count < Most, Least > 3) return (Total) + 1;
        if (Open) it = (Seventh)(it);
        while (Going) it = x == Ready ? (Eighth)null : it;
        return it;
    }
}
`,
      ...Object.fromEntries(
        [
          'Second',
          'Third',
          'Fourth',
          'Fifth',
          'Sixth',
          'Eighth',
          'Flag',
          'Most',
          'Least',
          'Total',
          'Open',
          'Going',
          'Ready',
        ].map((name) => [`${name}.cs`, `namespace Own;\nclass ${name} { }\n`]),
      ),
    });
    const found = edgesOf(graph);
    expect(found.map((edge) => /-> (\w+)/.exec(edge)?.[1])).toEqual([
      'Eighth',
      'Fifth',
      'Fourth',
      'Second',
      'Sixth',
      'Third',
    ]);
  });

  describe('a global using', () => {
    const types = {
      'Lib/Lib.csproj': '<Project />',
      'Lib/Core/Sink.cs': 'namespace Lib.Core;\npublic class Sink { }\n',
      'Lib/Data/Row.cs': 'namespace Lib.Data;\npublic class Row { }\n',
    };

    test('counts in every file of its project, at the place where a file names the type, and in no other project', async () => {
      const graph = await graphOf({
        ...types,
        'Lib/GlobalUsings.cs':
          'global using System.Text;\nglobal using Lib.Core;\nglobal using Line = Lib.Data.Row;\nglobal using static Lib.Core.Sink;\n',
        'Lib/Events/Event.cs':
          'namespace Lib.Events;\nclass Event\n{\n    Sink sink;\n    Line line;\n    Gone gone;\n}\n',
        'Lib/Events/Plain.cs': 'namespace Lib.Events;\nclass Plain { Event it; }\n',
        'Other/Other.csproj': '<Project />',
        'Other/Uses.cs': 'namespace Other;\nclass Uses { Sink sink; }\n',
      });
      expect(edgesOf(graph)).toEqual([
        'Lib/Events/Event.cs -> Lib/Core/Sink.cs',
        'Lib/Events/Event.cs -> Lib/Data/Row.cs',
        'Lib/Events/Plain.cs -> Lib/Events/Event.cs (same_package)',
        'Lib/GlobalUsings.cs -> Lib/Core/Sink.cs',
        'Lib/GlobalUsings.cs -> Lib/Data/Row.cs',
      ]);
      expect(graph.edges[0]).toMatchObject({ file: 'Lib/Events/Event.cs', line: 4, count: 1 });
      // Told once, where it stands.
      expect(graph.externals.map(({ file, name }) => `${file}: ${name}`)).toEqual(['Lib/GlobalUsings.cs: System.Text']);
      expect(unresolvedOf(graph)).toEqual([]);
    });

    test('may stand in the project file, or in the settings of a folder of projects', async () => {
      const graph = await graphOf({
        ...types,
        'App/Directory.Build.props': '<Project><ItemGroup><Using Include="Lib.Data" /></ItemGroup></Project>',
        'App/One/One.csproj':
          '<Project><ItemGroup><Using Include="Lib.Core; Xunit" /><Using Include="Lib.Core.Sink" Alias="Drain" /></ItemGroup></Project>',
        'App/One/Uses.cs': 'namespace One;\nclass Uses { Row row; Sink sink; }\n',
        'App/One/Named.cs': 'namespace One;\nclass Named { Drain drain; }\n',
      });
      expect(edgesOf(graph)).toEqual([
        'App/One/Named.cs -> Lib/Core/Sink.cs',
        'App/One/Uses.cs -> Lib/Core/Sink.cs',
        'App/One/Uses.cs -> Lib/Data/Row.cs',
      ]);
    });

    test('gives way to the own namespace and to what the file itself uses, and of two namespaces means neither', async () => {
      const graph = await graphOf({
        ...types,
        'Lib/GlobalUsings.cs': 'global using Lib.Core;\nglobal using Lib.Data;\nglobal using Lib.More;\n',
        'Lib/More/Row.cs': 'namespace Lib.More;\nclass Row { }\n',
        'Lib/Own/Sink.cs': 'namespace Lib.Own;\nclass Sink { }\n',
        'Lib/Own/Uses.cs': 'namespace Lib.Own;\nclass Uses { Sink sink; Row row; }\n',
        'Lib/Else/Uses.cs':
          'using Lib.Own;\nusing Row = System.Object;\nnamespace Lib.Else;\nclass Uses { Sink sink; Row row; }\n',
      });
      expect(edgesOf(graph)).toEqual([
        'Lib/Else/Uses.cs -> Lib/Own/Sink.cs',
        'Lib/Own/Uses.cs -> Lib/Own/Sink.cs (same_package)',
      ]);
    });

    test('counts for the whole of a repository without a project file, but not for files beside projects', async () => {
      const files = {
        'Globals.cs': 'global using Lib.Core;\n',
        'Core/Sink.cs': 'namespace Lib.Core;\nclass Sink { }\n',
        'Uses.cs': 'class Uses { Sink sink; }\n',
      };
      expect(edgesOf(await graphOf(files))).toEqual(['Uses.cs -> Core/Sink.cs']);
      expect(edgesOf(await graphOf({ ...files, 'App/App.csproj': '<Project />' }))).toEqual([]);
    });

    test('is known from the name of its file where only some files are asked about', async () => {
      const files = {
        ...types,
        'Lib/GlobalUsings.cs': 'global using Lib.Core;\n',
        'Lib/Uses.cs': 'class Uses { Sink sink; }\n',
      };
      const options = { base: '', only: new Set(['Lib/Uses.cs', 'Lib/Core/Sink.cs']) };
      expect(edgesOf(await graphOf(files, options))).toEqual(['Lib/Uses.cs -> Lib/Core/Sink.cs']);
    });
  });

  test('a type of the own namespace is found in the projects that are referred to, by way of others, and only there', async () => {
    const graph = await graphOf({
      'Src/Src.csproj': '<Project />',
      'Src/Log.cs': 'namespace Own;\nclass Log { }\n',
      'Mid/Mid.csproj': '<Project><ItemGroup><ProjectReference Include="..\\Src\\Src.csproj" /></ItemGroup></Project>',
      'Tests/Tests.csproj':
        '<Project><ItemGroup><ProjectReference Include="..\\Mid\\Mid.csproj" /></ItemGroup></Project>',
      'Tests/LogTests.cs': 'using Xunit;\nnamespace Own.Tests;\nclass LogTests { Log log; Lone lone; }\n',
      'Lone/Lone.csproj': '<Project />',
      'Lone/Lone.cs': 'namespace Own;\nclass Lone { }\n',
    });
    expect(edgesOf(graph)).toEqual(['Tests/LogTests.cs -> Src/Log.cs (same_package)']);
  });

  test('global usings and references without end or sense are borne', async () => {
    const many = Array.from({ length: 4_000 }, (_, at) => `global using N${at};`).join('\n');
    const graph = await graphOf({
      'A/A.csproj':
        '<Project><ItemGroup><ProjectReference Include="../../../x.csproj;$(Y)/y.csproj;A.csproj" /><Using Include="1;;$(X)" /></ItemGroup></Project>',
      'A/GlobalUsings.cs': many,
      'A/Uses.cs': `class Uses { ${Array.from({ length: 4_000 }, (_, at) => `T${at} t${at};`).join('\n')} }`,
      'B/B.csproj': '<Project',
    });
    expect(edgesOf(graph)).toEqual([]);
    expect(graph.gaps.join()).toContain('A has 4000 global usings; 200 were looked at');
  });

  test('a type with another name leaves its own name to that of the namespace, also of a project referred to', async () => {
    const graph = await graphOf({
      'Src/Src.csproj': '<Project><ItemGroup><ProjectReference Include="../Lib/Lib.csproj" /></ItemGroup></Project>',
      'Src/Main.cs':
        'using Other = Own.Kit.Tool;\nusing Far = Own.Kit.Log;\nnamespace Own;\nclass Main { Tool tool; Other other; Log log; }\n',
      'Src/Tool.cs': 'namespace Own;\nclass Tool { }\n',
      'Src/Other.cs': 'namespace Own;\nclass Other { }\n',
      'Src/Kit/Tool.cs': 'namespace Own.Kit;\nclass Tool { }\n',
      'Lib/Lib.csproj': '<Project />',
      'Lib/Log.cs': 'namespace Own;\nclass Log { }\n',
      'Src/Kit/Log.cs': 'namespace Own.Kit;\nclass Log { }\n',
    });
    expect(edgesOf(graph)).toEqual([
      'Src/Main.cs -> Lib/Log.cs (same_package)',
      'Src/Main.cs -> Src/Kit/Log.cs',
      'Src/Main.cs -> Src/Kit/Tool.cs',
      'Src/Main.cs -> Src/Tool.cs (same_package)',
    ]);
  });
});
