import {
  firstMessage,
  lastNumber,
  NO_TOTALS,
  type PrintedFailure,
  type PrintedTotals,
  type RunReader,
} from './runner-output.ts';
import { cutBlocks, unique } from './script-runners.ts';

/** pytest: `____ test_name ____` blocks below FAILURES and ERRORS, and the short summary. */
export const readPytest: RunReader = (lines, text) => {
  const isPytest =
    /^=+ (?:test session starts|FAILURES|ERRORS|short test summary info) =+$/m.test(text) ||
    /^=*\s?\d+ (?:passed|failed|error)[^\n]{0,200} in [\d.]+s/m.test(text);
  if (!isPytest) return null;
  const blocks = pytestBlocks(lines);
  const failures: PrintedFailure[] = [];
  // The summary has the full ids; a block is of the one that ends with its title.
  const { summary, isMarked } = summaryOf(text);
  for (const match of summary.matchAll(/^(?:FAILED|ERROR) (\S[^\n]{0,500}?)(?: - ([^\n]{0,1000}))?$/gm)) {
    const [, id = '', said = ''] = match;
    // Of an output that was cut, only what names a file can be one of its lines.
    if (!isMarked && !/\.py(?:$|::)/.test(id)) continue;
    const [file = '', ...names] = id.split('::');
    const block = blocks.get(names.join('.')) ?? blocks.get(id);
    if (block !== undefined) blocks.delete(block.test);
    failures.push({ test: id, message: said || (block?.message ?? ''), block: block?.block ?? '', place: file });
  }
  return { format: 'pytest', totals: pytestTotals(text), failures: unique([...failures, ...blocks.values()]) };
};

/** What stands behind the last head of a summary, before which programs log what looks like its lines; all where none is. */
function summaryOf(text: string): { readonly summary: string; readonly isMarked: boolean } {
  const head = [...text.matchAll(/^=+ short test summary info =+$/gm)].at(-1);
  return { summary: text.slice(head?.index ?? 0), isMarked: head !== undefined };
}

/** By title: the test's names joined by dots, without its file. */
function pytestBlocks(lines: readonly string[]): Map<string, PrintedFailure> {
  const blocks = cutBlocks(lines, (line) => /^_{3,}\s(.{1,400}?)\s_{3,}$/.exec(line)?.[1] ?? null, /^={3,} /);
  return new Map(
    blocks.map(({ title, body }) => {
      const error = body.find((line) => /^E\s{2,}/.test(line));
      const message = error === undefined ? firstMessage(body) : error.slice(1).trim();
      const test = title.replace(/^ERROR (?:at (?:setup|teardown) of|collecting) /, '');
      return [test, { test, message, block: body.join('\n'), place: '' }];
    }),
  );
}

/** Of the last line, `== 1 failed, 3 passed in 0.12s ==`. Errors of set-up count as failures. */
function pytestTotals(text: string): PrintedTotals {
  const last = [...text.matchAll(/^=*\s?(?:\d+ [a-z]+(?:, )?)+ in [\d.]+s.{0,40}$/gm)].at(-1)?.[0];
  if (last === undefined) return NO_TOTALS;
  const count = (pattern: RegExp): number => lastNumber(last, pattern) ?? 0;
  const failed = count(/(\d{1,9}) failed/g) + count(/(\d{1,9}) errors?\b/g);
  return { passed: count(/(\d{1,9}) passed/g), failed, skipped: count(/(\d{1,9}) skipped/g) };
}

/** unittest: `FAIL: test_name (module.Class)` between lines of `=`, and `Ran 3 tests`. */
export const readUnittest: RunReader = (lines, text) => {
  if (!/^Ran \d+ tests? in [\d.]+s$/m.test(text)) return null;
  const blocks = cutBlocks(
    lines,
    (line) => /^(?:FAIL|ERROR): (.{1,400})$/.exec(line)?.[1] ?? null,
    /^={20,}$|^Ran \d+ tests? in /,
  );
  const failures = blocks.map(({ title, body }) => {
    const error = body.findLast(
      (line) =>
        /^[A-Za-z_][\w.]*(?:Error|Exception|Failure|Warning|Exit|Interrupt)?\b.{0,20}:?/.test(line) &&
        !/^(?:Traceback|-)/.test(line),
    );
    return { test: title, message: (error ?? firstMessage(body)).trim(), block: body.join('\n'), place: '' };
  });
  const ran = lastNumber(text, /^Ran (\d{1,9}) tests?/gm) ?? 0;
  const end = [...text.matchAll(/^(?:FAILED|OK)\b.{0,200}$/gm)].at(-1)?.[0] ?? '';
  const failed = (lastNumber(end, /failures=(\d{1,9})/g) ?? 0) + (lastNumber(end, /errors=(\d{1,9})/g) ?? 0);
  const skipped = lastNumber(end, /skipped=(\d{1,9})/g) ?? 0;
  return {
    format: 'unittest',
    totals: { passed: Math.max(0, ran - failed - skipped), failed, skipped },
    failures: unique(failures),
  };
};
