import type { FileContent, Source, SourceEntry } from '../../source/source.ts';

/** Links and submodules of both states whose contents are read; of more nothing is said. */
const READ_MAX = 1_000;

/** Two states of what is in a tree and no file of its own. */
export interface LinkComparison {
  readonly earlier: Pick<Source, 'read'>;
  readonly now: Pick<Source, 'read'>;
  readonly earlierEntries: readonly SourceEntry[];
  readonly nowEntries: readonly SourceEntry[];
  /** Folder of the project, `/`-terminated; empty for all of it. */
  readonly base: string;
}

/** How many links and submodules differ. */
export interface ChangedLinks {
  /** New, gone, or leading elsewhere; a submodule at another commit. */
  readonly differing: number;
  /** Of both states, but not compared: what a submodule of a work tree is at is not read. */
  readonly notCompared: number;
}

/** Compares links by what they say and submodules by their commit. */
export async function changedLinks(input: LinkComparison): Promise<ChangedLinks> {
  const before = linksOf(input.earlierEntries, input.base);
  const now = linksOf(input.nowEntries, input.base);
  const both = [...now.values()].filter(({ path }) => before.has(path));
  let [differing, notCompared] = [before.size - both.length + now.size - both.length, 0];
  for (const [at, entry] of both.entries()) {
    const answer = at < READ_MAX ? await compare(input, before.get(entry.path), entry) : 'unknown';
    if (answer === 'changed') differing++;
    if (answer === 'unknown') notCompared++;
  }
  return { differing, notCompared };
}

function linksOf(entries: readonly SourceEntry[], base: string): ReadonlyMap<string, SourceEntry> {
  const links = entries.filter(({ kind, path }) => kind !== 'file' && path.startsWith(base));
  return new Map(links.map((entry) => [entry.path, entry]));
}

async function compare(
  { earlier, now }: LinkComparison,
  before: SourceEntry | undefined,
  entry: SourceEntry,
): Promise<'same' | 'changed' | 'unknown'> {
  if (before?.kind !== entry.kind) return 'changed';
  if (before.blobId !== null && entry.blobId !== null) return before.blobId === entry.blobId ? 'same' : 'changed';
  const [was, is] = [saidBy(await earlier.read(entry.path, 1)), saidBy(await now.read(entry.path, 1))];
  if (was === null || is === null) return 'unknown';
  return was === is ? 'same' : 'changed';
}

/** Where a link leads, or which commit a submodule is at; null where that is not known. */
function saidBy(content: FileContent): string | null {
  const isLink = !content.ok && (content.reason === 'symlink' || content.reason === 'submodule');
  return isLink && content.detail !== '' ? content.detail : null;
}
