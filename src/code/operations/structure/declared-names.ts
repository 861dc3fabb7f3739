import type { FindOutput, FindRow } from '../../questions/find.types.ts';
import { splitIdentifier, wordsIn } from '../../text/words.ts';

/** Declarations of a name that a question has as code writes it. */
export interface DeclaredName {
  readonly path: string;
  readonly rows: readonly FindRow[];
}

/** A name with what it is a member of, as code writes it: `app.handle`, `Router/add`. */
const NAME_PATH = /(?<![\w$./@-])[A-Za-z_$][\w$]{0,100}(?:[./][A-Za-z_$][\w$]{0,100}){1,4}(?![\w$/-])/g;
/** A name of several words alone, which prose seldom has: `useQuery`, `parse_args`. */
const BARE_NAME = /(?<![\w$./@-])[A-Za-z_$][\w$]{2,100}(?![\w$/-]|\.\w)/g;
const OF_CODE = /[\p{Ll}\d]\p{Lu}|[\p{L}\d]_[\p{L}\d]/u;
/** Of one question. */
const NAMES_MAX = 3;
/** A name that more files declare says nothing of which is meant, unless other words of the question do. */
const FILES_MAX = 3;

/**
 * Where what a question names is declared: members that it names with what they are members of, which folders and files
 * are not, and names of several words.
 */
export async function declaredNames(
  question: string,
  findSymbols: (query: string) => Promise<FindOutput>,
): Promise<readonly DeclaredName[]> {
  const paths: readonly string[] = question.match(NAME_PATH) ?? [];
  const bare = (question.match(BARE_NAME) ?? []).filter(
    (name) => OF_CODE.test(name) && splitIdentifier(name).length > 1,
  );
  const found = [];
  for (const path of [...new Set([...paths, ...bare])].slice(0, NAMES_MAX)) {
    const output = await findSymbols(path);
    const rows = output.outcome === 'found' ? output.rows.filter((row) => isMeant(row, path)) : [];
    const near = paths.includes(path) ? rows : nearest(rows, question.replaceAll(path, ' '));
    if (near.length > 0) found.push({ path, rows: near });
  }
  return found;
}

function isMeant({ fit, symbol }: FindRow, path: string): boolean {
  const names = path.split(/[./]/);
  if (fit !== 'exact' || symbol === null) return false;
  return names.length === 1 ? symbol.name === path : symbol.container?.split('/').at(-1) === names.at(-2);
}

/** Of many declarations those whose paths have most of the other words; none where these do not tell. */
function nearest(rows: readonly FindRow[], others: string): readonly FindRow[] {
  if (new Set(rows.map(({ file }) => file)).size <= FILES_MAX) return rows;
  const words = new Set(wordsIn(others));
  const shares = rows.map(({ file }) => new Set(wordsIn(file).filter((word) => words.has(word))).size);
  const most = Math.max(...shares);
  const best = rows.filter((_, at) => shares[at] === most);
  return new Set(best.map(({ file }) => file)).size <= FILES_MAX ? best : [];
}
