import { roleOfPath } from '../../source/path-role.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import { boundManifests } from '../manifests.ts';
import { addedPaths } from './added-paths.ts';

/** Where code may import from beside its own folder and those that are always on its path. */
export interface ImportPaths {
  /** Whether a file may take a package from a folder. */
  mayImportFrom(file: string, folder: string): boolean;
  /** Whether settings write the path of a folder. */
  isNamed(folder: string): boolean;
  /** Folders, or their ends, that the file or a `conftest.py` above it adds, as written. */
  addedFor(file: string): readonly string[];
}

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
/** Folders that are added for one file. */
const ADDED_MAX = 200;
/** What others wrote and the project keeps, so that its code can import it. Not `_vendor`, which is imported as a part of what it lies in. */
const BORROWED = /(?:^|\/)(?:vendor|third[-_]party)(?:\/|$)/;

/**
 * Reads the settings of a project. Where code is run from is not written anywhere: a folder counts when the file lies
 * below it or in the same part of the project, when a build or a test says so, or the code itself.
 */
export async function readImportPaths({ project, installed, added }: PathEvidence): Promise<ImportPaths> {
  const { named, conftests } = await settingsOf(project);
  const addedFor = (file: string): readonly string[] => {
    const above = conftestsAbove(file).flatMap((path) => conftests.get(path) ?? []);
    return [...added(file), ...above].slice(0, ADDED_MAX);
  };
  return {
    addedFor,
    isNamed: (folder) => named.has(folder),
    mayImportFrom(file, folder) {
      if (BORROWED.test(folder) || addedFor(file).some((words) => endsSo(folder, words))) return true;
      if (isAside(folder) && !isOfSameExample(file, folder)) return false;
      return installed.has(folder) || named.has(folder) || isSamePart(file, folder);
    },
  };
}

/** Whether what a folder holds are examples and the like, which nobody else imports. */
export function isAside(folder: string): boolean {
  return roleOfPath(`${folder}/module.py`) === 'aside';
}

/** Whether both lie in one example, by its name or since it lies among others, rather than in two that stand side by side. */
function isOfSameExample(file: string, folder: string): boolean {
  const common = commonFolder(folderOf(file), folder);
  return isAside(common) && (isAside(folderOf(common)) || /(?:example|sample)$/.test(common));
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
  for (const path of SETTINGS.flatMap((name) => boundManifests(project, name, SETTINGS_MAX))) {
    addNamed(named, folderOf(path), (await project.text(path)) ?? '');
  }
  const conftests = new Map<string, readonly string[]>();
  for (const path of boundManifests(project, 'conftest.py', SETTINGS_MAX)) {
    const text = (await project.text(path)) ?? '';
    conftests.set(path, addedPaths(text, text));
  }
  return { named, conftests };
}

function addNamed(named: Set<string>, base: string, text: string): void {
  for (const [word] of text.matchAll(/[\w./-]+/g)) {
    if (named.size >= NAMED_MAX) return;
    const folder = word.replace(/^\.\/|[/.]$/g, '');
    named.add(base === '' ? folder : `${base}/${folder}`);
  }
}
