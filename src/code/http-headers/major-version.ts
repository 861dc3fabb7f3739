import { MIB } from '../../base/units.ts';
import { type PackageJson, parsePackageJson, requestFor } from '../formats/package-json.ts';
import { isInstalled } from '../source/borrowed.ts';
import type { Source, SourceEntry } from '../source/source.ts';

/** Manifests that are read, nearest to the top first. */
const MANIFESTS_MAX = 200;

/** Major version that the nearest package.json at or above a file asks of a package; null when none does, or not for one. */
export type MajorVersions = (path: string, packageName: string) => number | null;

/** Reads the package.json files of a source. */
export async function makeMajorVersions(source: Source, entries: readonly SourceEntry[]): Promise<MajorVersions> {
  const paths = entries
    .filter(({ path, kind }) => kind === 'file' && /(?:^|\/)package\.json$/.test(path) && !isInstalled(path))
    .map(({ path }) => path)
    // Of a repository with more manifests than are read, the upper ones speak for most of its files.
    .sort((a, b) => a.length - b.length)
    .slice(0, MANIFESTS_MAX);
  const manifests = new Map<string, PackageJson>();
  for (const path of paths) {
    const content = await source.read(path, MIB);
    const manifest = content.ok ? parsePackageJson(new TextDecoder().decode(content.bytes)) : null;
    if (manifest !== null) manifests.set(path.slice(0, -'package.json'.length), manifest);
  }
  return (path, packageName) => {
    for (let folder = parentOf(path); ; folder = parentOf(folder.slice(0, -1))) {
      const manifest = manifests.get(folder);
      const range = manifest === undefined ? null : (requestFor(manifest, packageName)?.spec ?? null);
      if (range !== null) return majorOfRange(range);
      if (folder === '') return null;
    }
  };
}

/** Folder of a path with its slash; empty at the top. */
function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** `^8.1.0`, `~8.1`, `8.x`, `8`: one major version. Anything wider, or that is no version, gives null. */
export function majorOfRange(range: string): number | null {
  const major = /^[\^~=v]{0,2}\s*(\d{1,4})(?:\.(?:\d{1,6}|[x*])){0,2}(?:[-+][\w.-]{1,60})?$/.exec(range.trim())?.[1];
  return major === undefined ? null : Number(major);
}
