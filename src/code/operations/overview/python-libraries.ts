import type { Pyproject } from '../../formats/pyproject.ts';
import { type TomlValue, tomlEntry, tomlHeader, tomlText } from '../../formats/toml.ts';
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
  if (built !== undefined) {
    const at = { file: path, line: built.line, target: built.text, isThere: null };
    sheet.entryPoints.push({ kind: 'library', name, ...at, basis: 'defined' });
    return;
  }
  // Poetry takes a folder of that name also without `__init__.py`. Source: Poetry, "The pyproject.toml file", `packages`.
  const folder = tomlHeader(toml, 'tool', 'poetry') === null ? undefined : poetryFolder(files, folderOf(path), module);
  if (folder === undefined) return;
  const at = { file: path, line: null, target: folder, isThere: null };
  sheet.entryPoints.push({ kind: 'library', name, ...at, basis: 'convention' });
}

function poetryFolder(files: ProjectFiles, around: string, module: string): string | undefined {
  return [module, `src/${module}`].find((folder) => hasPython(files, around, folder));
}

/**
 * What a wheel holds, as folders or as modules. Source: Hatch, "Build configuration", "File selection" and "Packages";
 * Poetry, "The pyproject.toml file", `packages`; setuptools, "Configuring setuptools using pyproject.toml files".
 */
const BUILT = [
  { table: ['tool', 'hatch', 'build', 'targets', 'wheel'], key: 'packages', isDotted: false },
  { table: ['tool', 'hatch', 'build', 'targets', 'wheel'], key: 'only-include', isDotted: false },
  { table: ['tool', 'hatch', 'build', 'targets', 'wheel'], key: 'include', isDotted: false },
  { table: ['tool', 'poetry'], key: 'packages', isDotted: false },
  { table: ['tool', 'setuptools'], key: 'packages', isDotted: true },
] as const;

function itemsOf(value: TomlValue | undefined): readonly { readonly text: string; readonly line: number }[] {
  if (value?.kind !== 'array') return [];
  return value.items.flatMap((item) => {
    const text = item.kind === 'table' ? includedBy(item.entries) : item.kind === 'string' ? item.text : null;
    return text === null ? [] : [{ text, line: item.line }];
  });
}

/** Poetry writes `{ include = "shop", from = "src" }`, where a package for one format or for tests has more to say. */
function includedBy(entries: ReadonlyMap<string, TomlValue>): string | null {
  const [include, from] = ['include', 'from'].map((key) => tomlText(entries.get(key)));
  if (!include || entries.has('format')) return null;
  return from ? `${from}/${include}` : include;
}

/** Whether a folder that is named without a pattern holds modules. */
function hasPython(files: ProjectFiles, around: string, written: string): boolean {
  const folder = written.replace(/^(?:\.?\/)+|\/+$/g, '');
  if (folder === '' || /[*?[\]!]/.test(folder)) return false;
  const start = `${inFolder(around, folder)}/`;
  return files.entries.some(({ path }) => path.startsWith(start) && path.endsWith('.py'));
}
