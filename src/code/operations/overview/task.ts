import { plural } from '../../../base/plural.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import type { FindInput } from '../../questions/find.types.ts';
import type { ActivityFacts, GuideFact, TaskFile } from '../../questions/overview.types.ts';
import { readRankQuery } from '../../search/rank-query.ts';
import { searchRanked } from '../../search/ranked-search.ts';
import { openScope } from '../../search/scope.ts';
import type { LightRow } from '../../search/search.ts';
import { hasSymbols, isField, symbolsOf } from '../../search/symbols-of.ts';
import { isVendored } from '../../source/borrowed.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import type { Source, SourceSelector } from '../../source/source.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

const STOP_WORDS = new Set(
  (
    'a an and are as at be but by can do does for from get has have how i if in into is it its make my new not of on or our set ' +
    'should so that the then there this to use want was we what when where which will with add fix bug change update code file files ' +
    'implement support issue problem'
  ).split(' '),
);

/** A declared name that the words of the task point at. */
interface DeclaredName {
  readonly name: string;
  readonly line: number;
  /** Whether the task has the name itself. */
  readonly isNamed: boolean;
  readonly words: ReadonlySet<string>;
}

/** The words of a task that tell something. */
export function taskWords(task: string): ReadonlySet<string> {
  const words = wordsOf(task).filter((word) => !STOP_WORDS.has(word));
  return new Set(words.slice(0, OVERVIEW_LIMITS.taskWordsMax));
}

/** Names in the task that are no words of prose: `sendFile`, `res.sendFile`, `read_file`. */
function namesIn(task: string): ReadonlySet<string> {
  const tokens = task.slice(0, 4_096).match(/[A-Za-z_$][\w$]+/g) ?? [];
  return new Set(tokens.filter((token) => /[a-z\d][A-Z]|_|\$/.test(token)));
}

/** Where files for a task are looked for, and what is known of them. */
export interface TaskInput {
  readonly source: Source;
  readonly selector: SourceSelector;
  readonly signal: AbortSignal;
  readonly deadlineAtMs: number;
  readonly files: ProjectFiles;
  readonly guides: readonly GuideFact[];
  readonly activity: ActivityFacts | null;
  /** Told when the order goes by a part of the history: another time there may be more. */
  readonly onPassing: () => void;
}

/**
 * The files for a task, in the order in which `find_code` answers a plain question, with what speaks for each: words of the
 * task in its path, in declared names and in headings, and churn.
 */
export async function rankForTask(task: string, input: TaskInput): Promise<readonly TaskFile[]> {
  const { files } = input;
  const wanted = taskWords(task);
  const named = namesIn(task);
  const headings = new Map(input.guides.map((guide) => [guide.file, guide.headings]));
  const churn = new Map(input.activity?.hotFiles.map(({ file, commits }) => [file, commits]) ?? []);
  const ranked: TaskFile[] = [];
  for (const [at, row] of (await findFiles(task, input)).entries()) {
    const { file } = row;
    const text = hasSymbols(file) ? await files.text(file) : null;
    const names = text === null ? [] : choose(declaredIn(file, text), wanted, named);
    const known = { names, headings: headings.get(file) ?? [], wanted };
    const commits = churn.get(file) ?? 0;
    const why = [...reasonsOf(row, known), ...(commits === 0 ? [] : [plural(commits, 'recent commit')])];
    ranked.push({ file, score: Math.round(100 / (1 + at)) / 100, why });
  }
  return ranked;
}

/** The best files, those of others left out. */
async function findFiles(task: string, input: TaskInput): Promise<readonly LightRow[]> {
  const query = readRankQuery(task);
  if (query.terms.length === 0) return [];
  const { source, selector, signal, deadlineAtMs, files } = input;
  const accepts = (path: string): boolean => path.startsWith(files.base) && !isVendored(path);
  const scope = await openScope(source, { accepts }, { signal, deadlineAtMs });
  const asked: FindInput = {
    ...{ source: selector, prefix: null, query: task, mode: 'ranked', include: [], exclude: [], kind: null },
    ...{ case: 'smart', word: false, tests: 'include', context: 0, group: 'file' },
    ...{ offset: 0, limit: OVERVIEW_LIMITS.taskFilesMax * 3 },
  };
  const { rows, isComplete, historyGap } = await searchRanked({ scope, input: asked }, query);
  if (!isComplete) files.gap('not all files were read to find those for the task');
  if (historyGap !== null) {
    files.gap(`${historyGap}, which the order of the files for the task goes by`);
    input.onPassing();
  }
  return withFewTexts(rows);
}

/** Texts repeat the words of a task more often than the code does: of them the best are told, and more only for want of code. */
function withFewTexts(rows: readonly LightRow[]): readonly LightRow[] {
  const isText = ({ file }: LightRow): boolean => /\.(?:md|mdx|rst|adoc|txt)$/i.test(file);
  const max = OVERVIEW_LIMITS.taskFilesMax;
  const texts = rows.filter(isText);
  const others = rows.filter((row) => !isText(row)).slice(0, max - Math.min(TEXTS_MAX, texts.length));
  const kept = new Set([...others, ...texts.slice(0, max - others.length)]);
  return rows.filter((row) => kept.has(row));
}

const TEXTS_MAX = 2;

interface KnownOfFile {
  readonly names: readonly DeclaredName[];
  readonly headings: GuideFact['headings'];
  readonly wanted: ReadonlySet<string>;
}

/** What speaks for a file; where no name does, the line with most of the words. */
function reasonsOf({ file, line, symbol }: LightRow, { names, headings, wanted }: KnownOfFile): readonly string[] {
  const inPath = [...new Set(wordsOf(file))].filter((word) => wanted.has(word));
  const why = inPath.length === 0 ? [] : [`path: ${inPath.join(', ')}`];
  why.push(...tellDeclared(names).slice(0, DECLARED_TOLD - why.length));
  const heading = headings.find(({ text }) => wordsOf(text).some((word) => wanted.has(word)));
  if (heading) why.push(`heading: ${heading.text} (line ${heading.line})`);
  if (names.length > 0 || heading !== undefined || line === null) return why;
  return [...why, symbol === null ? `words: line ${line}` : `words: line ${line} in ${symbol.name}`];
}

/** Reasons that are told, one of the path among them. */
const DECLARED_TOLD = 4;

/** A name is told for the words that no name before it has said: fifty `limit…` say no more than one. */
function tellDeclared(names: readonly DeclaredName[]): readonly string[] {
  const said = new Set<string>();
  const why: string[] = [];
  for (const { name, line, isNamed, words } of [...names].sort(compareDeclared)) {
    const own = [...words, ...(isNamed ? [`name ${name}`] : [])];
    if (own.every((word) => said.has(word))) continue;
    for (const word of own) said.add(word);
    why.push(`declares ${name} (line ${line})`);
  }
  return why;
}

/** Names of the task first, then those with most of its words. */
function compareDeclared(a: DeclaredName, b: DeclaredName): number {
  return Number(b.isNamed) - Number(a.isNamed) || b.words.size - a.words.size || a.line - b.line;
}

/** Titles of tests are prose, and members of types say less than what is done with them. */
function declaredIn(path: string, text: string): readonly FileSymbol[] {
  return symbolsOf({ path, blobId: null, text }).filter(
    (symbol) => symbol.kind !== 'test' && symbol.kind !== 'impl' && !isField(symbol),
  );
}

/** Names of a file that a ranking looks at. */
const CHOSEN_MAX = 200;

/** Those that the words of a task point at. */
function choose(
  declared: readonly FileSymbol[],
  wanted: ReadonlySet<string>,
  named: ReadonlySet<string>,
): readonly DeclaredName[] {
  const found: DeclaredName[] = [];
  for (const { name, line } of declared) {
    const words = new Set(wordsOf(name).filter((word) => wanted.has(word)));
    const isNamed = named.has(name);
    if (words.size > 0 || isNamed) found.push({ name, line, isNamed, words });
    if (found.length === CHOSEN_MAX) break;
  }
  return found;
}

/** Lower-case words of a text, with identifiers split (`chargeMonth`, `charge_month`) and plurals cut. */
function wordsOf(text: string): readonly string[] {
  const pieces = text
    .slice(0, 4_096)
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return pieces
    .filter((piece) => piece.length > 1)
    .map((piece) => (/[^s]s$/.test(piece) && piece.length > 3 ? piece.slice(0, -1) : piece));
}
