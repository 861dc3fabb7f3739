import type { Overview } from '../../code/operations/overview.types.ts';
import { byCodePoint, commandRank, entryRank } from './order.ts';
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
  /** Headings of each guide. */
  readonly headings: number;
  /** Characters of a note's or a script's text. */
  readonly characters: number;
}

/** From everything to counts alone; the first one that fits the budget is used. Source: docs/tools.md, "All tools". */
export const STEPS: readonly Step[] = [
  { name: 'full', rows: 400, headings: 12, characters: 1_200 },
  { name: 'long lists', rows: 40, headings: 12, characters: 600 },
  { name: 'short lists', rows: 15, headings: 6, characters: 160 },
  { name: 'shorter lists', rows: 8, headings: 3, characters: 100 },
  { name: 'shortest lists', rows: 4, headings: 1, characters: 60 },
  { name: 'names', rows: 2, headings: 0, characters: 40 },
  { name: 'counts', rows: 0, headings: 0, characters: 0 },
];

/** What may be asked for by `include`. */
export const SECTIONS = [
  'summary',
  'tree',
  'commands',
  'guides',
  'deps',
  'entry_points',
  'activity',
  'memory',
] as const;
export type Section = (typeof SECTIONS)[number];

/** Everything that an answer may show, before a step cuts it. */
export interface Findings {
  readonly overview: Overview;
  readonly sections: ReadonlySet<Section>;
  readonly notes: readonly PinnedNote[];
}

/** What is shown at one step: plain data, the same for text and JSON. */
export function makeView({ overview, sections, notes }: Findings, step: Step) {
  const rows = <Row>(all: readonly Row[], max = step.rows): Rows<Row> => ({
    total: all.length,
    items: all.slice(0, max),
  });
  const has = (section: Section): boolean => sections.has(section);
  const { activity, taskFiles } = overview;
  return {
    ...(has('summary') ? { summary: makeSummary(overview, rows) } : {}),
    ...(has('commands')
      ? {
          commands: rows(
            commandRank(overview.commands).map((row) => ({ ...row, detail: cut(row.detail, step.characters) })),
          ),
        }
      : {}),
    ...(has('entry_points') ? { entry_points: rows(entryRank(overview.entryPoints)) } : {}),
    ...(has('guides')
      ? {
          guides: rows(
            overview.guides.map((guide) => ({ ...guide, headings: guide.headings.slice(0, step.headings) })),
          ),
        }
      : {}),
    ...(has('tree') ? { tree: rows(overview.tree, step.rows * 4) } : {}),
    ...(has('deps') ? { deps: rows(overview.dependencies, step.rows * 2) } : {}),
    ...(has('activity') && activity
      ? { activity: { ...activity, lastCommits: rows(activity.lastCommits), hotFiles: rows(activity.hotFiles) } }
      : {}),
    ...(has('memory')
      ? { memory: rows(notes.map((note) => ({ ...note, text: cut(note.text, step.characters) ?? '' }))) }
      : {}),
    ...(taskFiles === null ? {} : { task_files: rows(taskFiles) }),
    gaps: rows(overview.gaps),
  };
}

/** The value that `makeView` gives. */
export type View = ReturnType<typeof makeView>;

function makeSummary(overview: Overview, rows: <Row>(all: readonly Row[]) => Rows<Row>) {
  const { languages, files, symlinks, submodules } = overview;
  return {
    files,
    symlinks,
    submodules,
    languages: languages && { measure: languages.measure, files: languages.files, ...rows(languages.shares) },
    package_managers: rows(overview.packageManagers),
    frameworks: rows(overview.frameworks),
    licences: rows(overview.licences),
    manifests: rows([...overview.manifests].sort((a, b) => byCodePoint(a.file, b.file))),
  };
}

/** At most `max` characters; null stays null and so does a text that nothing is left of. */
function cut(text: string | null, max: number): string | null {
  if (text === null || max === 0) return null;
  return text.length <= max ? text : `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
