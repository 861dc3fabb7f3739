import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { background, type Log } from '../../base/log.ts';
import { plural } from '../../base/plural.ts';
import { err, ok } from '../../base/result.ts';
import type {
  AdvisoryFacts,
  AdvisoryQuery,
  AdvisorySource,
  Asked,
  Ecosystem,
  RawAdvisory,
} from '../../domain/packages/index.ts';
import { type ArchiveIndex, openArchive } from './archive-index.ts';
import { isWithdrawn, OSV_ECOSYSTEMS, packageKey, readOsvRecord } from './osv-record.ts';
import { untilAborted } from './until-aborted.ts';

/** What reading the operator's archives needs. */
export interface OsvArchiveDeps {
  /** `<data dir>/osv`; it need not exist. */
  readonly folder: string;
  readonly log: Log;
}

/** An archive that was found, by path, and its index as it is being made. */
interface OpenArchive {
  readonly stamp: string;
  readonly asOf: Date;
  readonly index: Promise<ArchiveIndex | null>;
}

/**
 * OSV's archives as the operator put them into the data directory, so that nothing has to be sent. An archive is as old
 * as its file says, is indexed once for as long as it stays the same, and is followed when it is replaced. Source:
 * docs/guides/operating.md, "Without a network".
 */
export function makeOsvArchive({ folder, log }: OsvArchiveDeps): AdvisorySource {
  const open = new Map<Ecosystem, OpenArchive>();

  async function getArchive(ecosystem: Ecosystem): Promise<OpenArchive | null> {
    const found = await findFile(folder, ecosystem);
    if (found === null) return null;
    const kept = open.get(ecosystem);
    if (kept?.stamp === found.stamp) return kept;
    const next: OpenArchive = { stamp: found.stamp, asOf: found.asOf, index: indexOf(found.path, log) };
    open.set(ecosystem, next);
    if (kept !== undefined) background(log, 'packages.archive_closed', close(kept));
    return next;
  }

  async function find(query: AdvisoryQuery): Promise<Asked<AdvisoryFacts>> {
    const archive = await getArchive(query.ecosystem);
    const index = await archive?.index;
    if (archive === null || index === null || index === undefined)
      return err({ text: 'the archive could not be read' });
    const key = packageKey(OSV_ECOSYSTEMS[query.ecosystem], query.name);
    const records = await index.find(key);
    if (records === null) return err({ text: 'the archive could not be read' });
    const count = plural(index.skipped, 'record');
    const missing = index.skipped === 0 ? null : { text: `${count} of the archive could not be read` };
    const advisories = records.flatMap((record) => readFor(record, key));
    return ok({ value: { advisories, onVersion: new Set(), missing }, asOf: archive.asOf });
  }

  return {
    name: 'osv-offline',
    knowsMalware: true,
    covers: async (ecosystem) => (await findFile(folder, ecosystem)) !== null,
    findAdvisories: (queries, signal) => Promise.all(queries.map((query) => untilAborted(find(query), signal))),
  };
}

function readFor(record: unknown, key: string): RawAdvisory[] {
  if (isWithdrawn(record)) return [];
  return (readOsvRecord(record) ?? []).filter((affected) => affected.key === key).map(({ advisory }) => advisory);
}

/** `npm.zip`, or `npm/all.zip` as OSV itself lays them out; OSV's name of the ecosystem or ours. */
async function findFile(
  folder: string,
  ecosystem: Ecosystem,
): Promise<{ path: string; stamp: string; asOf: Date } | null> {
  for (const name of new Set([OSV_ECOSYSTEMS[ecosystem], ecosystem])) {
    for (const path of [join(folder, `${name}.zip`), join(folder, name, 'all.zip')]) {
      const facts = await stat(path).catch(() => null);
      if (facts?.isFile() !== true) continue;
      return { path, stamp: `${path} ${facts.size} ${facts.mtimeMs} ${facts.ino}`, asOf: new Date(facts.mtimeMs) };
    }
  }
  return null;
}

async function indexOf(path: string, log: Log): Promise<ArchiveIndex | null> {
  const index = await openArchive(path, (record) => (readOsvRecord(record) ?? []).map(({ key }) => key));
  if (index === null) log.event('packages.archive_unreadable', { path }, 'warn');
  else log.event('packages.archive_read', { path, records: index.records, skipped: index.skipped });
  return index;
}

async function close(archive: OpenArchive): Promise<void> {
  (await archive.index)?.close();
}
