import {
  FAILURES_MAX,
  firstMessage,
  lastNumber,
  type PrintedFailure,
  type PrintedTotals,
  type RunReader,
} from './runner-output.ts';

/** TAP: `not ok 3 - name` and the YAML below it. Source: testanything.org, "TAP version 14". */
export const readTap: RunReader = (lines, text) => {
  if (!/^TAP version \d+/m.test(text) && !/^1\.\.\d+/m.test(text)) return null;
  const failures: PrintedFailure[] = [];
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { isOk, title, around, body } of testPoints(lines)) {
    if (/#\s*(?:skip|todo)\b/i.test(title)) counts.skipped += 1;
    else if (isOk) counts.passed += 1;
    else {
      counts.failed += 1;
      const test = [...around, title.trim()].join(' > ');
      failures.push({ test, message: messageOf(body), block: body.join('\n'), place: '' });
    }
  }
  return { format: 'tap', totals: ownTotals(text) ?? counts, failures: failures.slice(0, FAILURES_MAX) };
};

interface TestPoint {
  readonly isOk: boolean;
  readonly title: string;
  /** Titles of the subtests that it stands in. */
  readonly around: readonly string[];
  readonly body: readonly string[];
}

/** Every test point but those of suites, which fail with their tests. */
function* testPoints(lines: readonly string[]): Generator<TestPoint> {
  const titles: string[] = [];
  for (const [index, line] of lines.entries()) {
    const sub = /^(\s*)# Subtest: (.{1,500})$/.exec(line);
    if (sub !== null) {
      const depth = depthOf(sub[1] ?? '');
      titles.length = Math.min(titles.length, depth);
      titles[depth] = sub[2] ?? '';
    }
    const point = /^(\s*)(not )?ok\b(?: \d+)?(?: -)? ?(.{0,500})$/.exec(line);
    if (point === null) continue;
    const body = yamlBelow(lines, index);
    if (body.some((row) => /^\s*(?:type: 'suite'|failureType: 'subtestsFailed')/.test(row))) continue;
    const around = titles.slice(0, depthOf(point[1] ?? '')).filter(Boolean);
    yield { isOk: point[2] === undefined, title: point[3] ?? '', around, body };
  }
}

/** Four spaces for each level. */
function depthOf(indent: string): number {
  return Math.min(Math.floor(indent.length / 4), 50);
}

function yamlBelow(lines: readonly string[], index: number): readonly string[] {
  if (!/^\s+---\s*$/.test(lines[index + 1] ?? '')) return [];
  const body: string[] = [];
  for (let at = index + 2; at < Math.min(lines.length, index + BODY_MAX); at += 1) {
    if (/^\s+\.\.\.\s*$/.test(lines[at] ?? '')) break;
    body.push(lines[at] ?? '');
  }
  return body;
}

/** Lines of one diagnostic that are read. */
const BODY_MAX = 200;

function messageOf(body: readonly string[]): string {
  for (const [index, line] of body.entries()) {
    const said = /^\s*(?:error|message): ?(.{0,500})$/.exec(line)?.[1];
    if (said === undefined) continue;
    return /^[|>][-+]?$/.test(said) ? firstMessage(body.slice(index + 1)) : said.replace(/^(['"])(.*)\1$/, '$2');
  }
  return '';
}

/** What the runner counts itself; null when it does not. */
function ownTotals(text: string): PrintedTotals | null {
  const passed = lastNumber(text, /^# pass\s+(\d{1,9})/gm);
  const failed = lastNumber(text, /^# fail\s+(\d{1,9})/gm);
  if (passed === null && failed === null) return null;
  return { passed, failed, skipped: lastNumber(text, /^# skip(?:ped)?\s+(\d{1,9})/gm) };
}
