import { roleOfPath } from '../../source/path-role.ts';
import { folderOf } from '../../text/paths.ts';
import type { Evidence, ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
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
    const linking = { input, resolver, facts, bound: boundNames(input.files) };
    for (const { path, language, lines, facts } of input.files) {
      const isTest = roleOfPath(path) === 'test';
      input.sink.unit({ path, kind: 'file', language, isTest, lines, files: [path] });
      if (facts.isCut) input.project.gap(`${path} imports more than is read; the rest was left out`);
    }
    for (const file of input.files) {
      if (!input.hasTime()) return;
      for (const mention of file.facts.mentions) linkMention(linking, file.path, mention);
    }
  },
};

interface Linking {
  readonly input: LinkInput<PythonFacts>;
  readonly resolver: PythonResolver;
  readonly facts: ReadonlyMap<string, PythonFacts>;
  readonly bound: ReadonlyMap<string, ReadonlySet<string>>;
}

function linkMention(linking: Linking, from: string, mention: PythonMention): void {
  const { input, resolver } = linking;
  const { level, module, names, line, kind } = mention;
  const target = level > 0 ? resolver.relative(from, level, module) : resolver.absolute(from, module);
  const specifier = '.'.repeat(level) + module;
  const evidence = { file: from, line, kind, takes: names };
  const isPackage = target.kind === 'file' || target.kind === 'namespace';
  // A statement is one place, however many names it takes from a module.
  const named = new Map<string, ModuleTarget>();
  if (names === null || !isPackage) named.set(specifier, target);
  else for (const name of names) addNamed(named, linking, { target, specifier, name });
  if (level === 0 && names !== null && givesNothing(linking, named.get(module))) named.set(module, outsideOf(module));
  for (const [written, one] of named) {
    for (const target of partsOf(one, mention)) linkTarget(input, target, { specifier: written, evidence });
  }
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

/** Whether a package imports from itself, by a dot or by its own name: what it then binds are its modules. */
function isFromItself(path: string, { level, module }: PythonMention): boolean {
  if (level > 0) return module === '';
  return `/${folderOf(path)}`.endsWith(`/${module.replaceAll('.', '/')}`);
}

/**
 * Names that a package's own file imports from elsewhere: with `from .app import app` in it, `from package import app`
 * means that name and not the module.
 */
function boundNames(files: readonly ReadFile<PythonFacts>[]): ReadonlyMap<string, ReadonlySet<string>> {
  const bound = new Map<string, ReadonlySet<string>>();
  for (const { path, facts } of files) {
    if (!/(?:^|\/)__init__\.pyi?$/.test(path)) continue;
    const names = facts.mentions.flatMap((mention) => (isFromItself(path, mention) ? [] : (mention.names ?? [])));
    bound.set(path, new Set(names));
  }
  return bound;
}
