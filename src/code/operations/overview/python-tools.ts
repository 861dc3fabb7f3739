import { numberedLines } from '../../formats/lines.ts';
import { type Toml, tomlEntry } from '../../formats/toml.ts';
import type { CommandFact, Evidence } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { depthOf, folderOf, nameOf } from '../../text/paths.ts';
import { type FactSheet, manifestsNamed } from './fact-sheet.ts';

const MYPY = ['tool', 'mypy'];

/**
 * Tools that the file configures: that they are used is said there, how they are called is their own convention. Where
 * hooks format by another tool, black's settings are for others, such as what formats code in documents.
 */
export function addTools(
  sheet: FactSheet,
  { path, toml, hooks }: { readonly path: string; readonly toml: Toml; readonly hooks: ReadonlySet<string> | null },
): void {
  const isBlackIdle = hooks?.has('ruff-format') === true && !hooks.has('black');
  // What it checks may stand in its settings, which folders behind the command would take away.
  const hasFiles = ['files', 'packages', 'modules'].some((key) => tomlEntry(toml, MYPY, key) !== null);
  const tools: readonly (readonly [CommandFact['kind'], string, readonly string[]])[] = [
    ['test', 'pytest', ['tool', 'pytest']],
    ['lint', 'ruff check .', ['tool', 'ruff']],
    ['lint', hasFiles ? 'mypy' : 'mypy .', MYPY],
    ['format', 'black .', ['tool', 'black']],
    ['format', 'isort .', ['tool', 'isort']],
  ];
  for (const [kind, command, table] of tools) {
    const header = headerWithin(toml, table);
    if (header === null || (command === 'black .' && isBlackIdle)) continue;
    sheet.commands.push({
      kind,
      command,
      directory: folderOf(path),
      file: path,
      line: header.line,
      basis: 'convention',
      detail: `configured in [${header.table.join('.')}]`,
    });
  }
}

/** The first header of a tool, be it of one part of its settings. */
function headerWithin(toml: Toml, table: readonly string[]): Toml['headers'][number] | null {
  return toml.headers.find((header) => table.every((name, i) => header.table[i] === name)) ?? null;
}

/** Files of settings that pytest looks for, in its order, with the section that makes those of others its own. */
const PYTEST: readonly (readonly [file: string, section: RegExp | null])[] = [
  ['pytest.ini', null],
  ['.pytest.ini', null],
  ['tox.ini', /^\[pytest\]/],
  ['setup.cfg', /^\[tool:pytest\]/],
];

/**
 * Settings of pytest beside pyproject.toml: at the top, else in the folders nearest to it that have some. Source: pytest,
 * "Configuration", "Configuration file formats".
 */
export async function readPytestSettings(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  if (sheet.commands.some(({ command }) => command === 'pytest')) return;
  const below = PYTEST.flatMap(([name]) => manifestsNamed(files, name)).map(folderOf);
  const folders = new Set([topOf(files), ...below.toSorted((a, b) => depthIn(a) - depthIn(b))]);
  let depth = Number.POSITIVE_INFINITY;
  for (const folder of folders) {
    const found = depthIn(folder) > depth ? null : await settingsIn(files, folder);
    if (found === null) continue;
    depth = depthIn(folder);
    sheet.commands.push({
      ...{ kind: 'test', command: 'pytest', directory: folder, ...found },
      ...{ detail: null, basis: 'convention' },
    });
  }
}

/** Where pytest finds its settings in a folder; null where there are none. */
async function settingsIn(files: ProjectFiles, folder: string): Promise<Evidence | null> {
  for (const [name, section] of PYTEST) {
    const file = inFolder(folder, name);
    const text = files.has(file) ? await files.text(file) : null;
    const line = section === null || text === null ? null : lineWith(text, section);
    if (text !== null && (section === null || line !== null)) return { file, line };
  }
  return null;
}

function topOf({ base }: Pick<ProjectFiles, 'base'>): string {
  return base.replace(/\/$/, '');
}

/** The depth of what lies in a folder. */
function depthIn(folder: string): number {
  return depthOf(inFolder(folder, 'a'));
}

/** Files of Python that may say how its tests are run. */
const OF_PYTHON = /(?:^|\/)(?:[\w.-]+\.(?:toml|py|cfg|ini))$/;

/**
 * pytest where the project asks for it at the top, else in the packages nearest to it, and nothing of Python says for the
 * folder how tests are run. Lists of requirements may lie in folders of their own, and are for the top alone.
 */
export function addAskedPytest(files: ProjectFiles, sheet: FactSheet): void {
  const top = topOf(files);
  const asks = sheet.dependencies
    .filter(({ ecosystem, name }) => ecosystem === 'pypi' && name === 'pytest')
    .filter(({ file }) => folderOf(file) === top || nameOf(file) === 'pyproject.toml')
    .toSorted((a, b) => depthOf(a.file) - depthOf(b.file));
  const nearest = asks.filter(({ file }) => depthOf(file) === depthOf(asks[0]?.file ?? ''));
  const told = sheet.commands.filter(({ kind, file }) => kind === 'test' && OF_PYTHON.test(file));
  for (const [directory, [asked]] of Map.groupBy(nearest, ({ file }) => folderOf(file))) {
    if (asked === undefined || told.some((one) => asked.file.startsWith(inFolder(one.directory, '')))) continue;
    const at = { directory, file: asked.file, line: asked.line, detail: 'asked for' };
    sheet.commands.push({ kind: 'test', command: 'pytest', ...at, basis: 'convention' });
  }
}

function lineWith(text: string, pattern: RegExp): number | null {
  for (const [row, line] of numberedLines(text)) if (pattern.test(row)) return line;
  return null;
}
