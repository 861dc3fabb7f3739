import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { ReadFile } from '../import-language.ts';
import type { RubyFacts } from './mentions.ts';
import { camelized, underscored } from './underscored.ts';

/** Folders below `app/` of a Rails application or engine, whose files are loaded by the names of their constants. */
const APP_FOLDER = /^((?:.*\/)?app\/[^/]+\/(?:concerns\/)?)(.*)\.rb$/s;
/** What engines extend. Source: Rails Guides, "Getting Started with Engines". */
const ENGINE = /^(?:::)?Rails::Engine$/;

/** A folder whose `app/` is loaded by name, and the files there by the path that a constant gives them. */
interface Application {
  readonly folder: string;
  readonly names: ReadonlyMap<string, string>;
}

/** The file that a constant of this full name (`Admin::Page`) means in one of them; undefined for none. */
export type FindLoaded = (file: string, name: string) => string | undefined;

/** Folders of the Rails applications of a project. */
export function applicationFolders(project: ProjectFiles): readonly string[] {
  const found = project.named('application.rb').flatMap((path) => {
    const config = folderOf(path);
    return nameOf(config) === 'config' ? [folderOf(config)] : [];
  });
  return [...new Set(found)];
}

/**
 * What Rails loads by name: a constant means a file of the application in which it stands, else of the engine around,
 * which such an application tries out, and none of one that another's tests carry. Source: Rails Guides, "Autoloading and
 * Reloading Constants".
 */
export function loadedByName(project: ProjectFiles, files: readonly ReadFile<RubyFacts>[]): FindLoaded {
  const folders = new Set([...applicationFolders(project), ...engineFolders(project, files)]);
  const deepestFirst = [...folders].sort((a, b) => b.length - a.length);
  const all = deepestFirst.map((folder) => ({ folder, names: new Map<string, string>(), twice: new Set<string>() }));
  const further = furtherRoots(files);
  for (const { path } of project.entries) {
    const name = APP_FOLDER.exec(path)?.[2] ?? nameBelow(path, further);
    const own = name === '' ? undefined : all.find((one) => isIn(path, one));
    if (own === undefined) continue;
    if (own.names.has(name)) own.twice.add(name);
    own.names.set(name, path);
  }
  for (const { names, twice } of all) for (const name of twice) names.delete(name);
  const declared = new Map(files.map(({ path, facts }) => [path, new Set(facts.declared)]));
  return (file, name) => {
    const wanted = underscored(name);
    const found = all.find((one) => one.names.has(wanted) && isIn(file, one))?.names.get(wanted);
    // The loader makes the name of the constant from the path: of another spelling is only what the file declares.
    if (found === undefined || camelized(wanted) === name || declared.get(found)?.has(name) === true) return found;
    return undefined;
  };
}

/** Of all applications together: every file is compared with each. */
const FURTHER_MAX = 200;

/** Folders that the settings of applications name, each with a slash behind. */
function furtherRoots(files: readonly ReadFile<RubyFacts>[]): readonly string[] {
  const settings = files.filter(({ path }) => /(?:^|\/)config\/application\.rb$/.test(path));
  const roots = settings.flatMap(({ path, facts }) =>
    facts.loadedFolders.map((folder) => inFolder(folderOf(folderOf(path)), `${folder.replace(/\/$/, '')}/`)),
  );
  return roots.slice(0, FURTHER_MAX);
}

/** The path of a file of Ruby below the first of some folders that it is in, without its extension; `''` for none. */
function nameBelow(path: string, folders: readonly string[]): string {
  const folder = folders.find((one) => path.startsWith(one));
  return folder === undefined || !path.endsWith('.rb') ? '' : path.slice(folder.length, -'.rb'.length);
}

function isIn(path: string, { folder }: Pick<Application, 'folder'>): boolean {
  return folder === '' || path.startsWith(`${folder}/`);
}

/** Folders of gems whose `lib/` names the class that engines extend. */
function engineFolders(project: ProjectFiles, files: readonly ReadFile<RubyFacts>[]): readonly string[] {
  const naming = files.filter(({ facts }) => facts.constants.some(({ name }) => ENGINE.test(name)));
  const gems = project.entries.flatMap(({ path }) => (path.endsWith('.gemspec') ? [folderOf(path)] : []));
  return gems.filter((gem) => naming.some(({ path }) => path.startsWith(inFolder(gem, 'lib/'))));
}
