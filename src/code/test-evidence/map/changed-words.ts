import { isWithin } from './file-facts.ts';
import type { Weighed } from './name-links.ts';
import type { TestFile } from './scan-project.ts';
import type { Target } from './target.ts';
import { commonOf, usesOf } from './word-index.ts';

/** Words of one diff; the lines of a large one have most words of the project. */
const WORDS_MAX = 400;

/** The words of changed lines, of at least four letters: names, and what literals and comments say. */
export function wordsOfLines(lines: readonly string[]): readonly string[] {
  const words = new Set<string>();
  for (const line of lines) {
    for (const [word] of line.slice(0, 2_000).matchAll(/[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]{3,79}/g)) {
      if (words.size >= WORDS_MAX) return [];
      words.add(word);
    }
  }
  return [...words];
}

/** How rare words are among test files: those that most of them have tie none of them to a change. */
export interface WordCounts {
  readonly testFiles: number;
  testsWith(name: string): number;
}

/** A word is rare when at most this share of the test files has it. */
const RARE_SHARE = 0.15;

/** The rare words of changed lines, each with its place among them. */
export function rareWords({ files }: Target, counts: WordCounts): ReadonlyMap<string, number> {
  const most = Math.max(2, counts.testFiles * RARE_SHARE);
  const words = [...new Set(files.flatMap((file) => file.words ?? []))];
  return new Map(
    words.flatMap((word, at) => {
      const having = counts.testsWith(word);
      return having === 0 || having > most ? [] : [[word, at]];
    }),
  );
}

/** Rare words that stand on changed lines and in the code of a test file; null when there are none. */
export function changedWordsLink(
  test: TestFile,
  rare: ReadonlyMap<string, number>,
  counts: WordCounts,
): Weighed | null {
  const found: { readonly word: string; readonly line: number; readonly weight: number }[] = [];
  const words = [...commonOf(rare, test.facts.words)].sort((a, b) => (rare.get(a) ?? 0) - (rare.get(b) ?? 0));
  for (const word of words) {
    const having = counts.testsWith(word);
    const use = usesOf(test.facts.words, word).find(
      ({ line }) => test.isWhole || isWithin(test.facts.testRegions, line),
    );
    if (use === undefined) continue;
    const rarity = Math.log(counts.testFiles / having) / Math.log(1 + counts.testFiles);
    found.push({ word, line: use.line, weight: rarity });
  }
  if (found.length === 0) return null;
  found.sort((a, b) => b.weight - a.weight || a.line - b.line);
  const sum = found.slice(0, 8).reduce((total, { weight }) => total + weight, 0);
  const shown = found.slice(0, 3).map(({ word, line }) => `${word} at line ${line}`);
  const rest = found.length > 3 ? ` and ${found.length - 3} more words` : '';
  const detail = `has ${shown.join(', ')}${rest}, of the lines that changed`;
  return { evidence: { kind: 'name', detail }, weight: 0.6 * (1 - Math.exp(-sum * 0.7)) };
}
