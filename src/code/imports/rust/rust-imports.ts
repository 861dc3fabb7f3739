import { roleOfPath } from '../../search/path-role.ts';
import type { Evidence, ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
import { readCargoPackages } from './cargo-packages.ts';
import { resolveRustName } from './given-out.ts';
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
    for (const { path, language, lines, facts } of files) {
      sink.unit({ path, kind: 'file', language, isTest: roleOfPath(path) === 'test', lines, files: [path] });
      if (facts.isCut) project.gap(`${path} imports more than is read; the rest was left out`);
    }
    const facts = new Map(files.map((file) => [file.path, file.facts]));
    const crates = growCrates(project, facts, await readCargoPackages(project));
    for (const declared of crates.declared) linkDeclared(input, declared);
    linkFiles(input, crates);
  },
};

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
    for (const nodes of places) linkFile(input, crates, { file, nodes });
  }
  if (orphans.length === 0) return;
  const names = orphans.slice(0, 5).join(', ');
  input.project.gap(`${orphans.length} Rust files are in no crate that was found, their paths not followed: ${names}`);
}

interface Placed {
  readonly file: RustFile;
  readonly nodes: readonly ModuleNode[];
}

function linkFile(input: LinkInput<RustFacts>, crates: Crates, { file, nodes }: Placed): void {
  for (const use of file.facts.uses) {
    const node = input.hasTime() ? nodes[use.scope] : undefined;
    // All of something is all of a module, also of one that is only given out under this name.
    const path = use.name === '*' ? [...use.path, '*'] : use.path;
    const isTest = file.facts.scopes[use.scope]?.isTest === true;
    if (node) linkUse(input, resolveRustName(crates, node, path), { file: file.path, use, isTest });
  }
  for (const path of file.facts.paths) {
    const node = input.hasTime() ? nodes[path.scope] : undefined;
    if (!node) continue;
    const kind = file.facts.scopes[path.scope]?.isTest === true ? 'test' : 'import';
    // A path in an expression may be about anything that is called so; only what leads to a module or crate counts.
    linkTarget(input, resolveRustName(crates, node, path.path), { file: file.path, line: path.line, kind });
  }
}

function linkUse(
  input: LinkInput<RustFacts>,
  target: RustTarget,
  { file, use, isTest }: { readonly file: string; readonly use: RustUse; readonly isTest: boolean },
): void {
  const kind = isTest ? 'test' : use.isPublic ? 'reexport' : 'import';
  const evidence = { file, line: use.line, kind } as const;
  if (linkTarget(input, target, evidence)) return;
  const specifier = use.path.join('::');
  if (target.kind === 'lost') input.sink.unresolved(specifier, target.why, evidence);
  // A type's variants (`use Shape::*`) are brought in by its name, which is declared in the same module.
  else if (/^[a-z_]/.test(use.path[0] ?? '')) {
    input.sink.unresolved(specifier, 'neither a module or use here nor a dependency in Cargo.toml', evidence);
  }
}

function linkTarget({ sink }: LinkInput<RustFacts>, target: RustTarget, evidence: Evidence): boolean {
  if (target.kind === 'module') sink.edge(evidence.file, target.node.file, evidence);
  else if (target.kind === 'external') sink.external(target.name, target.isStandard, evidence);
  return target.kind === 'module' || target.kind === 'external';
}
