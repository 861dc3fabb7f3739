import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file.split('/').at(-1)}:${line} ${edge?.evidence}`).sort();
};

const POLICIES: FileSpecs = {
  'App/App.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
  'App/Base.cs':
    'namespace App.Core;\n\npublic abstract class Base<T>\n{\n    protected void Check() {}\n    private protected int Count { get; set; }\n    void Hide() {}\n}\n',
  'App/Plain.cs': 'namespace App.Core;\n\npublic class Base\n{\n    protected void Check() {}\n}\n',
  'App/Middle.cs':
    'namespace App.Core;\n\npublic abstract class Middle<T> : Middle\n{\n}\n\npublic abstract partial class Middle : Base<string>\n{\n}\n',
  'App/Middle.More.cs':
    'namespace App.Core;\n\npublic abstract partial class Middle\n{\n    private void Part() {}\n    protected void Near() { Part(); }\n}\n',
  'App/Far/Middle.Third.cs':
    'namespace App.Core;\n\nabstract partial class Middle\n{\n    void Go() { Part(); Check(); }\n    public Middle Self() => this;\n}\n',
  'App/Jobs/Job.cs': `using App.Core;

namespace App.Jobs;

public class Job : Middle
{
    public void Run()
    {
        Check();
        this.Check();
        base.Check();
        Count = 1;
        Hide();
        Near();
        void Check2() { Check(); }
    }

    private class Inner
    {
        void Run() { Check(); }
    }

    private class Plain : Base
    {
        void Run() { Check(); }
    }
}
`,
  'App/Wide.cs': 'namespace App.Core;\n\npublic class Wide : Middle<int>\n{\n    void Go() { Near(); }\n}\n',
  'App/Other.cs':
    'namespace App.Other;\n\npublic class Other\n{\n    public void Check() {}\n    public void Hide() {}\n    public void Near() {}\n    void Go() { Check(); }\n}\n',
};

test('what a type of C# inherits over several files is meant by its name alone, and by this and base', async () => {
  expect(await uses(POLICIES, 'App/Base.cs#Base/Check')).toEqual([
    'Job.cs:10 exact',
    'Job.cs:11 exact',
    'Job.cs:15 exact',
    'Job.cs:20 exact',
    // Types of one name are told apart by their parameters, and not by all who ask for them.
    'Job.cs:25 name',
    'Job.cs:9 exact',
    'Middle.Third.cs:5 exact',
  ]);
  expect(await uses(POLICIES, 'App/Plain.cs#Base/Check')).toContain('Job.cs:25 exact');
  expect(await uses(POLICIES, 'Other/Check')).toEqual(['Other.cs:8 exact']);
  expect(await uses(POLICIES, 'App/Base.cs#Base/Count')).toEqual(['Job.cs:12 exact']);
  expect(await uses(POLICIES, 'Middle/Near')).toEqual(['Job.cs:14 exact', 'Wide.cs:5 exact']);
});

test('what is private in C# is meant by the other parts of its type, and by none that derive from it', async () => {
  expect(await uses(POLICIES, 'Middle/Part')).toEqual(['Middle.More.cs:6 exact', 'Middle.Third.cs:5 exact']);
  expect(await uses(POLICIES, 'App/Base.cs#Base/Hide')).toEqual(['Job.cs:13 name']);
});

test('a method of C# is none that is called with another number of values, as one that its base has from outside', async () => {
  const tree = {
    'App/App.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'App/Rng.cs': `using System;

namespace App;

public class Rng : Random
{
    public double NextDouble(double max) => NextDouble() * max;
    public double Pick(double min, double max = 1, params double[] others) => NextDouble(max) + Pick(min) + Pick();
    public static bool Is(double value) => value < 1 && new Rng().Pick(1, 2, 3, 4) > Extended();
    public static double Extended(this Rng rng, int count) =>
        rng.Extended(1) +
        Rng.Extended(rng, 1) +
        rng.Extended();
}
`,
    'App/Use.cs': `namespace App;

class Use
{
    double One(Rng rng) => rng.NextDouble() + rng.NextDouble(1) + rng.NextDouble(Of<int, int>(1));
    System.Func<double, double> Two(Rng rng) => rng.NextDouble;
}
`,
  };
  expect(await uses(tree, 'Rng/NextDouble')).toEqual(['Rng.cs:8 exact', 'Use.cs:5 exact', 'Use.cs:6 exact']);
  expect(await uses(tree, 'Rng/Pick')).toEqual(['Rng.cs:8 exact', 'Rng.cs:9 exact']);
  expect(await uses(tree, 'Rng/Extended')).toEqual(['Rng.cs:11 exact', 'Rng.cs:12 exact']);
});

test('values with a width in a text, and those behind conditions of the preprocessor, are given as they are', async () => {
  const tree = {
    'App/App.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
    'App/Log.cs':
      'namespace App;\n\npublic static class Log\n{\n    public static void Write(string text, int level) { }\n}\n',
    'App/Use.cs':
      'namespace App;\n\nclass Use\n{\n    void One(int a)\n    {\n        Log.Write($"{a,10}", 3);\n        Log.Write($"{a,5:F1}", 3);\n' +
      '        Log.Write($"x",\n#if X\n            1\n#else\n            2, 3\n#endif\n        );\n    }\n}\n',
  };
  expect(await uses(tree, 'Log/Write')).toEqual(['Use.cs:7 exact', 'Use.cs:8 exact', 'Use.cs:9 exact']);
});

test('what stands behind a word of C# for a type is nothing of the project', async () => {
  const files = {
    'Text.cs':
      'namespace A;\nstatic class Text {\n  public static bool IsBlank(this string one) => string.IsBlank(one) && char.IsBlank(one) && one.IsBlank() && Text.IsBlank(one);\n}\n',
  };
  // One that is surely that method, and one that only agrees by its name.
  expect(await uses(files, 'Text/IsBlank')).toEqual(['Text.cs:3 exact', 'Text.cs:3 import']);
});

test('a variable of C# may be called like a word of the language', async () => {
  const files = {
    'Text.cs':
      'namespace A;\nstatic class Text {\n  public static bool IsBlank(this string one) => one == null;\n  static bool Ask(string @string, Row row) =>\n    @string.IsBlank() ||\n    row.@string.IsBlank();\n}\n',
  };
  expect(await uses(files, 'Text/IsBlank')).toEqual(['Text.cs:5 import', 'Text.cs:6 import']);
});
