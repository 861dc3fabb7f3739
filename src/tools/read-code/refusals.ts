import { plural } from '../../base/plural.ts';
import type { RefusedPiece, SymbolCandidate, SymbolSearch } from '../../code/index.ts';
import { cutText } from '../shared/answer.ts';
import { safeText } from '../shared/safe-text.ts';

/** Why a piece is not shown, and the call to make next. */
export interface RefusalText {
  readonly text: string;
  readonly next: string;
}

/** The text for a file that has nothing to show. */
export function refusalText(piece: RefusedPiece): RefusalText {
  // The caller's own text is said back, but not a page of it.
  return REFUSALS[piece.state]({
    ...piece,
    file: cutText(piece.file, 300),
    near: piece.near.map((path) => cutText(path, 300)),
  });
}

/** The way on for a path that leads nowhere. */
const FIND_FILE = 'find_code with mode="files" and a part of the name';

/**
 * One text a state, each with the call that gets the caller further. Details come from the engine; the whole is made
 * safe by `statusAnswer` or `asText`.
 */
const REFUSALS: Readonly<Record<RefusedPiece['state'], (piece: RefusedPiece) => RefusalText>> = {
  not_found: ({ file, near, detail }) => {
    const guess = near.length > 0 ? ` Near names: ${near.join(', ')}.` : '';
    if (detail !== '') {
      return {
        text: `${file}: ${detail}.${guess}`,
        next: `read_code file="${file}" view="outline" lists what it declares`,
      };
    }
    const next = near[0] === undefined ? FIND_FILE : `read_code file="${near[0]}"`;
    return { text: `no file ${file}; paths are relative to the project's root.${guess}`, next };
  },
  deleted: ({ file }) => ({
    text: `${file} was deleted since that ref.`,
    next: `read_code file="${file}" with ref set to that ref shows what it was`,
  }),
  is_directory: ({ file }) => ({
    text: `${file} is a folder.`,
    next: `find_code mode="files" query="${file}/" lists its files; get_project_context include=["tree"] shows the tree`,
  }),
  symlink: ({ file, detail, link = file }) => ({
    text:
      link === file
        ? `${file} is a symlink -> ${detail}; links are not followed.`
        : `${file} lies beyond ${link}, a symlink -> ${detail}; links are not followed.`,
    next: linkNext(file, link, detail),
  }),
  submodule: ({ file, detail }) => ({
    text: `${file} is another repository inside this one${detail === '' ? '' : ` (submodule at ${detail.slice(0, 12)})`}; its files are not part of this project.`,
    next: 'ask the operator to add that repository as a project of its own',
  }),
  not_a_file: ({ file }) => ({ text: `${file} is no regular file (a pipe, socket or device).`, next: FIND_FILE }),
  forbidden: ({ file }) => ({
    text: `${file} may not be read: paths are relative and stay inside the project; .git and what the operator denied are closed.`,
    next: 'give a path relative to the root of the project, without ".."',
  }),
  unreadable: ({ file, detail }) => ({
    text:
      detail === ''
        ? `git cannot give ${file} of this commit: its object, or a folder's on the way, is missing or damaged.`
        : `${file} is there, but it or a folder on the way cannot be read: ${detail}.`,
    next:
      detail === ''
        ? 'in a partial clone `git show REF:FILE` fetches it, else git fsck says what is wrong; without ref the file is read from the work tree'
        : 'ask the operator to look at it',
  }),
  secret: ({ file, detail }) => ({
    text: `${file} is not given out: ${detail}.`,
    next: 'look for an example beside it, such as .env.example, or for where the code reads it with find_code',
  }),
  too_large: ({ file, detail }) => ({
    text: `${file} is too large to read: ${detail}.`,
    // A search reads no larger files than this: nothing here shows a part of it.
    next: FIND_FILE,
  }),
  binary: ({ file, detail }) => ({ text: `${file} is binary (${detail}).`, next: FIND_FILE }),
  lfs: ({ file, detail }) => ({
    text: `${file} is a Git LFS pointer; the real file (${detail}) is not in the repository.`,
    next: FIND_FILE,
  }),
  bad_range: ({ file, detail }) => ({
    text: `${file}: ${detail}.`,
    next: 'give a range such as src/a.ts:120-180 or src/a.ts:120+40',
  }),
  no_effect: ({ file, detail }) => ({ text: `${file}: ${detail}.`, next: WITHOUT_EFFECT }),
};

/** The ways on from arguments of which one would change nothing. */
const WITHOUT_EFFECT =
  'give the file without the range beside symbol, or the range alone; around beside a range or symbol, or the whole file without around';

/** Links are not followed, but where they lead inside the project is said, so that one more call reads it. */
function linkNext(file: string, link: string, target: string): string {
  const beyond = file.slice(link.length);
  const inside = target.startsWith('/') || target.startsWith('"') ? null : pathFrom(link, `${target}${beyond}`);
  return inside === null ? 'its target is outside of the project and cannot be read' : `read_code file="${inside}"`;
}

/** The path that a link's target names, seen from the link; null when it leaves the project. */
function pathFrom(file: string, target: string): string | null {
  const parts = file.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null;
    if (part !== '..' && part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

/** The text for a symbol that was not found: what was searched, what was not, and near names. */
export function symbolNotFound(symbol: string, search: SymbolSearch): RefusalText {
  const gaps = gapsOf(search);
  const near = search.near.length > 0 ? ` Near names: ${search.near.join(', ')}.` : '';
  const { owner } = search;
  const own =
    owner === undefined
      ? ''
      : ` ${owner.kind} ${owner.path} (${owner.file}:${owner.line}) has none of its own; fields are not listed in all languages.`;
  return {
    text: safeText(`no declaration of ${symbol} in ${plural(search.files, 'file')}.${own}${gaps}${near}`),
    next:
      search.near[0] === undefined
        ? `find_code query="${symbol}" looks for it as text`
        : `read_code symbol="${search.near[0]}"`,
  };
}

/** What of the source the search for a symbol did not see; empty when nothing. */
export function gapsOf(search: SymbolSearch): string {
  const left = search.filesLeft > 0 ? ` ${search.filesLeft} files were not searched (too large, or no time left).` : '';
  const limit = search.listingLimit === null ? '' : ` Note: ${search.listingLimit}.`;
  return left + limit;
}

/** `src/router.ts:120 method Router/add`. */
export function candidateLine(candidate: SymbolCandidate): string {
  return safeText(`${candidate.file}:${candidate.line} ${candidate.kind} ${candidate.path}`);
}

/** Tokens of a budget for each declaration that is only named. */
const TOKENS_PER_NAME = 60;

/** Which declarations of a symbol are not shown, and the call that reads the first of them. */
export function notShownLine({ total, candidates }: SymbolSearch, shown: number, budget: number): string {
  const named = candidates.slice(0, Math.max(1, Math.floor(budget / TOKENS_PER_NAME)));
  const files = new Set(named.map(({ file }) => file));
  const places = named.map(({ file, line, path }) => `${path} (${files.size > 1 ? `${file}:` : ''}${line})`);
  const left = total - shown - named.length;
  const others = `${places.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
  const [first] = named;
  const next =
    first === undefined ? '' : `\nnext: read_code file="${first.file}" symbol="${first.path}" reads the first of them`;
  return safeText(`shown ${shown} of ${total} declarations; the others, with their lines: ${others}${next}`);
}

/** The names of the first candidate; where another's path in its file ends with its own, from the top of the file on. */
export function exampleOf(candidates: readonly SymbolCandidate[]): string {
  const [first] = candidates;
  if (first === undefined) return '';
  const end = `/${first.path.replace(/\[\d+\]$/, '')}`;
  const isEndOfOther = candidates.some(
    ({ file, path }) => file === first.file && path.replace(/\[\d+\]$/, '').endsWith(end),
  );
  return `, such as ${safeText(`file="${first.file}" symbol="${isEndOfOther ? '/' : ''}${first.path}"`)}`;
}
