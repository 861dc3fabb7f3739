import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { Manifest } from './node-entries.ts';

/** The manifest of the project that is asked for by a name and a text; null where the text alone does not say it. */
export type MemberFinder = (from: string, name: string, spec: string) => string | null;

/**
 * Leads what is asked for by `workspace:` to the package of that name, of which the project has one, and what is asked for
 * by a path to the folder there. A version alone may be had from the registry as well. Sources: pnpm, "Workspace protocol";
 * Yarn, "Protocols"; npm, "package.json", "Local paths".
 */
export function makeMemberFinder(files: ProjectFiles, manifests: readonly Manifest[]): MemberFinder {
  const byName = Map.groupBy(manifests, ({ name }) => name);
  return (from, name, spec) => {
    if (/^workspace:(?!\.)/.test(spec)) {
      // `workspace:other@*` takes another package under this name.
      const other = /^workspace:((?:@[\w.-]+\/)?[\w.-]+)@/.exec(spec)?.[1];
      const [found, ...others] = byName.get(other ?? name) ?? [];
      return others.length === 0 ? (found?.path ?? null) : null;
    }
    const path = /^(?:file|link|portal|workspace):(?![/~])(.{1,300})$/.exec(spec)?.[1];
    const folder = path === undefined ? null : resolveTarget(folderOf(from), path);
    const manifest = folder === null ? null : inFolder(folder, 'package.json');
    return manifest !== null && files.has(manifest) ? manifest : null;
  };
}
