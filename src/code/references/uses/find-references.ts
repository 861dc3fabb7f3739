import type { FileSymbol } from '../../lex/symbol.ts';
import { withoutCount } from '../../lex/symbol-path.ts';
import { makeRowSink } from '../../search/row-sink.ts';
import { type LightRow, ROLE_RANK, roleWord, type SearchResult } from '../../search/search.ts';
import { containerOf } from '../../search/symbols-of.ts';
import { clipName } from '../../text/lines.ts';
import { type Definition, EVIDENCE_ORDER, type ReferenceEvidence } from '../reference.ts';
import { answerOf, noCounts } from './answer.ts';
import { isOfConstructors, notesOnMaking, withConstructed } from './constructed.ts';
import { visitUses } from './gather.ts';
import { findKinship } from './kinship.ts';
import type { ReferenceQuestion } from './reference-search.ts';
import { type Asked, asAsked, leftOutNotes, noneLeftOut, standingOf } from './standing.ts';
import { countPaths, keyOf, outerName } from './target.ts';
import { columnOf, lineOf, symbolAround, type Use } from './use.ts';
import { bothEnds } from './uses-end.ts';

/**
 * Every place that uses the name, declarations left out. A place that surely means another declaration is left out and
 * counted; one of which nothing but the name is known is shown last.
 */
export async function findReferences(question: ReferenceQuestion): Promise<SearchResult> {
  const { search, query, known, targets } = question;
  const sink = makeRowSink<LightRow>();
  const counts = noCounts();
  const files = new Set<string>();
  const own = known.definitions.get(query.name) ?? [];
  const asked: Asked = {
    wanted: new Map(targets.map((target) => [keyOf(target), target])),
    kinship: await findKinship(question.texts, own, question.targets),
    isOfConstructors: isOfConstructors(question.targets),
    owner: outerName(question.query),
  };
  const leftOut = noneLeftOut();
  const rows = makeRows(question, (rank, row) => {
    sink.add(rank, row);
    files.add(row.file);
  });
  const visit = (use: Use): void => {
    const standing = standingOf(use, asked);
    if (standing !== 'asked') {
      if (standing !== 'apart') leftOut[standing] += 1;
      return;
    }
    const shown = asAsked(use, asked);
    counts[shown.verdict.evidence] += 1;
    rows.add(shown);
  };
  const definitions = new Map([[query.name, own]]);
  const all = await withConstructed(question.texts, { ...known, definitions }, question.targets);
  const end = bothEnds(all.end, await visitUses(question, all, visit));
  rows.flush();
  // A type is named in many ways, of which only its constructors are told by calls.
  const making = isOfConstructors(question.targets) ? notesOnMaking(question.targets) : [];
  const notes = [...leftOutNotes(leftOut, (count) => `${count} more`), ...making];
  return {
    ...answerOf(question, 'references', { counts, end, notes }),
    rows: sink.page(search.input.offset, search.input.limit),
    totals: { rows: sink.total(), hits: counts.exact + counts.import + counts.name, files: files.size },
  };
}

/** Gathers the uses of a file into rows: by line, by the symbol around them, or by file. */
function makeRows(question: ReferenceQuestion, add: (rank: number, row: LightRow) => void) {
  const { group } = question.search.input;
  const isSeveral = countPaths(question.targets) > 1;
  let path: string | null = null;
  let rows = new Map<string, { rank: number; row: LightRow }>();
  const flush = (): void => {
    for (const { rank, row } of rows.values()) add(rank, row);
    rows = new Map();
  };
  return {
    flush,
    add(use: Use): void {
      if (use.file.path !== path) flush();
      path = use.file.path;
      const symbol = group === 'count' ? null : symbolAround(use);
      const line = group === 'count' ? null : lineOf(use);
      // What is known in different ways is told apart; only a file is told once, by what is known of all of it.
      const within = group === 'symbol' ? (symbol?.path ?? '') : String(line);
      const key = group === 'count' ? within : `${within}\0${use.verdict.evidence}`;
      const known = rows.get(key)?.row ?? firstRow(use, line, symbol);
      const evidence = weakest(use.verdict.evidence, known.edge?.evidence);
      const edge = { evidence, depth: 1, of: isSeveral ? meantText(use) : null, at: null };
      rows.set(key, { rank: rankOf(use, evidence), row: { ...known, hits: known.hits + 1, edge } });
    },
  };
}

/** The row of a line, symbol or file before anything is counted in it. */
function firstRow(use: Use, line: number | null, symbol: FileSymbol | null): LightRow {
  const { file } = use;
  return {
    file: file.path,
    line,
    column: line === null ? 0 : columnOf(use),
    role: roleWord(file.role),
    symbol: symbol === null ? null : describe(symbol),
    fit: null,
    hits: 0,
  };
}

/** What is known stands before what only shares the name; within both source before tests. */
function rankOf({ file }: Use, evidence: ReferenceEvidence): number {
  return (evidence === 'name' ? 4 : 0) + ROLE_RANK[file.role];
}

/** The weaker of two ways to know: a row tells no more of any place that it counts. */
export function weakest(a: ReferenceEvidence, b: ReferenceEvidence | undefined): ReferenceEvidence {
  return EVIDENCE_ORDER.findLast((evidence) => evidence === a || evidence === b) ?? a;
}

/** Which of several paths a use means; null when that is not known. */
function meantText({ verdict }: Use): string | null {
  const [first] = verdict.meant;
  return verdict.evidence === 'name' || first === undefined ? null : clipName(withoutCount(first.symbol.path));
}

/** A declaration to which something leads, as a row shows it. */
export function declarationRow(
  { file, role, symbol }: Definition,
  hits: number,
  edge: NonNullable<LightRow['edge']>,
): LightRow {
  return {
    file,
    line: symbol.line,
    column: symbol.column - 1,
    role: role === 'test' ? roleWord(role) : 'definition',
    symbol: describe(symbol),
    fit: 'exact',
    hits,
    edge,
  };
}

/** A symbol as a row shows it. */
export function describe(symbol: FileSymbol): NonNullable<LightRow['symbol']> {
  return { kind: symbol.kind, name: clipName(symbol.name), container: containerOf(symbol) };
}
