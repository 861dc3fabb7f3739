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
 * Whether a macro that a file declares, and that the file around it calls, writes a `mod name;` of it: the file is then
 * looked for from where that is called. As rustc does, whose expansions have the folder of the module that they are in.
 */
export function isWrittenFor(caller: RustFacts | undefined, facts: RustFacts, module: RustModule): boolean {
  const called = new Set(caller?.macroFacts.uses.map(({ name }) => name));
  return facts.macroFacts.definitions.some(({ name, at }) => at < module.at && called.has(name));
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
