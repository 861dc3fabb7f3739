import { expect, test } from 'vitest';
import { languageOf } from './languages.ts';
import { FILLER, maskCode, withoutComments } from './mask.ts';
import { knownRulesOf, rulesOf } from './rules-of.ts';

/** The mask of a file, with `_` for what stands in literals. */
function masked(path: string, text: string): string {
  const language = languageOf(path);
  if (language === null) throw new Error(`no language: ${path}`);
  return maskCode(text, rulesOf(language)).replaceAll(FILLER, '_');
}

test('what stands between the quotes of a literal over lines of Gradle is no code', () => {
  for (const path of ['build.gradle', 'Jenkinsfile', 'a.groovy']) {
    expect(masked(path, "x = '''\n  class A {\n''' // y")).toBe("x = '''\n___________\n'''     ");
    expect(masked(path, '/* a */ b "c"')).toBe('        b "_"');
  }
});

test('a language that is not scanned has the comments of its row and the usual quotes, and says that this is all', () => {
  expect(masked('a.lua', 'x = "a" -- b')).toBe('x = "_"     ');
  expect(['a.ts', 'a.gradle', 'a.lua', 'a.json'].map((path) => isKnown(path))).toEqual([true, true, false, false]);
});

function isKnown(path: string): boolean {
  const language = languageOf(path);
  return language !== null && knownRulesOf(language) !== null;
}

test('code without its comments keeps its lines and what looks like a comment in a literal', () => {
  const text = 'a("http://b") /* c\n d */ e // f\ng\n';
  expect(withoutComments(text, masked('a.kts', text))).toBe('a("http://b")  \n  e  \ng\n');
});
