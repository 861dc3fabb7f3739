import { type CMakeCommand, readCMake } from '../../formats/cmake.ts';
import { type ProjectFiles, resolveTarget, shortLine } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { type FactSheet, manifestsNamed } from './fact-sheet.ts';

/** Names that a detail lists. */
const NAMES_MAX = 8;

/** CMakeLists.txt: how CMake builds and tests, with the options and tests that the file declares, and its targets. */
export async function readCmake(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const all = manifestsNamed(files, 'cmakelists.txt');
  const [leading] = all;
  if (leading === undefined) return;
  sheet.manifests.push({ name: 'CMakeLists.txt', file: leading, line: null });
  const top = readCMake((await files.text(leading)) ?? '');
  addCommands(sheet, leading, top);
  const project = top.find(({ name }) => name === 'project')?.words[0] ?? '';
  for (const file of all) {
    const commands = file === leading ? top : readCMake((await files.text(file)) ?? '');
    addTargets(files, sheet, { file, commands, project });
  }
}

function addCommands(sheet: FactSheet, file: string, commands: readonly CMakeCommand[]): void {
  const at = { directory: folderOf(file), file, basis: 'convention' } as const;
  const options = commands.filter(({ name, within }) => name === 'option' && within === null);
  const defaults = new Map(options.map(({ words: [name = '', , value = 'OFF'] }) => [name, value]));
  const listed = [...defaults].map(([name, value]) => `${name}=${value}`);
  const detail = listed.length === 0 ? null : shortLine(`options with their defaults: ${listOf(listed)}`);
  sheet.commands.push({ kind: 'build', command: 'cmake -B build && cmake --build build', line: null, detail, ...at });
  const testing = commands.find(
    ({ name, words }) => name === 'enable_testing' || (name === 'include' && words[0] === 'CTest'),
  );
  if (testing === undefined) return;
  // Of what is not set otherwise the defaults hold.
  const needs = testing.conditions.map((name) => (defaults.has(name) ? `${name}=${defaults.get(name)}` : name));
  const condition = needs.length === 0 ? [] : [`if ${needs.join(' and ')}`];
  const tests = testNames(commands);
  const names = tests.length === 0 ? [] : [`tests: ${listOf(tests)}`];
  const said = [...condition, ...names].join('; ');
  sheet.commands.push({
    kind: 'test',
    command: 'ctest --test-dir build',
    line: testing.line,
    detail: said === '' ? null : shortLine(said),
    ...at,
  });
}

/** Names of `add_test`, and what functions are called with that call it. */
function testNames(commands: readonly CMakeCommand[]): readonly string[] {
  const adding = new Set(
    commands.flatMap(({ name, within }) => (name === 'add_test' && within !== null ? [within] : [])),
  );
  const names = commands.flatMap(({ name, words, within }) => {
    if (within !== null) return [];
    if (adding.has(name)) return words.slice(0, 1);
    return name === 'add_test' ? [words[0] === 'NAME' ? (words[1] ?? '') : (words[0] ?? '')] : [];
  });
  return [...new Set(names.filter((name) => name !== '' && !name.includes('$')))];
}

function listOf(names: readonly string[]): string {
  const rest = names.length - NAMES_MAX;
  return rest > 0 ? `${names.slice(0, NAMES_MAX).join(', ')} and ${rest} more` : names.join(', ');
}

interface CMakeFile {
  readonly file: string;
  readonly commands: readonly CMakeCommand[];
  /** Name of the project at the top. */
  readonly project: string;
}

/** Kinds of libraries that are no target of their own, or are never given out. */
const NO_LIBRARY = /^(?:IMPORTED|ALIAS|OBJECT)$/;

/** Programs and libraries by their names; those that tests run, or that are only built for tests, are none of them. */
function addTargets(files: ProjectFiles, sheet: FactSheet, { file, commands, project }: CMakeFile): void {
  const tested = new Set(commands.filter(({ name }) => name === 'add_test').flatMap(({ words }) => words));
  for (const { name, words, line, conditions, within } of commands) {
    const kind = ({ add_executable: 'bin', add_library: 'library' } as const)[name];
    const named = (words[0] ?? '').replace(/\$\{(?:CMAKE_)?PROJECT_NAME\}/g, project);
    if (kind === undefined || within !== null || !/^[\w.+-]+$/.test(named) || tested.has(named)) continue;
    if (words.slice(1, 3).some((word) => NO_LIBRARY.test(word)) || conditions.some((one) => ASIDE.test(one))) continue;
    const target = kind === 'bin' ? sourceIn(files, file, words.slice(1)) : null;
    sheet.entryPoints.push({
      kind,
      name: named,
      file,
      line,
      target,
      isThere: target === null ? null : true,
      basis: 'defined',
    });
  }
}

/** A condition by whose name something is built for tests, examples or measuring alone. */
const ASIDE = /(?:TESTS?|TESTING|EXAMPLES?|SAMPLES?|BENCH(?:MARKS?)?|FUZZ(?:ING|ERS?)?)\b/i;

/** The one source that a program is made of, or the one that is called `main`. */
function sourceIn(files: ProjectFiles, file: string, words: readonly string[]): string | null {
  const sources = words.flatMap((word) => {
    const path = resolveTarget(folderOf(file), word);
    return path !== null && /\.(?:c|cc|cpp|cxx|m|mm)$/.test(path) && files.has(path) ? [path] : [];
  });
  const main = sources.find((path) => /(?:^|\/)main\.\w+$/.test(path));
  return main ?? (sources.length === 1 ? (sources[0] ?? null) : null);
}
