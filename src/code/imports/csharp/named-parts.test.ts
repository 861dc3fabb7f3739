import { expect, test } from 'vitest';
import { edgesOf, graphOf } from '../../../../test/support/imports.ts';

test('of a type in many parts those are used whose members stand behind its name', async () => {
  const part = (body: string): string => `namespace Shop;\npublic static partial class Mapper\n{\n${body}\n}\n`;
  const names = Array.from({ length: 20 }, (_, at) => `Part${at}`);
  const graph = await graphOf({
    ...Object.fromEntries(
      names.map((name) => [
        `Mapper.${name}.cs`,
        part(
          `    public interface I${name} { }\n    public static void Run${name}() { }\n    public static void All() { }`,
        ),
      ]),
    ),
    ...Object.fromEntries(names.map((name) => [`Copy.${name}.cs`, `namespace Shop;\nclass Copy { }\n`])),
    'Use.cs':
      'namespace Shop;\nclass Use : Mapper.IPart3 { Copy copy; void Go() { Mapper.RunPart7(); Mapper.All(); Copy.IPart1(); } }\n',
    'Far/Use.cs': 'using Shop;\nnamespace Far;\nclass Use { Mapper.IPart4 part; }\n',
  });
  expect([...edgesOf(graph)].sort()).toEqual([
    'Far/Use.cs -> Mapper.Part4.cs',
    'Use.cs -> Mapper.Part3.cs (same_package)',
    'Use.cs -> Mapper.Part7.cs (same_package)',
  ]);
});
