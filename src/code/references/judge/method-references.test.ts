import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';

test('in Java and Kotlin the type before `::` is the one that its import leads to', async () => {
  const files = {
    'a/Named.java': 'package a;\n\npublic class Named {\n\tpublic String getName() {\n\t\treturn "";\n\t}\n}\n',
    'b/Vet.java':
      'package b;\n\nimport a.Named;\nimport java.util.Comparator;\n\npublic class Vet {\n\tvoid sort() {\n\t\tComparator.comparing(Named::getName);\n\t\tComparator.comparing(Named.of());\n\t}\n}\n',
  };
  const { rows } = await askCode(files, { mode: 'references', query: 'Named' });
  expect(rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`)).toEqual([
    'b/Vet.java:3 exact',
    'b/Vet.java:8 exact',
    'b/Vet.java:9 exact',
  ]);
});
