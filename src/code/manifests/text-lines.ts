import { numberedLines } from '../operations/overview/fact-sheet.ts';

/** Lines of a text with their numbers, joined where a line ends in a backslash; the number is that of the first. */
export function* joinedLines(text: string): Generator<readonly [line: string, number: number]> {
  let held = '';
  let start = 0;
  for (const [line, number] of numberedLines(text)) {
    if (held === '') start = number;
    // A bound, since a file of backslashes alone would be one line.
    if (line.endsWith('\\') && held.length < LINE_CHARACTERS_MAX) {
      held += `${line.slice(0, -1)} `;
      continue;
    }
    yield [held + line, start];
    held = '';
  }
  if (held !== '') yield [held, start];
}

const LINE_CHARACTERS_MAX = 20_000;
