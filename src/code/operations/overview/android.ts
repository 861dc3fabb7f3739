import { descendants, readXmlFile, type XmlElement } from '../../formats/xml.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { type Ecosystem, type FactSheet, manifestsNamed } from './fact-sheet.ts';

const MAIN_SOURCES = /(?:^|\/)src\/main\/AndroidManifest\.xml$/;
const LAUNCHER = 'android.intent.category.LAUNCHER';

/** What Android's launcher starts of each module. Source: Android, "App manifest", `<activity>`, `<activity-alias>`. */
export const readAndroid: Ecosystem = async (files, sheet) => {
  for (const file of manifestsNamed(files, 'androidmanifest.xml')) {
    const text = MAIN_SOURCES.test(file) ? await files.text(file) : null;
    const root = text?.includes(LAUNCHER) === true ? readXmlFile(text) : null;
    if (root === null || typeof root === 'string') continue;
    const activities = ['activity', 'activity-alias'].flatMap((name) => descendants(root, name));
    for (const activity of activities.filter(isLaunched)) addActivity(files, sheet, file, activity);
  }
};

function isLaunched(activity: XmlElement): boolean {
  const filters = activity.children.filter(({ name }) => name === 'intent-filter');
  return filters.some((filter) =>
    filter.children.some(({ name, attributes }) => name === 'category' && attributes.get('android:name') === LAUNCHER),
  );
}

/** An activity is told once, whatever aliases it has. */
function addActivity(files: ProjectFiles, sheet: FactSheet, file: string, { attributes, line }: XmlElement): void {
  const written = attributes.get('android:targetActivity') ?? attributes.get('android:name') ?? '';
  const type = /(?:^|\.)([A-Za-z_]\w{0,100})$/.exec(written)?.[1];
  if (type === undefined) return;
  const name = `${type} (Android)`;
  if (sheet.entryPoints.some((entry) => entry.file === file && entry.name === name)) return;
  const target = sourceOf(files, folderOf(file), written);
  sheet.entryPoints.push({
    kind: 'main',
    name,
    file,
    line,
    target,
    isThere: target === null ? null : true,
    basis: 'defined',
  });
}

/** The file of a class among the sources beside a manifest; null where none or several are called so. */
function sourceOf({ entries }: ProjectFiles, folder: string, written: string): string | null {
  const below = inFolder(folder, '');
  const path = written.replace(/^\./, '').replaceAll('.', '/');
  const named = entries.flatMap((one) => (isClass(one.path, below, nameOf(path)) ? [one.path] : []));
  const exact = named.filter((one) => one.replace(/\.\w+$/, '').endsWith(`/${path}`));
  const [found, other] = exact.length > 0 ? exact : named.filter((one) => isShortened(one.slice(below.length), path));
  return other === undefined ? (found ?? null) : null;
}

/**
 * Whether a file lies where Kotlin leaves out of the folders what all packages have in common: `kotlin/ui/Main.kt` for
 * `com/acme/ui/Main`. Source: Kotlin, "Coding conventions", "Directory structure".
 */
function isShortened(file: string, path: string): boolean {
  const inSources = /^(?:kotlin|java)\/(.+)\.kt$/.exec(file)?.[1];
  return inSources !== undefined && path.endsWith(`/${inSources}`);
}

function isClass(path: string, below: string, type: string): boolean {
  return path.startsWith(below) && (path.endsWith(`/${type}.kt`) || path.endsWith(`/${type}.java`));
}
