/** A piece of a pattern. */
export type RegexToken =
  /** One character standing for itself, or an escape of one. */
  | { readonly type: 'literal'; readonly source: string; readonly character: string }
  /** A whole bracket expression. */
  | { readonly type: 'class'; readonly source: string }
  | { readonly type: 'quantifier'; readonly source: string }
  /** Escapes of classes and places, dots, anchors, group borders, `|`. */
  | { readonly type: 'other'; readonly source: string };

/** Pieces that join to the pattern again, character for character: places in it are counted by their lengths. */
export function tokenizeRegex(pattern: string): readonly RegexToken[] {
  const tokens: RegexToken[] = [];
  let at = 0;
  while (at < pattern.length) {
    const rest = pattern.slice(at, at + LONGEST_TOKEN);
    const token = tokenAt(rest) ?? literalToken(rest);
    tokens.push(token);
    at += token.source.length;
  }
  return tokens;
}

function literalToken(rest: string): RegexToken {
  const character = String.fromCodePoint(rest.codePointAt(0) ?? 0);
  return { type: 'literal', source: character, character };
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
