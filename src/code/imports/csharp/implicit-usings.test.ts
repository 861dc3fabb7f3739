import { describe, expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../../test/support/imports.ts';

const ON = '<PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup>';
const TYPES = {
  'Lib/Clock.cs': 'namespace System;\nclass Clock { }\n',
  'Lib/Client.cs': 'namespace System.Net.Http;\nclass Client { }\n',
  'Lib/Route.cs': 'namespace Microsoft.AspNetCore.Routing;\nclass Route { }\n',
  'Lib/Uses.cs': 'namespace Own;\nclass Uses\n{\n    Clock clock;\n    Client client;\n    Route route;\n}\n',
};

/** Files that Uses.cs leads to, by what the project file says. */
async function usedWith(project: string, more: Readonly<Record<string, string>> = {}): Promise<readonly string[]> {
  const graph = await graphOf({ ...TYPES, 'Lib/Lib.csproj': project, ...more });
  return edgesOf(graph).map((edge) => edge.replace(/^Lib\/Uses\.cs -> Lib\//, ''));
}

describe('implicit usings of C#', () => {
  test('lead to what the project declares in the namespaces that its SDK adds', async () => {
    expect(await usedWith(`<Project Sdk="Microsoft.NET.Sdk">${ON}</Project>`)).toEqual(['Client.cs', 'Clock.cs']);
    expect(await usedWith(`<Project Sdk="Microsoft.NET.Sdk.Web">${ON}</Project>`)).toEqual([
      'Client.cs',
      'Clock.cs',
      'Route.cs',
    ]);
  });

  test('may be said by the settings of a folder of projects, which a project goes before', async () => {
    const shared = { 'Directory.Build.props': `<Project>${ON}</Project>` };
    const plain = '<Project Sdk="Microsoft.NET.Sdk" />';
    expect(await usedWith(plain, shared)).toEqual(['Client.cs', 'Clock.cs']);
    const off = '<PropertyGroup><ImplicitUsings>disable</ImplicitUsings></PropertyGroup>';
    expect(await usedWith(`<Project Sdk="Microsoft.NET.Sdk">${off}</Project>`, shared)).toEqual([]);
  });

  test('are none where a project takes them away, does not say so for certain, or is of another kind', async () => {
    const removed = '<ItemGroup><Using Remove="System.Net.Http" /></ItemGroup>';
    expect(await usedWith(`<Project Sdk="Microsoft.NET.Sdk">${ON}${removed}</Project>`)).toEqual(['Clock.cs']);
    const sometimes = ON.replace('<PropertyGroup>', `<PropertyGroup Condition="'$(X)' == '1'">`);
    expect(await usedWith(`<Project Sdk="Microsoft.NET.Sdk">${sometimes}</Project>`)).toEqual([]);
    expect(await usedWith('<Project Sdk="Microsoft.NET.Sdk" />')).toEqual([]);
    expect(await usedWith(`<Project>${ON}</Project>`)).toEqual([]);
  });

  test("do not lead to another project's stand-in for a type of the platform", async () => {
    const graph = await graphOf({
      ...TYPES,
      'Lib/Lib.csproj': '<Project Sdk="Microsoft.NET.Sdk" />',
      'App/App.csproj': `<Project Sdk="Microsoft.NET.Sdk">${ON}</Project>`,
      'App/Uses.cs': 'namespace App;\nclass Uses { Clock clock; }\n',
    });
    expect(edgesOf(graph)).toEqual([]);
  });
});
