import { type ProjectFiles, resolveTarget } from '../../source/project-files.ts';
import { folderOf, nameOf } from '../../text/paths.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { type CargoDependency, type CargoPackage, renamedLibraries } from './cargo-packages.ts';
import { type DeclaredNames, declaredNames } from './items.ts';
import { givenMacros } from './macros.ts';
import type { RustFacts, RustFolder, RustModule, RustUse } from './mentions.ts';
import { DEPTH_MAX, type FoundModule, findModule, inlineFolder, writtenFrom } from './module-files.ts';

/** A crate: what is compiled at once, from one root file. */
export interface Crate {
  readonly package: CargoPackage;
  readonly root: ModuleNode;
}

/** A module of a crate: a file, or one written out in a file. */
export interface ModuleNode extends DeclaredNames {
  /** The root's is known when the crate is made, which needs the root. */
  readonly crate: {
    readonly package: CargoPackage;
    root: ModuleNode | null;
    /** The modules whose macros are said to be the root's, by name; null where several have one of the name. */
    readonly macros: Map<string, ModuleNode | null>;
    /** What `extern crate` at its root names for all modules, with the crates that builds take for it. */
    readonly named: ReadonlyMap<string, readonly string[]>;
  };
  readonly parent: ModuleNode | null;
  /** The file whose text it is, and the scope of it there. */
  readonly file: string;
  readonly scope: number;
  /** Modules in it by name; several where the target of a build decides which file is taken. */
  readonly children: Map<string, ModuleNode[]>;
  /** What `use` brings in, by the name that it has here. */
  readonly bound: Map<string, RustUse>;
  /** Of those the ones that several `use` bring in from different places, as builds for different systems do. */
  readonly unsure: ReadonlySet<string>;
  /** Modules of which all names are brought in. */
  readonly globs: readonly RustUse[];
  /** Whether it, or one around it, is compiled for tests alone. */
  readonly isTest: boolean;
}

/** All crates, with the places that each file has in them. */
export interface Crates {
  /** Libraries by the folder of their package. */
  readonly libraries: ReadonlyMap<string, Crate>;
  /** By the folder of a package, those of its dependencies whose library is called otherwise than they are. */
  readonly renamed: ReadonlyMap<string, ReadonlyMap<string, CargoDependency>>;
  /** Modules that a file is, by scope. A file may be part of several crates. */
  readonly nodesOf: ReadonlyMap<string, readonly (readonly ModuleNode[])[]>;
  /** Tells of each `mod name;`, with the files that it takes in. */
  readonly declared: readonly Declared[];
  /** Which of several modules of one name a path goes through: those that no build takes in together. */
  readonly pick: (modules: readonly ModuleNode[]) => ModuleNode | undefined;
}

/** A `mod name;` and where it leads. */
export interface Declared {
  readonly file: string;
  readonly module: RustModule;
  readonly targets: readonly string[];
}

/** What the building of trees works on. */
interface Growing {
  readonly project: ProjectFiles;
  readonly facts: ReadonlyMap<string, RustFacts>;
  readonly nodesOf: Map<string, (readonly ModuleNode[])[]>;
  readonly declared: Map<string, Declared>;
  /** Files of Rust by their folder, once they are asked for. */
  readonly filesIn: (folder: string) => readonly string[];
  nodes: number;
}

// Crates of one file beyond this add nothing new: they are tests that share helpers.
const PLACES_MAX = 8;

/** Follows the `mod` declarations of every crate from its root. */
export function growCrates(
  project: ProjectFiles,
  facts: ReadonlyMap<string, RustFacts>,
  packages: readonly CargoPackage[],
): Crates {
  const growing: Growing = {
    project,
    facts,
    nodesOf: new Map(),
    declared: new Map(),
    filesIn: filesByFolder(project),
    nodes: 0,
  };
  const libraries = new Map<string, Crate>();
  for (const one of packages) {
    if (one.library !== null) {
      const root = growCrate(growing, one, one.library);
      if (root) libraries.set(one.folder, { package: one, root });
    }
    for (const path of one.otherRoots) growCrate(growing, one, path);
  }
  for (const one of packages) {
    for (const path of one.unclaimedRoots) if (!growing.nodesOf.has(path)) growCrate(growing, one, path);
  }
  if (growing.nodes >= IMPORT_LIMITS.modulesMax) {
    project.gap(`modules of Rust were followed up to ${IMPORT_LIMITS.modulesMax}; the rest was left out`);
  }
  return {
    libraries,
    renamed: renamedLibraries(packages),
    nodesOf: growing.nodesOf,
    declared: [...growing.declared.values()],
    pick: ([first]) => first,
  };
}

/** The modules of the crate of a package that a file is the root of; null where nothing was read. */
function growCrate(growing: Growing, one: CargoPackage, path: string): ModuleNode | null {
  const named = namedCrates(growing.facts.get(path)?.uses ?? []);
  const crate: ModuleNode['crate'] = { package: one, root: null, macros: new Map(), named };
  crate.root = growFile(growing, path, { crate, parent: null, depth: 0, folder: folderOf(path), isTest: false });
  return crate.root;
}

/** Source: The Rust Reference, "Extern crate declarations", "Extern Prelude". */
function namedCrates(uses: readonly RustUse[]): ModuleNode['crate']['named'] {
  const declared = uses.filter(({ isCrate, scope }) => isCrate && scope === 0);
  const named = declared.flatMap(({ path: [crate = ''], name }) => [[name, crate] as const, [crate, crate] as const]);
  return new Map(
    [...Map.groupBy(named, ([name]) => name)].map(([name, pairs]) => [name, pairs.map(([, crate]) => crate)]),
  );
}

function filesByFolder(project: ProjectFiles): Growing['filesIn'] {
  let groups: ReadonlyMap<string, readonly string[]> | null = null;
  return (folder) => {
    groups ??= Map.groupBy(
      project.entries.flatMap(({ path }) => (path.endsWith('.rs') ? [path] : [])),
      folderOf,
    );
    return groups.get(folder) ?? [];
  };
}

interface Place {
  readonly crate: ModuleNode['crate'];
  readonly parent: ModuleNode | null;
  readonly depth: number;
  /** Folder in which the files of its modules are looked for. */
  readonly folder: string;
  readonly isTest: boolean;
}

/** A file as a module, with all below it; null when it was not read, or the tree is too large. */
function growFile(growing: Growing, path: string, place: Place): ModuleNode | null {
  const facts = growing.facts.get(path);
  const places = growing.nodesOf.get(path) ?? [];
  if (!facts || place.depth > DEPTH_MAX || places.length >= PLACES_MAX) return null;
  growing.nodes += facts.scopes.length;
  if (growing.nodes >= IMPORT_LIMITS.modulesMax) return null;
  const nodes: ModuleNode[] = [];
  const uses = Map.groupBy(facts.uses, ({ scope }) => scope);
  const declaredBy = declaredNames([...facts.items, ...givenMacros(facts.macroFacts, facts.uses)]);
  for (const [scope, { parent, name, isTest }] of facts.scopes.entries()) {
    const outer = scope === 0 ? place.parent : (nodes[parent] ?? null);
    const own = { uses: uses.get(scope) ?? [], ...declaredBy(scope) };
    const node = makeNode(
      { crate: place.crate, parent: outer, file: path, scope, isTest: place.isTest || isTest },
      own,
    );
    if (scope > 0 && outer) addChild(outer, name, node);
    nodes.push(node);
  }
  growing.nodesOf.set(path, [...places, nodes]);
  addMacros(place.crate, facts.macros, nodes);
  const within = { place, nodes, path, facts, writtenFrom: writtenFrom(growing.facts, place.parent?.file, facts) };
  for (const module of facts.modules) growModule(growing, module, within);
  growFolders(growing, within);
  return nodes[0] ?? null;
}

function makeNode(
  place: Pick<ModuleNode, 'crate' | 'parent' | 'file' | 'scope' | 'isTest'>,
  { uses, ...declared }: { readonly uses: readonly RustUse[] } & DeclaredNames,
): ModuleNode {
  const bound = new Map<string, RustUse>();
  const unsure = new Set<string>();
  for (const use of uses) {
    if (use.name === '*') continue;
    const known = bound.get(use.name);
    if (known !== undefined && known.path.join('::') !== use.path.join('::')) unsure.add(use.name);
    bound.set(use.name, use);
  }
  return { ...place, children: new Map(), bound, unsure, ...declared, globs: uses.filter(({ name }) => name === '*') };
}

function addChild(parent: ModuleNode, name: string, child: ModuleNode): void {
  parent.children.set(name, [...(parent.children.get(name) ?? []), child]);
}

function addMacros({ macros }: ModuleNode['crate'], names: readonly string[], nodes: readonly ModuleNode[]): void {
  const node = nodes[0] ?? null;
  for (const name of names) {
    const known = macros.get(name);
    macros.set(name, known === undefined || known?.file === node?.file ? node : null);
  }
}

interface Within {
  readonly place: Place;
  readonly nodes: readonly ModuleNode[];
  readonly path: string;
  readonly facts: RustFacts;
  readonly writtenFrom: number;
}

function growModule(growing: Growing, module: RustModule, within: Within): void {
  const { place, nodes, path, facts } = within;
  if (!nodes[module.scope]) return;
  const folder = inlineFolder(place.folder, facts, module.scope);
  const found = findModule(growing.project, module, {
    folder,
    // Without inline modules around it, a path counts from the folder of the file itself.
    pathFolder: module.scope === 0 ? folderOf(path) : folder,
  });
  growFound(growing, { module, ...(found.length > 0 ? { found } : besideCaller(growing, module, within)) }, within);
}

/** Where a module leads that a macro of its file writes where the file around that calls it; to nothing for any other. */
function besideCaller({ project }: Growing, module: RustModule, within: Within): Omit<Leading, 'module'> {
  const { place, path } = within;
  const isWritten = place.parent !== null && within.writtenFrom < module.at;
  if (!isWritten || module.isPathSure || nameOf(path) === 'mod.rs') return { found: [] };
  const folder = folderOf(path);
  return { found: findModule(project, module, { folder, pathFolder: folder }), parent: place.parent };
}

/** Files that no module may be made of, since they are roots or the folder itself. */
const NO_MODULES: ReadonlySet<string> = new Set(['mod.rs', 'lib.rs', 'main.rs']);

/** Folders of modules as `automod::dir!` declares them, by paths that begin at the package; each once in a module. */
function growFolders(growing: Growing, within: Within): void {
  const known = new Set<string>();
  for (const written of within.facts.folders) {
    const folder = resolveTarget(within.place.crate.package.folder, written.path);
    const key = `${written.scope} ${folder}`;
    if (folder === null || known.has(key)) continue;
    known.add(key);
    growFolder(growing, { ...written, path: folder }, within);
  }
}

function growFolder(growing: Growing, { path: folder, line, scope }: RustFolder, within: Within): void {
  for (const path of growing.filesIn(folder)) {
    const name = nameOf(path);
    if (NO_MODULES.has(name)) continue;
    // Many modules may name one large folder: what leads to no new module counts as well.
    growing.nodes += 1;
    if (growing.nodes >= IMPORT_LIMITS.modulesMax) return;
    const stem = path.slice(0, -'.rs'.length);
    const module = {
      name: name.slice(0, -'.rs'.length).replaceAll('-', '_'),
      line,
      scope,
      paths: [],
      isPathSure: false,
      isTest: false,
      at: 0,
      isMacroUse: false,
      isConditional: false,
    };
    growFound(growing, { module, found: [{ path, folder: stem }] }, within);
  }
}

interface Leading {
  readonly module: RustModule;
  readonly found: readonly FoundModule[];
  /** The module that they are in, where that is not the one of the declaration. */
  readonly parent?: ModuleNode;
}

/** Takes the files in that a declaration leads to. */
function growFound(growing: Growing, leading: Leading, { place, nodes, path }: Within): void {
  const { module, found, parent = nodes[module.scope] } = leading;
  if (!parent) return;
  growing.declared.set(`${path} ${module.scope} ${module.name} ${module.line}`, {
    file: path,
    module,
    targets: found.map((target) => target.path),
  });
  for (const target of found) {
    const isTest = parent.isTest || module.isTest;
    const deeper = { crate: place.crate, parent, depth: place.depth + 1, folder: target.folder, isTest };
    const node = isOnTheWay(parent, target.path) ? null : growFile(growing, target.path, deeper);
    if (node) addChild(parent, module.name, node);
  }
}

/** Whether a file already is one of the modules around: then it would take itself in for ever. */
function isOnTheWay(from: ModuleNode, file: string): boolean {
  for (let at: ModuleNode | null = from; at; at = at.parent) if (at.file === file) return true;
  return false;
}
