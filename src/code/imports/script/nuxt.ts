import { requestFor } from '../../formats/package-json.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { boundManifests, nearest } from '../manifests.ts';
import type { NodePackages } from './packages.ts';

/**
 * Where an alias of Nuxt may lead for a file, the first that is there counts: none where the settings choose. Null for
 * another name, or where there is no Nuxt.
 */
export type NuxtAliases = (from: string, specifier: string) => readonly string[] | null;

/** Folders that the two kinds of aliases mean, without a slash at the end. */
interface NuxtFolders {
  readonly source: readonly string[];
  readonly project: string;
}

const ENDINGS = ['ts', 'js', 'mjs', 'cjs', 'mts', 'cts'];
/** Be it of something else: an alias that may be another one is none that is known. */
const CHOOSES = /(?<![\w$-])['"]?(?:srcDir|rootDir|alias)['"]?\s*[:,}]/;
/** Files in `app/` that do not make it the folder of sources. */
const ASIDE = /^(?:router\.options\.\w+|spa-loading-template\.html)$/;

/**
 * `~/` and `@/` are the folder of sources, `~~/` and `@@/` that of the project. Sources are in the project's folder, from
 * Nuxt 4 on in `app/` where there is one. Sources: Nuxt, "Configuration", "alias" and "srcDir"; "Upgrade Guide", "New
 * Directory Structure".
 */
export async function readNuxtAliases(project: ProjectFiles, packages: NodePackages): Promise<NuxtAliases> {
  const folders = new Map<string, NuxtFolders>();
  const hasApp = foldersWithApp(project);
  for (const path of ENDINGS.flatMap((ending) => boundManifests(project, `nuxt.config.${ending}`))) {
    const folder = folderOf(path);
    const own = packages.inFolder(folder);
    const wanted = own && requestFor(own, 'nuxt');
    if (wanted === null) continue;
    const text = (await project.text(path)) ?? 'alias:';
    const major = majorOf(text, wanted.spec ?? '');
    const app = hasApp(folder) && major !== 'before' ? [inFolder(folder, 'app')] : [];
    const source = app.length > 0 && major === 'from' ? app : [...app, folder];
    folders.set(folder, { source: CHOOSES.test(text) ? [] : source, project: folder });
  }
  return (from, specifier) => {
    const [, sign, rest = ''] = /^(~~|@@|~|@)\/(.+)$/s.exec(specifier) ?? [];
    const found = sign === undefined ? null : nearest(folders, from);
    if (found === null || sign === undefined) return null;
    const chosen = sign.length === 2 && found.source.length > 0 ? [found.project] : found.source;
    return chosen.map((folder) => inFolder(folder, rest));
  };
}

/** Whether a project is of before Nuxt 4, which an earlier one may be asked to be like, or from then on. */
function majorOf(config: string, spec: string): 'before' | 'from' | 'unknown' {
  if (/(?<![\w$])compatibilityVersion\s*:\s*4/.test(config)) return 'from';
  const major = /^[\^~>=v\s]{0,10}(\d{1,4})(?![\d-])/.exec(spec)?.[1];
  if (major === undefined) return 'unknown';
  return Number(major) < 4 ? 'before' : 'from';
}

/** Folders that hold `app/` with a file of sources in it, found at the first question. */
function foldersWithApp({ entries }: ProjectFiles): (folder: string) => boolean {
  let known: ReadonlySet<string> | null = null;
  return (folder) => {
    known ??= new Set(entries.flatMap(({ path }) => foldersAroundApp(path)));
    return known.has(inFolder(folder, ''));
  };
}

function foldersAroundApp(path: string): readonly string[] {
  const places = [...path.matchAll(/(?<![^/])app\//g)].map(({ index }) => index);
  return places.filter((at) => !ASIDE.test(path.slice(at + 'app/'.length))).map((at) => path.slice(0, at));
}
