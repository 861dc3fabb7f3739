import { numberedLines } from '../../formats/lines.ts';
import { OF_BUILD } from '../../manifests/jvm/gradle-script.ts';
import type { EntryPoint } from '../../questions/overview.types.ts';
import { roleOfPath } from '../../source/path-role.ts';
import { foldersOf, inFolder, isSample, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { type FactSheet, manifestsNamed } from './fact-sheet.ts';
import { followApplied } from './gradle-applied.ts';
import { appliedIn, followPlugins } from './gradle-plugins.ts';

/** Where a module keeps its sources by custom; of several platforms what all share, else whatever there is. */
const SOURCES = [
  'src/main/java/',
  'src/main/kotlin/',
  'src/commonMain/kotlin/',
  'src/main/groovy/',
  'src/main/scala/',
  'common/src/',
  'src/',
  'jvm/src/',
];

/**
 * Libraries that modules of Gradle publish: under the name that their gradle.properties give, else, where a script applies
 * a plugin for publishing, be it by one that the build has written for itself, under the name of the module. Source: Gradle
 * Maven Publish Plugin, "Where to upload to", `POM_ARTIFACT_ID`; Gradle, "Maven Publish Plugin", "Publications".
 */
export async function addGradleLibraries(
  files: ProjectFiles,
  sheet: FactSheet,
  scripts: readonly string[],
): Promise<void> {
  const known = new Set<string>();
  const folders = foldersOf(files.entries);
  for (const file of manifestsNamed(files, 'gradle.properties')) {
    const found = await lineWith(files, file, (row) => ARTIFACT.exec(row)?.[1]);
    if (found === null || !addLibrary(folders, sheet, { ...found, file, basis: 'defined' })) continue;
    known.add(folderOf(file));
  }
  await tellPublishingCode(files);
  const names = await moduleNames(files);
  const follow = await followPlugins(files, (row) => PUBLISHES.test(row));
  const isApplied = await followApplied(files, scripts, (row) => PUBLISHES.test(row) && !/^\s/.test(row));
  for (const file of scripts) {
    const publishing = (row: string): string | undefined => {
      const id = PUBLISHES.exec(row)?.[1] ?? appliedIn(row) ?? '';
      return PUBLISHES.test(row) || follow(id) || isApplied(file, row) ? id : undefined;
    };
    const below = await lineBelow(files, file, publishing);
    if (below !== null)
      files.gap(
        `libraries among the modules that ${file}:${below} lets publish are not told: build scripts are not run`,
      );
    const found = below !== null || known.has(folderOf(file)) ? null : await lineWith(files, file, publishing);
    const name = names.get(folderOf(file)) ?? nameOf(folderOf(file));
    if (found !== null && name !== '')
      addLibrary(folders, sheet, { name, line: found.line, file, basis: 'convention' });
  }
}

/** Files of a build's own code that are looked into. */
const CODE_MAX = 100;
/** A plugin that is a class, and what it publishes with. Source: Gradle, "Developing Binary Plugins"; Maven Publish Plugins. */
const IS_PLUGIN = /\b(?:Plugin\s*<\s*Project\s*>|implements\s+Plugin\b)/;
const LETS_PUBLISH =
  /\b(?:MavenPublish(?:ing|Base)?(?:Plugin|Extension)|MavenPublication|PublishingExtension)\b|["'`][\w.-]{0,80}maven-?\.?publish[\w.-]{0,80}["'`]/;

/** Where classes of the build's own code let modules publish: which of them is known only to who runs it. */
async function tellPublishingCode(files: ProjectFiles): Promise<void> {
  const code = files.entries.filter(
    ({ path }) => OF_BUILD.test(path) && /(?<!\.gradle)\.(?:kt|java|groovy)$/.test(path) && !isSample(path),
  );
  for (const { path } of code.slice(0, CODE_MAX)) {
    if (!IS_PLUGIN.test((await files.text(path)) ?? '')) continue;
    const found = await lineWith(files, path, (row) =>
      row.startsWith('import ') ? undefined : LETS_PUBLISH.exec(row)?.[0],
    );
    if (found === null) continue;
    files.gap(
      `libraries among the modules that ${path}:${found.line} lets publish are not told: code of the build is not run`,
    );
  }
}

/** Only what has sources: what lists versions for others is no library. */
function addLibrary(
  folders: ReadonlySet<string>,
  sheet: FactSheet,
  { file, ...said }: Pick<EntryPoint, 'name' | 'line' | 'file' | 'basis'>,
): boolean {
  const places = SOURCES.map((one) => inFolder(folderOf(file), one));
  const target = places.find(
    (place) => folders.has(place.slice(0, -1)) && !(place.endsWith('src/') && onlyTests(folders, place)),
  );
  if (target !== undefined) sheet.entryPoints.push({ kind: 'library', ...said, file, target, isThere: true });
  return target !== undefined;
}

/** Whether a folder of sources holds those of tests alone, as that of a module that only gathers others does. */
function onlyTests(folders: ReadonlySet<string>, place: string): boolean {
  const within = [...folders].filter((folder) => folder.startsWith(place));
  return within.length > 0 && within.every((folder) => roleOfPath(`${folder}/x`) === 'test');
}

const ARTIFACT = /^POM_ARTIFACT_ID[ \t]*=[ \t]*([\w.-]{1,100})$/;
/** What a parent only fixes the version of is not applied there. */
const PUBLISHES =
  /^\s{0,40}(?:id\s*(?:\(\s*)?["']|alias\s*\(\s*|apply\s*(?:\(\s*)?plugin\s*[:=]\s*["']|`)([\w.-]{0,80}publish[\w.-]{0,80})(?![^\n]*\bapply\s*(?:\(\s*)?false)/i;

/**
 * The line by which a script has the modules below it publish, in a block for all of them: which of them it means may hang on
 * what the script works out. Null where it does not. Source: Gradle, "Sharing configuration via cross project configuration".
 */
async function lineBelow(
  files: ProjectFiles,
  file: string,
  publishing: (row: string) => string | undefined,
): Promise<number | null> {
  let isIn = false;
  for (const [row, line] of numberedLines((await files.text(file)) ?? '')) {
    if (/^\}/.test(row)) isIn = false;
    if (/^(?:subprojects|allprojects|configure\b.{1,200})\s*\{/.test(row)) isIn = true;
    const id = /\bapply\s*(?:\(\s*)?plugin\s*[:=]\s*["']([\w.-]{1,100})["']/.exec(row)?.[1];
    if (isIn && publishing(id === undefined ? row.trimEnd() : `id("${id}")`) !== undefined) return line;
  }
  return null;
}

interface NamedLine {
  readonly name: string;
  readonly line: number;
}

async function lineWith(
  files: ProjectFiles,
  file: string,
  nameIn: (row: string) => string | undefined,
): Promise<NamedLine | null> {
  for (const [row, line] of numberedLines((await files.text(file)) ?? '')) {
    const name = nameIn(row.trimEnd());
    if (name !== undefined) return { name, line };
  }
  return null;
}

/** Names that settings give to modules by their folders, and to the project at the top. */
async function moduleNames(files: ProjectFiles): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const file of ['settings.gradle', 'settings.gradle.kts'].flatMap((name) => manifestsNamed(files, name))) {
    for (const [row] of numberedLines((await files.text(file)) ?? '')) {
      const [, path, own, top] = NAMED.exec(row) ?? [];
      if (top !== undefined) names.set(folderOf(file), top);
      else if (own !== undefined) names.set(inFolder(folderOf(file), (path ?? '').replaceAll(':', '/')), own);
    }
  }
  return names;
}

const NAMED =
  /^\s{0,40}(?:project\s*\(\s*["']:([\w:.-]{1,200})["']\s*\)\.name\s*=\s*["']([\w.-]{1,100})["']|rootProject\.name\s*=\s*["']([\w.-]{1,100})["'])/;
