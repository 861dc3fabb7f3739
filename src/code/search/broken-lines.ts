/** A match: positions in the text. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** The first match from a position on; null where there is none. */
export type Find = (text: string, from: number) => Match | null;

/**
 * Makes what finds a text of several lines, whose breaks may be those of any system, in one text that is asked at rising
 * positions. What ends in a line break means the end of a file as well that has none: so its last line is copied.
 */
export function linesFinder(lines: readonly string[], finderFor: (text: string) => Find): () => Find {
  const forms = ['\n', '\r\n'].flatMap((lineBreak) => {
    const whole = finderFor(lines.join(lineBreak));
    if (lines.at(-1) !== '') return [whole];
    const last = lines.slice(0, -1).join(lineBreak);
    return [whole, endFinder(last.length, finderFor(last))];
  });
  return () => forms.map(onceBehind).reduce(nearer);
}

/** Only at the end of a text that no line break ends. */
function endFinder(length: number, find: Find): Find {
  return (text, from) => {
    const start = text.length - length;
    if (start < from || text.endsWith('\n')) return null;
    const found = find(text, start);
    return found?.start === start ? found : null;
  };
}

/**
 * Looks on only from behind what it found last, and never again where there is no more: else a form that stands nowhere
 * would be looked for to the end of the text with each hit of the other.
 */
function onceBehind(find: Find): Find {
  let known: Match | null | undefined;
  return (text, from) => {
    if (known === undefined || (known !== null && known.start < from)) known = find(text, from);
    return known;
  };
}

/** Two looks and no optional sign: V8 may take seconds for a thousand of these. */
function nearer(one: Find, other: Find): Find {
  return (text, from) => {
    const [a, b] = [one(text, from), other(text, from)];
    return a === null || (b !== null && b.start < a.start) ? b : a;
  };
}
