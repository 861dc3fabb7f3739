import { type CargoPackage, readCargoPackages } from '../../imports/rust/cargo-packages.ts';
import type { TargetQuery } from '../../search/target-query.ts';
import { inFolder, makeProjectFiles } from '../../source/project-files.ts';
import type { Source, SourceEntry } from '../../source/source.ts';
import { folderOf } from '../../text/paths.ts';
import type { ProjectLinks } from '../names/file-links.ts';
import type { Definition } from '../reference.ts';

/** What a path through a crate leads to, and the file of the module that it names. */
export interface CratePath {
  readonly targets: readonly Definition[];
  readonly through: string;
}

/** Where a path is looked for. */
interface Where {
  readonly source: Source;
  readonly entries: readonly SourceEntry[];
  readonly links: ProjectLinks;
}

/**
 * The declarations that others know by a path of Rust (`cargo::ops::compile`): the crate, its module, and what that
 * declares or gives out (`pub use`). Modules are looked for where cargo's layout has them. Null where nothing is led to.
 */
export async function followCratePath(
  { source, entries, links }: Where,
  { containers, file }: TargetQuery,
  definitions: readonly Definition[],
): Promise<CratePath | null> {
  const own = definitions.filter(({ family }) => family === 'rust');
  const [crate, ...names] = containers;
  if (own.length === 0 || crate === undefined || file !== null) return null;
  const project = makeProjectFiles(source, entries, '');
  const packages = (await readCargoPackages(project)).filter(({ libraryName }) => libraryName === crate);
  const last = names.at(-1);
  for (const one of packages) {
    const free = own.filter(({ container }) => container === null);
    // The last name may be that of a type, and what is asked for one of its own.
    const members = own.filter(({ container }) => container !== null && container === last);
    for (const [parts, wanted] of [[names, free] as const, [names.slice(0, -1), members] as const]) {
      const through = wanted.length === 0 ? null : moduleFile(one, parts, project.has);
      const targets = through === null ? [] : await givenOut(links, through, wanted);
      if (through !== null && targets.length > 0) return { targets, through };
    }
  }
  return null;
}

/** The file of a module of a library: `name.rs` or `name/mod.rs` beside its root, or the root itself. */
function moduleFile(
  { library }: CargoPackage,
  names: readonly string[],
  has: (path: string) => boolean,
): string | null {
  if (library === null || names.length === 0) return library;
  const place = inFolder(folderOf(library), names.join('/'));
  return [`${place}.rs`, `${place}/mod.rs`].find(has) ?? null;
}

/** Those of some declarations that a module has itself, or else gives out of others. */
async function givenOut(
  links: ProjectLinks,
  through: string,
  wanted: readonly Definition[],
): Promise<readonly Definition[]> {
  const declared = wanted.filter(({ file }) => file === through);
  if (declared.length > 0) return declared;
  await links.follow([through, ...wanted.map(({ file }) => file)]);
  return wanted.filter(({ file, isExported }) => isExported && links.leadsTo([through], file));
}
