import { fieldOf, parseJson, stringAt, stringsOf } from '../../formats/json.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { boundPaths } from '../manifests.ts';
import { findFile, TYPED_PROGRAM } from './find-file.ts';

/** A file that Preconstruct builds: the folder of its package.json, what it is called in `dist/`, and its source. */
export interface Preconstructed {
  readonly folder: string;
  /** Without the endings of formats (`.cjs`, `.esm`). */
  readonly name: string;
  readonly source: string;
}

/** Manifests that are read, nearest to the top first. */
const MANIFESTS_MAX = 1_000;
/** Entry points of one package. */
const ENTRIES_MAX = 200;

/**
 * What Preconstruct builds: each entry point has a folder of its own, whose `main` is in its `dist/` and is called by the
 * package and the path of the entry point. It is set up in the first package.json. Source: Preconstruct's documentation,
 * "Entrypoints", "Configuration"; its flag `distInRoot`.
 */
export async function preconstructedFiles(project: ProjectFiles): Promise<readonly Preconstructed[]> {
  const [first, ...others] = project.named('package.json');
  const top = first === undefined ? null : await project.text(first);
  if (first === undefined || top === null || !/"(?:preconstruct|@preconstruct\/cli)"/.test(top)) return [];
  const found: Preconstructed[] = [];
  for (const path of boundPaths(project, 'package.json of Preconstruct', [first, ...others], MANIFESTS_MAX)) {
    const json = parseJson((path === first ? top : await project.text(path)) ?? '');
    const name = stringAt(json, 'name')?.text ?? null;
    if (name === null) continue;
    const said = stringsOf(fieldOf(fieldOf(json, 'preconstruct'), 'entrypoints'));
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
    for (const entry of (said.length === 0 ? ['index'] : said).slice(0, ENTRIES_MAX)) {
      found.push(...builtOf(project, { folder, name, entry }));
    }
  }
  return found;
}

/** `adapters/node.ts` of `@acme/kit` has `adapters/node/dist/acme-kit-adapters-node.*`, by the other strategy without `acme`. */
function builtOf(
  project: ProjectFiles,
  { folder, name, entry }: { readonly folder: string; readonly name: string; readonly entry: string },
): readonly Preconstructed[] {
  const inner = entry.replace(/^\.?\/+/, '').replace(/\.[cm]?[jt]sx?$/, '');
  const source = findFile(project, inFolder(folder, `src/${inner}`), TYPED_PROGRAM);
  if (source === null) return [];
  const place = inner.replace(/(?:^|\/)index$/, '');
  const names = [name.replace('@', ''), name.replace(/^@[^/]*\//, '')];
  // By `distInRoot` all of a package lies in one `dist/`.
  const folders = new Set([place === '' ? folder : inFolder(folder, place), folder]);
  return [...new Set(names)].flatMap((one) => {
    const built = inFolder(one, place).replace(/\/$/, '').replaceAll('/', '-');
    return [...folders].map((at) => ({ folder: at, name: built, source }));
  });
}
