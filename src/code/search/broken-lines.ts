/** A match: positions in the text. */
export interface Match {
  readonly start: number;
  readonly end: number;
}

/** The first match from a position on; null where there is none. */
export type Find = (text: string, from: number) => Match | null;

/**
 * Makes what finds a text of several lines, whose breaks may be those of any system, each by itself, in one text that is
 * asked at rising positions. What ends in a line break means the end of a file as well that has none: so its last line is
 * copied.
 */
export function linesFinder(lines: readonly string[], finderFor: (text: string) => Find): () => Find {
  const whole = finderFor(lines.join('\n'));
  const last = lines.slice(0, -1).join('\n');
  const forms = lines.at(-1) === '' ? [whole, endFinder(last.length, finderFor(last))] : [whole];
  return () => inPlain(forms.map(onceBehind).reduce(nearer));
}

/** A position in a text, and the same in that text with plain line breaks; each other break is one longer there. */
interface Place {
  readonly text: number;
  readonly plain: number;
  /** Position in the text of the next break that is not plain; beyond all where there is none. */
  readonly next: number;
}

/** Looks in the text with plain line breaks: a pattern that may take either takes V8 seconds for a thousand of them. */
function inPlain(find: Find): Find {
  let plain: string | null = null;
  let place: Place | null = null;
  return (text, from) => {
    plain ??= text.replaceAll(RETURN_BREAK, '\n');
    if (plain.length === text.length) return find(text, from);
    const asked = behindBreaks(text, place ?? placeAt(text, 0, 0), ({ next }) => next < from);
    // Between the two signs of a break nothing begins.
    const found = find(plain, asked.plain + Math.max(0, from - asked.text));
    if (found === null) return null;
    const reached = (position: number) => (at: Place) => at.plain + at.next - at.text < position;
    place = behindBreaks(text, asked, reached(found.start));
    const end = behindBreaks(text, place, reached(found.end));
    return { start: place.text + found.start - place.plain, end: end.text + found.end - end.plain };
  };
}

const RETURN_BREAK = '\r\n';

/** The end of the last break that is passed; they are passed as long as `isPassed` says so of the next one. */
function behindBreaks(text: string, from: Place, isPassed: (at: Place) => boolean): Place {
  let at = from;
  while (at.next < text.length && isPassed(at)) at = placeAt(text, at.next + 2, at.plain + at.next - at.text + 1);
  return at;
}

function placeAt(text: string, position: number, plain: number): Place {
  const next = text.indexOf(RETURN_BREAK, position);
  return { text: position, plain, next: next === -1 ? text.length : next };
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

/** The first of what two find. */
function nearer(one: Find, other: Find): Find {
  return (text, from) => {
    const [a, b] = [one(text, from), other(text, from)];
    return a === null || (b !== null && b.start < a.start) ? b : a;
  };
}
