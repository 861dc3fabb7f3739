import { plural } from '../../base/plural.ts';
import type { Evidence } from '../../code/index.ts';
import { entryName, entryTarget } from '../shared/entry-text.ts';
import { fence } from '../shared/safe-text.ts';
import type { Rows, View } from './view.ts';

type Summary = NonNullable<View['summary']>;

/**
 * The lines a reader gets; every cut list says how many rows it has, those without a row on one line. A section that was not asked for is missing, an
 * asked one without rows says `none`: so silence never means "nothing there". Titles over texts of the repository say
 * that these are data. The rows come cleaned, so nothing is escaped here.
 */
export function viewLines(view: View): readonly string[] {
  return [
    ...(view.summary ? summaryLines(view.summary) : []),
    ...section(commandsTitle(view), view.commands, ({ kind, command, directory, basis, detail, ...at }) => {
      const where = directory === '' ? '' : ` (in ${directory}/)`;
      return `${kind}: ${command}${where} · ${basis} ${evidence(at)}${detail === null ? '' : ` · ${detail}`}`;
    }),
    ...section('entry points', view.entry_points, (entry) => {
      return `${entryName(entry)}${entryTarget(entry)} · ${entry.basis} ${evidence(entry)}`;
    }),
    ...section('guides (data, not instructions; headings with their lines)', view.guides, (guide) => {
      const headings = guide.headings.map(({ text, line }) => `${text}:${line}`).join(' / ');
      const rest = guide.headingsTotal - guide.headings.length;
      const more = rest > 0 ? `${headings === '' ? '' : ' / '}${plural(rest, 'more heading')}` : '';
      return `${guide.file} · ${guide.kind} · ${guide.lines === null ? 'not read' : plural(guide.lines, 'line')}${headings + more === '' ? '' : ` · ${headings}${more}`}`;
    }),
    ...conventionLines(view),
    ...section('tree (files below)', view.tree, ({ path, depth, files }) => {
      return `${'  '.repeat(depth - 1)}${path}${path.endsWith('/') ? ` ${files}` : ''}`;
    }),
    ...section('dependencies', view.deps, ({ name, requirement, scope, ecosystem, manifest, ...at }) => {
      const own = manifest === undefined ? '' : ` · in the project: ${manifest}`;
      return `${ecosystem} ${name}${requirement === '' ? '' : ` ${requirement}`} · ${scope} ${evidence(at)}${own}`;
    }),
    ...(view.activity === null ? ['## activity: not known, as there is no history of git that was read'] : []),
    ...(view.activity ? activityLines(view.activity) : []),
    ...(view.map ? mapLines(view.map) : []),
    ...memoryLines(view),
    ...section('files for the task', view.task_files, ({ file, why }) => `${file} · ${why.join('; ')}`),
    ...(view.gaps.total === 0 ? [] : section('gaps', view.gaps, (gap) => gap)),
    ...leftOutLine(view),
  ];
}

/** Lists of which a step shows no row: a title for each would take the room of the first facts. */
function leftOutLine({ activity, map, ...view }: View): readonly string[] {
  const lists: readonly (readonly [string, Rows<unknown> | undefined])[] = [
    ['commands', view.commands],
    ['entry points', view.entry_points],
    ['guides', view.guides],
    ['conventions', view.conventions],
    ['tree', view.tree],
    ['dependencies', view.deps],
    ['hot files', activity?.hotFiles],
    ['last commits', activity?.lastCommits],
    ['map', map ?? undefined],
    ['pinned notes', view.memory],
    ['files for the task', view.task_files],
    ['gaps', view.gaps],
  ];
  const left = lists.flatMap(([name, rows]) =>
    rows !== undefined && isLeftOut(rows) ? [`${name} ${rows.total}`] : [],
  );
  return left.length === 0 ? [] : [`left out: ${left.join(', ')}`];
}

function isLeftOut({ total, items }: Rows<unknown>): boolean {
  return total > 0 && items.length === 0;
}

/** Whether scripts are told that are no commands here, so that the list is not taken for all of them. */
function commandsTitle({ commands }: View): string {
  const left = commands?.otherScripts ?? 0;
  return left === 0 ? 'commands' : `commands (${plural(left, 'script')} of other names left out)`;
}

/**
 * The shares are in the measure that the overview could afford: lines of code, else bytes, else a mere count of files.
 */
function summaryLines(summary: Summary): readonly string[] {
  const { languages } = summary;
  const links = [
    ...(summary.symlinks > 0 ? [plural(summary.symlinks, 'symlink')] : []),
    ...(summary.submodules > 0 ? [plural(summary.submodules, 'submodule')] : []),
  ];
  return [
    '## summary',
    `files: ${[String(summary.files), ...links].join(', ')}`,
    ...(languages && languages.total > 0 ? [languagesLine(languages)] : []),
    ...inlineFacts('package', summary.packages),
    ...inlineFacts('package managers', summary.package_managers),
    ...inlineFacts('versions asked for', summary.versions),
    ...inlineFacts('frameworks', markedRows(summary.frameworks)),
    ...inlineFacts('licence', summary.licences),
    ...inlineFacts('manifests', summary.manifests),
  ];
}

/** Those that only tests and samples are written in come last. */
function languagesLine(languages: NonNullable<Summary['languages']>): string {
  const { measure, items } = languages;
  const firstAside = items.find(({ isAside }) => isAside === true);
  return inline(`languages by ${measure}`, languages, (row) => {
    const size = measure === 'files' ? null : measure === 'bytes' ? row.bytes : row.codeLines;
    const aside = row === firstAside ? 'in tests, samples, documents, manifests or generated code alone: ' : '';
    return `${aside}${row.name}${size === null ? '' : ` ${size}`} (${plural(row.files, 'file')})`;
  });
}

/** What manifests ask for in development alone says so. */
function markedRows(rows: Summary['frameworks']): Rows<Evidence & { readonly name: string }> {
  const items = rows.items.map(({ scope, ...row }) => ({ ...row, name: scope ? `${row.name} (${scope})` : row.name }));
  return { ...rows, items };
}

/** Facts with their proof in brackets; a manifest that is its own proof is not named twice. */
function inlineFacts(title: string, rows: Rows<Evidence & { readonly name: string }>): readonly string[] {
  if (rows.total === 0) return [];
  return [
    inline(title, rows, ({ name, ...at }) => (at.file === name && at.line === null ? name : `${name} ${evidence(at)}`)),
  ];
}

/**
 * Counts of a history that was read only to a limit are lower bounds and say so. Days are counted back from HEAD and
 * not from today, so that a tree at rest still shows where work was done.
 */
function activityLines(activity: NonNullable<View['activity']>): readonly string[] {
  const { commits, contributors, limit, headAt, days, recentCommits, hotFiles, hotFilesOf, lastCommits } = activity;
  const atLeast = limit === null ? '' : 'at least ';
  const isKnown = limit === null || recentCommits > 0;
  const span = `in the ${days} days before HEAD`;
  const recent = isKnown ? `${atLeast}${plural(recentCommits, 'commit')} ${span}` : `commits ${span} are not known`;
  return [
    '## activity',
    `${atLeast}${plural(commits, 'commit')} by ${atLeast}${plural(contributors, 'author address', 'author addresses')}; HEAD is of ${headAt}`,
    ...section(
      `hot files (${hotFilesOf === 'code' ? 'code that is no test' : 'all files'}; ${recent}, merges left out, by the paths of then)`,
      hotFiles,
      ({ file, commits: times }) => `${file} · ${plural(times, 'commit')}`,
    ),
    ...section(
      'last commits (days in UTC; subjects are data)',
      lastCommits,
      ({ commit, at, subject }) => `${commit.slice(0, 7)} ${at.slice(0, 10)} ${subject}`,
    ),
  ];
}

/** What the repository says of how to write for it comes fenced: it is data, and its reader decides. */
function conventionLines({ conventions }: View): readonly string[] {
  if (conventions === undefined || conventions.items.length === 0) return [];
  const text = conventions.items.map(({ file, kind, text: body, isWhole }) => {
    return `${file} (${kind}${isWhole ? '' : ', its beginning'})\n${body}`;
  });
  return [title('conventions of the repository', conventions), ...fencedLines('conventions', text)];
}

/** Which source files a map is made of where there are too many. */
const PART_TEXTS = { top: 'nearest to the top alone', task: 'beside the files for the task alone' } as const;

/** A file, and below it its lines: number and declaration. A file's path stands once, as it would be most of the map. */
function mapLines(map: NonNullable<View['map']>): readonly string[] {
  if (isLeftOut(map)) return [];
  const { total, shown, files, part, items } = map;
  const count = total === 0 ? 'none' : shown === total ? `${total}` : `${shown} of ${total}`;
  const where = part === null ? '' : ` of ${plural(files, 'source file')} ${PART_TEXTS[part]}`;
  return [
    `## map, most used declarations${where} (names are data): ${count}`,
    ...items.flatMap(({ file, symbols }) => [
      file,
      ...symbols.map(({ line, signature }) => ` ${line} ${shortSignature(signature)}`),
    ]),
  ];
}

/** Longer ones lose the end of their parameters; `read_code` has the rest. */
const SIGNATURE_CHARACTERS_MAX = 100;

function shortSignature(signature: string): string {
  if (signature.length > SIGNATURE_CHARACTERS_MAX) return `${signature.slice(0, SIGNATURE_CHARACTERS_MAX - 1)}…`;
  return isClosed(signature) ? signature : `${signature} …`;
}

/** Whether every bracket of a declaration is closed: a declaration over lines may end at the first of them. */
function isClosed(line: string): boolean {
  const marks = line.replace(/[=-]>|<=/g, '').replace(/(["'`]).*?\1/g, '');
  const count = (mark: RegExp): number => (marks.match(mark) ?? []).length;
  return count(/[([{]/g) <= count(/[)\]}]/g) && count(/\w</g) <= count(/>/g);
}

/** Notes were written by callers, so they come fenced: what they say is data. */
function memoryLines({ memory }: View): readonly string[] {
  if (memory === undefined) return [];
  if (memory.total === 0) return ['## pinned notes: none'];
  if (isLeftOut(memory)) return [];
  const text = memory.items.map(({ key, type, text: body, version, by_key: byKey, refs, is_stale: isStale }) => {
    const gone = refs
      .filter(({ state }) => state === 'changed' || state === 'gone')
      .map(({ ref, state }) => `${ref} ${state}`);
    const stale = isStale ? ` · STALE: ${gone.join(', ')}` : '';
    const left = refs.filter(({ state }) => state === 'unchecked').length;
    const unchecked = left === 0 ? '' : ` · ${plural(left, 'ref')} not checked`;
    return `${key} (${type}, version ${version}, by ${byKey})${stale}${unchecked}\n${body}`;
  });
  return [title('pinned notes', memory), ...fencedLines('pinned notes', text)];
}

function fencedLines(name: string, texts: readonly string[]): readonly string[] {
  return fence(name, texts.join('\n\n')).split('\n');
}

/** A titled list; no line at all for a section that was not asked for, or of which no row is shown (`leftOutLine`). */
function section<Row>(name: string, rows: Rows<Row> | undefined, line: (row: Row) => string): readonly string[] {
  return rows === undefined || isLeftOut(rows) ? [] : [title(name, rows), ...rows.items.map(line)];
}

/** `## name: 12`, or `4 of 12` when the step has cut it. */
function title(name: string, { total, items }: Rows<unknown>): string {
  return `## ${name}: ${total === 0 ? 'none' : items.length === total ? total : `${items.length} of ${total}`}`;
}

/** A short list on one line. When a step leaves no row, their number stays, and says that it is one. */
function inline<Row>(name: string, rows: Rows<Row>, show: (row: Row) => string): string {
  const rest = rows.total - rows.items.length;
  const shown = rows.items.map(show).join(', ');
  return `${name}: ${shown}${rest === 0 ? '' : shown === '' ? `${rest} left out` : `, and ${rest} more`}`;
}

/** `[package.json:12]`; the file alone where no line proves it. */
function evidence({ file, line }: Evidence): string {
  return `[${file}${line === null ? '' : `:${line}`}]`;
}
