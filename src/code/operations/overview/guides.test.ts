import { expect, test } from 'vitest';
import { overviewOf } from '../../../../test/support/overview-of.ts';

test('a program is no guide, whatever it is called', async () => {
  const { guides } = await overviewOf({ 'STYLE.md': '# Style\n', 'style.c': 'int a;\n', 'testing.py': 'a = 1\n' });
  expect(guides.map(({ file }) => file)).toEqual(['STYLE.md']);
});

test('guides of parts of the project are told, and how its code is to look wherever it says so', async () => {
  const { guides } = await overviewOf({
    'pkg/CONTRIBUTING.md': '# Part\n',
    'pkg/CODE_STYLE_GUIDE.md': '# Style\n',
    'pkg/style/index.md': '# Page\n',
    'a/b/c/CONTRIBUTING.md': '# Deep\n',
    'CONTRIBUTING.md': '# All\n',
    'REVIEW_GUIDE.md': '# Review\n',
    '.github/commit-convention.md': '# Commits\n',
    'examples/CONTRIBUTING.md': '# Sample\n',
  });
  expect(guides.map(({ file, kind }) => `${kind} ${file}`)).toEqual([
    'contributing CONTRIBUTING.md',
    'contributing pkg/CONTRIBUTING.md',
    'guide pkg/CODE_STYLE_GUIDE.md',
    'guide REVIEW_GUIDE.md',
    'guide .github/commit-convention.md',
  ]);
});

test('of the documents those for who works on the project come first, pages of its manual last', async () => {
  const { guides } = await overviewOf({
    'doc/man/shop-add.md': '# shop-add\n',
    'doc/book/faq.md': '# FAQ\n',
    'doc/contrib/src/process/index.md': '# Process\n',
    'docs/CONTRIBUTE.md': '# How to\n',
    'crates/cart/README.md': '# Cart\n',
  });
  expect(guides.map(({ file, kind }) => `${kind} ${file}`)).toEqual([
    'contributing docs/CONTRIBUTE.md',
    'guide doc/contrib/src/process/index.md',
    'guide doc/book/faq.md',
    'readme crates/cart/README.md',
    'guide doc/man/shop-add.md',
  ]);
});

test('headings in a comment are none, and a fence with a language closes no other', async () => {
  const text = '# A\n<!-- one\n# No\n```\n-->\n## B\n```\n```js\n# no\n```\n<!-- short -->\n## C\n';
  const { guides } = await overviewOf({ 'CONTRIBUTING.md': text });
  expect(guides[0]?.headings.map((heading) => heading.text)).toEqual(['A', 'B', 'C']);
});
