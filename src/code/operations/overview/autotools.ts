import { joinedLines, numberedLines } from '../../formats/lines.ts';
import type { EntryPoint } from '../../questions/overview.types.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { isBuiltAside } from './built-aside.ts';
import { type FactSheet, leadingManifest, manifestsNamed } from './fact-sheet.ts';

/** Scripts that make `configure`, by custom beside configure.ac. */
const MAKERS = ['autogen.sh', 'bootstrap.sh', 'bootstrap', 'buildconf'];
/** What `make check` runs. Source: GNU Automake manual, "Support for test suites". */
const TESTS = /^(?:TESTS[ \t]*\+?=|check-local[ \t]*:|check_PROGRAMS[ \t]*\+?=)/;

/** configure.ac and Makefile.am: how what they make is built, and tested where they name tests. */
export async function readAutotools(files: ProjectFiles, sheet: FactSheet): Promise<void> {
  const settings = ['configure.ac', 'configure.in'].flatMap((name) => manifestsNamed(files, name));
  for (const file of settings) sheet.manifests.push({ name: 'configure.ac', file, line: null });
  const makefiles = manifestsNamed(files, 'makefile.am');
  for (const file of makefiles) sheet.manifests.push({ name: 'Makefile.am', file, line: null });
  await addEntries(files, sheet, { makefiles, asked: await readSettings(files, settings) });
  const leading = leadingManifest(settings);
  if (leading === null) return;
  const directory = folderOf(leading);
  const at = { directory, basis: 'convention' } as const;
  const maker = MAKERS.find((name) => files.has(inFolder(directory, name)));
  const isMade = files.has(inFolder(directory, 'configure'));
  const first = isMade ? '' : maker === undefined ? 'autoreconf -i && ' : `sh ${maker} && `;
  const detail = isMade ? null : `${maker ?? 'autoreconf'} makes ./configure, which is not in the tree`;
  sheet.commands.push({
    kind: 'build',
    command: `${first}./configure && make`,
    file: leading,
    line: null,
    detail,
    ...at,
  });
  for (const file of makefiles) {
    const line = await firstTests(files, file);
    if (line === null) continue;
    sheet.commands.push({ kind: 'test', command: 'make check', file, line, detail: null, ...at });
    return;
  }
}

/** The conditions that hold on request alone, by all files of settings; that these look for libraries is told as a gap. */
async function readSettings(files: ProjectFiles, settings: readonly string[]): Promise<ReadonlySet<string>> {
  const asked = new Set<string>();
  for (const file of settings) {
    const text = ((await files.text(file)) ?? '').replace(/(?:^|[ \t])dnl\b.*$|^[ \t]*#.*$/gm, '');
    for (const condition of conditionsOnRequest(text)) asked.add(condition);
    if (SEEKS.test(text)) files.gap(`${file}: libraries that it looks for are not told`);
  }
  return asked;
}

/** Macros that look for libraries. Source: GNU Autoconf manual, "Library Files"; pkg-config, `pkg.m4`. */
const SEEKS = /^[^\n]*\b(?:AC_(?:CHECK_LIB|SEARCH_LIBS)|PKG_CHECK_(?:MODULES(?:_STATIC)?|EXISTS))\(/m;
const ON_REQUEST =
  /\bAM_CONDITIONAL\(\s*\[?(\w+)\]?\s*,\s*(?:\[\s*)?test\s+"?x?\$\{?((?:enable|with)_\w+)\}?"?\s*==?\s*"?x?yes"?\s*(?:\]\s*)?\)/g;

/**
 * Conditions of Makefiles that hold when somebody asks for them alone: those of an option that nothing else sets. Source: GNU
 * Autoconf manual, "Package Options"; GNU Automake manual, "Usage of Conditionals".
 */
function conditionsOnRequest(text: string): readonly string[] {
  const set = new Set([...text.matchAll(/\b((?:enable|with)_\w+)=/g)].map(([, option]) => option));
  return [...text.matchAll(ON_REQUEST)].flatMap(([, condition = '', option]) => (set.has(option) ? [] : [condition]));
}

async function addEntries(
  files: ProjectFiles,
  sheet: FactSheet,
  { makefiles, asked }: { readonly makefiles: readonly string[]; readonly asked: ReadonlySet<string> },
): Promise<void> {
  // Each once, whoever declares it: CMake may build the same.
  const known = new Set(sheet.entryPoints.map(({ kind, name }) => `${kind} ${name}`));
  for (const file of makefiles) {
    for (const { kind, name, line } of installedIn((await files.text(file)) ?? '', asked)) {
      if (known.has(`${kind} ${name}`)) continue;
      known.add(`${kind} ${name}`);
      sheet.entryPoints.push({ kind, name, file, line, target: null, isThere: null, basis: 'defined' });
    }
  }
}

async function firstTests(files: ProjectFiles, file: string): Promise<number | null> {
  for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
    if (TESTS.test(line)) return number;
  }
  return null;
}

/** What is installed for others to run or to link. Source: GNU Automake manual, "The Uniform Naming Scheme". */
const INSTALLED = /^(bin_PROGRAMS|sbin_PROGRAMS|lib_LTLIBRARIES|lib_LIBRARIES)[ \t]*\+?=[ \t]*([^#]*)/;
/** Conditions within each other that are looked at. */
const DEPTH_MAX = 50;

/**
 * Programs and libraries that a Makefile.am installs, by their names as written; those for tests alone, and those that are
 * only built when somebody asks for it, are none.
 */
function* installedIn(
  text: string,
  asked: ReadonlySet<string>,
): Generator<Pick<EntryPoint, 'kind' | 'name'> & { readonly line: number }> {
  const conditions: string[] = [];
  for (const [written, line] of joinedLines(text)) {
    enterLine(conditions, written);
    const [, variable, words = ''] = INSTALLED.exec(written) ?? [];
    if (variable === undefined || isBuiltAside(conditions) || conditions.some((one) => asked.has(one))) continue;
    const kind = variable.endsWith('PROGRAMS') ? 'bin' : 'library';
    for (const word of words.split(/\s+/)) {
      const name = kind === 'bin' ? word : word.replace(/\.l?a$/, '');
      // What a variable holds is not known.
      if (/^[\w.+-]+$/.test(name)) yield { kind, name, line };
    }
  }
}

/** Keeps the conditions that a line stands under, the outermost first. */
function enterLine(conditions: string[], line: string): void {
  const [, word, condition = ''] = /^(if|else|endif)\b[ \t]*(\S*)/.exec(line) ?? [];
  if (word === undefined) return;
  if (word !== 'if') conditions.pop();
  // What stands behind an `else` holds where the condition does not.
  if (word !== 'endif' && conditions.length < DEPTH_MAX) conditions.push(word === 'if' ? condition : '');
}
