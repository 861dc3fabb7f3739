import { expect, test } from 'vitest';
import { edgesOf, externalsOf, graphOf, unresolvedOf } from '../../../../test/support/imports.ts';

test('types of one name are told apart by the number of their parameters', async () => {
  const graph = await graphOf({
    'App/App.csproj': '<Project />',
    'App/Outcome.cs':
      'namespace Own;\npublic static class Outcome { public static Outcome<T> Of<T>(T one) => new(one); }\n',
    'App/Outcome.One.cs': 'namespace Own;\npublic readonly struct Outcome<T>\n{\n    public Outcome(T one) { }\n}\n',
    'App/Outcome.Two.cs': 'namespace Own;\npublic delegate void Outcome<TKey, TValue>(TKey key, TValue value);\n',
    'App/UsesNone.cs': 'namespace Own;\nclass UsesNone { object Go() => Outcome.Of(1); }\n',
    'App/UsesOne.cs': 'namespace Own;\nclass UsesOne { Outcome<string> _one; }\n',
    'App/UsesMember.cs': 'namespace Own;\nclass UsesMember { object Go() => Outcome<int>.Empty; }\n',
    'App/UsesMethod.cs': 'namespace Own;\nclass UsesMethod { Outcome<T> Go<T>() => default; }\n',
    'App/UsesTwo.cs': 'namespace Own;\nclass UsesTwo { void Go(Outcome<int, Map<string, int>> two) { } }\n',
    'App/UsesOpen.cs': 'namespace Own;\nclass UsesOpen { object a = typeof(Outcome<,>); }\n',
    'App/UsesName.cs':
      'using Mine = Own.Outcome<int>;\nusing Gone = Own.Outcome<int, int, int>;\nclass UsesName { Mine mine; }\n',
  });
  expect(edgesOf(graph)).toEqual([
    'App/Outcome.cs -> App/Outcome.One.cs (same_package)',
    'App/UsesMember.cs -> App/Outcome.One.cs (same_package)',
    'App/UsesMethod.cs -> App/Outcome.One.cs (same_package)',
    'App/UsesName.cs -> App/Outcome.One.cs',
    'App/UsesNone.cs -> App/Outcome.cs (same_package)',
    'App/UsesOne.cs -> App/Outcome.One.cs (same_package)',
    'App/UsesOpen.cs -> App/Outcome.Two.cs (same_package)',
    'App/UsesTwo.cs -> App/Outcome.Two.cs (same_package)',
  ]);
  expect(externalsOf(graph)).toEqual([]);
  expect(unresolvedOf(graph).join()).not.toContain('`');
});

test('hostile lists of types take no more than linear time', async () => {
  const open = `class A { ${'B<'.repeat(60_000)} }`;
  const parts = `class C { ${'Name<a, b> '.repeat(20_000)} }`;
  const graph = await graphOf({ 'Open.cs': open, 'Parts.cs': parts });
  expect(edgesOf(graph)).toEqual([]);
});
