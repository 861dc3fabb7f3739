import { compareTexts } from '../../base/compare-texts.ts';
import { plural } from '../../base/plural.ts';
import { makeLanguageReader } from '../lex/header-language.ts';
import { type Language, languageOf } from '../lex/languages.ts';
import { maskCode } from '../lex/mask.ts';
import { rulesOf } from '../lex/rules-of.ts';
import { makeChanceReader } from '../lex/shared-endings.ts';
import { languageIn } from '../lex/shebang.ts';
import { findPrograms, type Programs } from '../search/programs.ts';
import { scanTexts } from '../search/scan.ts';
import { makeGaps, type Scope } from '../search/scope.ts';
import { type BlobCache, makeBlobCache } from '../source/blob-cache.ts';
import { isInstalled } from '../source/borrowed.ts';
import { makeLinkTexts } from '../source/link-texts.ts';
import { roleOfPath } from '../source/path-role.ts';
import { makeProjectFiles, type ProjectFiles } from '../source/project-files.ts';
import { decodeText } from '../source/searched-text.ts';
import { isSecretPath } from '../source/secret-path.ts';
import type { Source, SourceEntry } from '../source/source.ts';
import { countLines } from '../text/lines.ts';
import { nearestTheTop } from '../text/paths.ts';
import { cImports } from './c/c-imports.ts';
import { csharpImports } from './csharp/csharp-imports.ts';
import { goImports } from './go/go-imports.ts';
import { copiedByGo } from './go/vendored.ts';
import { makeGraphBuilder } from './graph-sink.ts';
import type { ImportGraph } from './import-graph.ts';
import type { GraphSink, ImportLanguage, ReadFile } from './import-language.ts';
import { jvmImports } from './java/java-imports.ts';
import { IMPORT_LIMITS } from './limits.ts';
import { phpImports } from './php/php-imports.ts';
import { pythonImports } from './python/python-imports.ts';
import { rubyImports } from './ruby/ruby-imports.ts';
import { rustImports } from './rust/rust-imports.ts';
import { scriptImports } from './script/script-imports.ts';
import { swiftImports } from './swift/swift-imports.ts';
import type { TypeFacts } from './typed/facts.ts';

/** What a graph is made of. */
export interface ImportGraphInput {
  readonly source: Source;
  /** All entries of the source's listing: what is imported may lie beyond the base. */
  readonly entries: readonly SourceEntry[];
  /** Folder that the graph is about, `/`-terminated; empty for the whole project. */
  readonly base: string;
  readonly signal: AbortSignal;
  /** When to answer with what is known, on the clock of `performance.now()`. */
  readonly deadlineAtMs: number;
  /** Files that are read for imports; all when left out. */
  readonly only?: ReadonlySet<string>;
}

/**
 * Reads who imports whom. Only what the text of a file says counts as an edge; what cannot be led to a file is among
 * `unresolved`, and what was not read among `gaps` and `notRead`. After the deadline the graph holds what was read
 * until then, and a gap says so. What counts for each language: docs/tools.md, "Imports".
 */
export async function buildImportGraph(input: ImportGraphInput): Promise<ImportGraph> {
  const files = input.entries.filter(({ kind, path }) => kind === 'file' && !isInstalled(path));
  const links = makeLinkTexts(
    input.source,
    input.entries.filter(({ path }) => !isInstalled(path)),
  );
  const project = { ...makeProjectFiles(input.source, files, ''), links };
  const graph = makeGraphBuilder(input.base);
  noteLinks(input, project);
  const programs = await findPrograms({ ...input, entries: project.entries, gap: project.gap });
  const byChance = makeChanceReader(files.map(({ path }) => path));
  const named = files.filter(({ path }) => byChance(path) === undefined);
  const languageHere = (path: string): Language | null => {
    const meant = byChance(path);
    return meant === undefined ? (languageOf(path) ?? programs.get(path) ?? null) : meant;
  };
  const byLanguage = groupByLanguage(named, programs);
  const copied = byLanguage.get(COPIED)?.filter(({ path }) => path.startsWith(input.base)).length ?? 0;
  if (copied > 0) project.gap(`${copied} files of other languages that go mod vendor copied are not in the graph`);
  for (const { read } of READERS) await read(input, { project, graph, byLanguage });
  const found = graph.finish(project.gap);
  return { ...found, notRead: countNotRead(files, languageHere, input.base), gaps: project.gaps() };
}

/**
 * Tells the sink of every import of some files alone, each place by itself, where a graph keeps the first. What a
 * language needs of other files to know what a name leads to has to be among them.
 */
export async function linkImports(
  input: ImportGraphInput & { readonly only: ReadonlySet<string> },
  project: ProjectFiles,
  sink: GraphSink,
): Promise<void> {
  const entries = project.entries.filter(({ path }) => input.only.has(path));
  const byLanguage = groupByLanguage(entries, await findPrograms({ ...input, entries, gap: project.gap }));
  for (const { read } of READERS) await read(input, { project, graph: sink, byLanguage });
}

/** In place of the id of a language: what Go's tools copied beside Go. */
const COPIED = 'copied';

/** What the languages share while a graph is made. */
interface Building {
  readonly project: ProjectFiles;
  readonly graph: GraphSink;
  /** Files by the ids of their languages, in their order. */
  readonly byLanguage: ReadonlyMap<string, readonly SourceEntry[]>;
}

/**
 * Once for all readers: a large tree has more files than a reader would ask for. Of what `go mod vendor` copied Go's own
 * are told by their reader, and nobody reads the others.
 */
function groupByLanguage(entries: readonly SourceEntry[], programs: Programs): Building['byLanguage'] {
  const isCopied = copiedByGo(entries.map(({ path }) => path));
  return Map.groupBy(entries, ({ path }) => {
    const language = languageOf(path) ?? programs.get(path) ?? null;
    const isOther = language?.id !== 'go' && isRead(language) && isCopied(path);
    return isOther ? COPIED : (language?.id ?? '');
  });
}

interface Reader {
  /** Ids of the languages. */
  readonly languages: readonly string[];
  readonly read: (input: ImportGraphInput, building: Building) => Promise<void>;
}

/** Remembers what each text says, so that another question about the same files only links them. */
function makeReader<Facts>(language: ImportLanguage<Facts>, weigh: (facts: Facts) => number): Reader {
  const cache: BlobCache<Known<Facts>> = makeBlobCache(IMPORT_LIMITS.rememberedMax, ({ facts }) => 1 + weigh(facts));
  const readAll: Reader['read'] = async (input, { project, graph, byLanguage }) => {
    const base = language.readsBeyondBase ? '' : input.base;
    const isAsked = (path: string): boolean => input.only?.has(path) ?? path.startsWith(base);
    const all = language.languages.flatMap((id) => byLanguage.get(id) ?? []).filter(({ path }) => isAsked(path));
    // What looks through all files for how names lead somewhere would do so for nothing.
    if (all.length === 0) return;
    if (language.languages.length > 1) all.sort((a, b) => compareTexts(a.path, b.path));
    const read = await readFiles({ ...input, language, cache }, boundFiles(all, project), project);
    // What a `.h` is called hangs on all sources of the project, and on nothing else: not on which are asked for.
    const namedIn = makeLanguageReader(project.entries.map(({ path }) => path));
    const files = read.map((file) => ({ ...file, language: namedIn(file.path)?.name ?? file.language }));
    const hasTime = (): boolean => {
      if (performance.now() <= input.deadlineAtMs) return true;
      project.gap('imports were not all followed: the time was over');
      return false;
    };
    await language.link({ project, files, base: input.base, sink: graph, hasTime });
  };
  return { languages: language.languages, read: readAll };
}

const READERS: readonly Reader[] = [
  makeReader(scriptImports, ({ mentions }) =>
    mentions.reduce((sum, { givesOut }) => sum + 1 + (givesOut?.length ?? 0), 0),
  ),
  makeReader(pythonImports, (facts) => facts.mentions.length),
  makeReader(goImports, (facts) => facts.mentions.length),
  makeReader(jvmImports, weighTypes),
  makeReader(rustImports, ({ modules, uses, paths, items, folders }) =>
    [modules, uses, paths, items, folders].reduce((sum, { length }) => sum + length, 0),
  ),
  makeReader(cImports, (facts) => facts.includes.length),
  makeReader(csharpImports, (facts) =>
    facts.parts.reduce((sum, part) => sum + part.members.length + part.namedMembers.length, weighTypes(facts)),
  ),
  makeReader(rubyImports, (facts) => facts.requires.length + facts.constants.length),
  makeReader(phpImports, (facts) => weighTypes(facts) + facts.includes.length),
  makeReader(swiftImports, weighTypes),
];

function weighTypes({ imports, used, qualified, declared, members }: TypeFacts): number {
  const lists = [imports, used, qualified, declared, members?.called ?? [], members?.declared ?? []];
  return lists.reduce((sum, { length }) => sum + length, 0);
}

interface Known<Facts> {
  readonly lines: number;
  readonly facts: Facts;
}

interface Reading<Facts> extends ImportGraphInput {
  readonly language: ImportLanguage<Facts>;
  readonly cache: BlobCache<Known<Facts>>;
}

async function readFiles<Facts>(
  { source, signal, deadlineAtMs, language, cache }: Reading<Facts>,
  entries: readonly SourceEntry[],
  project: ProjectFiles,
): Promise<readonly ReadFile<Facts>[]> {
  const gaps = makeGaps();
  const files = new Map<string, ReadFile<Facts>>();
  for (const { path, blobId } of entries) {
    // What is known of a content need not be read again; what is not to be read is left to the scan.
    const entryLanguage = blobId === null || isSecretPath(path) ? null : languageOf(path);
    const facts = entryLanguage === null ? undefined : cache.peek(`${blobId} ${entryLanguage.id}`);
    if (facts !== undefined && entryLanguage !== null)
      files.set(path, { path, language: entryLanguage.name, ...facts });
  }
  const scope: Pick<Scope, 'source' | 'context' | 'files' | 'gaps'> = {
    source,
    context: { signal, deadlineAtMs },
    files: entries.flatMap(({ path }) => (files.has(path) ? [] : [{ path, role: roleOfPath(path) }])),
    gaps,
  };
  const end = await scanTexts(scope, ({ path }, bytes, blobId) => {
    const known = languageIn(path, bytes);
    if (known === null) return;
    // What a text says depends on the language that it is read as.
    const key = blobId === null ? null : `${blobId} ${known.id}`;
    const facts = cache.get(key, () => readFacts(language, known, decodeText(bytes)));
    files.set(path, { path, language: known.name, ...facts });
  });
  if (!end.isComplete) project.gap(`${plural(end.unread, 'code file')} not read for imports: the time was over`);
  for (const { reason, count, names } of gaps.list()) {
    project.gap(
      `${plural(count, 'code file')} not read for imports: ${reason.replaceAll('_', ' ')} (${names.join(', ')})`,
    );
  }
  return entries.flatMap(({ path }) => files.get(path) ?? []);
}

function readFacts<Facts>(imports: ImportLanguage<Facts>, language: Language, text: string): Known<Facts> {
  const part = text.slice(0, imports.extentOf?.(text));
  const facts = imports.extract(part, maskCode(part, rulesOf(language)), language.id);
  // A copy: names are slices of the text, and to remember them would keep all of it in memory.
  return { lines: countLines(text), facts: JSON.parse(JSON.stringify(facts)) };
}

function boundFiles(files: readonly SourceEntry[], project: ProjectFiles): readonly SourceEntry[] {
  const over = files.length - IMPORT_LIMITS.filesMax;
  if (over <= 0) return files;
  project.gap(
    `${plural(over, 'code file')} not read for imports: more than ${IMPORT_LIMITS.filesMax} of one language, those nearest to the top were`,
  );
  return nearestTheTop(files, IMPORT_LIMITS.filesMax);
}

/** Whether imports of a language are read. */
function isRead(language: Language | null): boolean {
  return language !== null && READERS.some(({ languages }) => languages.includes(language.id));
}

function noteLinks({ entries, base }: ImportGraphInput, project: ProjectFiles): void {
  const links = entries.filter((entry) => entry.kind === 'symlink' && entry.path.startsWith(base));
  const code = links.filter(({ path }) => isRead(languageOf(path))).length;
  if (code > 0) project.gap(`${plural(code, 'link')} to code files not read as files of their own`);
}

function countNotRead(
  files: readonly SourceEntry[],
  languageHere: (path: string) => Language | null,
  base: string,
): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const language = path.startsWith(base) ? languageHere(path) : null;
    if (language?.kind !== 'programming' || isRead(language)) continue;
    counts.set(language.name, (counts.get(language.name) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
