import { bisect } from '../../../base/bisect.ts';
import { type CodeText, firstFrom, lineOf } from '../../lex/code-text.ts';
import type { Assertion, DraftCase, DraftSmell } from '../reading.ts';

/** One line of code that begins a statement. */
interface Line {
  readonly at: number;
  readonly indent: number;
  readonly text: string;
}

/** Lines of one case that are looked at. */
const LINES_MAX = 2_000;

/** What follows from the blocks of a Python case: conditions, swallowed exceptions, and what stands after a return. */
export function findPythonBlockSmells(
  code: CodeText,
  cases: readonly DraftCase[],
  assertions: readonly Assertion[],
): readonly DraftSmell[] {
  const found: DraftSmell[] = [];
  for (const { kind, body } of cases) {
    if (kind !== 'case' || body === null) continue;
    const own = assertions.slice(firstFrom(assertions, body.from), firstFrom(assertions, body.to));
    if (own.length === 0) continue;
    const lines = linesOf(code, body.from, body.to);
    found.push(...swallowed(lines, own), ...afterReturn(lines, own));
    if (
      own.every(
        ({ from }) => !/^(?:raise|x?fail)\b/.test(code.mask.slice(from, from + 8)) && isConditional(lines, from),
      ) &&
      own[0] !== undefined
    ) {
      found.push({ kind: 'conditional_assertion', at: own[0].from, detail: 'asserts only inside of a condition' });
    }
  }
  return found;
}

function linesOf(code: CodeText, from: number, to: number): readonly Line[] {
  const { lineStarts, openAtLine } = code.structure;
  const lines: Line[] = [];
  for (let line = lineOf(code, from); lines.length < LINES_MAX; line += 1) {
    const at = lineStarts[line];
    if (at === undefined || at >= to) break;
    if ((openAtLine[line] ?? -1) !== -1 || code.structure.startsInLiteral(line)) continue;
    const end = lineStarts[line + 1] ?? code.mask.length;
    const text = code.mask.slice(at, Math.min(end, at + 400)).trimEnd();
    const indent = text.search(/\S/);
    if (indent !== -1) lines.push({ at, indent, text: text.slice(indent) });
  }
  return lines;
}

function indexOfLine(lines: readonly Line[], at: number): number {
  return bisect(lines.length, (index) => (lines[index]?.at ?? at) <= at) - 1;
}

/** Whether an assertion stands in an `if` without `else`, or an `except`; not in a loop, whose rounds cannot be told. */
function isConditional(lines: readonly Line[], at: number): boolean {
  const index = indexOfLine(lines, at);
  let indent = lines[index]?.indent ?? 0;
  let isUnder = false;
  for (let up = index - 1; up >= 0 && indent > 0; up -= 1) {
    const line = lines[up];
    if (line === undefined || line.indent >= indent) continue;
    indent = line.indent;
    if (/^(?:for|while|async for|def|async def|else|elif|finally|match|case)\b/.test(line.text)) return false;
    if (/^if\b/.test(line.text)) {
      if (hasElse(lines, up)) return false;
      isUnder = true;
    }
    if (/^except\b/.test(line.text)) isUnder = true;
  }
  return isUnder;
}

function hasElse(lines: readonly Line[], head: number): boolean {
  const indent = lines[head]?.indent ?? 0;
  const next = lines.slice(head + 1).find((line) => line.indent <= indent);
  return next !== undefined && next.indent === indent && /^(?:else|elif)\b/.test(next.text);
}

/** `except:`, `except Exception:` or `except AssertionError:` with nothing but `pass`, after assertions. */
function swallowed(lines: readonly Line[], own: readonly Assertion[]): readonly DraftSmell[] {
  const found: DraftSmell[] = [];
  for (const [index, line] of lines.entries()) {
    if (
      !/^except(?:\s+\(?(?:[\w.]+,\s*)*(?:Exception|BaseException|AssertionError)\b[\w.,\s]*\)?(?:\s+as\s+\w+)?)?\s*:/.test(
        line.text,
      )
    ) {
      continue;
    }
    const body = lines.slice(index + 1, index + 3).filter(({ indent }) => indent > line.indent);
    const isPass = /:\s*pass$/.test(line.text) || (body.length === 1 && /^(?:pass|\.\.\.)$/.test(body[0]?.text ?? ''));
    const start = lines.slice(0, index).findLast(({ indent, text }) => indent === line.indent && /^try\s*:/.test(text));
    if (isPass && start !== undefined && own.some(({ from }) => from > start.at && from < line.at)) {
      found.push({ kind: 'swallowed_exception', at: line.at + line.indent, detail: 'drops what the assertions raise' });
    }
  }
  return found;
}

/** An assertion in the same block after a `return` or `raise`. */
function afterReturn(lines: readonly Line[], own: readonly Assertion[]): readonly DraftSmell[] {
  for (const [index, line] of lines.entries()) {
    if (!/^return\b/.test(line.text)) continue;
    for (const next of lines.slice(index + 1)) {
      if (next.indent !== line.indent) break;
      const assertion = own.find(({ from }) => from >= next.at && from < next.at + next.indent + 10);
      if (assertion === undefined) continue;
      return [
        { kind: 'assertion_after_return', at: assertion.from, detail: 'stands after a return and is never reached' },
      ];
    }
  }
  return [];
}
