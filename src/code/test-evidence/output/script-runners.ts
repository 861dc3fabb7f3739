import { bisect } from '../../../base/bisect.ts';
import {
  FAILURES_MAX,
  firstMessage,
  lastNumber,
  type PrintedFailure,
  type PrintedTotals,
  type RunReader,
} from './runner-output.ts';

/** Jest: `● suite › test` and what follows, up to the next one. */
export const readJest: RunReader = (lines, text) => {
  const isJest = /^Tests:\s+.*\btotal\s*$/m.test(text) || (/^[ \t]*● .+/m.test(text) && /^(?:PASS|FAIL) /m.test(text));
  if (!isJest) return null;
  const blocks = cutBlocks(
    lines,
    (line) => /^\s{0,4}● (?!Console$)(.{1,500})$/.exec(line)?.[1] ?? null,
    /^(?:Test Suites:|Tests:|Snapshots:|PASS |FAIL |Summary of all failing)/,
  );
  const failures = unique(
    blocks.map(({ title, body }) => ({
      test: title.trim(),
      message: firstMessage(body),
      block: body.join('\n'),
      place: '',
    })),
  );
  return { format: 'jest', totals: totalsLine(text, /^Tests:\s+(.{1,200})$/gm), failures };
};

/** Vitest: ` FAIL  file > suite > test`, then the error and its frames (`❯ file:12:5`). */
export const readVitest: RunReader = (lines, text) => {
  if (!/^[ \t]*Test Files\s+\d/m.test(text) && !/^[ \t]*(?:RUN|DEV)\s+v\d/m.test(text)) return null;
  const blocks = cutBlocks(
    lines,
    (line) => /^\s*(?:×\s+)?FAIL\s+(\S.{0,500})$/.exec(line)?.[1] ?? null,
    /^\s*(?:Test Files|Snapshots)\s|^⎯{5,}\s*(?:\[|Failed|Unhandled)/,
  );
  const failures = unique(
    blocks.map(({ title, body }) => ({
      test: title.replace(/\s*\[.{1,200}\]$/, '').trim(),
      message: firstMessage(body),
      block: `${title}\n${body.join('\n')}`,
      place: '',
    })),
  );
  return { format: 'vitest', totals: totalsLine(text, /^[ \t]*Tests\s+(.{1,200})$/gm), failures };
};

/** Mocha's spec and dot reporters: a numbered list after `N failing`, its titles over several lines. */
export const readMocha: RunReader = (lines, text) => {
  const start = lines.findIndex((line) => /^\s*\d+ failing\b/.test(line));
  if (start === -1 && !/^[ \t]*\d+ passing \(/m.test(text)) return null;
  const failures: PrintedFailure[] = [];
  for (const { title, body } of start === -1 ? [] : numbered(lines.slice(start + 1))) {
    // Titles stand one a line, each deeper than the last; the one that ends in a colon is the test's.
    const end = body.findIndex((line) => /:\s*$/.test(line));
    const titles = /:\s*$/.test(title) ? [title] : [title, ...body.slice(0, end + 1)];
    const rest = /:\s*$/.test(title) ? body : body.slice(end + 1);
    failures.push({
      test: titles.map((one) => one.trim().replace(/:$/, '')).join(' > '),
      message: firstMessage(rest),
      block: rest.join('\n'),
      place: '',
    });
  }
  const totals = {
    passed: lastNumber(text, /^[ \t]*(\d{1,9}) passing\b/gm),
    failed: start === -1 ? 0 : lastNumber(text, /^[ \t]*(\d{1,9}) failing\b/gm),
    skipped: lastNumber(text, /^[ \t]*(\d{1,9}) pending\b/gm),
  };
  return { format: 'mocha', totals, failures: failures.slice(0, FAILURES_MAX) };
};

/** The spec reporter of node:test: `✖ name (1.2ms)` below `✖ failing tests:`. */
export const readNodeTest: RunReader = (lines, text) => {
  if (!/^ℹ (?:tests|pass|fail) \d+$/m.test(text)) return null;
  const start = lines.findIndex((line) => /^✖ failing tests:/.test(line));
  const blocks =
    start === -1
      ? []
      : cutBlocks(
          lines.slice(start + 1),
          (line) => /^✖ (.{1,500}?)(?: \([\d.]+ms\))?(?: #.*)?$/.exec(line)?.[1] ?? null,
          null,
        );
  const failures = blocks.map(({ title, before, body }) => ({
    test: title,
    message: firstMessage(body),
    block: `${before}\n${body.join('\n')}`,
    place: '',
  }));
  const totals = {
    passed: lastNumber(text, /^ℹ pass (\d{1,9})$/gm),
    failed: lastNumber(text, /^ℹ fail (\d{1,9})$/gm),
    skipped: lastNumber(text, /^ℹ skipped (\d{1,9})$/gm),
  };
  return { format: 'node:test', totals, failures: failures.slice(0, FAILURES_MAX) };
};

/** AVA's default reporter: `✘ [fail]: file › title` and, below, the title again with the error. */
export const readAva: RunReader = (lines, text) => {
  if (!/^[ \t]*[✘✖] \[fail\]:/m.test(text) && !/^[ \t]*\d+ tests? (?:passed|failed)\s*$/m.test(text)) return null;
  const titles = [...text.matchAll(/^[ \t]*[✘✖] \[fail\]: (.{1,500}?)(?: \([\d.]+m?s\))?$/gm)].map((match) =>
    (match[1] ?? '').trim(),
  );
  const known = new Set(titles);
  const trimmed = lines.map((line) => line.trim());
  const places = new Map(trimmed.map((line, index) => [line, index]));
  const starts = trimmed.flatMap((line, index) => (known.has(line) ? [index] : []));
  const failures = titles.slice(0, FAILURES_MAX).map((title) => {
    const rest = title.replace(/ (?:Error thrown in test|Rejected promise returned by test)$/, '');
    const at = places.get(rest) ?? -1;
    const next = firstAbove(starts, at + 1);
    const body = at === -1 ? [] : lines.slice(at + 1, Math.min(next ?? at + AVA_LINES_MAX, at + AVA_LINES_MAX));
    return {
      test: rest,
      message: firstMessage(body.filter((line) => !/^\s*[\w./-]+:\d+\s*$/.test(line))),
      block: body.join('\n'),
      place: '',
    };
  });
  const totals = {
    passed: lastNumber(text, /^[ \t]*(\d{1,9}) tests? passed/gm),
    failed: lastNumber(text, /^[ \t]*(\d{1,9}) tests? failed/gm),
    skipped: lastNumber(text, /^[ \t]*(\d{1,9}) tests? skipped/gm),
  };
  return { format: 'ava', totals, failures };
};

/** Lines that are told of one failure. */
const AVA_LINES_MAX = 300;

/** The first of numbers in rising order that is greater than another. */
function firstAbove(numbers: readonly number[], than: number): number | undefined {
  return numbers[bisect(numbers.length, (index) => (numbers[index] ?? 0) <= than)];
}

interface Block {
  readonly title: string;
  readonly body: readonly string[];
  /** The line above the title. */
  readonly before: string;
}

/** Blocks that begin at a title and end at the next one, or at a line that no block has. */
export function cutBlocks(
  lines: readonly string[],
  titleOf: (line: string) => string | null,
  end: RegExp | null,
): readonly Block[] {
  const blocks: { title: string; body: string[]; before: string }[] = [];
  let isOpen = false;
  for (const [index, line] of lines.entries()) {
    const title = titleOf(line);
    if (title !== null) {
      blocks.push({ title, body: [], before: lines[index - 1] ?? '' });
      isOpen = true;
    } else if (end?.test(line)) isOpen = false;
    else if (isOpen) blocks.at(-1)?.body.push(line);
  }
  return blocks;
}

/** A list `  1) title`, of which only numbers in order count. */
export function numbered(lines: readonly string[]): readonly Block[] {
  let next = 1;
  return cutBlocks(
    lines,
    (line) => {
      const found = /^\s{0,6}(\d{1,6})\)\s(.{0,500})$/.exec(line);
      if (found === null || Number(found[1]) !== next) return null;
      next += 1;
      return found[2] ?? '';
    },
    null,
  );
}

/** Runners that print a failure twice, where it happens and at the end, mean one. */
export function unique(failures: readonly PrintedFailure[]): readonly PrintedFailure[] {
  const byTest = new Map<string, PrintedFailure>();
  for (const failure of failures) {
    const known = byTest.get(failure.test);
    if (known === undefined || known.block.length < failure.block.length) byTest.set(failure.test, failure);
  }
  return [...byTest.values()].slice(0, FAILURES_MAX);
}

/** `1 failed, 2 skipped, 30 passed, 33 total` and the like. */
function totalsLine(text: string, line: RegExp): PrintedTotals {
  let said = '';
  for (const match of text.matchAll(line)) said = match[1] ?? '';
  if (said === '') return { passed: null, failed: null, skipped: null };
  return {
    passed: lastNumber(said, /(\d{1,9}) passed/g) ?? 0,
    failed: lastNumber(said, /(\d{1,9}) failed/g) ?? 0,
    skipped: lastNumber(said, /(\d{1,9}) skipped/g) ?? 0,
  };
}
