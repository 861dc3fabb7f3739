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
});
