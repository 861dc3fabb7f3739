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
