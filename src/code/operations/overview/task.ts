import { plural } from '../../../base/plural.ts';
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
  readonly words: ReadonlySet<string>;
}

/** The words of a task that tell something. */
export function taskWords(task: string): ReadonlySet<string> {
  const words = wordsOf(task).filter((word) => !STOP_WORDS.has(word));
  return new Set(words.slice(0, OVERVIEW_LIMITS.taskWordsMax));
}

/** Gathers what the reading pass sees of the task's words, and ranks the files afterwards. */
export interface TaskRanking {
  /** Sees the text of a source file. */
  see(path: string, text: string): void;
  rank(input: {
    readonly files: ProjectFiles;
    readonly guides: readonly GuideFact[];
    readonly activity: ActivityFacts | null;
  }): readonly TaskFile[];
}

/** Makes a ranking for a task: words of the task against paths, declared names, headings, and churn last. */
export function makeTaskRanking(task: string): TaskRanking {
  const wanted = taskWords(task);
  const declared = new Map<string, DeclaredName[]>();
  return {
    see(path, text) {
      const names = findDeclared(text, wanted);
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
          : rankFile({ path, wanted, weigh }, declared.get(path) ?? [], headings.get(path) ?? []);
        if (row !== null) ranked.push(withChurn(path, row, churn.get(path) ?? 0));
      }
      ranked.sort((a, b) => b.score - a.score || (a.file < b.file ? -1 : 1));
      return ranked.slice(0, OVERVIEW_LIMITS.taskFilesMax);
    },
  };
}

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

function rankFile(
  { path, wanted, weigh }: { path: string; wanted: ReadonlySet<string>; weigh: (word: string) => number },
  names: readonly DeclaredName[],
  headings: GuideFact['headings'],
): RankedRow | null {
  const why: string[] = [];
  let score = 0;
  const inName = new Set(wordsOf(nameOf(path)));
  const inPath = [...new Set(wordsOf(path))].filter((word) => wanted.has(word));
  for (const word of inPath) score += weigh(word) * (inName.has(word) ? 2 : 1);
  if (inPath.length > 0) why.push(`path: ${inPath.join(', ')}`);
  const said = new Set<string>();
  // A name counts by the words that no name before it has said: fifty `limit…` say no more than one.
  for (const { name, line, words } of [...names].sort((a, b) => b.words.size - a.words.size || a.line - b.line)) {
    const fresh = [...words].filter((word) => !said.has(word));
    if (fresh.length === 0) continue;
    for (const word of fresh) said.add(word);
    score += fresh.reduce((sum, word) => sum + weigh(word), 0) * 1.2;
    if (why.length < 4) why.push(`declares ${name} (line ${line})`);
  }
  const heading = headings.find(({ text }) => wordsOf(text).some((word) => wanted.has(word)));
  if (heading) {
    score += 2;
    why.push(`heading: ${heading.text} (line ${heading.line})`);
  }
  return why.length === 0 ? null : { score, why };
}

function countWords(files: ProjectFiles, wanted: ReadonlySet<string>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files.entries) {
    for (const word of new Set(wordsOf(path))) if (wanted.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function findDeclared(text: string, wanted: ReadonlySet<string>): DeclaredName[] {
  const found: DeclaredName[] = [];
  let line = 1;
  let counted = 0;
  for (const match of text.matchAll(DECLARATION)) {
    const name = match[1] ?? match[2] ?? '';
    const words = new Set(wordsOf(name).filter((word) => wanted.has(word)));
    if (words.size === 0) continue;
    for (let at = text.indexOf('\n', counted); at !== -1 && at < match.index; at = text.indexOf('\n', counted)) {
      line++;
      counted = at + 1;
    }
    found.push({ name, line, words });
    if (found.length >= 200) break;
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
