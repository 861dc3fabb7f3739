import { FAILURES_MAX, firstMessage, type PrintedFailure, type RunReader } from './runner-output.ts';
import { cutBlocks } from './script-runners.ts';

interface GoTest {
  readonly name: string;
  readonly lines: string[];
  readonly place: string;
  result: 'pass' | 'fail' | 'skip' | null;
}

const GO_PACKAGE = /^(?:ok|FAIL)\s+(\S+)\s+(?:[\d.]+s|\(cached\)|\[build failed\])/;
const GO_END = /^\s*--- (FAIL|PASS|SKIP): (\S{1,300})/;
const GO_RESULTS: Readonly<Record<string, GoTest['result']>> = { FAIL: 'fail', PASS: 'pass', SKIP: 'skip' };

/** `go test`, with or without `-v`: `--- FAIL: TestX (0.00s)`, its lines, and the package in the line `FAIL pkg 0.1s`. */
export const readGoTest: RunReader = (lines, text) => {
  if (!/^[ \t]*--- (?:FAIL|PASS|SKIP): /m.test(text) && !new RegExp(GO_PACKAGE.source, 'm').test(text)) return null;
  const tests: GoTest[] = [];
  // A package's own line comes after its tests: the same name in another package is another test.
  let from = 0;
  for (const [at, line] of lines.entries()) {
    const place = GO_PACKAGE.exec(line)?.[1];
    if (place === undefined && at < lines.length - 1) continue;
    tests.push(...goTestsOf(lines.slice(from, at + 1), place ?? ''));
    from = at + 1;
  }
  return goRun('go test', tests);
};

/** The tests of one package, each with the lines that were printed while it ran. */
function goTestsOf(lines: readonly string[], place: string): readonly GoTest[] {
  const tests = new Map<string, GoTest>();
  let open: GoTest | undefined;
  for (const line of lines) {
    const end = GO_END.exec(line);
    const name = end?.[2] ?? /^=== (?:RUN|CONT|NAME)\s+(\S{1,300})/.exec(line)?.[1];
    if (name !== undefined) {
      open = tests.get(name) ?? { name, lines: [], place, result: null };
      open.result = GO_RESULTS[end?.[1] ?? ''] ?? open.result;
      tests.set(name, open);
    } else if (!/^(?:=== PAUSE|PASS$|FAIL\b|ok\b|exit status)/.test(line)) open?.lines.push(line);
  }
  return [...tests.values()];
}

/** `go test -json`: one event a line. Source: `go doc test2json`. */
export const readGoJson: RunReader = (lines) => {
  const first = lines.find((line) => line.startsWith('{'));
  if (first === undefined || !/"Action":"/.test(first)) return null;
  const tests = new Map<string, GoTest>();
  for (const line of lines) {
    const event = goEvent(line);
    if (event === null || event.test === null) continue;
    const key = `${event.place}\0${event.test}`;
    const test = tests.get(key) ?? { name: event.test, lines: [], place: event.place, result: null };
    tests.set(key, test);
    if (event.action === 'output') test.lines.push(event.output.replace(/\n$/, ''));
    else if (event.action === 'pass' || event.action === 'fail' || event.action === 'skip') test.result = event.action;
  }
  return goRun('go test -json', [...tests.values()]);
};

interface GoEvent {
  readonly action: string;
  readonly place: string;
  readonly test: string | null;
  readonly output: string;
}

function goEvent(line: string): GoEvent | null {
  if (!line.startsWith('{')) return null;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== 'object' || value === null) return null;
    const fields = new Map<string, unknown>(Object.entries(value));
    const text = (name: string): string => {
      const found = fields.get(name);
      return typeof found === 'string' ? found : '';
    };
    return { action: text('Action'), place: text('Package'), test: text('Test') || null, output: text('Output') };
  } catch {
    // Runners print other lines among the events.
    return null;
  }
}

function goRun(format: string, tests: readonly GoTest[]) {
  const failed = tests.filter(({ result }) => result === 'fail');
  // A test fails with its subtests: those say why.
  const leaves = failed.filter(
    ({ name, place }) => !failed.some((other) => other.place === place && other.name.startsWith(`${name}/`)),
  );
  const failures: PrintedFailure[] = leaves.slice(0, FAILURES_MAX).map(({ name, lines, place }) => {
    const own = lines.filter((line) => !/^\s*(?:===|---)/.test(line));
    return { test: name, message: goMessage(own), block: own.join('\n'), place };
  });
  const count = (result: GoTest['result']): number => tests.filter((test) => test.result === result).length;
  // Without -v nothing is printed of tests that passed.
  const isVerbose = count('pass') > 0 || format !== 'go test';
  return {
    format,
    totals: {
      passed: isVerbose ? count('pass') : null,
      failed: failed.length,
      skipped: isVerbose ? count('skip') : null,
    },
    failures,
  };
}

/** Testify prints a table; `t.Error` a line `file.go:12: text`. */
function goMessage(lines: readonly string[]): string {
  const table = lines.findIndex((line) => /^\s+Error:\s/.test(line));
  if (table !== -1) {
    const rest = [
      /^\s+Error:\s+(.*)$/.exec(lines[table] ?? '')?.[1] ?? '',
      ...lines.slice(table + 1, table + 3).map((line) => line.trim()),
    ];
    const end = rest.findIndex((line) => /^(?:Test:|Messages:)/.test(line));
    return rest
      .slice(0, end === -1 ? rest.length : end)
      .join(' ')
      .trim();
  }
  const said = lines
    .map((line) => /^\s*[\w./-]+\.go:\d+:\s*(.*)$/.exec(line)?.[1] ?? null)
    .find((line) => line !== null && line !== '');
  const panic = lines.find((line) => /^\s*panic: /.test(line));
  return (panic ?? said ?? firstMessage(lines)).trim();
}

/** `cargo test`: `---- path::test stdout ----` blocks and `test result:` lines, one per binary. */
export const readCargoTest: RunReader = (lines, text) => {
  if (!/^test result: /m.test(text) && !/^running \d+ tests?$/m.test(text)) return null;
  const blocks = cutBlocks(
    lines,
    (line) => /^---- (.{1,400}?) stdout ----$/.exec(line)?.[1] ?? null,
    /^(?:failures:|successes:|test result: )/,
  );
  const failures: PrintedFailure[] = blocks.map(({ title, body }) => ({
    test: title,
    message: rustMessage(body),
    block: body.join('\n'),
    place: '',
  }));
  const known = new Set(failures.map(({ test }) => test));
  for (const match of text.matchAll(/^test (.{1,300}?) \.\.\. FAILED$/gm)) {
    const test = match[1] ?? '';
    if (!known.has(test)) failures.push({ test, message: '', block: '', place: '' });
  }
  const sum = (pattern: RegExp): number | null => {
    const all = [...text.matchAll(pattern)].map((match) => Number(match[1]));
    return all.length === 0 ? null : all.reduce((total, count) => total + count, 0);
  };
  const totals = {
    passed: sum(/^test result: .{1,20}? (\d{1,9}) passed/gm),
    failed: sum(/^test result: .{1,40}?; (\d{1,9}) failed/gm),
    skipped: sum(/^test result: .{1,60}?; (\d{1,9}) ignored/gm),
  };
  return { format: 'cargo test', totals, failures: failures.slice(0, FAILURES_MAX) };
};

/** The line after `panicked at file:12:5:`; older compilers put the message before the place. */
function rustMessage(body: readonly string[]): string {
  const at = body.findIndex((line) => /panicked at /.test(line));
  if (at === -1) return firstMessage(body);
  const old = /panicked at '(.{1,1000})', \S+:\d+:\d+$/.exec(body[at] ?? '')?.[1];
  return old ?? firstMessage(body.slice(at + 1));
}
