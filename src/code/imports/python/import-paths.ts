import { roleOfPath } from '../../source/path-role.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';

/** Whether code of a file may take a package from a folder that is neither its own nor one that is always on its path. */
export type MayImportFrom = (file: string, folder: string) => boolean;

/** What tells of paths. */
export interface PathEvidence {
  readonly project: ProjectFiles;
  /** Folders that an installed package is taken from. */
  readonly installed: ReadonlySet<string>;
  /** Folders, or their ends, that a file adds to where it imports from. */
  readonly added: (file: string) => readonly string[];
}

/** Files that say where the packages of a build or the code of tests stand, as far as they write it out. */
const SETTINGS = ['pyproject.toml', 'setup.py', 'setup.cfg', 'pytest.ini', 'tox.ini'];
/** Of each name; a project has one or, with packages of its own, some. */
const SETTINGS_MAX = 200;
/** Folders that settings name, beyond which nothing is a folder of code. */
const NAMED_MAX = 20_000;
/** What others wrote and the project keeps, so that its code can import it. */
const BORROWED = /(?:^|\/)(?:vendor|third[-_]party)(?:\/|$)/;

/**
 * Reads the settings of a project. Where code is run from is not written anywhere: a folder counts when the file lies
 * below it or in the same part of the project, when a build or a test says so, or the code itself.
 */
export async function readImportPaths({ project, installed, added }: PathEvidence): Promise<MayImportFrom> {
  const { named, conftests } = await settingsOf(project);
  return (file, folder) => {
    if (BORROWED.test(folder)) return true;
    if (isAside(folder) && !isOfSameExample(file, folder)) return false;
    if (installed.has(folder) || named.has(folder) || isSamePart(file, folder)) return true;
    const above = conftestsAbove(file).flatMap((path) => conftests.get(path) ?? []);
    return [...added(file), ...above].some((words) => endsSo(folder, words));
  };
}

const ADDS = /(?<![\w.])(?:sys\.path|\w{1,80}\.syspath_prepend|(?:site\.)?addsitedir)(?!\w)/g;
const ADDED_MAX = 100;
/** Characters of one statement about paths. */
const STATEMENT_CHARACTERS = 300;

/** What a text adds to where it imports from: the literals of statements about it, without what leads upwards. */
export function addedPaths(text: string, mask: string): readonly string[] {
  const added = new Set<string>();
  for (const { index } of mask.matchAll(ADDS)) {
    const statement = text.slice(index, index + STATEMENT_CHARACTERS).split('\n', 3);
    for (const [, literal = ''] of statement.join('\n').matchAll(/['"]([\w./-]{1,200})['"]/g)) {
      const words = literal.replace(/^(?:\.{0,2}\/)+|\/+$/g, '');
      if (/\w/.test(words) && added.size < ADDED_MAX) added.add(words);
    }
  }
  return [...added];
}

/** What only a file that is run as a program does. */
const RUN = /^if[ \t]+__name__[ \t]*==/m;

/** Who imports the modules beside a file without their package: Python puts a program's own folder on the path first. */
export function besideOf(text: string, mask: string): 'itself' | 'all' | null {
  for (const { index } of mask.matchAll(ADDS)) {
    const [statement = ''] = text.slice(index, index + STATEMENT_CHARACTERS).split('\n', 1);
    // One folder up from the file is its own.
    const steps = statement.match(/\bdirname\b|\.parent\b/g)?.length ?? 0;
    if (steps === 1 && statement.includes('__file__') && !/['"]/.test(statement)) return 'all';
  }
  return RUN.test(mask) ? 'itself' : null;
}

/** Whether what a folder holds are examples and the like, which nobody else imports. */
export function isAside(folder: string): boolean {
  return roleOfPath(`${folder}/module.py`) === 'aside';
}

/** Whether both lie in one example, rather than in two that stand side by side. */
function isOfSameExample(file: string, folder: string): boolean {
  const common = commonFolder(folderOf(file), folder);
  return isAside(common) && isAside(folderOf(common));
}

/** Whether a file lies below a folder, or both in one folder of the project's top. */
function isSamePart(file: string, folder: string): boolean {
  return folder === '' || commonFolder(folderOf(file), folder) !== '';
}

function commonFolder(a: string, b: string): string {
  const [parts, others] = [a.split('/'), b.split('/')];
  const end = parts.findIndex((part, at) => part !== others[at]);
  return (end === -1 ? parts : parts.slice(0, end)).join('/');
}

function conftestsAbove(file: string): readonly string[] {
  const paths: string[] = [];
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    paths.push(folder === '' ? 'conftest.py' : `${folder}/conftest.py`);
    if (folder === '') return paths;
  }
}

function endsSo(folder: string, words: string): boolean {
  return folder === words || folder.endsWith(`/${words}`);
}

/** What the settings of a project say of paths. */
interface PathSettings {
  /** Folders whose paths stand in settings as words of their own, from the folder of the settings. */
  readonly named: ReadonlySet<string>;
  /** What files add for all tests below them. */
  readonly conftests: ReadonlyMap<string, readonly string[]>;
}

/** Imports of one state are followed in several steps. */
const known = new WeakMap<ProjectFiles, Promise<PathSettings>>();

function settingsOf(project: ProjectFiles): Promise<PathSettings> {
  const settings = known.get(project) ?? readSettings(project);
  known.set(project, settings);
  return settings;
}

async function readSettings(project: ProjectFiles): Promise<PathSettings> {
  const named = new Set<string>();
  for (const path of SETTINGS.flatMap((name) => project.named(name).slice(0, SETTINGS_MAX))) {
    addNamed(named, folderOf(path), (await project.text(path)) ?? '');
  }
  const conftests = new Map<string, readonly string[]>();
  for (const path of project.named('conftest.py').slice(0, SETTINGS_MAX)) {
    const text = (await project.text(path)) ?? '';
    conftests.set(path, addedPaths(text, text));
  }
  return { named, conftests };
}

function addNamed(named: Set<string>, base: string, text: string): void {
  for (const [word] of text.matchAll(/[\w./-]+/g)) {
    if (named.size >= NAMED_MAX) return;
    const folder = word.replace(/^\.\/|\/$/g, '');
    named.add(base === '' ? folder : `${base}/${folder}`);
  }
}
