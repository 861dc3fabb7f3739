import { fieldOf } from '../../formats/json.ts';
import { DEPENDENCY_FIELDS } from '../../formats/package-json.ts';
import { folderOf } from '../../text/paths.ts';
import type { Manifest } from './node-entries.ts';

/** What packs the pages of an application, with the libraries that they are made with. */
const PACKER =
  /^(?:vite|webpack|rollup|rolldown|esbuild|parcel|browserify|laravel-mix|react-scripts|next|nuxt|@angular\/cli|@rspack\/core|@rsbuild\/core|@vue\/cli-service|@symfony\/webpack-encore)$/;

/** Fields by which a package is given out, to others of the project at least. */
const GIVEN_OUT = ['main', 'module', 'exports', 'files', 'types', 'typings', 'bin', 'workspaces'];

/**
 * Manifests of applications whose pages are packed: nothing but a build asks for what these are made with, so that it may
 * stand under `devDependencies`, as the starters of Laravel and Rails have all of it. What is published, is imported or
 * holds other packages is none: there it is for tests and tries. Source: Laravel, "Asset Bundling (Vite)".
 */
export function packedManifests(manifests: readonly Manifest[]): ReadonlySet<string> {
  // A folder that another manifest lies in holds packages; only folders around are looked up, however many there are.
  const around = new Set(manifests.flatMap(({ path }) => foldersAround(folderOf(path))));
  const packed = manifests.filter(({ path, json, requests }) => {
    if (fieldOf(json, 'private')?.value !== true || around.has(folderOf(path))) return false;
    if (GIVEN_OUT.some((key) => fieldOf(json, key) !== undefined)) return false;
    return DEPENDENCY_FIELDS.some((field) => [...requests[field].keys()].some((name) => PACKER.test(name)));
  });
  return new Set(packed.map(({ path }) => path));
}

function foldersAround(folder: string): readonly string[] {
  const around: string[] = [];
  for (let at = folder; at !== ''; ) {
    at = folderOf(at);
    around.push(at);
  }
  return around;
}
