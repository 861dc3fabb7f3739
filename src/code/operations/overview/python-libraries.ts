import type { Pyproject } from '../../formats/pyproject.ts';
import { type TomlValue, tomlEntry } from '../../formats/toml.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { FactSheet } from './fact-sheet.ts';

/** The package that has the project's name, in the usual places, else the first that the build says it is made of. */
export function addPythonLibrary(
  files: ProjectFiles,
  sheet: FactSheet,
  path: string,
  { name, toml }: Pick<Pyproject, 'name' | 'toml'>,
): void {
  if (name === null) return;
  const module = name.toLowerCase().replace(/[-.]/g, '_');
  const places = [`src/${module}/__init__.py`, `${module}/__init__.py`].map((place) => inFolder(folderOf(path), place));
  const file = places.find((place) => files.has(place));
  if (file !== undefined) {
    const at = { file, line: null, target: null, isThere: null };
    sheet.entryPoints.push({ kind: 'library', name, ...at, basis: 'convention' });
    return;
  }
  const built = BUILT.flatMap(({ table, key, isDotted }) =>
    itemsOf(tomlEntry(toml, table, key)?.value).map((item) => ({ ...item, isDotted })),
  ).find(({ text, isDotted }) => hasPython(files, folderOf(path), isDotted ? text.replaceAll('.', '/') : text));
  if (built === undefined) return;
  const at = { file: path, line: built.line, target: built.text, isThere: null };
  sheet.entryPoints.push({ kind: 'library', name, ...at, basis: 'defined' });
}

/**
 * What a wheel holds, as folders or as modules. Source: Hatch, "Build configuration", "File selection" and "Packages";
 * setuptools, "Configuring setuptools using pyproject.toml files".
 */
const BUILT = [
  { table: ['tool', 'hatch', 'build', 'targets', 'wheel'], key: 'packages', isDotted: false },
  { table: ['tool', 'hatch', 'build', 'targets', 'wheel'], key: 'only-include', isDotted: false },
  { table: ['tool', 'hatch', 'build', 'targets', 'wheel'], key: 'include', isDotted: false },
  { table: ['tool', 'setuptools'], key: 'packages', isDotted: true },
] as const;

function itemsOf(value: TomlValue | undefined): readonly { readonly text: string; readonly line: number }[] {
  if (value?.kind !== 'array') return [];
  return value.items.flatMap((item) => (item.kind === 'string' ? [{ text: item.text, line: item.line }] : []));
}

/** Whether a folder that is named without a pattern holds modules. */
function hasPython(files: ProjectFiles, around: string, written: string): boolean {
  const folder = written.replace(/^(?:\.?\/)+|\/+$/g, '');
  if (folder === '' || /[*?[\]!]/.test(folder)) return false;
  const start = `${inFolder(around, folder)}/`;
  return files.entries.some(({ path }) => path.startsWith(start) && path.endsWith('.py'));
}
