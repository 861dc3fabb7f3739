import { languageOf } from '../../lex/languages.ts';
import { maskCode } from '../../lex/mask.ts';
import { rulesOf } from '../../lex/rules-of.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { LinkInput } from '../import-language.ts';
import { type PythonFacts, type PythonMention, pythonMentions } from './mentions.ts';

/**
 * Names that packages' own files import from elsewhere, by these files: with `from .app import app` in it,
 * `from package import app` means that name and not the module.
 */
export type BoundNames = Map<string, ReadonlySet<string>>;

/** Whether a file is a package's own. */
export function isPackage(path: string): boolean {
  return /(?:^|\/)__init__\.pyi?$/.test(path);
}

/** What was read of packages beside the files that were asked about, by the state of a project. */
const read = new WeakMap<ProjectFiles, BoundNames>();

/** Of the packages among the files, and those that were read before. */
export function boundNames({ project, files }: LinkInput<PythonFacts>): BoundNames {
  const bound: BoundNames = new Map(read.get(project) ?? []);
  for (const { path, facts } of files) if (isPackage(path)) bound.set(path, namesIn(path, facts));
  return bound;
}

/** Packages that are read beside the files that were asked about; what more of them bind is not known. */
const PACKAGES_MAX = 200;

/** Adds what packages bind that are none of the files. */
export async function readPackages(
  project: ProjectFiles,
  bound: BoundNames,
  paths: ReadonlySet<string>,
): Promise<void> {
  const known = read.get(project) ?? new Map();
  read.set(project, known);
  for (const path of paths) {
    const language = languageOf(path);
    const text = language === null || known.size >= PACKAGES_MAX ? null : await project.text(path);
    const isRead = language !== null && text !== null;
    const names = isRead ? namesIn(path, pythonMentions(text, maskCode(text, rulesOf(language)))) : NONE;
    if (isRead) known.set(path, names);
    bound.set(path, names);
  }
}

const NONE: ReadonlySet<string> = new Set();

function namesIn(path: string, { mentions }: PythonFacts): ReadonlySet<string> {
  return new Set(mentions.flatMap((mention) => (isFromItself(path, mention) ? [] : (mention.names ?? []))));
}

/** Whether a package imports from itself, by a dot or by its own name: what it then binds are its modules. */
function isFromItself(path: string, { level, module }: PythonMention): boolean {
  if (level > 0) return module === '';
  return `/${folderOf(path)}`.endsWith(`/${module.replaceAll('.', '/')}`);
}
