import { commandRank, type MapSymbol, type Overview } from '../../code/index.ts';
import type { PinnedNote } from './pinned.ts';

/** Some rows of a list, and how many there are. */
export interface Rows<Row> {
  readonly total: number;
  readonly items: readonly Row[];
}

/** How much of everything an answer shows. */
export interface Step {
  readonly name: string;
  /** Rows of each list. */
  readonly rows: number;
  /** Rows of the commands, and of each fact of the summary, where these keep more: a newcomer needs them first. */
  readonly commands?: number;
  readonly facts?: number;
  /** Headings of each guide. */
  readonly headings: number;
  /** Characters of a note's, a convention's or a script's text. */
  readonly characters: number;
}

/** From everything to counts alone; the first one that fits the budget is used. Source: docs/tools.md, "All tools". */
export const STEPS: readonly Step[] = [
  { name: 'full', rows: 400, headings: 12, characters: 1_200 },
  { name: 'long lists', rows: 40, headings: 12, characters: 600 },
  { name: 'short lists', rows: 15, headings: 6, characters: 160 },
  { name: 'shorter lists', rows: 8, headings: 3, characters: 100 },
  { name: 'shortest lists', rows: 4, headings: 1, characters: 60 },
  { name: 'few names', rows: 3, headings: 0, characters: 40 },
  { name: 'names', rows: 2, commands: 3, headings: 0, characters: 40 },
  { name: 'one of each', rows: 1, commands: 3, headings: 0, characters: 40 },
  { name: 'commands and facts', rows: 0, commands: 4, facts: 1, headings: 0, characters: 0 },
  { name: 'few commands and facts', rows: 0, commands: 2, facts: 1, headings: 0, characters: 0 },
  { name: 'one command and facts', rows: 0, commands: 1, facts: 1, headings: 0, characters: 0 },
  { name: 'few commands', rows: 0, commands: 2, headings: 0, characters: 0 },
  { name: 'one command', rows: 0, commands: 1, headings: 0, characters: 0 },
  { name: 'counts', rows: 0, headings: 0, characters: 0 },
];

/** Characters of one quoted file at most; a part of a file with less room says nothing. */
const CONVENTION_CHARACTERS_MAX = 1_200;
const QUOTE_CHARACTERS_MIN = 40;

/** What may be asked for by `include`. */
export const SECTIONS = [
  'summary',
  'tree',
  'commands',
  'guides',
  'deps',
  'entry_points',
  'activity',
  'map',
  'memory',
] as const;

/** One of `SECTIONS`. */
export type Section = (typeof SECTIONS)[number];

/** Everything that an answer may show, before a step cuts it. */
export interface Findings {
  readonly overview: Overview;
  readonly sections: ReadonlySet<Section>;
  readonly notes: readonly PinnedNote[];
}

/**
 * What is shown at one step: plain data, the same for text and JSON. Lists keep the whole number beside what is left of
 * them. A tree takes four times and dependencies twice the rows of a list, as theirs are short. The map of symbols is
 * not cut by steps but takes what room is left: `mapSymbols` of them.
 */
export function makeView({ overview, sections, notes }: Findings, step: Step, mapSymbols = 0) {
  const rows = <Row>(all: readonly Row[], total = all.length, max = step.rows): Rows<Row> => ({
    total,
    items: all.slice(0, max),
  });
  const { totals, taskFiles } = overview;
  const views = {
    summary: () => makeSummary(overview, (all, total) => rows(all, total, step.facts)),
    commands: () => ({
      ...rows(
        commandRank(overview.commands).map((row) => shorten(row, step)),
        totals.commands,
        step.commands,
      ),
      otherScripts: totals.otherScripts,
    }),
    entry_points: () => rows(overview.entryPoints, totals.entryPoints),
    guides: () =>
      rows(overview.guides.map((guide) => ({ ...guide, headings: guide.headings.slice(0, step.headings) }))),
    conventions: () => rows(quoteInTurn(overview.conventions, step), overview.conventions.length),
    tree: () => rows(fitTree(overview.tree, step.rows * 4), overview.tree.length, step.rows * 4),
    deps: () => rows(overview.dependencies, totals.dependencies, step.rows * 2),
    activity: () => overview.activity && makeActivity(overview.activity, rows),
    map: () => overview.map && makeMap(overview.map, mapSymbols),
    memory: () => rows(notes.map((note) => ({ ...note, text: cut(note.text, step.characters) ?? '' }))),
  };
  const show = <Name extends Section>(name: Name): ReturnType<(typeof views)[Name]> | undefined =>
    // The function of a name gives what the type says of that name.
    sections.has(name) ? (views[name]() as ReturnType<(typeof views)[Name]>) : undefined;
  return {
    summary: show('summary'),
    commands: show('commands'),
    entry_points: show('entry_points'),
    guides: show('guides'),
    conventions: sections.has('guides') ? views.conventions() : undefined,
    tree: show('tree'),
    deps: show('deps'),
    activity: show('activity'),
    map: show('map'),
    memory: show('memory'),
    task_files: taskFiles === null ? undefined : rows(taskFiles),
    gaps: rows(overview.gaps),
  };
}

/** The value that `makeView` gives. */
export type View = ReturnType<typeof makeView>;

type MakeRows = <Row>(all: readonly Row[], total?: number) => Rows<Row>;

/** The best symbols by file: files in the order of their best symbol, in a file as they stand. */
function makeMap(map: NonNullable<Overview['map']>, max: number) {
  const files = new Map<string, Omit<MapSymbol, 'file'>[]>();
  for (const { file, ...symbol } of map.symbols.slice(0, max)) {
    const symbols = files.get(file) ?? [];
    files.set(file, symbols);
    symbols.push(symbol);
  }
  const items = [...files].map(([file, symbols]) => ({ file, symbols: symbols.sort((a, b) => a.line - b.line) }));
  return { total: map.total, shown: Math.min(max, map.symbols.length), files: map.files, part: map.part, items };
}

/** The upper folders before those below, of these the fullest, files last: what is left is a tree and no beginning of one. */
function fitTree(tree: Overview['tree'], max: number): Overview['tree'] {
  if (tree.length <= max) return tree;
  const levelOf = ({ path, depth }: Overview['tree'][number]): number =>
    path.endsWith('/') ? depth : Number.MAX_SAFE_INTEGER;
  const chosen = [...tree].sort((a, b) => levelOf(a) - levelOf(b) || b.files - a.files).slice(0, max);
  const kept = new Set(chosen);
  return tree.filter((row) => kept.has(row));
}

/** Lists of the history are cut like all others, counts stay. */
function makeActivity(activity: NonNullable<Overview['activity']>, rows: MakeRows) {
  const { hotFilesTotal, lastCommits, hotFiles, ...counts } = activity;
  return { ...counts, lastCommits: rows(lastCommits, counts.commits), hotFiles: rows(hotFiles, hotFilesTotal) };
}

function shorten(row: Overview['commands'][number], step: Step): Overview['commands'][number] {
  return { ...row, detail: cut(row.detail, step.characters) };
}

/** Also the lists in the summary are cut: a monorepo has hundreds of manifests. */
function makeSummary(overview: Overview, rows: MakeRows) {
  const { languages, files, symlinks, submodules } = overview;
  return {
    files,
    symlinks,
    submodules,
    languages: languages && { measure: languages.measure, files: languages.files, ...rows(languages.shares) },
    packages: rows(overview.packages),
    package_managers: rows(overview.packageManagers),
    versions: rows(overview.versions),
    frameworks: rows(overview.frameworks),
    licences: rows(overview.licences),
    manifests: rows(overview.manifests, overview.totals.manifests),
  };
}

type Convention = Overview['conventions'][number];

/**
 * Files in their order until the characters of the step's rows are used: the beginning of one rule says more than the
 * titles of four. What is missing is said.
 */
function quoteInTurn(all: readonly Convention[], { rows, characters }: Step): readonly Convention[] {
  const quotes: Convention[] = [];
  let left = rows * characters;
  for (const row of all.slice(0, rows)) {
    const quote = beginningOf(row, Math.min(left, characters * 3, CONVENTION_CHARACTERS_MAX));
    if (quote.text === '') continue;
    quotes.push(quote);
    left -= quote.text.length;
  }
  return quotes;
}

/** Whole lines but for a long first one; without its title, which stands among the headings of the guides, if it is cut. */
function beginningOf(row: Convention, max: number): Convention {
  if (row.text.length <= max) return row;
  if (max < QUOTE_CHARACTERS_MIN) return { ...row, text: '' };
  const text = row.text.replace(/^(?:#+ [^\n]*\n|(?:[=*#-]{3,}\n)?[^\n]{1,200}\n[=*#-]{3,}\n)\s*/, '');
  const lines = text.slice(0, max + 1);
  const end = lines.lastIndexOf('\n');
  return { ...row, text: end > 0 ? lines.slice(0, end).trimEnd() : (cut(text, max) ?? ''), isWhole: false };
}

/** At most `max` characters; null stays null and so does a text that nothing is left of. */
function cut(text: string | null, max: number): string | null {
  if (text === null || max === 0) return null;
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
