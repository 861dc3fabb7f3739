import { once } from '../../base/once.ts';
import type { Readings } from './regex-readings.ts';

const BEYOND_ASCII = /[\u0080-\uffff]/;

/** A pattern, ready to be tried on lines. */
export interface LineProgram {
  /** The first match in a line, which ends before its `\r` so that `$` fits in files with CRLF. */
  exec(line: string): RegExpExecArray | null;
  /**
   * The same where it surely takes no more steps than are left, which are counted down; else `unknown`, and they are
   * below zero.
   */
  execWithin(line: string, steps: StepsLeft): RegExpExecArray | null | 'unknown';
  /** The same for the lines of one text; `isAscii` is asked at most once. */
  within(isAscii: () => boolean): TextProgram;
}

/** What may still be tried; below zero where it was too little. */
export interface StepsLeft {
  count: number;
}

/** A pattern on one text. */
export interface TextProgram {
  /** Finds the places, from its own place on, in whose lines a match may begin. */
  readonly whole: RegExp;
  /** As `LineProgram` has it. */
  exec(line: string): RegExpExecArray | null;
}

/** How a pattern is tried. */
export interface LineProgramOptions {
  /** By a flag: where it is spelled out, it is none. */
  readonly ignoresCase: boolean;
  /** Whether the pattern can be written only with V8's flag for Unicode. */
  readonly needsUnicode: boolean;
  /** Whether the `\r` before a line break is looked for. */
  readonly keepsReturn: boolean;
  /** Steps of the narrow and the loose reading on so many characters. */
  stepsOn(characters: number): number;
}

/** What a character beyond ASCII adds to the steps of a piece: it is tried as one code unit and as two. */
const LOOSE_STEPS = 4;

/**
 * Makes what tries a pattern. Only lines beyond ASCII are tried as Unicode reads them, which takes ten times as long, and
 * of them only those that the loose reading does not leave out.
 */
export function makeLineProgram(readings: Readings, options: LineProgramOptions): LineProgram {
  const { ignoresCase, needsUnicode, keepsReturn, stepsOn } = options;
  const flags = `${ignoresCase ? 'i' : ''}${needsUnicode ? 'v' : ''}`;
  const source = needsUnicode ? readings.wide() : readings.narrow;
  const narrow = new RegExp(source, flags);
  const narrowWhole = new RegExp(source, `gm${flags}`);
  const wide = needsUnicode || readings.isSame ? null : makeWide(readings, `${ignoresCase ? 'i' : ''}v`);
  const lineOf = (line: string): string => (keepsReturn || !line.endsWith('\r') ? line : line.slice(0, -1));
  const execNarrow = (line: string): RegExpExecArray | null => narrow.exec(lineOf(line));
  const exec = (line: string): RegExpExecArray | null =>
    wide === null || !BEYOND_ASCII.test(line) ? execNarrow(line) : wide.exec(lineOf(line));
  return {
    exec,
    execWithin(given, steps) {
      const line = lineOf(given);
      const isNarrow = wide === null || !BEYOND_ASCII.test(line);
      const isBounded = isNarrow ? !needsUnicode : wide.isBounded();
      steps.count -= isBounded ? (isNarrow ? 1 : LOOSE_STEPS) * stepsOn(line.length) : Number.POSITIVE_INFINITY;
      if (steps.count < 0) return 'unknown';
      const found = isNarrow ? narrow.exec(line) : wide.execLoosely(line);
      if (found === 'unknown') steps.count = -1;
      return found;
    },
    within: (isAscii) =>
      wide === null || isAscii() ? { whole: narrowWhole, exec: execNarrow } : { whole: wide.whole(), exec },
  };
}

/** Compiled when the first line asks for it: V8 takes longer for the classes of Unicode than for all else of a query. */
function makeWide(readings: Readings, flags: string) {
  const filter = once(() => compiled(readings.loose(), ''));
  const exact = once(() => (readings.isLooseExact ? filter() : null) ?? new RegExp(readings.wide(), flags));
  const whole = once(() => compiled(readings.loose(), 'gm') ?? new RegExp(readings.wide(), `gm${flags}`));
  return {
    isBounded: (): boolean => filter() !== null,
    exec(line: string): RegExpExecArray | null {
      const mayMatch = filter()?.test(line) ?? true;
      return mayMatch ? exact().exec(line) : null;
    },
    /** What the loose reading alone can tell. */
    execLoosely(line: string): RegExpExecArray | null | 'unknown' {
      const found = filter()?.exec(line) ?? null;
      return found === null || readings.isLooseExact ? found : 'unknown';
    },
    whole,
  };
}

/** Null, too, where V8 does not take it: the loose reading only spares work, and the exact one can do all of it. */
function compiled(source: string | null, flags: string): RegExp | null {
  try {
    return source === null ? null : new RegExp(source, flags);
  } catch {
    return null;
  }
}
