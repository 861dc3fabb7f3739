import { numberedLines } from '../../formats/lines.ts';
import { isNoPackage, isOfBuild, type Pyproject } from '../../formats/pyproject.ts';
import { type TomlEntry, type TomlValue, tomlEntry, tomlHeader, tomlText } from '../../formats/toml.ts';
import { LEX_RULES } from '../../lex/lex-rules.ts';
import { maskCode } from '../../lex/mask.ts';
import { structureOf } from '../../lex/structure.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, manifestsNamed } from './fact-sheet.ts';

/** The package that has the project's name, in the usual places, else the first that the build says it is made of. */
export function addPythonLibrary(
  files: ProjectFiles,
  sheet: FactSheet,
  path: string,
  { name, toml }: Pick<Pyproject, 'name' | 'toml'>,
): void {
  if (name === null || isApplication(files, path, toml) || addNamedPackage(files, sheet, path, name)) return;
  const module = moduleOf(name);
  const built = BUILT.flatMap(({ table, key, isDotted }) =>
    itemsOf(tomlEntry(toml, table, key)).map((item) => ({ ...item, isDotted })),
  ).find((item) => isPacked(files, folderOf(path), item));
  if (built !== undefined) {
    const at = { file: path, line: built.line, target: placeOf(path, built), isThere: null };
    sheet.entryPoints.push({ kind: 'library', name, ...at, basis: 'defined' });
    return;
  }
  // Poetry takes a folder of that name also without `__init__.py`. Source: Poetry, "The pyproject.toml file", `packages`.
  const folder = tomlHeader(toml, 'tool', 'poetry') === null ? undefined : poetryFolder(files, folderOf(path), module);
  if (folder === undefined) return;
  const at = { file: path, line: null, target: inFolder(folderOf(path), folder), isThere: null };
  sheet.entryPoints.push({ kind: 'library', name, ...at, basis: 'convention' });
}

/** Where a folder that a manifest names lies in the project; what setuptools names is a package. */
function placeOf(manifest: string, built: { readonly text: string; readonly isDotted: boolean }): string {
  return built.isDotted ? built.text : inFolder(folderOf(manifest), bareFolder(built.text));
}

/**
 * Whether a manifest says that its project is no package, or lies beside what starts a site of Django and names nothing that
 * would build one. Source: PEP 518.
 */
function isApplication(files: ProjectFiles, path: string, toml: Pyproject['toml']): boolean {
  const beside = (name: string): boolean => files.has(inFolder(folderOf(path), name));
  if (isNoPackage(toml, beside('uv.lock') && !beside('setup.py'))) return true;
  return beside('manage.py') && !toml.headers.some(({ table }) => isOfBuild(table)) && !beside('setup.py');
}

/** The package of a manifest's name in one of the usual places; whether there is one. */
function addNamedPackage(files: ProjectFiles, sheet: FactSheet, path: string, name: string): boolean {
  const module = moduleOf(name);
  const places = [`src/${module}/__init__.py`, `${module}/__init__.py`].map((place) => inFolder(folderOf(path), place));
  const file = places.find((place) => files.has(place));
  if (file === undefined) return false;
  const at = { file, line: null, target: null, isThere: null };
  sheet.entryPoints.push({ kind: 'library', name, ...at, basis: 'convention' });
  return true;
}

/** What a package is mostly imported as. */
function moduleOf(name: string): string {
  return name.toLowerCase().replace(/[-.]/g, '_');
}

/** Libraries by the names that setup.cfg and setup.py have in writing, where no pyproject.toml beside tells one. */
export async function addSetupLibraries(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  for (const manifest of ['setup.cfg', 'setup.py']) {
    for (const path of manifestsNamed(files, manifest)) {
      const name = nameInSetup(manifest, (await files.text(path)) ?? '');
      const isTold = sheet.entryPoints.some(({ kind, name: told }) => kind === 'library' && told === name);
      if (name !== null && !isTold) addNamedPackage(files, sheet, path, name);
    }
  }
}

/** Sources: setuptools, "Configuring setuptools using setup.cfg files", `metadata`; "Keywords", `name`. */
function nameInSetup(manifest: string, text: string): string | null {
  return manifest === 'setup.cfg' ? nameInCfg(text) : nameInCall(text);
}

function nameInCfg(text: string): string | null {
  let section = '';
  for (const [row] of numberedLines(text)) {
    section = /^\[([\w.-]{1,100})\]/.exec(row)?.[1] ?? section;
    const name = /^name[ \t]*[=:][ \t]*([\w.-]{1,100})[ \t]*$/.exec(row)?.[1];
    if (section === 'metadata' && name !== undefined) return name;
  }
  return null;
}

/** A name in quotes that is given to `setup` itself, and not to what that is given. */
function nameInCall(text: string): string | null {
  const mask = maskCode(text, LEX_RULES.python);
  const call = /^[ \t]*(?:setuptools\.)?setup\(/m.exec(mask);
  if (call === null) return null;
  const open = call.index + call[0].length - 1;
  const { around } = structureOf(mask, LEX_RULES.python);
  for (const { index, 0: keyword } of mask.slice(open).matchAll(/\bname[ \t]*=[ \t]*(?=["'])/g)) {
    if (around(open + index) !== open) continue;
    const at = open + index + keyword.length;
    return /^(["'])([\w.-]{1,100})\1/.exec(text.slice(at, at + 110))?.[2] ?? null;
  }
  return null;
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
  // Its packages lie in `src/` as well. Source: Flit, "The pyproject.toml config file", "Module section".
  { table: ['tool', 'flit', 'module'], key: 'name', isDotted: true },
] as const;

function itemsOf(entry: TomlEntry | null): readonly { readonly text: string; readonly line: number }[] {
  if (entry?.value.kind === 'string') return [{ text: entry.value.text, line: entry.line }];
  if (entry?.value.kind !== 'array') return [];
  return entry.value.items.flatMap((item) => {
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

/** Whether what a build is told to take is there, a package by its name also in `src/`. */
function isPacked(
  files: ProjectFiles,
  around: string,
  { text, isDotted }: { text: string; isDotted: boolean },
): boolean {
  if (!isDotted) return hasPython(files, around, text);
  const folder = text.replaceAll('.', '/');
  return [folder, `src/${folder}`].some((one) => hasPython(files, around, one));
}

/** Whether a folder that is named without a pattern holds modules. */
function hasPython(files: ProjectFiles, around: string, written: string): boolean {
  const folder = bareFolder(written);
  if (folder === '' || /[*?[\]!]/.test(folder)) return false;
  const start = `${inFolder(around, folder)}/`;
  return files.entries.some(({ path }) => path.startsWith(start) && path.endsWith('.py'));
}

/** A folder without what a manifest may write around it: `./src/`, `/src`. */
function bareFolder(written: string): string {
  return written.replace(/^(?:\.?\/)+|\/+$/g, '');
}
