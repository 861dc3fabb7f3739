import { plural } from '../../../base/plural.ts';
import { makeBlobCache } from '../../source/blob-cache.ts';
import { isSample, isVendored, nameOf, type ProjectFiles } from '../../source/project-files.ts';
import type { ActivityFacts, GuideFact, TaskFile } from '../overview.types.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

const STOP_WORDS = new Set(
  (
    'a an and are as at be but by can do does for from get has have how i if in into is it its make my new not of on or our set ' +
    'should so that the then there this to use want was we what when where which will with add fix bug change update code file files ' +
    'implement support issue problem'
  ).split(' '),
);
const DECLARATION =
  /^[ \t]*(?:(?:export|default|public|private|protected|internal|static|abstract|final|async|pub(?:\([^)\n]{0,40}\))?|unsafe|const|declare|override|open|sealed|data)[ \t]+){0,6}(?:function\*?|class|def|fn|func|fun|interface|struct|enum|trait|type|const|let|var|module|object|record)[ \t]+(?:\([^)\n]{0,80}\)[ \t]*)?([A-Za-z_$][\w$]{1,100})|^(?:exports|module\.exports|[A-Za-z_$][\w$]{0,40}(?:\.prototype)?)\.([A-Za-z_$][\w$]{1,100})[ \t]*=[ \t]*(?:async[ \t]+)?(?:function|\()/gm;

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

/** Gathers what the reading pass sees of the task's words, and ranks the files afterwards. */
export interface TaskRanking {
  /** Sees the text of a source file; null for an id that is not known. */
  see(path: string, text: string, blobId: string | null): void;
  rank(input: {
    readonly files: ProjectFiles;
    readonly guides: readonly GuideFact[];
    readonly activity: ActivityFacts | null;
  }): readonly TaskFile[];
}

/** Makes a ranking for a task: words of the task against paths, declared names, headings, and churn last. */
export function makeTaskRanking(task: string): TaskRanking {
  const wanted = taskWords(task);
  const named = namesIn(task);
  const declared = new Map<string, readonly DeclaredName[]>();
  return {
    see(path, text, blobId) {
      const names = choose(
        declaredIn.get(blobId, () => findDeclared(text)),
        wanted,
        named,
      );
      if (names.length > 0) declared.set(path, names);
    },
    rank({ files, guides, activity }) {
      const headings = new Map(guides.map((guide) => [guide.file, guide.headings]));
      const churn = new Map(activity?.hotFiles.map(({ file, commits }) => [file, commits]) ?? []);
      const ranked: TaskFile[] = [];
      const commonness = countWords(files, wanted);
      const weigh = (word: string): number => Math.log2(1 + files.entries.length / (1 + (commonness.get(word) ?? 0)));
      for (const { path } of files.entries) {
        const row = isVendored(path)
          ? null
          : rankFile({ path, wanted, named, weigh }, declared.get(path) ?? [], headings.get(path) ?? []);
        if (row !== null) ranked.push(withChurn(path, row, churn.get(path) ?? 0));
      }
      ranked.sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : 1));
      return ranked.slice(0, OVERVIEW_LIMITS.taskFilesMax);
    },
  };
}

/** What a name of the task is worth where it is declared, and in a file's name: more than the words that it is made of. */
const NAMED_SCORE = 10;
const NAMED_IN_PATH_SCORE = 4;

interface RankedRow {
  readonly score: number;
  readonly why: readonly string[];
}

/** Churn only tips the scale between files that the words point at; tests and examples step behind what they test. */
function withChurn(file: string, { score, why }: RankedRow, commits: number): TaskFile {
  const total = (score + Math.min(Math.log2(1 + commits), 4) / 2) * (isSample(file) ? 0.6 : 1);
  const churn = commits === 0 ? [] : [plural(commits, 'recent commit')];
  return { file, score: Math.round(total * 100) / 100, why: [...why, ...churn] };
}

interface RankInput {
  readonly path: string;
  readonly wanted: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  readonly weigh: (word: string) => number;
}

function rankFile(
  { path, wanted, named, weigh }: RankInput,
  names: readonly DeclaredName[],
  headings: GuideFact['headings'],
): RankedRow | null {
  const why: string[] = [];
  let score = 0;
  const inName = new Set(wordsOf(nameOf(path)));
  const inPath = [...new Set(wordsOf(path))].filter((word) => wanted.has(word));
  for (const word of inPath) score += weigh(word) * (inName.has(word) ? 2 : 1);
  if (inPath.length > 0) why.push(`path: ${inPath.join(', ')}`);
  if ([...named].some((name) => nameOf(path).split('.').includes(name))) score += NAMED_IN_PATH_SCORE;
  const declared = scoreDeclared(names, weigh);
  score += declared.score;
  why.push(...declared.why.slice(0, DECLARED_TOLD - why.length));
  const heading = headings.find(({ text }) => wordsOf(text).some((word) => wanted.has(word)));
  if (heading) {
    score += 2;
    why.push(`heading: ${heading.text} (line ${heading.line})`);
  }
  return why.length === 0 ? null : { score, why };
}

/** Reasons that are told, one of the path among them. */
const DECLARED_TOLD = 4;

/** A name counts by the words that no name before it has said: fifty `limit…` say no more than one. */
function scoreDeclared(names: readonly DeclaredName[], weigh: RankInput['weigh']): RankedRow {
  const said = new Set<string>();
  const why: string[] = [];
  let score = 0;
  for (const { name, line, isNamed, words } of [...names].sort(compareDeclared)) {
    const fresh = [...words].filter((word) => !said.has(word));
    const isFreshName = isNamed && !said.has(`name ${name}`);
    if (fresh.length === 0 && !isFreshName) continue;
    for (const word of [...fresh, `name ${name}`]) said.add(word);
    score += fresh.reduce((sum, word) => sum + weigh(word), 0) * 1.2 + (isFreshName ? NAMED_SCORE : 0);
    why.push(`declares ${name} (line ${line})`);
  }
  return { score, why };
}

/** Names of the task first, then those with most of its words. */
function compareDeclared(a: DeclaredName, b: DeclaredName): number {
  return Number(b.isNamed) - Number(a.isNamed) || b.words.size - a.words.size || a.line - b.line;
}

function countWords(files: ProjectFiles, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files.entries) {
    for (const word of new Set(wordsOf(path))) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

/** Declared names that a thread remembers, so that another task of the same project asks for no second look. */
const DECLARED_REMEMBERED_MAX = 100_000;

const declaredIn = makeBlobCache<readonly NamedLine[]>(DECLARED_REMEMBERED_MAX, ({ length }) => 1 + length);

interface NamedLine {
  readonly name: string;
  readonly line: number;
}

function findDeclared(text: string): readonly NamedLine[] {
  const found: NamedLine[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(DECLARATION)) {
    for (let at = text.indexOf('\n', counted); at !== -1 && at < match.index; at = text.indexOf('\n', counted)) {
      line++;
      counted = at + 1;
    }
    // A slice of the text would keep all of it in memory.
    found.push({ name: Buffer.from(match[1] ?? match[2] ?? '').toString(), line });
  }
  return found;
}

/** Names of a file that a ranking looks at. */
const CHOSEN_MAX = 200;

/** Those that the words of a task point at. */
function choose(
  declared: readonly NamedLine[],
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
