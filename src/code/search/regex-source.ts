// Callers' regular expressions are looked at before V8 gets them: to refuse them with a place, to find a literal that
// every hit must hold, and to spell out "either case" letter by letter, since V8's linear engine, the way out of
// catastrophic backtracking, does not do the `i` flag.

/** What is known of a pattern without running it. */
export interface RegexSource {
  /** Without leading inline flags such as `(?i)`, which other engines have. */
  readonly pattern: string;
  /** The same in either case, written without the `i` flag; null when only the flag can say it. */
  readonly insensitivePattern: string | null;
  readonly asksInsensitive: boolean;
  readonly hasUpperCase: boolean;
  /** Look-around sees across line ends, so lines have to be tried one by one. */
  readonly looksAround: boolean;
  readonly needsUnicode: boolean;
  /** Whether a group sets flags of its own (`(?i:…)`): then case may or may not count within it. */
  readonly hasModifier: boolean;
  /** Whether matching takes time in proportion to the text, whatever it is: then nothing has to watch over it. */
  readonly isPlain: boolean;
  /** Steps that trying a line of so many characters takes at the most; endless where that is not known. */
  stepsOn(characters: number): number;
  /** A text in every match, as it stands there when case counts; null when none is easily seen. */
  readonly requiredLiteral: string | null;
}

/** A piece of a pattern. */
export type RegexToken =
  /** One character standing for itself, or an escape of one. */
  | { readonly type: 'literal'; readonly source: string; readonly character: string }
  /** A whole bracket expression. */
  | { readonly type: 'class'; readonly source: string }
  | { readonly type: 'quantifier'; readonly source: string }
  /** Escapes of classes and places, dots, anchors, group borders, `|`. */
  | { readonly type: 'other'; readonly source: string };

/**
 * Takes a pattern apart, valid or not. What it cannot be sure of it leaves out: without a required literal every file
 * is searched, and without a spelled-out pattern the `i` flag does it, both slower and never wrong. Letters beyond
 * ASCII have other cases than the two that would be spelled out.
 */
export function analyseRegex(query: string): RegexSource {
  const inlineFlags = /^\(\?([ims]+)\)/.exec(query);
  const pattern = inlineFlags === null ? query : query.slice(inlineFlags[0].length);
  const tokens = tokenizeRegex(pattern);
  const isAscii = Buffer.byteLength(pattern) === pattern.length;
  const hasBackReference = tokens.some(({ type, source }) => type === 'other' && /^\\(?:[1-9]|k)/.test(source));
  const needsUnicode = /\\[pP]\{|\\u\{/.test(pattern);
  const hasModifier = tokens.some(({ source }) => /^\(\?[a-z-]+:/.test(source));
  const maySpell = isAscii && !hasBackReference && !needsUnicode && !hasModifier;
  return {
    pattern,
    insensitivePattern: maySpell ? spellBothCases(tokens) : null,
    asksInsensitive: inlineFlags?.[1]?.includes('i') ?? false,
    hasUpperCase: tokens.some(
      (token) =>
        (token.type === 'literal' && /\p{Lu}/u.test(token.character)) ||
        (token.type === 'class' && /\p{Lu}/u.test(token.source.replace(/\\./g, ''))),
    ),
    looksAround: tokens.some(({ source }) => /^\(\?<?[=!]/.test(source)),
    needsUnicode,
    hasModifier,
    isPlain: isPlain(tokens),
    stepsOn: needsUnicode ? () => Number.POSITIVE_INFINITY : boundSteps(tokens),
    requiredLiteral: isAscii ? requiredLiteral(tokens) : null,
  };
}

/** Alternatives that may all have to be tried at one place: two to the power of these at the most. */
const PLAIN_ALTERNATIVES_MAX = 8;

/** A reference back, or a look around. */
const LOOKS_ELSEWHERE = /^(?:\\(?:[1-9]|k)|\(\?<?[=!])/;

/** Nothing repeated or optional, nothing looked back or around at, and few alternatives. */
function isPlain(tokens: readonly RegexToken[]): boolean {
  const alternatives = tokens.filter(({ type, source }) => type === 'other' && source === '|').length;
  const isRisky = ({ type, source }: RegexToken): boolean => type === 'quantifier' || LOOKS_ELSEWHERE.test(source);
  return alternatives <= PLAIN_ALTERNATIVES_MAX && !tokens.some(isRisky);
}

/**
 * Where only single pieces are repeated or optional, and nothing is looked back or around at, each of them ends in as many
 * places as there are characters, and all pieces are tried behind each such choice and from each place in the line. Classes
 * of all scripts take many times as long as other pieces, and nothing is known of patterns that have them.
 */
function boundSteps(tokens: readonly RegexToken[]): RegexSource['stepsOn'] {
  let repeats = 0;
  for (const [at, { type, source }] of tokens.entries()) {
    const isRepeat = type === 'quantifier';
    const isUnknown = LOOKS_ELSEWHERE.test(source) || (type === 'other' && source === '|');
    if (isUnknown || (isRepeat && tokens[at - 1]?.source === ')')) return () => Number.POSITIVE_INFINITY;
    if (isRepeat) repeats += 1;
  }
  return (characters) => characters ** (repeats + 1) * (tokens.length + WORD_BORDERS);
}

/** Pieces that whole words add. */
const WORD_BORDERS = 2;

/** Pieces that join to the pattern again, character for character: places in it are counted by their lengths. */
export function tokenizeRegex(pattern: string): readonly RegexToken[] {
  const tokens: RegexToken[] = [];
  let at = 0;
  while (at < pattern.length) {
    const rest = pattern.slice(at, at + LONGEST_TOKEN);
    const token = tokenAt(rest) ?? { type: 'literal', source: rest.charAt(0), character: rest.charAt(0) };
    tokens.push(token);
    at += token.source.length;
  }
  return tokens;
}

/** Bounds the look ahead for one token, so that tokenizing stays linear. */
const LONGEST_TOKEN = 1_000;

/**
 * The piece that a text begins with; null for a character that means itself. Escapes go first, since a backslash takes
 * away the meaning of whatever follows it.
 */
function tokenAt(rest: string): RegexToken | null {
  const escaped =
    /^\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|0[0-7]{0,2}|[1-9][0-9]*|[\s\S])/.exec(
      rest,
    );
  if (escaped !== null) return escapeToken(escaped[0]);
  const classes = /^\[\^?(?:\\[\s\S]|[^\]\\])*\]/.exec(rest);
  if (classes !== null) return { type: 'class', source: classes[0] };
  const quantifier = /^(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??/.exec(rest);
  if (quantifier !== null) return { type: 'quantifier', source: quantifier[0] };
  const group = /^\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:)?)?/.exec(rest);
  if (group !== null) return { type: 'other', source: group[0] };
  return /^[).^$|]/.test(rest) ? { type: 'other', source: rest.charAt(0) } : null;
}

/** An escape is literal only where it surely is: `\.` is, `\n` and `\x41` stand for another character. */
function escapeToken(source: string): RegexToken {
  // An escaped sign that has no meaning of its own stands for itself.
  if (source.length === 2 && /[^A-Za-z0-9]/.test(source.charAt(1))) {
    return { type: 'literal', source, character: source.charAt(1) };
  }
  return { type: 'other', source };
}

/** Escapes that may stand for a letter: by its number, or as `\e` does for `e`. */
const LETTER_ESCAPE = /\\(?![dDsSwWbBnrtvf])[A-Za-z0-9]/;

/** The pattern with `[aA]` for every letter. Null when an escape hides which character it is. */
function spellBothCases(tokens: readonly RegexToken[]): string | null {
  const parts: string[] = [];
  for (const token of tokens) {
    if (token.type === 'literal' && /[A-Za-z]/.test(token.character)) {
      parts.push(`[${token.character.toLowerCase()}${token.character.toUpperCase()}]`);
    } else if (token.type === 'class') {
      const spelled = spellClass(token.source);
      if (spelled === null) return null;
      parts.push(spelled);
    } else if (LETTER_ESCAPE.test(token.source)) return null;
    else parts.push(token.source);
  }
  return parts.join('');
}

/** Adds to a class the other case of its letters and of its ranges of letters; null where that is not easily done. */
function spellClass(source: string): string | null {
  const inner = source.slice(1, -1).replace(/^\^/, '');
  if (LETTER_ESCAPE.test(inner)) return null;
  const added: string[] = [];
  for (const [, range, letter] of inner.matchAll(/\\[\s\S]|([\s\S]-(?:\\[\s\S]|[^\\]))|([A-Za-z])/g)) {
    const piece = range ?? letter ?? '';
    if (!/[A-Za-z]/.test(piece)) continue;
    // A range that only begins or ends in letters takes in signs: left to the flag.
    if (range !== undefined && !/^(?:[a-z]-[a-z]|[A-Z]-[A-Z])$/.test(range)) return null;
    added.push(piece.toLowerCase(), piece.toUpperCase());
  }
  return `${source.slice(0, -1)}${added.join('')}]`;
}

/**
 * The longest run of plain characters outside of groups, none of them optional; none at all beside alternatives, which
 * need not contain it. Lines without it are not tried, nor are files, so to take one for required that is not would lose
 * hits: in doubt it is left out. One letter alone is in every file.
 */
function requiredLiteral(tokens: readonly RegexToken[]): string | null {
  if (tokens.some(({ source }) => source === '|')) return null;
  let depth = 0;
  let run = '';
  let longest = '';
  for (const [at, token] of tokens.entries()) {
    if (token.source.startsWith('(')) depth += 1;
    const next = tokens[at + 1];
    const mayBeAbsent = next?.type === 'quantifier' && !/^(?:\+|\{[1-9])/.test(next.source);
    const isPlain = token.type === 'literal' && depth === 0 && !mayBeAbsent;
    run = isPlain ? run + token.character : '';
    if (run.length > longest.length) longest = run;
    // What is repeated may be followed by itself.
    if (next?.type === 'quantifier') run = '';
    if (token.source === ')') depth -= 1;
  }
  return longest.length >= 2 ? longest : null;
}

/**
 * What is wrong with a pattern that V8 refused, where, and what to do. V8 gives a reason and no place, so the place is
 * looked for.
 */
export function describeRegexProblem(pattern: string, flags: string, failure: unknown): string {
  const message = failure instanceof Error ? failure.message : String(failure);
  const problem = message.slice(message.lastIndexOf(': ') + 2);
  const position = problemPosition(pattern, flags, problem);
  const place =
    position === null
      ? ''
      : ` at character ${position + 1} (${JSON.stringify(pattern.slice(position, position + 20))})`;
  return `the regular expression is not valid: ${problem.toLowerCase()}${place}. Escape signs that stand for themselves with \\, or use mode=text to search for the query as it stands.`;
}

function problemPosition(pattern: string, flags: string, problem: string): number | null {
  if (/unterminated group/i.test(problem)) return openGroups(pattern).at(-1) ?? null;
  if (/unterminated character class/i.test(problem)) return lastOpenBracket(pattern);
  // The first beginning of the pattern that is refused for the same reason ends at the place.
  for (let length = 1; length <= pattern.length; length++) {
    try {
      new RegExp(pattern.slice(0, length), flags);
    } catch (failure) {
      if (failure instanceof Error && failure.message.endsWith(problem)) return length - 1;
    }
  }
  return null;
}

/** Places of the parentheses that are never closed; escaped ones and those in a class are none. */
function openGroups(pattern: string): readonly number[] {
  const open: number[] = [];
  let at = 0;
  for (const { source } of tokenizeRegex(pattern)) {
    if (source.startsWith('(')) open.push(at);
    if (source === ')') open.pop();
    at += source.length;
  }
  return open;
}

/** The `[` that nothing closes: only such a one is a piece on its own, since a closed class is taken whole. */
function lastOpenBracket(pattern: string): number | null {
  let at = 0;
  for (const { type, source } of tokenizeRegex(pattern)) {
    if (type === 'literal' && source === '[') return at;
    at += source.length;
  }
  return null;
}
