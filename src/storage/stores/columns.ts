/** An instant as it is stored: integer milliseconds since 1970, UTC. */
export function toMs(instant: Date): number;
export function toMs(instant: Date | null): number | null;
export function toMs(instant: Date | null): number | null {
  return instant === null ? null : instant.getTime();
}

/** A stored instant. */
export function toInstant(ms: number): Date;
export function toInstant(ms: number | null): Date | null;
export function toInstant(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

/** Begins a text that is stored as JSON, which escapes what no engine gives back. */
const ESCAPED = '\u0001json:';

/**
 * A text of a caller's own as it is stored. NUL and lone surrogates do not come back from a text column (SQLite replaces
 * the one, PostgreSQL refuses the other), so that a text with one of them is stored as JSON behind a mark. Names are looked
 * up by this form too: one that could not be stored finds nothing, instead of failing.
 */
export function toText(text: string): string {
  const isPlain = text.isWellFormed() && !text.includes('\0') && !text.startsWith(ESCAPED);
  return isPlain ? text : ESCAPED + JSON.stringify(text);
}

/** A stored text as its caller wrote it. */
export function fromText(stored: string): string {
  return stored.startsWith(ESCAPED) ? JSON.parse(stored.slice(ESCAPED.length)) : stored;
}
