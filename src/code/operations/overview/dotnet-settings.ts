import { packagesAmong, plainDescendants } from '../../formats/dotnet-project.ts';
import { descendants, readXmlFile, type XmlElement } from '../../formats/xml.ts';
import { nearest } from '../../imports/manifests.ts';
import { isVendored } from '../../source/borrowed.ts';
import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import type { FactSheet } from './fact-sheet.ts';
import { dotnetTestFramework } from './frameworks.ts';

/** Files of settings that are looked into, imports of one file, values that a property may have, and files that are read. */
const SETTINGS_MAX = 60;
const IMPORTS_MAX = 100;
const VALUES_MAX = 20;
const READ_MAX = 2_000;

/** Files of a project by their paths, read. */
type Roots = ReadonlyMap<string, XmlElement>;

/**
 * Writes down what the tests run with that projects do not ask for themselves, but by a file of settings that they read: the
 * `Directory.Build.props` and `.targets` nearest upwards, and what these and the projects import. Source: MSBuild,
 * "Customize the build by folder", "Import element".
 */
export async function addSharedTesters(
  files: ProjectFiles,
  sheet: FactSheet,
  projects: readonly string[],
): Promise<void> {
  const paths = files.entries.map(({ path }) => path).filter((path) => /\.(?:props|targets)$/i.test(path));
  const settings = await readRoots(files, paths.filter((path) => !isVendored(path)).slice(0, SETTINGS_MAX));
  const told = [...settings].flatMap(([file, root]) => testersOf(file, root));
  if (told.length === 0) return;
  const read = readBy(await readRoots(files, projects), settings);
  sheet.frameworks.push(...told.filter(({ file }) => read.has(file)));
}

async function readRoots(files: ProjectFiles, paths: readonly string[]): Promise<Roots> {
  const roots = new Map<string, XmlElement>();
  for (const path of paths) {
    const root = readXmlFile((await files.text(path)) ?? '');
    if (typeof root !== 'string') roots.set(path, root);
  }
  return roots;
}

/** Frameworks of tests whose packages a file asks for, whatever is built. */
function testersOf(file: string, root: XmlElement): FactSheet['frameworks'] {
  return packagesAmong(plainDescendants(root, 'PackageReference')).flatMap(({ name, line }) => {
    const framework = dotnetTestFramework(name);
    return framework === null ? [] : [{ name: framework, file, line }];
  });
}

/** Files that projects read: themselves, the nearest settings by their names, and what all of these import. */
function readBy(projects: Roots, settings: Roots): ReadonlySet<string> {
  const all = new Map([...projects, ...settings]);
  const values = valuesOf([...all.values()]);
  const byName = BY_FOLDER.map(
    (name) => new Map([...settings.keys()].flatMap((path) => (isCalled(path, name) ? [[folderOf(path), path]] : []))),
  );
  const read = new Set(
    [...projects.keys()].flatMap((path) => [path, ...byName.flatMap((one) => nearest(one, path) ?? [])]),
  );
  // A set that grows goes on to what is added.
  for (const file of read) {
    const imported = importsOf(file, all.get(file), values).filter((path) => all.has(path));
    for (const path of imported) if (read.size < READ_MAX) read.add(path);
  }
  return read;
}

const BY_FOLDER = ['directory.build.props', 'directory.build.targets'];

function isCalled(path: string, name: string): boolean {
  return nameOf(path).toLowerCase() === name;
}

/** What the files write for a property, by its name. */
type Values = ReadonlyMap<string, readonly string[]>;

function valuesOf(roots: readonly XmlElement[]): Values {
  const properties = roots.flatMap((root) => descendants(root, 'PropertyGroup')).flatMap(({ children }) => children);
  return new Map(
    [...Map.groupBy(properties, ({ name }) => name)].map(([name, all]) => [
      name,
      [...new Set(all.map(({ text }) => text.trim()).filter((text) => /^[\w.-]+$/.test(text)))].slice(0, VALUES_MAX),
    ]),
  );
}

/** Paths that a file imports, each with what the files write for a property in it. */
function importsOf(file: string, root: XmlElement | undefined, values: Values): readonly string[] {
  const imports = root === undefined ? [] : descendants(root, 'Import').slice(0, IMPORTS_MAX);
  return imports.flatMap(({ attributes }) => {
    const path = (attributes.get('Project') ?? '').replace(/^\$\(MSBuildThisFileDirectory\)/, '').replaceAll('\\', '/');
    const property = /\$\(([A-Za-z_]\w*)\)/.exec(path);
    const written =
      property === null
        ? [path]
        : (values.get(property[1] ?? '') ?? []).map((value) => path.replace(property[0], () => value));
    return written.flatMap((one) => (/[$*?@%]/.test(one) ? [] : (resolveTarget(folderOf(file), one) ?? [])));
  });
}
