import { roleOfPath } from '../../source/path-role.ts';
import type { ProjectFiles } from '../../source/project-files.ts';
import { folderOf } from '../../text/paths.ts';
import type { Evidence, ImportLanguage, LinkInput } from '../import-language.ts';
import { type BoundNames, boundNames, isPackage, readPackages } from './bound-names.ts';
import { isAside } from './import-paths.ts';
import { type PythonFacts, type PythonMention, pythonMentions } from './mentions.ts';
import { outsideNames } from './outside-names.ts';
import { type ModuleTarget, makePythonResolver, type PythonResolver } from './resolve.ts';

/** Imports of Python. */
export const pythonImports: ImportLanguage<PythonFacts> = {
  languages: ['py'],
  readsBeyondBase: false,
  extract: pythonMentions,
  async link(input) {
    const facts = new Map(input.files.map((file) => [file.path, file.facts]));
    const resolver = await makePythonResolver(input.project, {
      added: (path) => facts.get(path)?.added ?? [],
      beside: (path) => facts.get(path)?.beside ?? null,
      imports: (path, top) =>
        facts.get(path)?.mentions.some(({ level, module }) => level === 0 && module.split('.', 1)[0] === top) === true,
    });
    const linking: Linking = { input, resolver, facts, bound: boundNames(input), waiting: [] };
    for (const { path, language, lines, facts } of input.files) {
      const isTest = roleOfPath(path) === 'test';
      input.sink.unit({ path, kind: 'file', language, isTest, lines, files: [path] });
      if (facts.isCut) input.project.gap(`${path} imports more than is read; the rest was left out`);
    }
    for (const file of input.files) {
      if (!input.hasTime()) return;
      for (const mention of file.facts.mentions) linkMention(linking, file.path, mention);
    }
    await readPackages(input.project, linking.bound, new Set(linking.waiting.flatMap(({ needs }) => needs)));
    for (const { from, mention } of linking.waiting) linkMention(linking, from, mention);
  },
};

interface Linking {
  readonly input: LinkInput<PythonFacts>;
  readonly resolver: PythonResolver;
  readonly facts: ReadonlyMap<string, PythonFacts>;
  readonly bound: BoundNames;
  /** What cannot be led anywhere before the packages that it needs are read, which are none of the files. */
  readonly waiting: { readonly from: string; readonly mention: PythonMention; readonly needs: readonly string[] }[];
}

function linkMention(linking: Linking, from: string, mention: PythonMention): void {
  const { input, resolver } = linking;
  const { level, module, names, line } = mention;
  // Nothing runs a stub: what it imports is there for a type checker. Source: Typing specification, "Stub files".
  const kind = from.endsWith('.pyi') ? 'type' : mention.kind;
  const target = level > 0 ? resolver.relative(from, level, module) : resolver.absolute(from, module);
  const needs = packagesNeeded(linking, target, mention).filter((init) => !linking.bound.has(init));
  if (needs.length > 0) {
    linking.waiting.push({ from, mention, needs });
    return;
  }
  const specifier = '.'.repeat(level) + module;
  const evidence = { file: from, line, kind, takes: names };
  if (names === null && target.kind === 'file') {
    linkModule(linking, target.path, { specifier, evidence });
    return;
  }
  const named = namedTargets(linking, { target, specifier, names });
  if (level === 0 && names !== null && givesNothing(linking, named.get(module))) named.set(module, outsideOf(module));
  for (const [written, one] of named) {
    // Of a module that is taken by its own name nothing else is taken.
    const takes = written === specifier ? names : [written.slice(written.lastIndexOf('.') + 1)];
    for (const target of partsOf(one, mention)) {
      linkTarget(input, target, { specifier: written, evidence: { ...evidence, takes } });
    }
  }
}

/** The packages whose own files decide whether a name in them is their module of that name. */
function packagesNeeded(
  { resolver, input }: Linking,
  target: ModuleTarget,
  { module, names }: PythonMention,
): readonly string[] {
  if (target.kind !== 'file') return [];
  if (names === null) return packagesAbove(input.project, target.path, module).map(({ init }) => init);
  return isPackage(target.path) && names.some((name) => resolver.submodule(target, name) !== null) ? [target.path] : [];
}

/**
 * `import a.b` leads to the module `b` and binds the package `a`, by which the file then finds both. Where the package takes
 * the name `b` from elsewhere, that may be what `a.b` stands for. Source: The Python Language Reference, "Submodules".
 */
function linkModule(
  { input, bound }: Linking,
  path: string,
  { specifier, evidence }: { readonly specifier: string; readonly evidence: Evidence },
): void {
  const steps = packagesAbove(input.project, path, specifier);
  const isHidden = steps.some(({ init, inner }) => bound.get(init)?.has(inner));
  input.sink.edge(evidence.file, path, isHidden ? evidence : { ...evidence, calledHere: specifier });
  if (!isHidden) for (const { init, name } of steps) input.sink.bound?.(init, { ...evidence, calledHere: name });
}

/** A package around a module, by its dotted name, its own file, and what of it the name of the module goes on with. */
interface Around {
  readonly name: string;
  readonly init: string;
  readonly inner: string;
}

/** The packages around a module that a dotted name leads to; what has no file of its own gives out nothing. */
function packagesAbove({ has }: ProjectFiles, path: string, module: string): readonly Around[] {
  const around: Around[] = [];
  const names = module.split('.');
  let folder = folderOf(isPackage(path) ? folderOf(path) : path);
  for (let inner = names.pop(); names.length > 0; inner = names.pop()) {
    const init = [`${folder}/__init__.py`, `${folder}/__init__.pyi`].find(has);
    if (init !== undefined) around.push({ name: names.join('.'), init, inner: inner ?? '' });
    folder = folderOf(folder);
  }
  return around;
}

interface Taken {
  readonly target: ModuleTarget;
  readonly specifier: string;
  readonly names: readonly string[] | null;
}

/** Where a statement leads, by what of it: it is one place, however many names it takes from a module. */
function namedTargets(linking: Linking, { target, specifier, names }: Taken): Map<string, ModuleTarget> {
  const named = new Map<string, ModuleTarget>();
  if (names === null || (target.kind !== 'file' && target.kind !== 'namespace')) named.set(specifier, target);
  else for (const name of names) addNamed(named, linking, { target, specifier, name });
  return named;
}

/** What is used of a namespace that several packages of others share, each by its own name. */
function partsOf(target: ModuleTarget, { module, names }: PythonMention): readonly ModuleTarget[] {
  if (target.kind !== 'external' || target.isStandard) return [target];
  return outsideNames(target.name, module, names).map((name) => ({ ...target, name }));
}

/** What `from specifier import name` means: a module of the package, else the package itself. */
function addNamed(
  named: Map<string, ModuleTarget>,
  { resolver, bound }: Linking,
  { target, specifier, name }: { readonly target: ModuleTarget; readonly specifier: string; readonly name: string },
): void {
  const isBound = target.kind === 'file' && (bound.get(target.path)?.has(name) ?? false);
  const path = isBound ? null : resolver.submodule(target, name);
  const written = `${specifier}${specifier.endsWith('.') ? '' : '.'}${name}`;
  if (path !== null) named.set(written, { kind: 'file', path });
  else named.set(target.kind === 'file' ? specifier : written, target);
}

/** Whether names were taken from an example's package that holds no code: they are those of a package called like it. */
function givesNothing({ facts }: Linking, target: ModuleTarget | undefined): boolean {
  return target?.kind === 'file' && isAside(folderOf(target.path)) && facts.get(target.path)?.isEmpty === true;
}

function outsideOf(module: string): ModuleTarget {
  return { kind: 'external', name: module.split('.', 1)[0] ?? module, isStandard: false };
}

function linkTarget(
  { sink }: LinkInput<PythonFacts>,
  target: ModuleTarget,
  { specifier, evidence }: { readonly specifier: string; readonly evidence: Evidence },
): void {
  if (target.kind === 'file') sink.edge(evidence.file, target.path, evidence);
  else if (target.kind === 'external') sink.external(target.name, target.isStandard, evidence);
  else if (target.kind === 'unresolved') sink.unresolved(specifier, target.why, evidence);
  else if (target.outside !== null) sink.external(target.outside, false, evidence);
  // All of a folder is nothing that a file would hold.
  else if (!specifier.endsWith('.*')) sink.unresolved(specifier, NO_MODULE, evidence);
}

const NO_MODULE = 'no such module in a folder without __init__.py';
