import type { FindRow } from '../../code/index.ts';
import { redactSecrets, safeText } from '../shared/safe-text.ts';

/** How much of a row is shown. */
export type Detail = 'context' | 'lines';

/** The rows that stand around one. */
interface Neighbours {
  readonly before: FindRow | null;
  readonly next: FindRow | null;
}

/** One row as lines; the file is named when the row before was of another one. */
export function rowLines(row: FindRow, { before, next }: Neighbours, detail: Detail): readonly string[] {
  const file = pathText(row.file) + (row.role === 'test' ? ' (test)' : '');
  if (row.line === null) return [row.hits === 0 ? file : `${file}: ${row.hits}`];
  const isSameFile = row.file === before?.file;
  const name = isSameFile ? [] : [file];
  const own = `  ${row.line}: ${shown(row.text ?? '(changed since it was searched)')}${noteOf(row)}`;
  if (detail === 'lines') return [...name, own];
  const after = linesAfter(row, next?.file === row.file ? next.line : null);
  return [...name, ...linesBefore(row, isSameFile ? before : null), own, ...after];
}

/** Lines that the row before has shown already are not shown again. */
function linesBefore(row: FindRow, before: FindRow | null): readonly string[] {
  const first = (row.line ?? 0) - row.before.length;
  const shownTo = (before?.line ?? 0) + (before?.after.length ?? 0);
  return row.before.flatMap((text, at) => (first + at > shownTo ? [`  ${first + at}- ${shown(text)}`] : []));
}

/** As far as the next row's line, which is shown as what it is. */
function linesAfter(row: FindRow, nextLine: number | null): readonly string[] {
  const first = (row.line ?? 0) + 1;
  const end = nextLine === null || nextLine < first ? Number.POSITIVE_INFINITY : nextLine;
  return row.after.flatMap((text, at) => (first + at < end ? [`  ${first + at}- ${shown(text)}`] : []));
}

/** What is known of a row beside its line: what is declared there or what it stands in, and how loosely it fits. */
function noteOf({ symbol, fit, hits, role, edge }: FindRow): string {
  const words: string[] = edge === undefined ? [] : edgeWords(edge);
  if (symbol !== null) {
    const container = symbol.container === null ? '' : ` of ${safeText(symbol.container)}`;
    // The line of a route may declare several, and not every framework writes the method there.
    const kind = symbol.kind === 'route' ? `route ${safeText(symbol.name)}` : kindWords(symbol);
    words.push(fit === null ? `in ${symbol.kind} ${safeText(symbol.name)}${container}` : `${kind}${container}`);
  } else if (role === 'definition') words.push('definition');
  if (fit !== null && fit !== 'exact') words.push(`${FIT_WORDS[fit]}: ${safeText(symbol?.name ?? '')}`);
  if (hits > 1) words.push(`${hits} hits`);
  return words.length === 0 ? '' : `  [${words.join(', ')}]`;
}

/** A kind, and whether what is of it has no name. */
function kindWords({ kind, name }: NonNullable<FindRow['symbol']>): string {
  return name === '(anonymous)' ? `anonymous ${kind}` : kind;
}

/** How a use is known, first; then how far it is and what it leads to. */
function edgeWords({ evidence, depth, of, at }: NonNullable<FindRow['edge']>): string[] {
  const words: string[] = [evidence];
  if (depth > 1) words.push(`hop ${depth}`);
  if (of !== null) words.push(`of ${safeText(of)}`);
  if (at !== null) words.push(`called at ${pathText(at)}`);
  return words;
}

/** A path on one line, safe to show. */
export function pathText(path: string): string {
  return safeText(path).replaceAll('\n', '\\n');
}

const FIT_WORDS = {
  exact: 'exact',
  case: 'other case',
  prefix: 'prefix',
  hump: 'camel humps',
  typo: 'one typo',
} as const;

/** A line of the repository, on one line of the answer. */
function shown(text: string): string {
  return redactSecrets(safeText(text)).text;
}

/** A row as plain data, with the same care for what it shows. */
export function rowData(row: FindRow): Readonly<Record<string, unknown>> {
  const data: Record<string, unknown> = { file: safeText(row.file), role: row.role };
  if (row.line !== null) data.line = row.line;
  if (row.text !== null) data.text = shown(row.text);
  if (row.before.length > 0) data.before = row.before.map(shown);
  if (row.after.length > 0) data.after = row.after.map(shown);
  if (row.symbol !== null) data.symbol = symbolData(row.symbol);
  if (row.fit !== null) data.fit = row.fit;
  if (row.edge !== undefined) data.edge = edgeData(row.edge);
  if (row.hits > 1) data.hits = row.hits;
  return data;
}

function symbolData({ kind, name, container }: NonNullable<FindRow['symbol']>): Readonly<Record<string, unknown>> {
  return { kind, name: safeText(name), container: container === null ? null : safeText(container) };
}

function edgeData({ evidence, depth, of, at }: NonNullable<FindRow['edge']>): Readonly<Record<string, unknown>> {
  return {
    evidence,
    depth,
    ...(of === null ? {} : { of: safeText(of) }),
    ...(at === null ? {} : { at: safeText(at) }),
  };
}
