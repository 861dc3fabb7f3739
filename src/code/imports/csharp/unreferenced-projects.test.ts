import { expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../../test/support/imports.ts';

const web = (references: string): string =>
  `<Project Sdk="Microsoft.NET.Sdk.Web"><ItemGroup>${references}</ItemGroup></Project>`;

const FILES = {
  'Api/Api.csproj': '<Project Sdk="Microsoft.NET.Sdk.Web" />',
  'Api/Basket.cs': 'namespace Shop.Api.Grpc;\npublic class BasketService { }\npublic class Alone { }\n',
  'Web/Basket.cs': 'namespace Shop.Web.Services;\npublic class BasketService { }\n',
};

test('a type of a project that is not referred to is not meant where the own one has the name by another using', async () => {
  // A build makes types in that namespace, too, for which it is imported.
  const local = {
    ...FILES,
    'Web/Web.csproj': web(''),
    'Web/Local.cs':
      'using Shop.Api.Grpc;\nusing Shop.Web.Services;\nclass Local { BasketService service; Alone alone; }\n',
  };
  expect([...edgesOf(await graphOf(local))].sort()).toEqual([
    'Web/Local.cs -> Api/Basket.cs',
    'Web/Local.cs -> Web/Basket.cs',
  ]);
  const global = {
    ...FILES,
    'Web/Web.csproj': web(''),
    'Web/GlobalUsings.cs': 'global using Shop.Web.Services;\n',
    'Web/Use.cs': 'using Shop.Api.Grpc;\nclass Use { BasketService service; }\n',
  };
  expect(edgesOf(await graphOf(global))).toEqual(['Web/Use.cs -> Web/Basket.cs']);
});

test('a type of a project that is not known to be referred to may be meant where nothing else has the name', async () => {
  const files = {
    ...FILES,
    'Web/Web.csproj': web(''),
    'Web/Use.cs': 'using Shop.Api.Grpc;\nclass Use { BasketService service; }\n',
  };
  expect(edgesOf(await graphOf(files))).toEqual(['Web/Use.cs -> Api/Basket.cs']);
});

test('of two projects that are referred to neither type of a name is left out', async () => {
  const files = {
    ...FILES,
    'Web/Web.csproj': web('<ProjectReference Include="../Api/Api.csproj" />'),
    'Web/GlobalUsings.cs': 'global using Shop.Web.Services;\n',
    'Web/Use.cs': 'using Shop.Api.Grpc;\nclass Use { BasketService service; }\n',
  };
  expect(edgesOf(await graphOf(files))).toEqual(['Web/Use.cs -> Api/Basket.cs']);
});

test('a file that several projects compile by name is seen by each of them', async () => {
  const compiling = (...files: readonly string[]): string =>
    web(files.map((file) => `<Compile Include="${file}" Link="A.cs" />`).join(''));
  const use = 'namespace Shop;\nclass Use { void Add(Box box) { box.AddMigration(); } }\n';
  const graph = await graphOf({
    'Shared/Migrations.cs':
      'namespace Shop;\ninternal static class Migrations {\n  public static void AddMigration(this Box box) { }\n}\n',
    'Api/Api.csproj': compiling('..\\Shared\\Migrations.cs'),
    'Api/Use.cs': use,
    'Web/Web.csproj': compiling('$(MSBuildThisFileDirectory)..\\Shared\\*.cs'),
    'Web/Use.cs': use,
    'Alone/Alone.csproj': web(''),
    'Alone/Use.cs': use,
  });
  expect([...edgesOf(graph)].sort()).toEqual([
    'Api/Use.cs -> Shared/Migrations.cs (same_package)',
    'Web/Use.cs -> Shared/Migrations.cs (same_package)',
  ]);
});
