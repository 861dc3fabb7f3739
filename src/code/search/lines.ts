import { LINE_CHARACTERS_MAX } from './limits.ts';

/** Positions of lines in a text, found when asked for. */
export interface LineIndex {
  /** 1 for the first line. Positions must be asked for in rising order. */
  lineAt(position: number): number;
}

/** Counts lines onwards from the last position asked for, so that a whole file is walked once. */
export function makeLineIndex(text: string): LineIndex {
  let line = 1;
  let counted = 0;
  return {
    lineAt(position) {
      for (let at = text.indexOf('\n', counted); at !== -1 && at < position; at = text.indexOf('\n', counted)) {
        line += 1;
        counted = at + 1;
      }
      return line;
    },
  };
}

/** One line for an answer: clipped around the column, with `…` on each side where something was cut. */
export function clipLine(line: string, column: number): string {
  if (line.length <= LINE_CHARACTERS_MAX) return line;
  // A third of the room before the match: what follows a match usually says more.
  const start = Math.min(Math.max(0, column - LINE_CHARACTERS_MAX / 3), line.length - LINE_CHARACTERS_MAX);
  const end = start + LINE_CHARACTERS_MAX;
  const inner = line.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '');
  return `${start > 0 ? '…' : ''}${inner}${end < line.length ? '…' : ''}`;
}

/** A name for an answer: hostile code declares names of any length. */
export function clipName(name: string): string {
  return name.length <= LINE_CHARACTERS_MAX ? name : `${name.slice(0, LINE_CHARACTERS_MAX)}…`;
}
