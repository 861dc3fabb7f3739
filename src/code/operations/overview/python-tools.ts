import { numberedLines } from '../../formats/lines.ts';
import { type Toml, tomlEntry } from '../../formats/toml.ts';
import type { CommandFact } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { FactSheet } from './fact-sheet.ts';

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

/** Settings of pytest beside pyproject.toml. Source: pytest, "Configuration", "Configuration file formats". */
export async function readPytestSettings(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  if (sheet.commands.some(({ command }) => command === 'pytest')) return;
  const base = files.base.replace(/\/$/, '');
  for (const [name, section] of PYTEST) {
    const file = inFolder(base, name);
    const text = files.has(file) ? await files.text(file) : null;
    if (text === null) continue;
    const line = section === null ? null : lineWith(text, section);
    if (section !== null && line === null) continue;
    const at = { directory: base, file, line, detail: null };
    sheet.commands.push({ kind: 'test', command: 'pytest', ...at, basis: 'convention' });
    return;
  }
}

/** Files of Python that may say how its tests are run. */
const OF_PYTHON = /(?:^|\/)(?:[\w.-]+\.(?:toml|py|cfg|ini))$/;

/** pytest where the project asks for it at the top, and nothing of Python says how tests are run. */
export function addAskedPytest({ base }: ProjectFiles, sheet: FactSheet): void {
  const folder = base.replace(/\/$/, '');
  const asked = sheet.dependencies.find(
    ({ ecosystem, name, file }) => ecosystem === 'pypi' && name === 'pytest' && folderOf(file) === folder,
  );
  if (asked === undefined) return;
  if (
    sheet.commands.some(({ kind, file, directory }) => kind === 'test' && directory === folder && OF_PYTHON.test(file))
  )
    return;
  const at = { directory: folder, file: asked.file, line: asked.line, detail: 'asked for' };
  sheet.commands.push({ kind: 'test', command: 'pytest', ...at, basis: 'convention' });
}

function lineWith(text: string, pattern: RegExp): number | null {
  for (const [row, line] of numberedLines(text)) if (pattern.test(row)) return line;
  return null;
}
