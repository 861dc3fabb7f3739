/** A piece of a pattern. */
export type RegexToken =
  /** One character standing for itself, or an escape of one. */
  | { readonly type: 'literal'; readonly source: string; readonly character: string }
  /** A whole bracket expression. */
  | { readonly type: 'class'; readonly source: string }
  /** One that is made of others, which V8 takes under its flag `v` alone. */
  | { readonly type: 'sets'; readonly source: string }
  | { readonly type: 'quantifier'; readonly source: string }
  /** Escapes of classes and places, dots, anchors, group borders, `|`. */
  | { readonly type: 'other'; readonly source: string };

/** Pieces that join to the pattern again, character for character: places in it are counted by their lengths. */
export function tokenizeRegex(pattern: string): readonly RegexToken[] {
  const tokens: RegexToken[] = [];
  let at = 0;
  while (at < pattern.length) {
    const token = tokenAt(pattern, at);
    tokens.push(token);
    at += token.source.length;
  }
  return tokens;
}

const ESCAPE =
  /\\(?:x[0-9a-fA-F]{2}|u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|0[0-7]{0,2}|[1-9][0-9]*|[\s\S])/y;
const QUANTIFIER = /(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??/y;
const BORDER = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:)?)?|[).^$|]/y;

/** Escapes go first, since a backslash takes away the meaning of whatever follows it. */
function tokenAt(pattern: string, at: number): RegexToken {
  const escaped = pieceOf(ESCAPE, pattern, at);
  if (escaped !== null) return escapeToken(escaped);
  const end = pattern.charAt(at) === '[' ? classEnd(pattern, at) : null;
  if (end !== null) return classToken(pattern.slice(at, end));
  const quantifier = pieceOf(QUANTIFIER, pattern, at);
  if (quantifier !== null) return { type: 'quantifier', source: quantifier };
  const border = pieceOf(BORDER, pattern, at);
  if (border !== null) return { type: 'other', source: border };
  const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0);
  return { type: 'literal', source: character, character };
}

function pieceOf(pieces: RegExp, pattern: string, at: number): string | null {
  pieces.lastIndex = at;
  return pieces.exec(pattern)?.[0] ?? null;
}

function classToken(source: string): RegexToken {
  return { type: /^\[\^?\[/.test(source) ? 'sets' : 'class', source };
}

/** Where a class begins, with a `]` that stands for itself since it comes first. */
const CLASS_HEAD = /\[\^?\]?/y;
/** A named class, the beginning of another one, an escape, a sign. */
const CLASS_STEP = /\[:\^?[a-z]+:\]|\[\^?\]?|\\[\s\S]|[\s\S]/y;

/** Where the class that begins at a place ends, by the rules of ripgrep; null when nothing closes it. Takes linear time. */
export function classEnd(pattern: string, start: number): number | null {
  let depth = 1;
  let at = start + (pieceOf(CLASS_HEAD, pattern, start)?.length ?? 1);
  while (depth > 0) {
    const step = pieceOf(CLASS_STEP, pattern, at);
    if (step === null) return null;
    if (step === ']') depth -= 1;
    else if (step.startsWith('[') && !step.startsWith('[:')) depth += 1;
    at += step.length;
  }
  return at;
}

/** An escape is literal only where it surely is: `\.` is, `\n` and `\x41` stand for another character. */
function escapeToken(source: string): RegexToken {
  // An escaped sign that has no meaning of its own stands for itself.
  if (source.length === 2 && /[^A-Za-z0-9]/.test(source.charAt(1))) {
    return { type: 'literal', source, character: source.charAt(1) };
  }
  return { type: 'other', source };
}
