import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

test('a using of C# that names a namespace uses no type of one of its names', async () => {
  const { rows } = await askCode(
    {
      'App/App.csproj': '<Project Sdk="Microsoft.NET.Sdk"></Project>\n',
      'App/Core.cs': 'namespace App;\npublic class Core { public class Part { public static int One; } }\n',
      'App/Job.cs':
        'global using App.Core.Jobs;\nusing App . Core ;\nusing global::App.Core;\nnamespace App.Core.Jobs;\nclass Job { }\n',
      'App/Static.cs':
        'using App;\nusing static App.Core.Part;\nusing Own = App.Core;\nclass Static { void Go() { using (Core.Open()) { } } }\n',
    },
    { mode: 'references', query: 'Core' },
  );
  expect(rows.map(({ file, line }) => `${file}:${line}`).sort()).toEqual([
    'App/Static.cs:2',
    'App/Static.cs:3',
    'App/Static.cs:4',
  ]);
});
