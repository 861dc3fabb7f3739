import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FoundOutput } from '../../questions/find.types.ts';

const edges = ({ rows }: FoundOutput): string[] =>
  rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);

const TREE = {
  'Plan.cs': `class Plan {
  void Make(Request request) {
    if (Expand()) Fill<int>(1);
    bool Expand() => request.Expand();
    void Fill<T>(T one) where T : struct {
      Expand();
    }
  }
  void Other() {
    Expand();
    new Expand() { A = 1 };
  }
}
class Request {
  public bool Expand() {
    return true;
  }
  public void Fill(int one) {
  }
}
`,
};

test('a function within a method of C# is called there by its name, and no method that is called like it', async () => {
  // What is made is of a type: `new Expand()` calls no method.
  expect(edges(await askCode(TREE, { mode: 'references', query: 'Request/Expand' }))).toEqual([
    'Plan.cs:4 exact',
    'Plan.cs:10 name',
  ]);
  expect(edges(await askCode(TREE, { mode: 'references', query: 'Request/Fill' }))).toEqual([]);
});

test('what a method of C# declares within itself is not said to be missing among what it calls', async () => {
  const found = await askCode(TREE, { mode: 'callees', query: 'Plan/Make' });
  expect(edges(found)).toEqual(['Plan.cs:15 exact']);
  expect(found.reading).not.toContain('no declaration in the project');
});

test('many heads of one name in a method are looked at in as many steps as there are', async () => {
  const body = `${'  int Run() { '.repeat(2_000)}${'}'.repeat(2_000)}\n`;
  const tree = {
    'A.cs': `class B { int Run() { return 1; } int Make() { return Run(); } }\nclass A {\n  void Make() {\n${body}  }\n  int Run() { return 1; }\n}\n`,
  };
  expect(edges(await askCode(tree, { mode: 'references', query: 'A/Run' }))).toEqual([]);
  expect(edges(await askCode(tree, { mode: 'references', query: 'B/Run' }))).toEqual(['A.cs:1 exact']);
});
