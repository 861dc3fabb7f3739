import { GRADLE_CATALOG } from '../../formats/version-catalog.ts';
import { makeProjectFiles, type ProjectFiles } from '../../source/project-files.ts';
import type { Source, SourceEntry, SourceListing } from '../../source/source.ts';
import { asBase } from '../../text/paths.ts';

/** What lies below a folder of a project, be it no file. */
interface Below {
  readonly files: ProjectFiles;
  readonly below: readonly SourceEntry[];
  /** The folder, `/`-terminated; empty for the whole project. */
  readonly base: string;
}

/** The files that an overview of a folder is made of; null is the whole project. */
export function filesBelow(source: Source, listing: SourceListing, prefix: string | null): Below {
  const base = asBase(prefix);
  const below = listing.entries.filter(({ path }) => path.startsWith(base));
  const own = below.filter(({ kind }) => kind === 'file');
  return { files: makeProjectFiles(source, own, base, filesAbove(listing, base)), below, base };
}

/** Files of the folders above a sub-folder: some of them, such as lock files and catalogs, hold for what is below. */
function filesAbove({ entries }: SourceListing, base: string): ReadonlySet<string> {
  if (base === '') return new Set();
  const isAbove = (path: string): boolean => {
    const place = path.endsWith(`/${GRADLE_CATALOG}`) ? path.slice(0, -GRADLE_CATALOG.length) : path;
    return path === GRADLE_CATALOG || base.startsWith(place.slice(0, place.lastIndexOf('/') + 1));
  };
  return new Set(entries.filter(({ kind, path }) => kind === 'file' && isAbove(path)).map(({ path }) => path));
}
