import { SaxesParser } from 'saxes';
import {
  FAILURES_MAX,
  firstMessage,
  lastNumber,
  NO_TOTALS,
  type PrintedFailure,
  type PrintedTotals,
  type RunReader,
} from './runner-output.ts';
import { cutBlocks, numbered, unique } from './script-runners.ts';

/** Maven Surefire: `[ERROR] Class.method:12 message` and the blocks `[ERROR] Class.method -- Time elapsed: … <<< FAILURE!`. */
export const readSurefire: RunReader = (lines, text) => {
  if (!/Tests run: \d+, Failures: \d+, Errors: \d+/.test(text)) return null;
  const plain = lines.map((line) => line.replace(/^\[(?:ERROR|INFO|WARNING)\] ?/, ''));
  const blocks = cutBlocks(
    plain,
    (line) => /^(\S.{0,300}?)(?:\s+--)?\s+Time elapsed: .{1,40}<<< (?:FAILURE|ERROR)!/.exec(line)?.[1] ?? null,
    /^(?:Tests run:|Results:|Failures:|Errors:|Running )|^-{5,}$/,
  );
  const failures = blocks
    .filter(({ title }) => !/^Tests run:/.test(title))
    .map(({ title, body }) => ({
      test: surefireName(title),
      message: firstMessage(body),
      block: body.join('\n'),
      place: '',
    }));
  const last = [
    ...text.matchAll(/Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)(?!.{0,40}Time elapsed)/g),
  ].at(-1);
  const [run, failed, errors, skipped] = [1, 2, 3, 4].map((group) => Number(last?.[group] ?? 0));
  const bad = (failed ?? 0) + (errors ?? 0);
  return {
    format: 'maven surefire',
    totals: { passed: (run ?? 0) - bad - (skipped ?? 0), failed: bad, skipped: skipped ?? 0 },
    failures: unique(failures),
  };
};

/** `testIt(org.x.FooTest)` of older versions is `org.x.FooTest.testIt`. */
function surefireName(title: string): string {
  const found = /^(\S+)\(([\w.$]+)\)$/.exec(title);
  return found === null ? title : `${found[2]}.${found[1]}`;
}

/** Gradle: `FooTest > testIt FAILED` and the indented error below. */
export const readGradle: RunReader = (lines, text) => {
  const hasResult = /^\d+ tests? completed/m.test(text);
  if (!hasResult && !/^\S.{0,300}? > .{1,300} FAILED$/m.test(text)) return null;
  const blocks = cutBlocks(lines, (line) => /^(\S.{0,300}? > .{1,300}) FAILED$/.exec(line)?.[1] ?? null, /^\S/);
  const failures = blocks.map(({ title, body }) => ({
    test: title,
    message: firstMessage(body),
    block: body.join('\n'),
    place: '',
  }));
  const all = lastNumber(text, /^(\d{1,9}) tests? completed/gm);
  const failed = lastNumber(text, /^\d{1,9} tests? completed, (\d{1,9}) failed/gm);
  const skipped = lastNumber(text, /^\d{1,9} tests? completed.{0,30}, (\d{1,9}) skipped/gm);
  const passed = all === null ? null : all - (failed ?? 0) - (skipped ?? 0);
  return {
    format: 'gradle',
    totals: { passed, failed, skipped: all === null ? null : (skipped ?? 0) },
    failures: unique(failures),
  };
};

/** A JUnit XML report, as many runners write it. Entities are not expanded; a garbled text is not of this format. */
export const readJunitXml: RunReader = (_lines, text) => {
  if (!/^\s*</.test(text) || !/<testsuites?\b/.test(text) || /<!ENTITY/i.test(text)) return null;
  const parser = new SaxesParser({ xmlns: false, position: false });
  const failures: PrintedFailure[] = [];
  const state = { test: '', place: '', kind: '', message: '', body: '', isBad: false };
  let count = 0;
  let failed = 0;
  let skipped = 0;
  parser.on('error', () => {
    state.isBad = true;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'testcase') {
      count += 1;
      state.test = [attributes.classname, attributes.name].filter(Boolean).join('.');
      state.place = attributes.file ?? '';
    } else if (name === 'skipped') skipped += 1;
    else if (name === 'failure' || name === 'error') {
      failed += 1;
      Object.assign(state, { kind: name, message: attributes.message ?? '', body: '' });
    }
  });
  const addText = (piece: string): void => {
    if (state.kind !== '' && state.body.length < 20_000) state.body += piece;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', ({ name }) => {
    if (name !== state.kind) return;
    const { test, place, body } = state;
    if (failures.length < FAILURES_MAX)
      failures.push({ test, message: state.message || firstMessage(body.split('\n')), block: body, place });
    state.kind = '';
  });
  parser.write(text.trimStart());
  if (!state.isBad) parser.close();
  if (state.isBad) return null;
  return { format: 'JUnit XML', totals: { passed: count - failed - skipped, failed, skipped }, failures };
};

/** RSpec: a numbered list after `Failures:` and `3 examples, 1 failure`. */
export const readRspec: RunReader = (lines, text) => {
  if (!/^\d+ examples?, \d+ failures?/m.test(text)) return null;
  const start = lines.findIndex((line) => /^Failures:\s*$/.test(line));
  const end = lines.findIndex((line, at) => at > start && /^(?:Finished in|Failed examples:)/.test(line));
  const blocks = start === -1 ? [] : numbered(lines.slice(start + 1, end === -1 ? undefined : end));
  const failures = blocks.map(({ title, body }) => {
    const at = body.findIndex((line) => /^\s*Failure\/Error:/.test(line));
    const said = body.slice(at + 1).find((line) => line.trim() !== '');
    return { test: title.trim(), message: (said ?? firstMessage(body)).trim(), block: body.join('\n'), place: '' };
  });
  const all = lastNumber(text, /^(\d{1,9}) examples?,/gm) ?? 0;
  const failed = lastNumber(text, /^\d{1,9} examples?, (\d{1,9}) failures?/gm) ?? 0;
  const skipped = lastNumber(text, /^\d{1,9} examples?, \d{1,9} failures?, (\d{1,9}) pending/gm) ?? 0;
  return { format: 'rspec', totals: { passed: all - failed - skipped, failed, skipped }, failures };
};

/** PHPUnit: a numbered list after `There was 1 failure:`. */
export const readPhpunit: RunReader = (lines, text) => {
  if (!/^PHPUnit \d/m.test(text) && !/^Tests: \d+, Assertions: \d+/m.test(text)) return null;
  const failures: PrintedFailure[] = [];
  const starts = lines.flatMap((line, at) => (/^There (?:was|were) \d+ (?:failure|error)s?:/.test(line) ? [at] : []));
  for (const start of starts) {
    const rest = lines.slice(start + 1);
    const end = rest.findIndex((line) => /^(?:There (?:was|were) \d+|--$|FAILURES!|ERRORS!|OK)/.test(line));
    for (const { title, body } of numbered(end === -1 ? rest : rest.slice(0, end))) {
      failures.push({ test: title.trim(), message: firstMessage(body), block: body.join('\n'), place: '' });
    }
  }
  return { format: 'phpunit', totals: phpunitTotals(text), failures: failures.slice(0, FAILURES_MAX) };
};

function phpunitTotals(text: string): PrintedTotals {
  const ok = lastNumber(text, /^OK \((\d{1,9}) tests?/gm);
  if (ok !== null) return { passed: ok, failed: 0, skipped: 0 };
  const sum = [...text.matchAll(/^Tests: .{1,200}$/gm)].at(-1)?.[0] ?? '';
  const all = lastNumber(sum, /^Tests: (\d{1,9}),/g);
  if (all === null) return NO_TOTALS;
  const failed = (lastNumber(sum, /Failures: (\d{1,9})/g) ?? 0) + (lastNumber(sum, /Errors: (\d{1,9})/g) ?? 0);
  const skipped = lastNumber(sum, /Skipped: (\d{1,9})/g) ?? 0;
  return { passed: all - failed - skipped, failed, skipped };
}

/** `dotnet test`: `  Failed Namespace.Class.Test [12 ms]`, `Error Message:` and `Stack Trace:`. */
export const readDotnet: RunReader = (lines, text) => {
  if (
    !/^[ \t]*(?:Failed|Passed)!\s+- Failed:\s+\d+/m.test(text) &&
    !/^\s{2}Failed \S.{0,300}? \[[^\]]{1,30}\]$/m.test(text)
  )
    return null;
  const blocks = cutBlocks(
    lines,
    (line) => /^\s{2}Failed (\S.{0,300}?) \[[^\]]{1,30}\]$/.exec(line)?.[1] ?? null,
    /^\s{2}(?:Passed|Skipped) |^(?:Failed!|Passed!|Results File|Total tests)/,
  );
  const failures = blocks.map(({ title, body }) => {
    const at = body.findIndex((line) => /^\s*Error Message:/.test(line));
    return { test: title, message: firstMessage(body.slice(at + 1)), block: body.join('\n'), place: '' };
  });
  const totals = {
    passed: lastNumber(text, /Passed:\s+(\d{1,9})/g),
    failed: lastNumber(text, /Failed:\s+(\d{1,9})/g),
    skipped: lastNumber(text, /Skipped:\s+(\d{1,9})/g),
  };
  return { format: 'dotnet test', totals, failures: unique(failures) };
};
