/** What ends a line for a pattern (`.`, `$`) and none for the formats that are read by lines. */
const OTHER_BREAKS = /[\r\u2028\u2029]/g;

/** Lines of a text with their numbers: very long ones are cut, and each is one line to a pattern too. */
export function* numberedLines(text: string): Generator<readonly [line: string, number: number]> {
  let number = 0;
  for (let from = 0; from <= text.length; ) {
    const end = text.indexOf('\n', from);
    const stop = end === -1 ? text.length : end;
    const line = text.slice(from, Math.min(stop, from + 2_000)).replace(/\r$/, '');
    yield [line.replace(OTHER_BREAKS, ' '), ++number];
    from = stop + 1;
  }
}

/**
 * Lines of a text with their numbers, joined where a line ends in a backslash; the number is that of the first. A line of
 * `comments` carries nothing on, where a format has it so.
 */
export function* joinedLines(text: string, comments?: RegExp): Generator<readonly [line: string, number: number]> {
  let held = '';
  let start = 0;
  for (const [line, number] of numberedLines(text)) {
    if (held === '') start = number;
    // A bound, since a file of backslashes alone would be one line.
    if (line.endsWith('\\') && comments?.test(line) !== true && held.length < LINE_CHARACTERS_MAX) {
      held += `${line.slice(0, -1)} `;
      continue;
    }
    yield [held + line, start];
    held = '';
  }
  if (held !== '') yield [held, start];
}

const LINE_CHARACTERS_MAX = 20_000;
