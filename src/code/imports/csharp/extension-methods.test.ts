import { expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../../test/support/imports.ts';

const DEFAULTS = `namespace Shop.Defaults;

public static class Extensions
{
    public static IHost AddDefaults(this IHost host)
    {
        Shared(host);
        return host;
    }
    public static T Named<T>(
        [NotNull] this T value, string name) where T : class => value;
    public static IHost Ready(this IHost host) => host;
#if OLD_PLATFORM
    public static bool IsSubclassOf(this Type type, Type other) => false;
#endif
    public static IHost Trim(this IHost host) => host;
    public static void Shared(IHost host) { }
}
`;
const project = (...references: string[]): string =>
  `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>${references
    .map((path) => `<ProjectReference Include="${path}" />`)
    .join('')}</ItemGroup></Project>`;

const TREE = {
  'Defaults/Defaults.csproj': project(),
  'Defaults/Extensions.cs': DEFAULTS,
  'Other/Other.csproj': project(),
  'Other/Machine.cs': 'namespace Other;\npublic class Machine\n{\n    public Machine Ready() => this;\n}\n',
};

test('in C# a method that is called on a value leads to the file that adds it, by the namespaces that are used', async () => {
  const graph = await graphOf({
    ...TREE,
    'Api/Api.csproj': project('../Defaults/Defaults.csproj'),
    'Api/Usings.cs': 'global using Shop.Defaults;\n',
    'Api/Program.cs': 'var host = Host.Create();\nhost.AddDefaults();\n',
    'Web/Web.csproj': project('../Defaults/Defaults.csproj'),
    'Web/Program.cs': 'using Shop.Defaults;\nvar host = Host.Create()\n    .Named<Host>("web");\n',
    'Job/Job.csproj': project('../Defaults/Defaults.csproj'),
    'Job/Program.cs':
      'namespace Shop.Defaults.Jobs;\nclass Job\n{\n    void Run(IHost host) => host?.AddDefaults();\n}\n',
  });
  expect(edgesOf(graph)).toEqual([
    'Api/Program.cs -> Defaults/Extensions.cs (named)',
    'Job/Program.cs -> Defaults/Extensions.cs (same_package)',
    'Web/Program.cs -> Defaults/Extensions.cs (named)',
  ]);
});

test('in C# a call leads nowhere that a type may have itself, that no namespace brings, or that is no such method', async () => {
  const graph = await graphOf({
    ...TREE,
    'Api/Api.csproj': project('../Defaults/Defaults.csproj'),
    'Api/Program.cs':
      'using Shop.Defaults;\nmachine.Ready();\ntype.IsSubclassOf(other);\nname.Trim();\nhost.Shared();\nAddDefaults();\n',
    'Web/Web.csproj': project('../Defaults/Defaults.csproj'),
    'Web/Program.cs': 'host.AddDefaults();\n',
    'Far/Far.csproj': project(),
    'Far/Program.cs': 'using Shop.Defaults;\nhost.AddDefaults();\n',
  });
  expect(edgesOf(graph)).toEqual([]);
});

test('in C# a call with type arguments means no method that has another number of them', async () => {
  const graph = await graphOf({
    ...TREE,
    'Api/Api.csproj': project('../Defaults/Defaults.csproj'),
    'Api/Other.cs':
      'using Shop.Defaults;\nvar none = Enumerable.Named<Host, int>(1);\nvar plain = host.AddDefaults<Host>();\n',
    'Api/Program.cs': 'using Shop.Defaults;\nvar host = machine.Named<Dictionary<Host, int>>("web");\n',
  });
  expect(edgesOf(graph)).toEqual(['Api/Program.cs -> Defaults/Extensions.cs (named)']);
});
