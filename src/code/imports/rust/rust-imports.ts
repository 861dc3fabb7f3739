import { plural } from '../../../base/plural.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { Evidence, GivenOut, ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
import { readCargoPackages } from './cargo-packages.ts';
import { type RustWay, resolveVariants } from './given-out.ts';
import { linkMacros } from './macro-scopes.ts';
import type { MacroUse } from './macros.ts';
import { type RustFacts, type RustUse, rustMentions } from './mentions.ts';
import { type Crates, type Declared, growCrates, type ModuleNode } from './module-tree.ts';
import type { RustTarget } from './resolve.ts';

type RustFile = ReadFile<RustFacts>;

/** Imports of Rust: modules by `mod`, names by `use`, and paths written out. */
export const rustImports: ImportLanguage<RustFacts> = {
  languages: ['rust'],
  // What a path means is known only from the root of its crate.
  readsBeyondBase: true,
  extract: rustMentions,
  async link(input) {
    const { project, files, sink } = input;
    if (files.length === 0) return;
    const facts = new Map(files.map((file) => [file.path, file.facts]));
    const crates = growCrates(project, facts, await readCargoPackages(project));
    for (const { path, language, lines, facts } of files) {
      sink.unit({ path, kind: 'file', language, isTest: isTestFile(crates, path), lines, files: [path] });
      if (facts.isCut) project.gap(`${path} imports more than is read; the rest was left out`);
    }
    for (const declared of crates.declared) linkDeclared(input, declared);
    linkFiles(input, crates);
    linkUsedMacros(input, crates, facts);
  },
};

/** By its folder, else by what its modules are compiled for; only a file in no crate is judged by its name. */
function isTestFile({ nodesOf }: Crates, path: string): boolean {
  const places = nodesOf.get(path) ?? [];
  if (places.length === 0) return roleOfPath(path) === 'test';
  // Of any file in this folder.
  const isInTests = roleOfPath(`${path.slice(0, path.lastIndexOf('/') + 1)}any.rs`) === 'test';
  return isInTests || places.every(([file]) => file?.isTest === true);
}

function linkDeclared({ sink }: LinkInput<RustFacts>, { file, module, targets }: Declared): void {
  const evidence = { file, line: module.line, kind: 'declares' } as const;
  for (const target of targets) sink.edge(file, target, evidence);
  if (targets.length === 0) sink.unresolved(`mod ${module.name}`, 'no such file', evidence);
}

function linkFiles(input: LinkInput<RustFacts>, crates: Crates): void {
  const orphans: string[] = [];
  for (const file of input.files) {
    if (!input.hasTime()) return;
    const places = crates.nodesOf.get(file.path) ?? [];
    if (places.length === 0 && file.path.startsWith(input.base)) orphans.push(file.path);
    linkFile(input, crates, { file, places });
  }
  if (orphans.length === 0) return;
  const names = orphans.slice(0, 5).join(', ');
  const which = plural(orphans.length, 'Rust file is', 'Rust files are');
  const whose = orphans.length === 1 ? 'its' : 'their';
  input.project.gap(`${which} in no crate that was found, ${whose} paths not followed: ${names}`);
}

/** Uses of macros without a path, each once for each file that may declare what it uses. */
function linkUsedMacros(
  { sink, hasTime }: LinkInput<RustFacts>,
  crates: Crates,
  facts: ReadonlyMap<string, RustFacts>,
): void {
  const told = new Map<MacroUse, Set<string>>();
  linkMacros({
    crates,
    hasTime,
    factsOf: (file) => facts.get(file),
    found({ file, use, target }) {
      const targets = told.get(use) ?? new Set();
      told.set(use, targets);
      if (targets.size === targets.add(target.file).size) return;
      const kind = facts.get(file)?.scopes[use.scope]?.isTest === true ? 'test' : 'import';
      for (const line of use.lines) sink.edge(file, target.file, { file, line, kind });
    },
  });
}

interface Placed {
  readonly file: RustFile;
  /** Its modules in each crate that it is part of. */
  readonly places: readonly (readonly ModuleNode[])[];
}

function linkFile(input: LinkInput<RustFacts>, crates: Crates, placed: Placed): void {
  const { facts, path: file } = placed.file;
  const macros = new Set(facts.macroFacts.definitions.map(({ name }) => name));
  for (const use of facts.uses) {
    // All of something is all of a module, also of one that is only given out under this name.
    const path = use.name === '*' ? [...use.path, '*'] : use.path;
    const isTest = use.isTest || facts.scopes[use.scope]?.isTest === true;
    for (const target of targetsOf(input, crates, { placed, scope: use.scope, way: { path, isCall: false } })) {
      linkUse(input, target, { file, use, isTest, macros });
    }
  }
  for (const way of facts.paths) {
    const kind = way.isTest || facts.scopes[way.scope]?.isTest === true ? 'test' : 'import';
    for (const target of targetsOf(input, crates, { placed, scope: way.scope, way })) {
      // A path in an expression may be about anything that is called so; only what leads to a module or crate counts.
      for (const line of way.lines) linkTarget(input, target, { file, line, kind });
    }
  }
}

interface Asked {
  readonly placed: Placed;
  readonly scope: number;
  readonly way: RustWay;
}

/** Where a path leads in the crates that its file is part of, each file once: one place is no two uses. */
function targetsOf(input: LinkInput<RustFacts>, crates: Crates, { placed, scope, way }: Asked): readonly RustTarget[] {
  const found = new Map<string, RustTarget>();
  for (const nodes of placed.places) {
    const node = input.hasTime() ? nodes[scope] : undefined;
    if (!node) continue;
    for (const target of resolveVariants(crates, node, way)) {
      const key = endOf(target);
      if (!found.has(key)) found.set(key, target);
    }
  }
  return [...found.values()];
}

/** What a target is told from others by. */
function endOf(target: RustTarget): string {
  if (target.kind === 'module') return target.node.file;
  return target.kind === 'external' ? `external ${target.name}` : target.kind;
}

interface LinkedUse {
  readonly file: string;
  readonly use: RustUse;
  readonly isTest: boolean;
  /** Macros of the file itself, which it may give a path: `macro_rules! a { … } pub(crate) use a;`. */
  readonly macros: ReadonlySet<string>;
}

/** Types that every module knows without an import: `use i32;`. Source: The Rust Reference, "Language prelude". */
const PRIMITIVE = /^(?:[iu](?:8|16|32|64|128|size)|f(?:32|64)|bool|char|str)$/;

function linkUse(input: LinkInput<RustFacts>, target: RustTarget, { file, use, isTest, macros }: LinkedUse): void {
  const kind = isTest ? 'test' : use.isPublic ? 'reexport' : 'import';
  const givesOut = kind === 'reexport' ? givenBy(use) : null;
  const evidence = { file, line: use.line, kind, givesOut, calledHere: use.name } as const;
  if (linkTarget(input, target, evidence)) return;
  const specifier = use.path.join('::');
  if (target.kind === 'lost') input.sink.unresolved(specifier, target.why, evidence);
  // A type's variants (`use Shape::*`) are brought in by its name, which is declared in the same module.
  else if (!macros.has(specifier) && !PRIMITIVE.test(specifier) && /^[a-z_]/.test(use.path[0] ?? '')) {
    input.sink.unresolved(
      specifier,
      'neither a module or use here nor a dependency of this name in Cargo.toml',
      evidence,
    );
  }
}

/** What a `pub use` gives out: one name, or all of a module. */
function givenBy({ name }: RustUse): GivenOut {
  return name === '*' ? 'all' : [name];
}

function linkTarget({ sink }: LinkInput<RustFacts>, target: RustTarget, evidence: Evidence): boolean {
  if (target.kind === 'module') sink.edge(evidence.file, target.node.file, evidence);
  else if (target.kind === 'external') sink.external(target.name, target.isStandard, evidence);
  return target.kind === 'module' || target.kind === 'external';
}
