import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';

const SOURCES = globSync('{src,test,scripts}/**/*.ts').filter((file) => !file.endsWith('citations.test.ts'));
const PAGES = globSync(['*.md', 'docs/**/*.md']);

/** Every match of `pattern` in the comments and code of the project, with the place that says it. */
function findCited(pattern: RegExp, files: readonly string[] = SOURCES): (readonly [string, string])[] {
  return files.flatMap((file) =>
    [...unwrapped(file).matchAll(pattern)].map((match) => [match.slice(1).join(' '), file] as const),
  );
}

/** A file whose comments are one line each, because a citation may be broken at the end of a line. */
function unwrapped(file: string): string {
  return readFileSync(file, 'utf8').replace(/\n\s*(?:\*|\/\/) /g, ' ');
}

function headingsOf(page: string): readonly string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
}

// Guards readers: a rule whose source cannot be found cannot be checked.
describe('a source that is cited is there', () => {
  test.each(['docs/contract.md', 'docs/tools.md'])('sections of %s', (page) => {
    const cited = findCited(new RegExp(`${page.replace('.', '\\.')}, "([^"]+)"`, 'g'));
    const headings = headingsOf(page);
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter(([section]) => !headings.includes(section))).toEqual([]);
  });

  test('marks of docs/contract.md', () => {
    const marks = [...readFileSync('docs/contract.md', 'utf8').matchAll(/\*\*([A-Z]\d+)\*\*/g)].map(
      (match) => match[1],
    );
    const cited = findCited(/docs\/contract\.md, ([A-Z]\d+)\b/g);
    expect(cited.length).toBeGreaterThan(5);
    expect(cited.filter(([mark]) => !marks.includes(mark))).toEqual([]);
  });

  test('decisions', () => {
    const numbers = readdirSync('docs/adr').map((name) => name.slice(0, 4));
    const cited = findCited(/\bADR (\d{4})\b/g, [...SOURCES, ...PAGES]);
    expect(cited.length).toBeGreaterThan(3);
    expect(cited.filter(([number]) => !numbers.includes(number))).toEqual([]);
  });
});

test('a link of a page leads to a file of the project', () => {
  const broken = PAGES.flatMap((page) =>
    [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)/g)]
      .map((match) => match[1] ?? '')
      .filter((target) => !existsSync(join(dirname(page), target)))
      .map((target) => `${page}: ${target}`),
  );
  expect(broken).toEqual([]);
});
