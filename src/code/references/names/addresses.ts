import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Definition } from '../reference.ts';
import type { ReferenceTexts } from '../texts.ts';
import type { FileLinks, ProjectLinks } from './file-links.ts';
import { givenNames } from './given-out.ts';
import { type ImportedName, importedNames } from './import-names.ts';
import { givesByName } from './link-ways.ts';
import { findNamespaces } from './namespaces.ts';
import { isGivenOut, type OwnNames } from './own-names.ts';

/** Under which other names than their own declarations can be imported, and from where. */
export interface Addresses {
  /** Files that import one of them so. Their texts need not hold its name. */
  readonly files: ReadonlySet<string>;
  /** Whether an import of a file brings in a declaration by another name than its own. */
  bringsIn(path: string, name: ImportedName, definition: Definition): boolean;
  /** Files whose declarations are members of what an import of a file brings in, where that is a module given out whole. */
  modulesOf(path: string, name: ImportedName): ReadonlySet<string>;
  /** Names other than its own by which a declaration is a member of what an import of a file brings in. */
  membersOf(path: string, name: ImportedName, definition: Definition): readonly string[];
  readonly isOwnOf: OwnNames;
}

/** No declaration has another name. */
const NO_ADDRESSES: Addresses = {
  files: new Set(),
  bringsIn: () => false,
  modulesOf: () => new Set(),
  membersOf: () => [],
  isOwnOf: () => false,
};

/** A name by which a file gives out what a declaration declares. */
interface Address {
  readonly file: string;
  readonly name: string;
  readonly definition: Definition;
}

/** What addresses are looked for with. */
export interface AddressSearch {
  readonly texts: Pick<ReferenceTexts, 'at'>;
  readonly links: ProjectLinks;
  /** Files that may hold the names of the declarations; their imports have been followed. */
  readonly holders: ReadonlySet<string>;
  readonly isOwnOf: OwnNames;
}

interface Walk extends AddressSearch {
  /** Names by the file that gives them out and by what they mean. */
  readonly known: Map<Definition, Map<string, Set<string>>>;
  readonly files: Set<string>;
  next: Address[];
}

/**
 * Follows what is given out under another name from file to file: a default, a list that renames, a package of Python
 * that imports under another name. All imports of the language are followed for that, and only where there is such a name.
 */
export async function findAddresses(search: AddressSearch, definitions: Iterable<Definition>): Promise<Addresses> {
  const walk: Walk = { ...search, known: new Map(), files: new Set(), next: [] };
  const all = [...definitions];
  for (const definition of all) start(walk, definition);
  for (let hop = 0; hop <= REFERENCE_LIMITS.barrelHopsMax && walk.next.length > 0; hop += 1) await step(walk);
  const isOfScripts = all.some(({ family, isExported }) => family === 'script' && isExported);
  const whole = isOfScripts ? await wholeImporters(walk) : new Set<string>();
  for (const path of whole) walk.files.add(path);
  const holders = new Set([...search.holders, ...whole]);
  const namespaces = isOfScripts ? await findNamespaces({ ...search, holders }) : null;
  const modulesOf = namespaces?.of ?? NO_ADDRESSES.modulesOf;
  return {
    files: walk.files,
    modulesOf,
    membersOf(path, name, definition) {
      const { line, imported } = name;
      const modules = imported === '*' ? (search.links.of(path)?.byLine.get(line) ?? []) : modulesOf(path, name);
      return otherNames(walk, definition).flatMap(([as, files]) =>
        [...modules].some((module) => files.has(module)) ? [as] : [],
      );
    },
    isOwnOf: search.isOwnOf,
    bringsIn(path, { line, imported }, definition) {
      const names = walk.known.get(definition)?.get(imported);
      const targets = names === undefined ? undefined : search.links.of(path)?.byLine.get(line);
      return targets !== undefined && [...targets].some((target) => names?.has(target));
    },
  };
}

function start(walk: Walk, definition: Definition): void {
  const { file, family, symbol } = definition;
  if (!isGivenOut(definition) || (family !== 'script' && family !== 'python')) return;
  for (const name of [symbol.name, ...definition.givenAs]) add(walk, { file, name, definition });
}

function add(walk: Walk, address: Address): void {
  const { file, name, definition } = address;
  const byName = walk.known.get(definition) ?? new Map<string, Set<string>>();
  walk.known.set(definition, byName);
  const files = byName.get(name) ?? new Set();
  byName.set(name, files);
  if (files.has(file)) return;
  files.add(file);
  walk.next.push(address);
}

/** Looks for what imports the newest addresses, and what that gives out again. */
async function step(walk: Walk): Promise<void> {
  const addresses = walk.next;
  walk.next = [];
  const byFile = Map.groupBy(addresses, ({ file }) => file);
  const others = addresses.filter(isOther);
  const importers = await importersOf(walk, others);
  const hasOwn = others.length < addresses.length;
  const paths = hasOwn ? new Set([...walk.holders, ...importers]) : importers;
  await walk.texts.at([...paths].sort(), (file) => {
    const links = walk.links.of(file.path);
    if (links === null) return;
    for (const name of importedNames(file).all) {
      const targets = [...(links.byLine.get(name.line) ?? [])];
      for (const address of targets.flatMap((target) => byFile.get(target) ?? [])) {
        if (address.name === name.imported) pass(walk, { file, name, address });
      }
    }
  });
  for (const file of walk.links.starsOf(new Set(byFile.keys()))) {
    const links = walk.links.of(file) ?? NOTHING;
    for (const address of passedOn(links.reexported, byFile)) {
      if (!isHiddenIn(walk, links, { ...address, file })) add(walk, { ...address, file });
    }
  }
}

/** Whether files may import it without holding the name of the declaration. */
function isOther({ name, definition }: Address): boolean {
  return name !== definition.symbol.name || name === 'default';
}

async function importersOf(walk: Walk, addresses: readonly Address[]): Promise<ReadonlySet<string>> {
  const files = new Set(addresses.map(({ file }) => file));
  for (const family of new Set(addresses.map(({ definition }) => definition.family))) {
    await walk.links.followFamily(family);
  }
  return files.size === 0 ? files : walk.links.importersOf(files);
}

/** Names other than its own by which a declaration is given out, each with the files that do so. */
function otherNames(walk: Walk, definition: Definition): readonly (readonly [string, ReadonlySet<string>])[] {
  const { family, symbol } = definition;
  const names = family === 'script' ? [...(walk.known.get(definition) ?? [])] : [];
  return names.filter(([name]) => name !== symbol.name && name !== 'default');
}

/** Files that may have a declaration as a member of a module by another name than its own, and hold that. */
async function wholeImporters(walk: Walk): Promise<ReadonlySet<string>> {
  const given = [...walk.known.keys()].flatMap((definition) => otherNames(walk, definition));
  const names = [...new Set(given.map(([name]) => name))];
  const reached = new Set<string>();
  let next: ReadonlySet<string> = new Set(given.flatMap(([, files]) => [...files]));
  for (let hop = 0; hop <= REFERENCE_LIMITS.barrelHopsMax && next.size > 0; hop += 1) {
    const importers = [...walk.links.importersOf(next)].filter((path) => !reached.has(path));
    for (const path of importers) reached.add(path);
    // What gives out others may give out the whole module under a name.
    next = new Set(importers.filter((path) => (walk.links.of(path)?.reexported.size ?? 0) > 0));
  }
  const holding = new Set<string>();
  await walk.texts.at([...reached].sort(), ({ path, text }) => {
    if (names.some((name) => text.includes(name))) holding.add(path);
  });
  return holding;
}

interface Passing {
  readonly file: CodeFile;
  readonly name: ImportedName;
  readonly address: Address;
}

/** Notes that a file imports by an address, and what it gives out by that in its turn. */
function pass(walk: Walk, { file, name, address }: Passing): void {
  if (isOther(address)) walk.files.add(file.path);
  const again = name.isReexport ? [name.local] : (givenNames(file).get(name.local) ?? packageNames(file, name));
  for (const given of again) add(walk, { ...address, file: file.path, name: given });
}

/** A package of Python gives out what it imports; a module has what it imports outside of all blocks and does not declare. */
function packageNames(file: CodeFile, { local, imported, from }: ImportedName): readonly string[] {
  if (/(?:^|\/)__init__\.pyi?$/.test(file.path)) return local === imported ? [] : [local];
  const start = from === 0 ? 0 : file.mask().lastIndexOf('\n', from - 1) + 1;
  const isOfModule = /^(?:from|import)\b/.test(file.mask().slice(start, start + 7));
  return isOfModule &&
    file.family === 'python' &&
    local === imported &&
    !file.symbols().some(({ path }) => path === local)
    ? [local]
    : [];
}

const NOTHING: Pick<FileLinks, 'reexported'> = { reexported: new Map() };

/** Whether a script that gives out an address by a star gives out something else by that name. */
function isHiddenIn(walk: Walk, links: Pick<FileLinks, 'reexported'>, { file, name, definition }: Address): boolean {
  return definition.family === 'script' && (givesByName(links, name) || walk.isOwnOf(file, name));
}

/** `export * from` gives out all but the default. */
function passedOn(
  reexported: FileLinks['reexported'],
  byFile: ReadonlyMap<string, readonly Address[]>,
): readonly Address[] {
  return [...reexported]
    .flatMap(([target, names]) => (names === 'all' ? (byFile.get(target) ?? []) : []))
    .filter(({ name }) => name !== 'default');
}
