/** Words of texts, up to a bound. */
export interface TestWords {
  add(text: string): void;
  /** Every word that was added; null when there were more than are kept: then which words there are not is not known. */
  all(): ReadonlySet<string> | null;
}

/** Words as `grep -w` sees them: whether a file names something must hold for its comments and literals, too. */
export function makeTestWords(wordsMax: number): TestWords {
  const words = new Set<string>();
  let isWhole = true;
  const add = (word: string): void => {
    if (words.size < wordsMax) words.add(word);
    else isWhole &&= words.has(word);
  };
  return {
    add(text) {
      for (const [word] of text.matchAll(/[\w$\u0080-\uffff]{2,80}/g)) {
        if (!isWhole) return;
        add(word);
        // `$x` and `x$` are other words to a program and the same to whoever searches for `x`.
        if (word.includes('$')) for (const part of word.split('$')) add(part);
      }
    },
    all: () => (isWhole ? words : null),
  };
}
