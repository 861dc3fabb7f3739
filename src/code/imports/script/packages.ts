import { type PackageJson, parsePackageJson } from '../../formats/package-json.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { boundManifests, nearest } from '../manifests.ts';
import { readWorkspaces, type Tie } from './workspaces.ts';

/** A package.json of the project. */
export interface NodePackage extends PackageJson {
  /** Without a slash at the end; empty at the top. */
  readonly folder: string;
}

/** The packages of a project. */
export interface NodePackages {
  readonly all: readonly NodePackage[];
  /** Whether a package of the project has this name, member of the workspaces or not. */
  hasName(name: string): boolean;
  /** Whether a package.json may name dependencies of a file and could not be read. */
  isUnread(from: string): boolean;
  /** The package in exactly this folder. */
  inFolder(folder: string): NodePackage | null;
  /** The package that a file belongs to: the nearest one upwards. */
  around(path: string): NodePackage | null;
  /**
   * The member of workspaces with a name, which a package manager links for all of them to import: of those that share it
   * the one that is in the same workspaces as the manifest in a folder; null where there is none, or more than one.
   */
  member(name: string, folder: string | null): NodePackage | null;
  /** How a member is had where the manifest in a folder asks for it by a version. */
  tieOf(folder: string, member: NodePackage): Tie;
}

/** Reads the package.json files, nearest to the top first; a file that is no object of JSON names nothing. */
export async function readPackages(project: ProjectFiles): Promise<NodePackages> {
  const byFolder = new Map<string, NodePackage>();
  const unread = new Map<string, true>();
  const paths = boundManifests(project, 'package.json');
  for (const path of paths) {
    const text = await project.text(path);
    const manifest = text === null ? null : parsePackageJson(text);
    if (manifest === null) unread.set(folderOf(path), true);
    else byFolder.set(folderOf(path), { folder: folderOf(path), ...manifest });
  }
  const { member, tieOf } = await readWorkspaces(project, byFolder);
  const names = new Set([...byFolder.values()].map(({ name }) => name));
  const isCut = paths.length < project.named('package.json').length;
  return {
    all: [...byFolder.values()],
    hasName: (name) => names.has(name),
    isUnread: (from) => isCut || nearest(unread, from) !== null,
    inFolder: (folder) => byFolder.get(folder) ?? null,
    around: (path) => nearest(byFolder, path),
    member,
    tieOf,
  };
}
