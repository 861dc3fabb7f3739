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
