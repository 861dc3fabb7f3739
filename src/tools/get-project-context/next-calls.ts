import type { EntryPoint, Overview } from '../../code/index.ts';
import type { Selection } from '../shared/select-project.ts';
import type { Section } from './view.ts';

/** A call that the caller can make as it stands. */
export interface NextCall {
  readonly tool: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** More suggestions would be paid for by every caller and read by few. */
const CALLS = 3;

/** Entry points that are looked at for a file: behind many libraries, a program is a script on the side. */
const ENTRIES = 4;

/** What a first call leaves out, since it fills a budget. */
const LEFT_OUT: readonly Section[] = ['tree', 'deps', 'activity'];

/** What was asked for, and is not proposed again. */
interface AskedContext {
  readonly task: string | null;
  readonly sections: ReadonlySet<Section>;
}

/**
 * Three calls that lead further: what to read first, what to search for, and what was not asked for here. The more
 * particular go first and push out the general ones, which are there so that there are always three. Each can be made
 * as it stands, at the ref that was asked about.
 */
export function nextCalls(
  overview: Overview,
  { project, source }: Selection,
  { task, sections }: AskedContext,
): readonly NextCall[] {
  const path = source.ref === null ? project.name : `${project.name}@${source.ref}`;
  const calls: NextCall[] = [];
  const read = (file: string): void => {
    const isKnown = calls.some(({ arguments: given }) => given.file === file);
    if (!isKnown) calls.push({ tool: 'read_code', arguments: { path, file } });
  };
  const best = overview.taskFiles?.[0]?.file;
  if (best !== undefined) read(best);
  if (task !== null) calls.push({ tool: 'find_code', arguments: { path, query: task } });
  const entry = overview.entryPoints
    .slice(0, ENTRIES)
    .map(fileOf)
    .find((file) => file !== null);
  if (entry) read(entry);
  const guide = overview.guides[0]?.file;
  if (guide !== undefined && calls.length < CALLS) read(guide);
  const include = LEFT_OUT.filter((section) => !sections.has(section));
  if (include.length > 0) calls.push({ tool: 'get_project_context', arguments: { path, include } });
  calls.push({ tool: 'project_memory', arguments: { path, action: 'list' } });
  calls.push({ tool: 'service_dev_info', arguments: { topic: 'tools' } });
  return calls.slice(0, CALLS);
}

/** The file in which an entry point lies; null when it is not a file of the source. */
function fileOf({ kind, file, target, isThere, builtFrom, startsIn }: EntryPoint): string | null {
  if (kind === 'container') return null;
  if (target === null) return file;
  // A folder has no text to read.
  if (target.endsWith('/')) return startsIn ?? null;
  return isThere === true ? target : (builtFrom ?? null);
}
