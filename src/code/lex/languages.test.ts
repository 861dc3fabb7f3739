import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';

test('a file is of the language of its ending, in any case, or of its name, and else of none', () => {
  expect(
    ['a/b.TS', 'Dockerfile', 'dockerfile.dev', 'go.mod', 'x.unknown', 'none', '"odd\\n.py"'].map(
      (path) => languageOf(path)?.id ?? null,
    ),
  ).toEqual(['ts', 'dockerfile', 'dockerfile', 'gomod', null, null, 'py']);
});
