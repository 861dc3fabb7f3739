import { COMPONENTS, onlyScripts } from '../../lex/embedded.ts';
import { LEX_RULES } from '../../lex/lex-rules.ts';
import { maskCode } from '../../lex/mask.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { Evidence, GraphSink, ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
import { declarationBeside, isDeclaration, programBeside } from './find-file.ts';
import { type ScriptFacts, type ScriptMention, scriptMentions } from './mentions.ts';
import { makeOnlyTypes, type OnlyTypes } from './only-types.ts';
import type { ScriptTarget } from './outside.ts';
import { type Ambient, makeScriptResolver, type ScriptResolver } from './resolve.ts';

/** Imports of TypeScript and JavaScript, also in components of Vue, Svelte and Astro. */
export const scriptImports: ImportLanguage<ScriptFacts> = {
  languages: ['ts', 'tsx', 'js', 'jsx', ...COMPONENTS],
  readsBeyondBase: false,
  extract(text, mask, language) {
    if (!COMPONENTS.includes(language)) return scriptMentions(text, mask);
    const script = onlyScripts(text, language);
    const facts = scriptMentions(script, maskCode(script, LEX_RULES.script));
    return language === 'vue' && TYPED_SCRIPT.test(text) ? { ...facts, isTyped: true } : facts;
  },
  async link(input) {
    const resolve = await makeScriptResolver(input.project, ambientOf(input.files));
    for (const file of input.files) declare(input, file);
    const linking = { ...input, resolve, onlyTypes: makeOnlyTypes(input.files, resolve) };
    for (const file of input.files) linkFile(linking, file);
  },
};

/** What Svelte imports without saying so is no type. Sources: Vue, "Using Vue with TypeScript"; Svelte, "TypeScript". */
const TYPED_SCRIPT = /<script\b[^<>]*\slang\s*=\s*["']?tsx?\b/;

function ambientOf(files: readonly ReadFile<ScriptFacts>[]): Ambient {
  const byName = new Map<string, Set<string>>();
  for (const { path, facts } of files) {
    for (const name of facts.declares) byName.set(name, (byName.get(name) ?? new Set()).add(path));
  }
  return byName;
}

function declare(
  { sink, project }: LinkInput<ScriptFacts>,
  { path, language, lines, facts }: ReadFile<ScriptFacts>,
): void {
  sink.unit({ path, kind: 'file', language, isTest: roleOfPath(path) === 'test', lines, files: [path] });
  if (facts.isCut) project.gap(`${path} imports more than is read; the rest was left out`);
}

interface Linking extends LinkInput<ScriptFacts> {
  readonly resolve: ScriptResolver;
  readonly onlyTypes: OnlyTypes;
}

function linkFile(linking: Linking, { path, facts }: ReadFile<ScriptFacts>): void {
  for (const mention of facts.mentions) {
    // Manifests and settings may hold more names than can be compared in the time.
    if (!linking.hasTime()) return;
    linkMention(linking, path, mention);
  }
}

function linkMention({ sink, project, resolve, onlyTypes }: Linking, path: string, said: ScriptMention): void {
  const isOfTypes = said.takes === 'types' || isDeclaration(path);
  const { isRequired } = said;
  const wants = isOfTypes && !isPlain(path) ? 'types' : 'program';
  const target = resolve({ from: path, wants, isRequired }, said.specifier);
  const described =
    isOfTypes || sink.described !== undefined ? null : describedOnly({ resolve, onlyTypes }, path, said);
  if (described !== null) {
    tell(sink, path, { ...said, kind: 'type' }, described);
    return;
  }
  const isErased = target.kind === 'file' && !isOfTypes && onlyTypes(path, said, target.path);
  const mention: ScriptMention = isErased ? { ...said, kind: 'type' } : said;
  tell(sink, path, mention, target);
  if (isOfTypes) return;
  const found = target.kind === 'file' ? target.path : null;
  if (found !== null && mention.specifier.startsWith('.')) tellBeside({ sink, project }, mention, { path, found });
  if (!isDescribed(sink, path, mention)) return;
  const types = resolve({ from: path, wants: 'types', isRequired }, mention.specifier);
  if (types.kind === 'file' && types.path !== found) {
    tellTypes(sink, mention, { path, program: found, types: types.path });
  }
}

/**
 * The declaration that a name leads to, where all that is taken is types there and so nothing runs of the program that
 * the name leads to. By a path a compiler means the declaration anyway.
 */
function describedOnly(
  { resolve, onlyTypes }: Pick<Linking, 'resolve' | 'onlyTypes'>,
  path: string,
  said: ScriptMention,
): (ScriptTarget & { kind: 'file' }) | null {
  if (isPlain(path) || said.specifier.startsWith('.') || !said.names?.length) return null;
  const types = resolve({ from: path, wants: 'types', isRequired: said.isRequired }, said.specifier);
  return types.kind === 'file' && isDeclaration(types.path) && onlyTypes(path, said, types.path) ? types : null;
}

function tell(
  sink: GraphSink,
  path: string,
  { specifier, line, kind, givesOut }: ScriptMention,
  target: ScriptTarget,
): void {
  const evidence = { file: path, line, kind, givesOut };
  if (target.kind === 'file') {
    if (target.isGivenOut === true) sink.givenOut?.(target.path);
    sink.edge(path, target.path, target.isByName ? byName(evidence) : evidence);
  } else if (target.kind === 'external') sink.external(target.name, target.isStandard, evidence);
  else sink.unresolved(specifier, target.why, evidence, target.owner);
}

/** What lies beside a file that a path leads to: the program of a declaration, or the declaration of a program. */
function tellBeside(
  { sink, project }: Pick<Linking, 'sink' | 'project'>,
  mention: ScriptMention,
  { path, found }: { readonly path: string; readonly found: string },
): void {
  const program = programBeside(project, found);
  if (program !== null) tellProgram(sink, mention, { path, program, types: found });
  const types = program !== null || sink.described === undefined ? null : declarationBeside(project, found);
  if (types !== null) tellTypes(sink, mention, { path, program: found, types });
}

/** By a path TypeScript means a declaration, and what runs is the program beside: who asks for names has to know both. */
function tellProgram(
  sink: GraphSink,
  { line, kind, givesOut }: ScriptMention,
  { path, program, types }: { readonly path: string; readonly program: string; readonly types: string },
): void {
  if (sink.described === undefined) return;
  const evidence = { file: path, line, kind, givesOut };
  sink.edge(path, program, evidence);
  sink.described({ program, declaration: types }, evidence);
}

function tellTypes(
  sink: GraphSink,
  { line, kind, givesOut }: ScriptMention,
  { path, program, types }: { readonly path: string; readonly program: string | null; readonly types: string },
): void {
  if (sink.described !== undefined)
    sink.described({ program, declaration: types }, { file: path, line, kind, givesOut });
  else sink.edge(path, types, { file: path, line, kind: 'type' });
}

/** Whether it matters where the types of a module are told: when a statement names some, or when somebody asks. */
function isDescribed(sink: GraphSink, path: string, { specifier, takes }: ScriptMention): boolean {
  return (takes === 'both' && !isPlain(path)) || (sink.described !== undefined && !specifier.startsWith('.'));
}

/**
 * Whether a file is JavaScript by its name. `import type` is Flow's there, which reads the program itself and knows of no
 * `.d.ts`. Source: TypeScript, diagnostic 8006 ('import type' can only be used in TypeScript files); Flow, "Module Types".
 */
function isPlain(path: string): boolean {
  return /\.[cm]?jsx?$/.test(path);
}

/** Types and what is handed on keep their kind, which says more about the code than how the file was found. */
function byName(evidence: Evidence): Evidence {
  return evidence.kind === 'type' || evidence.kind === 'reexport' ? evidence : { ...evidence, kind: 'named' };
}
