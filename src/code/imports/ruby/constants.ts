import { inFolder, type ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { ReadFile } from '../import-language.ts';
import type { RubyConstant, RubyFacts } from './mentions.ts';
import { underscored } from './underscored.ts';

/** The file that a constant means; null where none is named and declares so, or more than one. */
export type FindConstant = (constant: RubyConstant) => string | null;

/** Constants, without the modules around them, by the file that an `autoload` names for them. */
export type Autoloaded = ReadonlyMap<string, ReadonlySet<string>>;

/** Files that declare one name: more are a module that everybody opens again. */
const FILES_MAX = 500;

/**
 * Finds constants by the customs of gems: `Shop::SiteDrop` is in `lib/shop/site_drop.rb`, or declared in the file of a
 * module around it; or where an `autoload` says. Since nothing makes a gem keep to them, only a file that declares the name
 * counts.
 */
export function indexConstants(
  project: ProjectFiles,
  files: readonly ReadFile<RubyFacts>[],
  autoloaded: Autoloaded,
): FindConstant {
  const declared = new Map<string, Set<string>>();
  for (const { path, facts } of files) {
    for (const name of facts.declared) {
      const paths = declared.get(name) ?? new Set<string>();
      declared.set(name, paths);
      if (paths.size < FILES_MAX) paths.add(path);
    }
  }
  const folders = libraryFolders(project);
  // Each name is looked for once: it means the same wherever it stands.
  const known = new Map<string, string | null>();
  return (constant) => {
    const full = fullName(constant, (name) => declared.has(name));
    const paths = full === null ? undefined : declared.get(full);
    if (full === null || paths === undefined) return null;
    const found = known.has(full) ? (known.get(full) ?? null) : findNamed({ folders, autoloaded }, full, paths);
    known.set(full, found);
    return found;
  };
}

/** `lib/` of every gem, and that at the top. */
function libraryFolders(project: ProjectFiles): ReadonlySet<string> {
  const gems = project.entries.flatMap(({ path }) => (path.endsWith('.gemspec') ? [folderOf(path)] : []));
  return new Set([...gems, ''].map((folder) => inFolder(folder, 'lib/')));
}

/**
 * What a constant is called in full: the innermost module around it that has its first name decides, whether or not it
 * has the rest. Source: Ruby, "Modules and Classes", "Scope".
 */
function fullName({ name, scope }: RubyConstant, isDeclared: (name: string) => boolean): string | null {
  const bare = name.replace(/^::/, '');
  const [head = ''] = bare.split('::');
  for (const around of name === bare ? scopesOf(scope) : []) {
    if (isDeclared(`${around}::${head}`)) return `${around}::${bare}`;
  }
  return isDeclared(head) ? bare : null;
}

/** Modules around a constant by their full names, the innermost first; what is opened as `A::B` is not in `A`. */
export function scopesOf(scope: string): readonly string[] {
  const opened = scope === '' ? [] : scope.split(' ');
  return opened.map((_, at) => opened.slice(0, opened.length - at).join('::'));
}

interface Places {
  readonly folders: ReadonlySet<string>;
  readonly autoloaded: Autoloaded;
}

/** Of the files that declare a name the one that is loaded for it, or for the innermost of the modules around it. */
function findNamed({ folders, autoloaded }: Places, full: string, declaring: ReadonlySet<string>): string | null {
  const parts = full.split('::');
  for (let length = parts.length; length > 0; length -= 1) {
    const name = `${underscored(parts.slice(0, length).join('::'))}.rb`;
    const found = [...declaring].filter(
      (path) =>
        (path.endsWith(name) && folders.has(path.slice(0, path.length - name.length))) ||
        autoloaded.get(path)?.has(parts[length - 1] ?? '') === true,
    );
    if (found.length > 0) return found.length === 1 ? (found[0] ?? null) : null;
  }
  return null;
}
