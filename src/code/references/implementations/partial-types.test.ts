import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

const implementations = async (files: FileSpecs, query: string): Promise<string[]> =>
  (await askCode(files, { mode: 'implementations', query, depth: 3 })).rows.map(
    ({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`,
  );

const TREE = {
  'J/J.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
  'J/Token.cs':
    'namespace J.Linq\n{\n    public abstract partial class Token : IToken\n    {\n        internal Token() { }\n        public abstract void WriteTo(Writer writer);\n    }\n}\n',
  'J/Token.Async.cs':
    'namespace J.Linq\n{\n    public abstract partial class Token\n    {\n        public int Later() => 1;\n    }\n}\n',
  'J/Value.cs':
    'namespace J.Linq\n{\n    public partial class Value : Token, IThing\n    {\n        public override void WriteTo(Writer writer) { }\n    }\n}\n',
  'J/Container.cs':
    'namespace J.Linq\n{\n    public abstract partial class Container : Token, IList<Token>\n    {\n    }\n}\n',
  'J/Container.Async.cs': 'namespace J.Linq\n{\n    public abstract partial class Container\n    {\n    }\n}\n',
  'J/Many.cs':
    'namespace J.Linq\n{\n    public partial class Many : Container\n    {\n        public override void WriteTo(Writer writer) { }\n    }\n}\n',
};

test('in C# what derives from a type in parts is known as exactly as from a whole one, and so are its methods', async () => {
  expect(await implementations(TREE, 'Token')).toEqual([
    'J/Container.cs:3 exact',
    'J/Value.cs:3 exact',
    'J/Many.cs:3 exact',
  ]);
  expect(await implementations(TREE, 'Token/WriteTo')).toEqual(['J/Value.cs:5 exact', 'J/Many.cs:5 exact']);
});

test('in C# a type may derive from one of its name that is made with another number of types', async () => {
  const files = {
    'J/J.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'J/Rule.cs':
      'namespace J;\npublic interface IRule { }\npublic interface IRule<in T> : IRule { }\n' +
      'public interface IRule<T, P> : IRule<T> { }\npublic class Rule : IRule<int> { }\n',
  };
  const direct = async (query: string) =>
    (await askCode(files, { mode: 'implementations', query })).rows.map(
      ({ line, edge }) => `${line} ${edge?.evidence}`,
    );
  expect(await direct('IRule[0]')).toEqual(['3 exact']);
  expect(await direct('IRule[1]')).toEqual(['4 exact', '5 exact']);
});

test('in C# a method stands for one of an interface if all may call it, and for one of a class if it overrides', async () => {
  const files = {
    'J/J.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'J/All.cs':
      'namespace J;\npublic interface IName { string Name(int a); }\npublic interface IOther { string Name(int a); }\n' +
      'public abstract class Base : IName {\n  protected virtual string Name(int a) => "a";\n' +
      '  string IName.Name(int a) => Name(a);\n  public string Name(int a, int b) => "b";\n}\n' +
      'public class Below : Base, IOther {\n  protected override string Name(int a) => "c";\n  string IOther.Name(int a) => "d";\n}\n' +
      'public class Plain : IName {\n  public string Name(int one) => "e";\n}\n',
  };
  expect(await implementations(files, 'IName/Name')).toEqual(['J/All.cs:6 exact', 'J/All.cs:14 exact']);
  expect(await implementations(files, 'Base/Name')).toEqual(['J/All.cs:10 exact']);
});

test('in C# what stands for a method may be in a part of the type that does not say what it derives from', async () => {
  const files = {
    ...TREE,
    'J/Value.More.cs':
      'namespace J.Linq\n{\n    public partial class Value\n    {\n        public void Do() { }\n    }\n}\n',
    'J/Value.Of.cs':
      'namespace J.Linq\n{\n    public partial class Value<T>\n    {\n        public void Do() { }\n    }\n}\n',
    'J/IThing.cs': 'namespace J.Linq\n{\n    public interface IThing\n    {\n        void Do();\n    }\n}\n',
  };
  expect(await implementations(files, 'IThing/Do')).toEqual(['J/Value.More.cs:5 exact']);
});
