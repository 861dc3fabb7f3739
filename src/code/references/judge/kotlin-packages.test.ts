import { expect, test } from 'vitest';
import { askCode } from '../../../../test/support/ask-code.ts';
import type { FileSpecs } from '../../../../test/support/repository.ts';

/** Rows as `file:line evidence`. */
const uses = async (files: FileSpecs, query: string): Promise<string[]> => {
  const { rows } = await askCode(files, { mode: 'references', query });
  return rows.map(({ file, line, edge }) => `${file}:${line} ${edge?.evidence}`);
};

const FILES: FileSpecs = {
  'src/Top.kt': 'package a.b\n\nfun helper(one: Int) = one\n\nval LIMIT = 1\n\nprivate fun hidden() = 1\n',
  'src/More.kt': 'package a.b\n\nfun more() = helper(1) + LIMIT + hidden()\n',
  'src/Own.kt': 'package a.b\n\nprivate fun hidden() = 2\n\nfun own() = hidden()\n',
  'other/Else.kt': 'package a.c\n\nfun other() = helper(1) + LIMIT\n',
  'other/Taken.kt': 'package a.b\n\nimport a.c.helper\n\nfun taken() = helper(1)\n',
  'other/Made.kt': 'package a.c\n\nfun helper(one: Int) = one\n',
};

test('functions and values at the top of a file of Kotlin are known to all files of its package, and to no others', async () => {
  expect(await uses(FILES, 'src/Top.kt#helper')).toEqual(['src/More.kt:3 exact']);
  expect(await uses(FILES, 'other/Made.kt#helper')).toEqual([
    'other/Else.kt:3 exact',
    'other/Taken.kt:3 exact',
    'other/Taken.kt:5 exact',
  ]);
  expect(await uses(FILES, 'src/Top.kt#LIMIT')).toEqual(['src/More.kt:3 exact', 'other/Else.kt:3 name']);
});

test('what a file of Kotlin keeps for itself is not meant in another file of its package', async () => {
  expect(await uses(FILES, 'src/Own.kt#hidden')).toEqual(['src/Own.kt:5 exact']);
});
