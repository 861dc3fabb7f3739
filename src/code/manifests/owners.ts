import type { ManifestEcosystem } from '../questions/manifests.types.ts';
import type { ManifestFacts } from './manifest.ts';

/** A manifest that names a package of the project. */
export interface Owner extends Pick<ManifestFacts, 'owner' | 'hasWorkspaces'> {
  readonly path: string;
  readonly ecosystem: ManifestEcosystem;
}

/**
 * Packages that the project itself holds, where the tree uses them from their folders: the manifest of each by `ownerKey`.
 * `paths` are files of its package managers.
 */
export function ownersOf(manifests: readonly Owner[], paths: readonly string[]): ReadonlyMap<string, string> {
  const owners = new Map<string, string>();
  const hasWorkspaces = manifests.some((one) => one.hasWorkspaces) || paths.some((path) => OF_PNPM.test(path));
  for (const { path, ecosystem, owner } of manifests) {
    // Without workspaces, npm fetches a name even when a folder of the project has it.
    if (owner === null || !USED_FROM_FOLDERS.has(ecosystem) || (ecosystem === 'npm' && !hasWorkspaces)) continue;
    owners.set(ownerKey(ecosystem, owner), path);
  }
  return owners;
}

/** The key of a package among the project's own. */
export function ownerKey(ecosystem: ManifestEcosystem, name: string): string {
  return `${ecosystem}\0${name}`;
}

const USED_FROM_FOLDERS: ReadonlySet<ManifestEcosystem> = new Set(['npm', 'gem', 'composer']);

/** pnpm names its workspaces in a file of its own. */
const OF_PNPM = /(?:^|\/)pnpm-(?:lock|workspace)\.yaml$/;
