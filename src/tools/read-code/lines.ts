import { plural } from '../../base/plural.ts';
import type { Hunk, OutlineRow, TextPiece } from '../../code/index.ts';
import { redactSecrets, safeText } from '../shared/safe-text.ts';

/** Longer lines are cut, and the cut is said. Source: docs/tools.md, "read_code". */
const LINE_CHARACTERS_MAX = 2_000;

/** Lines that may be shown, and what was taken out of them. */
export interface CleanLines {
  readonly lines: readonly string[];
  /** Kinds of secrets that were redacted. */
  readonly redacted: readonly string[];
  /** How many lines were cut. */
  readonly cut: number;
}

/** Redacts, makes safe and cuts; one line in, one line out. Secrets go first, so that no half of one is left over. */
export function cleanLines(lines: readonly string[]): CleanLines {
  const whole = redactSecrets(lines.join('\n'));
  const split = whole.text.split('\n');
  const redacted =
    split.length === lines.length || lines.length === 0 ? split : lines.map((line) => redactSecrets(line).text);
  let cut = 0;
  const clean = redacted.slice(0, lines.length).map((line) => {
    const safe = safeText(line);
    if (safe.length <= LINE_CHARACTERS_MAX) return safe;
    cut += 1;
    return `${safe.slice(0, LINE_CHARACTERS_MAX).replace(/[\ud800-\udbff]$/, '')}… [${safe.length - LINE_CHARACTERS_MAX} more characters]`;
  });
  return { lines: clean, redacted: whole.kinds, cut };
}

/** `N<TAB>code`, from line `from` on; without numbers the code alone. */
export function numberLines(lines: readonly string[], from: number, hasNumbers: boolean): readonly string[] {
  return hasNumbers ? lines.map((line, at) => `${from + at}\t${line}`) : lines;
}

/** Outline rows: `12-40<TAB>  signature`, or kind and name alone. */
export function outlineLines(rows: readonly OutlineRow[], step: 'signatures' | 'names'): readonly string[] {
  const base = Math.min(...rows.map((row) => row.depth));
  const texts = rows.map((row) => {
    const indent = '  '.repeat(row.depth - base);
    // An implementation's name says itself what it is.
    const name = row.kind === 'impl' ? row.name : `${row.kind} ${row.name}`;
    const what = step === 'names' || row.kind === 'test' ? name : row.signature;
    return `${row.startLine}-${row.endLine}\t${indent}${what}`;
  });
  return cleanLines(texts).lines;
}

/** Hunks as git writes them in a unified diff, with the new version's line numbers before what is in it. */
export function hunkLines(hunks: readonly Hunk[], hasNumbers: boolean): readonly string[] {
  const lines: string[] = [];
  for (const hunk of hunks) {
    lines.push(`@@ -${spanOf(hunk, '+')} +${spanOf(hunk, '-')} @@`);
    const clean = cleanLines(hunk.lines.map((line) => line.text)).lines;
    let number = hunk.newFrom;
    for (const [at, { tag }] of hunk.lines.entries()) {
      const label = tag === '-' ? '' : String(number);
      lines.push(hasNumbers ? `${label}\t${tag}${clean[at] ?? ''}` : `${tag}${clean[at] ?? ''}`);
      if (tag !== '-') number += 1;
    }
  }
  return lines;
}

/**
 * Where a hunk lies in one of the texts, which holds no lines of the other's tag: the first line and how many. A span of
 * none stands behind the line before it. Source: GNU diffutils, "Detailed Description of Unified Format".
 */
function spanOf({ oldFrom, newFrom, lines }: Hunk, others: '-' | '+'): string {
  const from = others === '+' ? oldFrom : newFrom;
  const count = lines.filter(({ tag }) => tag !== others).length;
  if (count === 1) return String(from);
  return `${count === 0 ? from - 1 : from},${count}`;
}

/** `src/router.ts 120-180 of 642 · ts · sha1 ab12cd3`, then what else is worth knowing. */
export function headerLine(piece: TextPiece, facts: readonly string[]): string {
  const range = piece.isRange ? `${piece.from}-${piece.to} of ${piece.totalLines}` : plural(piece.totalLines, 'line');
  const hash =
    piece.blobId === null ? [] : [`${piece.blobId.length > 40 ? 'sha256' : 'sha1'} ${piece.blobId.slice(0, 7)}`];
  const symbol = piece.symbol === null ? [] : [piece.symbol];
  const language = piece.language === '' ? [] : [piece.language];
  const parts = [`${piece.file} ${range}`, ...language, ...hash, ...symbol, ...piece.notes, ...facts];
  return safeText(parts.join(' · ')).replaceAll('\n', '\\n');
}
