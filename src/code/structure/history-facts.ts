import { compareTexts } from '../../base/compare-texts.ts';
import { countChanges, findCoChanges } from '../history/co-change.ts';
import type { History } from '../history/history.ts';
import { makeLanguageReader } from '../lex/header-language.ts';
import type { Language } from '../lex/languages.ts';
import type { CoChangeRow, HistoryFacts, HotRow } from '../questions/structure-rows.types.ts';
import type { Programs } from '../search/programs.ts';
import { isVendored } from '../source/borrowed.ts';
import { roleOfPath } from '../source/path-role.ts';
import { makeJoins } from './facade.ts';
import { firstRows } from './facts.ts';
import type { Focus } from './focus.ts';
import type { UnitGraph } from './unit-graph.ts';

/** Commits that are walked: years of most projects, and some 0.1 s. */
export const STRUCTURE_COMMITS_MAX = 2_000;

/** Manifests that are programs: they change with every release and say nothing of the code. */
const BUILD_FILE =
  /(?:^|\/)(?:[\w.-]*\.gradle(?:\.kts)?|gradlew|Jenkinsfile|Gemfile|Rakefile|[\w.-]+\.gemspec|setup\.py|Package\.swift|(?:BUILD|WORKSPACE|MODULE)(?:\.bazel)?|version\.\w+|__version__\.py)$/;
/** Languages in which nothing but the building of a program is written. */
const BUILD_LANGUAGES: ReadonlySet<string> = new Set(['cmake', 'dockerfile', 'make', 'meson']);

/** A file that changed once is not hot, however long it is. */
const HOT_COMMITS_MIN = 2;

/** Fewer common commits, or a looser tie, is chance. */
const CO_CHANGE = { togetherMin: 5, confidenceMin: 0.5 };

/** What is told of the history. */
interface HistoryAsked {
  /** Null for a file that was not read. */
  readonly linesOf: (file: string) => number | null;
  /** All files of the state, be their imports read or not. */
  readonly files: readonly string[];
  /** Languages of those whose names do not tell that they are programs. */
  readonly programs: Programs;
  readonly focus: Pick<Focus, 'holds'>;
}

/**
 * Hot files in focus and pairs with one that change together, of code that is no test. Whether files import each other is
 * only known where imports are read: files of other languages may be hot, and are in no pair.
 */
export function historyFacts(history: History, graph: UnitGraph, asked: HistoryAsked): HistoryFacts {
  const { linesOf, focus } = asked;
  const read = graph.ownUnits.flatMap((unit) => graph.units[unit]?.files ?? []);
  const own = new Set(read.filter((file) => !BUILD_FILE.test(file) && !isVendored(file)));
  const languageHere = makeLanguageReader(asked.files);
  const isOther = (file: string): boolean => isOtherCode(file, languageHere(file) ?? asked.programs.get(file));
  const code = new Set([...own, ...asked.files.filter((file) => graph.unitOf(file) === null && isOther(file))]);
  return {
    commits: history.commits.length,
    isCut: history.limit !== null,
    followsRenames: history.followsRenames,
    hot: firstRows(hotRows(history, code, linesOf).filter(({ file }) => focus.holds(file))),
    coChanges: firstRows(coChangeRows(history, own, graph).filter(({ files: pair }) => pair.some(focus.holds))),
  };
}

/** Code of a language whose imports are not read, such as Shell. */
function isOtherCode(file: string, language: Language | undefined): boolean {
  const isCode = language?.kind === 'programming' && !BUILD_LANGUAGES.has(language.id) && !BUILD_FILE.test(file);
  return isCode && roleOfPath(file) !== 'test' && !isVendored(file);
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

/** Pairs of different units that no edge joins, in whatever direction, nor two through what only gives one of them out. */
function coChangeRows({ commits }: History, own: ReadonlySet<string>, graph: UnitGraph): readonly CoChangeRow[] {
  const isJoined = makeJoins(graph);
  const pairs = findCoChanges(commits, CO_CHANGE, (file) => own.has(file));
  return pairs.flatMap(({ files, together, of }) => {
    const [a, b] = files.map((file) => graph.unitOf(file));
    const isApart = a !== b && !(a != null && b != null && (isJoined(a, b) || isJoined(b, a)));
    return isApart ? [{ files, together, of }] : [];
  });
}
