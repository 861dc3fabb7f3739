import { type CMakeCommand, readCMake } from '../../formats/cmake.ts';
import { isAmongDocuments } from '../../source/path-role.ts';
import { type ProjectFiles, resolveTarget, shortLine } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { isBuiltAside } from './built-aside.ts';
import { addSought } from './cmake-packages.ts';
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
  const own = new Map(['PROJECT_NAME', 'CMAKE_PROJECT_NAME'].map((name) => [name, project]));
  for (const file of all) {
    const commands = file === leading ? top : readCMake((await files.text(file)) ?? '');
    const values = new Map([...valuesIn(file === leading ? top : [...top, ...commands]), ...own]);
    if (file === leading || !isAmongDocuments(file.slice(files.base.length)))
      addTargets(files, sheet, { file, commands, values });
    addSought(files, sheet, { file, commands });
  }
}

/** Commands that give the variable of their first word a value, or take it away. */
const SETTING: ReadonlySet<string> = new Set(['set', 'unset', 'option', 'foreach']);

/** Variables that are set once, to one word, whatever the conditions: a folder has those of the folders above it. */
function valuesIn(commands: readonly CMakeCommand[]): ReadonlyMap<string, string> {
  const settings = commands.filter(({ name }) => SETTING.has(name));
  const byName = Map.groupBy(settings, ({ words }) => words[0] ?? '');
  const values = new Map<string, string>();
  for (const [variable, [first, ...others]] of byName) {
    const isPlain = first?.name === 'set' && first.conditions.length === 0 && first.within === null;
    if (isPlain && first.words.length === 2 && others.length === 0) values.set(variable, first.words[1] ?? '');
  }
  return values;
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
  /** Values of variables. */
  readonly values: ReadonlyMap<string, string>;
}

/** What is no target of its own. */
const NO_TARGET = /^(?:IMPORTED|ALIAS)$/;
/** Libraries that are never given out, or only built when something else asks for them. */
const NO_LIBRARY = /^(?:IMPORTED|ALIAS|OBJECT|EXCLUDE_FROM_ALL)$/;

/** Programs and libraries by their names; those that tests run, or that are only built for tests, are none of them. */
function addTargets(files: ProjectFiles, sheet: FactSheet, { file, commands, values }: CMakeFile): void {
  const tested = new Set(commands.filter(({ name }) => name === 'add_test').flatMap(({ words }) => words));
  for (const { name, words, line, conditions, within } of commands) {
    const kind = ({ add_executable: 'bin', add_library: 'library' } as const)[name];
    const named = filled(filled(words[0] ?? '', values), values);
    if (kind === undefined || within !== null || !/^[\w.+-]+$/.test(named) || tested.has(named)) continue;
    if (isNone({ file, commands, values }, kind, words) || isBuiltAside(conditions)) continue;
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

/** Whether a target is none of its own, or is no library for others. */
function isNone(file: CMakeFile, kind: 'bin' | 'library', words: CMakeCommand['words']): boolean {
  const none = kind === 'bin' ? NO_TARGET : NO_LIBRARY;
  if (words.slice(1, 4).some((word) => none.test(word))) return true;
  return words[1] === 'INTERFACE' && !gives(file, words[0] ?? '');
}

/** Commands that give a library without sources something to be used by others. */
const GIVING: ReadonlySet<string> = new Set(['target_include_directories', 'target_sources', 'target_link_libraries']);

/** Commands by which a library is installed, be it by a list of them. */
const LISTING: ReadonlySet<string> = new Set(['install', 'set', 'list', 'foreach']);

/** Properties by which it gives the same. */
const GIVEN = /^INTERFACE_(?:INCLUDE_DIRECTORIES|SOURCES|LINK_LIBRARIES)$/;

/** Whether a library without sources is more than settings for the compiler: headers, other libraries, or installed as one. */
function gives({ commands, values }: CMakeFile, library: string): boolean {
  const named = filled(filled(library, values), values);
  const isIt = (word = ''): boolean =>
    word === library || word === named || (word.includes('$') && filled(filled(word, values), values) === named);
  return commands.some(({ name, words }) => {
    if (GIVING.has(name)) return isIt(words[0]);
    if (name === 'set_target_properties') return words.some((word) => GIVEN.test(word)) && words.some(isIt);
    if (name === 'add_library') return words[1] === 'ALIAS' ? isIt(words[2]) : isIt(words[0]) && words.length > 2;
    // A variable that only holds its name lists nothing.
    const isItsName = name === 'set' && library === `\${${words[0]}}`;
    return LISTING.has(name) && !isItsName && words.some(isIt);
  });
}

/** With the values of the variables in it, which may name others: `set(TARGET ${PROJECT_NAME})`. */
function filled(word: string, values: ReadonlyMap<string, string>): string {
  return word.replace(/\$\{(\w{1,100})\}/g, (whole, variable) => values.get(variable) ?? whole);
}

/** The one source that a program is made of, or the one that is called `main`. */
function sourceIn(files: ProjectFiles, file: string, words: readonly string[]): string | null {
  const sources = words.flatMap((word) => {
    const path = resolveTarget(folderOf(file), word);
    return path !== null && /\.(?:c|cc|cpp|cxx|m|mm)$/.test(path) && files.has(path) ? [path] : [];
  });
  const main = sources.find((path) => /(?:^|\/)main\.\w+$/.test(path));
  return main ?? (sources.length === 1 ? (sources[0] ?? null) : null);
}
