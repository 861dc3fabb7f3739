/** One line of a build's definition. */
export interface SbtRow {
  readonly text: string;
  /** The line without comments and the inside of texts. */
  readonly code: string;
  readonly line: number;
}

/** Texts by the names that a build gives them; null for a name that is given twice. */
export type SbtValues = ReadonlyMap<string, string | null>;

const VALUE = /^\s*(?:final\s+|lazy\s+|private\s+){0,3}val\s+(\w{1,80})\s*(?::\s*String\s*)?=\s*"([^"\n]{1,100})"\s*$/;

/** Values that are a text on one line, wherever a build's files define them. */
export function literalValues(texts: readonly (readonly SbtRow[])[]): SbtValues {
  const values = new Map<string, string | null>();
  for (const { text, code } of texts.flat()) {
    const [, name, value] = code.trim() === '' ? [] : (VALUE.exec(text) ?? []);
    if (name === undefined) continue;
    // Two objects may each have a `version`: which is meant does not stand there.
    values.set(name, values.has(name) && values.get(name) !== value ? null : (value ?? null));
  }
  return values;
}

/** What a version says: the text, or that of the value that it names (`V.cats`); null when that is not known. */
export function readVersion(written: string, values: SbtValues): string | null {
  if (written.startsWith('"')) return written.slice(1, -1);
  return values.get(written.split('.').at(-1) ?? '') ?? null;
}
