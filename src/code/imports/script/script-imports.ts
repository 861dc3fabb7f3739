import { LEX_RULES } from '../../lex/lex-rules.ts';
import { maskCode } from '../../lex/mask.ts';
import { roleOfPath } from '../../source/path-role.ts';
import type { Evidence, ImportLanguage, LinkInput, ReadFile } from '../import-language.ts';
import { onlyScripts } from './embedded.ts';
import { type ScriptFacts, scriptMentions } from './mentions.ts';
import { makeScriptResolver } from './resolve.ts';

/** Components with scripts in them. */
const COMPONENTS = ['vue', 'svelte', 'astro'];

/** Imports of TypeScript and JavaScript, also in components of Vue, Svelte and Astro. */
export const scriptImports: ImportLanguage<ScriptFacts> = {
  languages: ['ts', 'tsx', 'js', 'jsx', ...COMPONENTS],
  readsBeyondBase: false,
  extract(text, mask, language) {
    if (!COMPONENTS.includes(language)) return scriptMentions(text, mask);
    const script = onlyScripts(text, language);
    return scriptMentions(script, maskCode(script, LEX_RULES.script));
  },
  async link(input) {
    const resolve = await makeScriptResolver(input.project);
    for (const file of input.files) declare(input, file);
    for (const file of input.files) linkFile(input, file, resolve);
  },
};

function declare(
  { sink, project }: LinkInput<ScriptFacts>,
  { path, language, lines, facts }: ReadFile<ScriptFacts>,
): void {
  sink.unit({ path, kind: 'file', language, isTest: roleOfPath(path) === 'test', lines, files: [path] });
  if (facts.isCut) project.gap(`${path} imports more than is read; the rest was left out`);
}

function linkFile(
  { sink, hasTime }: LinkInput<ScriptFacts>,
  { path, facts }: ReadFile<ScriptFacts>,
  resolve: Awaited<ReturnType<typeof makeScriptResolver>>,
): void {
  for (const { specifier, line, kind } of facts.mentions) {
    // Manifests and settings may hold more names than can be compared in the time.
    if (!hasTime()) return;
    const evidence = { file: path, line, kind };
    const target = resolve(path, specifier);
    if (target.kind === 'file') sink.edge(path, target.path, target.isByName ? byName(evidence) : evidence);
    else if (target.kind === 'external') sink.external(target.name, target.isStandard, evidence);
    else sink.unresolved(specifier, target.why, evidence, target.owner);
  }
}

/** Types and what is handed on keep their kind, which says more about the code than how the file was found. */
function byName(evidence: Evidence): Evidence {
  return evidence.kind === 'type' || evidence.kind === 'reexport' ? evidence : { ...evidence, kind: 'named' };
}
