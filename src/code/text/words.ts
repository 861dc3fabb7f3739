/**
 * The words that an identifier is made of, as they are written: `kReplySerializer` gives k, Reply, Serializer. A run of
 * capitals is one word but for its last letter before small ones: `HTTPServer` gives HTTP, Server. Digits are words.
 */
export function splitIdentifier(identifier: string): readonly string[] {
  return identifier.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? [];
}

/**
 * What a word in small letters has in common with its other forms: `parsing`, `parsed` and `parses` meet in `pars`,
 * `class` and `classes` in `class`, `status` and `statuses` in `statu`, where `menu` and `menus` meet as well. It takes off
 * the commonest English endings only, and leaves at least three letters.
 */
export function stemOf(word: string): string {
  return without(without(word, /(?:ing|ies|ied|ed|es|(?<!s)s|e|y)$/), /(?<=[aiu])s$/);
}

function without(word: string, ending: RegExp): string {
  const bare = word.replace(ending, '');
  return bare.length >= 3 ? bare : word;
}

/** Words that questions are made of and that say nothing of the code asked for. */
const STOP_WORDS = new Set(
  (
    'a an the and or of to in on at by for from with without into as is are was were be been it its this that these those ' +
    'when while where which who what why how if then else not no do does did can could should would will may might must ' +
    'i we you they he she our your their my me us them there here all any some so such only also than too very just ' +
    'up out off over under after before again about get gets got use uses used using make makes made'
  ).split(' '),
);

/**
 * Words that say what is to be done, not where: half of all commit subjects begin with one, and the code that has most
 * of them is any code.
 */
const ACTION_WORDS = new Set(
  (
    'add adds added adding fix fixes fixed fixing remove removes removed removing improve improves improved improving ' +
    'update updates updated updating change changes changed changing allow allows allowed allowing avoid avoids ensure ' +
    'ensures support supports supported refactor refactors simplify rename renames move moves moved replace replaces ' +
    'prevent handle handles handling implement implements introduce correct correctly incorrect properly better more ' +
    'instead new missing issue bug error errors work works worked working'
  ).split(' '),
);

/** Whether a word in small letters rather says what is to be done than where. */
export function isAction(word: string): boolean {
  return ACTION_WORDS.has(word);
}

/** Digits of a number that is a word, as in `sha256`; a longer one is somebody's address. */
const WORD_DIGITS_MAX = 4;
/** The longest word; longer runs of letters are data. */
export const WORD_LETTERS_MAX = 40;

/** Whether a word in small letters is one to rank by; single letters, long numbers and the like say nothing. */
export function isTelling(word: string): boolean {
  if (word.length < 2 || word.length > WORD_LETTERS_MAX || STOP_WORDS.has(word)) return false;
  return word.length <= WORD_DIGITS_MAX || !/^\p{N}/u.test(word);
}

/**
 * The telling words of a text in small letters, in order: of runs of letters and digits, but for those that begin with a
 * digit, which are numbers. What `visitWords` does with a whole content, for a few words.
 */
export function wordsIn(text: string): readonly string[] {
  return (text.match(/[\p{L}\p{N}_$]+/gu) ?? [])
    .filter((run) => !/^\p{N}/u.test(run))
    .flatMap(splitIdentifier)
    .map((word) => word.toLowerCase())
    .filter(isTelling);
}

/**
 * Levenshtein distance with swaps of neighbours, or `max + 1` when it is greater than `max`. Most pairs are given up
 * after a few rows: once every distance of a row is too great, no later one is smaller.
 */
export function editDistance(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  const width = b.length + 1;
  // Three rows that take turns, since hundreds of names are compared for one answer: to make each row takes longer.
  let before = new Uint32Array(width);
  let row = new Uint32Array(width);
  let next = Uint32Array.from({ length: width }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    [before, row, next] = [row, next, before];
    if (fillRow({ a, b, i }, { before, row, next }) > max) return max + 1;
  }
  return Math.min(next[b.length] ?? 0, max + 1);
}

/** Fills in the distances of the first `i` letters of `a` to every beginning of `b`; gives the least of them. */
function fillRow(
  { a, b, i }: { readonly a: string; readonly b: string; readonly i: number },
  { before, row, next }: Readonly<Record<'before' | 'row' | 'next', Uint32Array>>,
): number {
  let last = i;
  let least = i;
  next[0] = i;
  for (let j = 1; j <= b.length; j++) {
    const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : replaced;
    last = Math.min(replaced, swapped, (row[j] ?? 0) + 1, last + 1);
    next[j] = last;
    least = Math.min(least, last);
  }
  return least;
}
