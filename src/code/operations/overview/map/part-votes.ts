import { MIB } from '../../../../base/units.ts';
import { hasSymbols } from '../../../search/symbols-of.ts';
import { isVendored } from '../../../source/borrowed.ts';
import { readUtf8 } from '../../../source/decode.ts';
import { roleOfPath } from '../../../source/path-role.ts';
import type { ProjectFiles } from '../../../source/project-files.ts';
import type { Source, SourceEntry } from '../../../source/source.ts';
import { folderOf, nearestTheTop } from '../../../text/paths.ts';
import { OVERVIEW_LIMITS } from '../limits.ts';
import type { Votes } from './count-votes.ts';
import { makeVoteCounter } from './symbol-map.ts';

/** Files and bytes of a part: as much as is read within a few seconds. */
const FILES_MAX = 1_000;
const BYTES_MAX = 32 * MIB;

/** What a part is read of. */
export interface PartInput {
  readonly source: Source;
  readonly files: ProjectFiles;
  readonly signal: AbortSignal;
  /** When to stop, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  /** Files around which the part lies, the best first; none for the files nearest to the top. */
  readonly around: readonly string[];
}

/** What the files of a part vote for. */
export interface PartVotes {
  readonly part: 'top' | 'task';
  readonly votes: Votes;
}

/**
 * Of a project that is too large to be read whole the votes of a part: the folders of the files for a task, or else what
 * lies nearest to the top. Which files these are depends on the tree alone. Null when the time does not suffice for them.
 */
export async function votesOfPart(input: PartInput): Promise<PartVotes | null> {
  const sources = input.files.entries.filter(({ path }) => isOwnSource(path));
  const beside = besideThese(sources, input.around);
  const part = beside.length > 0 ? 'task' : 'top';
  const votes = await countVotesOf(input, part === 'task' ? beside : nearestTheTop(sources, FILES_MAX));
  return votes && { part, votes };
}

async function countVotesOf(
  { source, signal, deadlineAtMs }: PartInput,
  entries: readonly SourceEntry[],
): Promise<Votes | null> {
  const counter = makeVoteCounter();
  let bytes = 0;
  for (const { path } of entries) {
    signal.throwIfAborted();
    if (performance.now() > deadlineAtMs) return null;
    const content = await source.read(path, OVERVIEW_LIMITS.textBytesMax);
    if (!content.ok) continue;
    bytes += content.bytes.length;
    if (bytes > BYTES_MAX) break;
    const { text } = readUtf8(content.bytes);
    if (text !== null) counter.see({ path, text, blobId: content.blobId });
  }
  return counter.count();
}

function isOwnSource(path: string): boolean {
  return hasSymbols(path) && roleOfPath(path) === 'source' && !isVendored(path);
}

/** Sources in the folders of some files, the folder of the best file first; a folder that goes beyond the bound in part. */
function besideThese(sources: readonly SourceEntry[], paths: readonly string[]): readonly SourceEntry[] {
  // Of a million sources few lie there, and no list is made of the others.
  const byFolder = new Map(paths.map((path) => [folderOf(path), [] as SourceEntry[]]));
  if (byFolder.size === 0) return [];
  for (const source of sources) byFolder.get(folderOf(source.path))?.push(source);
  return [...byFolder.values()].flat().slice(0, FILES_MAX);
}
