import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';

test('a file is of the language of its ending, in any case, or of its name, and else of none', () => {
  expect(
    ['a/b.TS', 'Dockerfile', 'dockerfile.dev', 'go.mod', 'x.unknown', 'none', '"odd\\n.py"'].map(
      (path) => languageOf(path)?.id ?? null,
    ),
  ).toEqual(['ts', 'dockerfile', 'dockerfile', 'gomod', null, null, 'py']);
});

test('what asks a tree of Tree-sitter is no Lisp, as the names tell that editors know it by', () => {
  const ids = ['queries/rust/highlights.scm', 'queries/rust/textobjects.scm', 'lib/list.scm'].map(
    (path) => languageOf(path)?.id,
  );
  expect(ids).toEqual(['treesitter', 'treesitter', 'lisp']);
});

test('what a project is written in is named where nothing of it is scanned', () => {
  const names = ['src/list.gleam', 'player.gd', 'fast.pyx', 'Blink.ino', 'plugin/a.vim', 'main.bicep'].map(
    (path) => languageOf(path)?.name,
  );
  expect(names).toEqual(['Gleam', 'GDScript', 'Cython', 'Arduino', 'Vim script', 'Bicep']);
});
