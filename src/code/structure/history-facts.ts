import { compareTexts } from '../../base/compare-texts.ts';
import { countChanges, findCoChanges } from '../history/co-change.ts';
import type { History } from '../history/history.ts';
import type { CoChangeRow, HistoryFacts, HotRow } from '../questions/structure.types.ts';
import { firstRows } from './facts.ts';
import type { Focus } from './focus.ts';
import type { UnitGraph } from './unit-graph.ts';

/** Commits that are walked: years of most projects, and some 0.1 s. */
export const STRUCTURE_COMMITS_MAX = 2_000;

/** Manifests that are programs: they change with every release and say nothing of the code. */
const BUILD_FILE =
  /(?:^|\/)(?:[\w.-]*\.gradle\.kts|Gemfile|Rakefile|[\w.-]+\.gemspec|setup\.py|Package\.swift|version\.\w+|__version__\.py)$/;

/** A file that changed once is not hot, however long it is. */
const HOT_COMMITS_MIN = 2;

/** Fewer common commits, or a looser tie, is chance. */
const CO_CHANGE = { togetherMin: 5, confidenceMin: 0.5 };

/** What is told of the history. */
interface HistoryAsked {
  /** Null for a file that was not read. */
  readonly linesOf: (file: string) => number | null;
  readonly focus: Pick<Focus, 'holds'>;
}

/** Hot files in focus and pairs with one that change together, of code that is no test. */
export function historyFacts(history: History, graph: UnitGraph, { linesOf, focus }: HistoryAsked): HistoryFacts {
  const files = graph.ownUnits.flatMap((unit) => graph.units[unit]?.files ?? []);
  const own = new Set(files.filter((file) => !BUILD_FILE.test(file)));
  return {
    commits: history.commits.length,
    isCut: history.limit !== null,
    followsRenames: history.followsRenames,
    hot: firstRows(hotRows(history, own, linesOf).filter(({ file }) => focus.holds(file))),
    coChanges: firstRows(coChangeRows(history, own, graph).filter(({ files: pair }) => pair.some(focus.holds))),
  };
}

/** By commits times the logarithm of the lines. */
function hotRows(
  { commits }: History,
  own: ReadonlySet<string>,
  linesOf: (file: string) => number | null,
): readonly HotRow[] {
  const rows: (HotRow & { readonly score: number })[] = [];
  for (const [file, count] of countChanges(commits)) {
    const lines = own.has(file) ? linesOf(file) : null;
    if (lines === null || count < HOT_COMMITS_MIN) continue;
    rows.push({ file, commits: count, lines, score: count * Math.log(1 + lines) });
  }
  rows.sort((a, b) => b.score - a.score || compareTexts(a.file, b.file));
  return rows.map(({ file, commits: count, lines }) => ({ file, commits: count, lines }));
}

/** Pairs of different units that no edge joins, in whatever direction. */
function coChangeRows({ commits }: History, own: ReadonlySet<string>, graph: UnitGraph): readonly CoChangeRow[] {
  const joined = new Set(graph.edges.flatMap(({ from, to }) => [`${from} ${to}`, `${to} ${from}`]));
  const pairs = findCoChanges(commits, CO_CHANGE, (file) => own.has(file));
  return pairs.flatMap(({ files, together, of }) => {
    const [a, b] = files.map((file) => graph.unitOf(file));
    const isApart = a !== b && !joined.has(`${a} ${b}`);
    return isApart ? [{ files, together, of }] : [];
  });
}
