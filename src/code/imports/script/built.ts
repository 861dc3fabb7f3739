import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { type BuildEntries, withoutExtension } from './build-entries.ts';
import { findFile, TYPED_PROGRAM } from './find-file.ts';

/** A file of the project; `isByName` when only its name says that it is the one, and another might be. */
export interface FoundFile {
  readonly path: string;
  readonly isByName: boolean;
}

// Folders of build results, as compilers and bundlers are told by custom, and what sorts their formats below.
const BUILT =
  /^(?:[\w-]{1,40}-dist|(?:dist|lib|build|built|out|output|es|esm|cjs|umd|types|typings|development|production)(?:-[\w-]{1,40})?)\//;
const BUILT_FOLDER = /^(?:dist|lib|build|built|out|output)$/;
const FORMAT = /^(?:production|development|prod|dev|es|esm|cjs|umd|browser|node|main|module|npm|types|typings|src)\//;
/** Folders of formats one in another. */
const FORMATS_MAX = 3;

/**
 * The source of a file that a package gives out and that only a build makes: as the settings of the build say, else the
 * file of the same name where sources lie by custom. Null when there is none.
 */
export function sourceOfBuilt(
  { project, builds }: { readonly project: ProjectFiles; readonly builds: BuildEntries },
  folder: string,
  path: string,
): FoundFile | null {
  // `main` may lead to the folder that is built, where its index is meant.
  const within = folder === '' ? path : path.slice(folder.length + 1);
  const inner = BUILT_FOLDER.test(within) ? `${within}/index` : within;
  if (!BUILT.test(inner))
    return ofEntryFolder(builds, folder, inner) ?? besideSources(project, folder, withoutExtension(inner));
  const stems = stemsOf(withoutExtension(inner.replace(BUILT, '')));
  for (const stem of stems) {
    const said = builds.sourceOf(folder, stem);
    if (said !== null) return { path: said, isByName: false };
  }
  // A folder may be that of a format, or of sources that are called so: the longest path that leads somewhere counts.
  for (const stem of stems) {
    const places = [`src/${stem}`, `src/exports/${stem}`, stem, `lib/${stem}`, `src/${stem}/index`];
    const found = places.flatMap((place) => findFile(project, inFolder(folder, place), TYPED_PROGRAM) ?? []);
    const [first] = found;
    if (first !== undefined) return { path: first, isByName: new Set(found).size > 1 };
  }
  return null;
}

/** What is built into a folder that an entry point of its package has for itself: `adapters/dist/acme-adapters.cjs.js`. */
function ofEntryFolder(builds: BuildEntries, folder: string, inner: string): FoundFile | null {
  const at = inner.indexOf('/dist/');
  const own = inFolder(folder, inner.slice(0, Math.max(0, at)));
  const path = at === -1 ? null : builds.sourceOf(own, withoutExtension(inner.slice(at + '/dist/'.length)));
  return path === null ? null : { path, isByName: false };
}

/** What is built into the package's own folder: no setting says so, and only the name tells where from. */
function besideSources(project: ProjectFiles, folder: string, stem: string): FoundFile | null {
  for (const inner of stemsOf(stem)) {
    const path = findFile(project, inFolder(folder, `src/${inner}`), TYPED_PROGRAM);
    if (path !== null) return { path, isByName: true };
  }
  return null;
}

/** A path below the folder of built files, and without the folders of formats that it may begin with. */
function stemsOf(stem: string): readonly string[] {
  const stems = [stem];
  for (let rest = stem; FORMAT.test(rest) && stems.length <= FORMATS_MAX; ) {
    rest = rest.replace(FORMAT, '');
    stems.push(rest);
  }
  return stems;
}
