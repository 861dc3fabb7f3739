/**
 * The words of a text as search compares them: names split at capitals, digits and signs, lower case, common endings
 * off, so that `getUserIds` and "user ids" meet. Scripts without spaces give pairs of neighbours.
 */
export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const [run] of text.normalize('NFKC').matchAll(/[\p{L}\p{N}]+/gu)) {
    if (WITHOUT_SPACES.test(run)) words.push(...pairsOf(run));
    else for (const [part] of run.matchAll(HUMPS)) words.push(withoutEnding(part.toLowerCase()));
  }
  return words;
}

const WITHOUT_SPACES = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** `XMLHttp2Request` -> XML, Http, 2, Request. */
const HUMPS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{Lm}]+|\p{N}+|\p{L}/gu;

function pairsOf(run: string): readonly string[] {
  const characters = [...run];
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}

/** A word without a common ending, after which at least four letters stay. */
function withoutEnding(word: string): string {
  if (word.length > 5 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  for (const ending of ['ing', 'ed', 'es', 's']) {
    if (word.endsWith(ending) && word.length - ending.length >= 4 && !word.endsWith('ss')) {
      return word.slice(0, -ending.length);
    }
  }
  return word;
}
