import { inFolder, type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { RustFacts, RustModule } from './mentions.ts';

/** Modules in modules, deeper than anybody writes. */
export const DEPTH_MAX = 64;

/** Modules written out around a declaration are folders on the way to its file. */
export function inlineFolder(folder: string, facts: RustFacts, scope: number): string {
  const names: string[] = [];
  let at = facts.scopes[scope];
  for (; at && at.parent >= 0 && names.length < DEPTH_MAX; at = facts.scopes[at.parent]) names.unshift(at.name);
  return [folder, ...names].filter((part) => part !== '').join('/');
}

/**
 * From where on a `mod name;` of a file may be written by a macro that it declares and that the file around it calls: such
 * a module is looked for from where that is called. As rustc does, whose expansions have the folder of the module that they
 * are in. Infinity where no macro is.
 */
export function writtenFrom(
  known: ReadonlyMap<string, RustFacts>,
  caller: string | undefined,
  { macroFacts: { definitions } }: RustFacts,
): number {
  if (caller === undefined || definitions.length === 0) return Number.POSITIVE_INFINITY;
  const called = new Set(known.get(caller)?.macroFacts.uses.map(({ name }) => name));
  return definitions.find(({ name }) => called.has(name))?.at ?? Number.POSITIVE_INFINITY;
}

/** A file that a `mod name;` takes in. */
export interface FoundModule {
  readonly path: string;
  /** Where the modules of the found one are looked for. */
  readonly folder: string;
}

/** `name.rs` or `name/mod.rs`, or what `#[path]` says. Source: The Rust Reference, "Module Source Filenames". */
export function findModule(
  project: ProjectFiles,
  module: RustModule,
  { folder, pathFolder }: { readonly folder: string; readonly pathFolder: string },
): readonly FoundModule[] {
  const found: FoundModule[] = [];
  for (const written of module.paths) {
    const path = resolveTarget(pathFolder, written);
    if (path !== null && project.has(path)) found.push({ path, folder: folderOf(path) });
  }
  if (module.isPathSure) return found;
  const own = inFolder(folder, module.name);
  const usual = [`${own}.rs`, `${own}/mod.rs`].find((path) => project.has(path));
  return usual === undefined ? found : [...found, { path: usual, folder: own }];
}
