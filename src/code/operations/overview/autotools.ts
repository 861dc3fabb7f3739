import { numberedLines } from '../../formats/lines.ts';
import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
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

async function firstTests(files: ProjectFiles, file: string): Promise<number | null> {
  for (const [line, number] of numberedLines((await files.text(file)) ?? '')) {
    if (TESTS.test(line)) return number;
  }
  return null;
}
