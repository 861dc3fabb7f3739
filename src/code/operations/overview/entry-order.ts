import { compareTexts } from '../../../base/compare-texts.ts';
import type { EntryPoint } from '../../questions/overview.types.ts';
import { inFolder } from '../../source/project-files.ts';
import { depthOf, folderOf, nameOf } from '../../text/paths.ts';
import type { FactSheet } from './fact-sheet.ts';
import { bootSources } from './mains.ts';

const KINDS: readonly EntryPoint['kind'][] = ['bin', 'main', 'library', 'container'];

/**
 * Entry points in the order of a reader: what bears the name of the repository, then what is published, then what serves
 * the project alone; among these those of the package nearest to the top first; there programs go before libraries, what
 * others of the project use before the rest, and short names before long ones, as `vue` before `@vue/runtime-test`.
 * Containers come last. A program that a manifest declares with its file or folder is not told again by its main, and what
 * is called like one in a library is none.
 */
export function rankEntries(
  declared: readonly EntryPoint[],
  found: readonly EntryPoint[],
  builds: FactSheet['builds'] = [],
): readonly EntryPoint[] {
  const isOfLibrary = makeOfLibrary(builds);
  const mains = found.filter((main) => !isOfLibrary(main));
  const isContainer = ({ kind }: EntryPoint): number => (kind === 'container' ? 1 : 0);
  const isTold = makeTold(declared);
  const homeDepth = makeHomeDepth(declared);
  const programs = bootSources(mains);
  const isProgram = ({ kind, target }: EntryPoint): boolean => kind === 'library' && programs.has(target ?? '');
  const begun = declared.filter((entry) => !isProgram(entry)).map((entry) => withStart(entry, mains));
  return [...begun, ...mains.filter((main) => !isTold(main))]
    .filter((entry) => !isOfTests(entry))
    .sort(
      (a, b) =>
        isContainer(a) - isContainer(b) ||
        standingOf(a) - standingOf(b) ||
        homeDepth(a) - homeDepth(b) ||
        Number(isAtTop(b)) - Number(isAtTop(a)) ||
        KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) ||
        (b.dependents ?? 0) - (a.dependents ?? 0) ||
        a.name.length - b.name.length ||
        compareTexts(a.name, b.name) ||
        compareTexts(a.target ?? a.file, b.target ?? b.file),
    );
}

/** Whether what a manifest declares leads to a file, or to the folder of a program that holds it. */
function makeTold(declared: readonly EntryPoint[]): (main: EntryPoint) => boolean {
  const targets = new Set(declared.map(({ target }) => target));
  const folders = new Set(
    declared.flatMap(({ kind, target }) => (kind === 'bin' && target?.endsWith('/') ? [target.slice(0, -1)] : [])),
  );
  return ({ file }) => {
    if (targets.has(file)) return true;
    let folder = folders.size === 0 ? '' : folderOf(file);
    while (folder !== '' && !folders.has(folder)) folder = folderOf(folder);
    return folder !== '';
  };
}

/** Whether a main of C# lies in a project of which a library is made, by the nearest folder upwards that has one. */
function makeOfLibrary(builds: FactSheet['builds']): (main: EntryPoint) => boolean {
  const byFolder = Map.groupBy(builds, ({ folder }) => folder);
  return ({ file }) => {
    if (!file.endsWith('.cs')) return false;
    let folder = folderOf(file);
    while (folder !== '' && !byFolder.has(folder)) folder = folderOf(folder);
    return byFolder.get(folder)?.every(({ isLibrary }) => isLibrary) === true;
  };
}

/** A program by its folder begins in the file below it that has a main, unless several have one. */
function withStart(entry: EntryPoint, mains: readonly EntryPoint[]): EntryPoint {
  const { kind, target, startsIn } = entry;
  if (kind !== 'bin' || target?.endsWith('/') !== true || startsIn !== undefined) return entry;
  const [main, other] = mains.filter(({ file }) => file.startsWith(target));
  return main === undefined || other !== undefined ? entry : { ...entry, startsIn: main.file };
}

function standingOf({ standing }: EntryPoint): number {
  if (standing === undefined) return 1;
  return standing === 'main' ? 0 : 2;
}

/** What tools for tests hold beside their sources is what they test with: packages and images of their own. */
const WITHIN_TOOLS =
  /(?:^|\/)(?:[\w-]*[-_])?tests?[-_](?:utils?|kit|helpers?|support|tools?)\/(?!(?:src|lib|bin|cmd|dist|packages|crates)\/)[^/]+\//;

/** A package of tests beside the others, as `tests-integration/` and `maven-tests/`; tools for tests, as `test-utils/`, are none. */
function isOfTests({ file }: EntryPoint): boolean {
  if (WITHIN_TOOLS.test(file)) return true;
  return /(?:^|\/)(?:e2e|fuzz|(?:integration|stress|smoke)-tests?|(?:[a-z]+-){1,4}tests|tests?[-_](?!(?:utils?|kit|helpers?|support|tools?|renderer|runner|lib)\b)[\w-]+)\//.test(
    file,
  );
}

/** Whether a manifest at the top declares it, with where it is: packages below its sources (`src/a/`) are as near as that. */
function isAtTop({ file, line, target }: EntryPoint): boolean {
  return line !== null && target !== null && depthOf(file) === 0;
}

/** Folders above the package: those by which a layout sorts its sources do not make a program a lesser one. */
function makeHomeDepth(declared: readonly EntryPoint[]): (entry: EntryPoint) => number {
  // A package of Python is a folder beside its manifest; what runs it lies in that.
  const packages = new Set(declared.map(({ file }) => file).filter((file) => nameOf(file) === '__init__.py'));
  const isOfPackage = (file: string): boolean =>
    packages.has(file) || (nameOf(file) === '__main__.py' && packages.has(inFolder(folderOf(file), '__init__.py')));
  return ({ file, line, target }) => {
    const place = line === null || target === null ? file : inFolder(folderOf(file), 'x');
    const home = isOfPackage(place) ? inFolder(folderOf(folderOf(place)), 'x') : place;
    return depthOf(home.replace(/(?:^|\/)(?:src|bin|cmd|lib)\/.*$/, '/x').replace(/^\//, ''));
  };
}
