import type { ReferenceMode } from '../../questions/find.types.ts';
import { withGoPackages } from '../../search/go-packages.ts';
import type { Search } from '../../search/search.ts';
import { type ContainerFit, liesIn, OWN_FIT_MAX } from '../../search/symbol-container.ts';
import { isOfKind, isType } from '../../search/symbols-of.ts';
import type { TargetQuery } from '../../search/target-query.ts';
import type { SourceEntry } from '../../source/source.ts';
import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { definitionOf } from '../names/declarations.ts';
import { makeProjectLinks, type ProjectLinks } from '../names/file-links.ts';
import { givenNames } from '../names/given-out.ts';
import { fieldOf } from '../names/struct-fields.ts';
import type { Definition } from '../reference.ts';
import { makeReferenceTexts, type ReferenceTexts } from '../texts.ts';
import { followCratePath } from './crate-path.ts';
import { gatherDeclared, gatherKnown, type Known } from './known.ts';
import { type Chosen, chooseTargets, outerName, withOthersOfPath } from './target.ts';

/** What every question about uses works on. */
export interface ReferenceQuestion {
  readonly search: Search;
  readonly query: TargetQuery;
  readonly texts: ReferenceTexts;
  readonly links: ProjectLinks;
  /** Whether a file is in the scope that rows may come from. */
  readonly accepts: (file: Pick<CodeFile, 'path' | 'role'>) => boolean;
  /** All that the project declares by the name. */
  readonly known: Known;
  /** Of these the ones that are meant, and where uses are looked for those that no use tells from them. */
  readonly targets: readonly Definition[];
  /** How near these lie to the names before the name; null without any. */
  readonly fit: ContainerFit | null;
  /** The type that the name before it names, where that declares nothing of the name and nothing else was meant. */
  readonly owner: Definition | null;
  /** The file of the module that the names before it lead to, and that has or gives it out; null without such. */
  readonly through: string | null;
}

/** A question about uses as it was understood, and the files that it is about. */
interface AskedUses {
  readonly query: TargetQuery;
  readonly mode: ReferenceMode;
  readonly entries: readonly SourceEntry[];
}

/** Looks up what a question about uses is about. */
export async function openQuestion(
  search: Search,
  { query: asked, mode, entries }: AskedUses,
  accepts: ReferenceQuestion['accepts'],
): Promise<ReferenceQuestion> {
  const { source, context, cpu } = search.scope;
  const texts = makeReferenceTexts({ source, entries, context, cpu });
  const links = makeProjectLinks({ source, context }, entries);
  const { query, known } = await lookUp(texts, asked);
  const definitions = (known.definitions.get(query.name) ?? []).filter(({ symbol }) =>
    isOfKind(symbol, search.input.kind),
  );
  const members = await enumMembers(texts, query, definitions);
  const near: Chosen =
    members.length > 0 ? { targets: members, fit: 0 } : await chooseNearest(search, definitions, query);
  const given = near.targets.length > 0 ? null : await followCratePath({ source, entries, links }, query, definitions);
  const nearest: Chosen = given === null ? near : { targets: given.targets, fit: null };
  // A type that has something of the name is not said to have none, wherever it was looked for.
  const isOwned = definitions.some(({ symbol }) => liesIn(symbol, outerName(query) ?? ''));
  const owner = isOwned || given !== null ? null : await ownerWithout(texts, query, nearest);
  // A folder that is called like a type holds what is declared beside it: that is not what was asked for.
  const field = owner === null ? null : await chooseField(texts, query);
  const unlisted = field ?? (await chooseTest(texts, query, { mode, nearest }));
  const { targets: chosen, fit }: Chosen = unlisted ?? (owner === null ? nearest : { targets: [], fit: null });
  // What one of several overloads calls is in its own body.
  const targets = mode === 'callees' ? chosen : withOthersOfPath(chosen, definitions);
  const all = unlisted === null ? known : withMore(known, query.name, unlisted.all);
  const lacking = unlisted === null ? owner : null;
  return {
    search,
    query,
    texts,
    links,
    accepts,
    known: all,
    targets,
    fit,
    owner: lacking,
    through: given?.through ?? null,
  };
}

/**
 * The field that the type before a name has by that name, of a language whose fields are not listed, with those of other
 * types of that name; null without such.
 */
async function chooseField(
  texts: ReferenceTexts,
  query: TargetQuery,
): Promise<(Chosen & { readonly all: readonly Definition[] }) | null> {
  const name = outerName(query);
  if (name === null) return null;
  const found: Definition[] = [];
  await texts.declaring([name], (file) => {
    const types = file.symbols().filter((symbol) => symbol.name === name && isType(symbol));
    found.push(...types.flatMap((type) => fieldOf(file, type, query.name) ?? []));
  });
  // In C a type may have its name twice: `typedef struct list { … } list;`.
  const fields = new Map(found.toReversed().map((field) => [`${field.file}:${field.symbol.line}`, field]));
  const all = [...fields.values()].toReversed().slice(0, REFERENCE_LIMITS.declarationsMax);
  const chosen = chooseTargets(all, query);
  return chosen.targets.length > 0 ? { ...chosen, all } : null;
}

/** The test that is asked for by its title, which declares nothing, but calls something; null without such. */
async function chooseTest(
  texts: ReferenceTexts,
  query: TargetQuery,
  { mode, nearest }: { readonly mode: ReferenceMode; readonly nearest: Chosen },
): Promise<(Chosen & { readonly all: readonly Definition[] }) | null> {
  if (mode !== 'callees' || nearest.targets.length > 0) return null;
  const all: Definition[] = [];
  await texts.declaring([query.name], (file) => {
    const titles = file.symbols().filter(({ kind, name }) => kind === 'test' && name === query.name);
    const room = Math.max(0, REFERENCE_LIMITS.declarationsMax - all.length);
    all.push(...titles.slice(0, room).map((title) => definitionOf(file, title)));
  });
  const chosen = chooseTargets(all, query);
  return chosen.targets.length > 0 ? { ...chosen, all } : null;
}

/** Of some definitions those that an enum of C names, which belong to what is around it, where that enum was named. */
async function enumMembers(
  texts: ReferenceTexts,
  query: TargetQuery,
  definitions: readonly Definition[],
): Promise<readonly Definition[]> {
  const name = outerName(query);
  const values = definitions.filter(({ family, symbol }) => family === 'c' && symbol.kind === 'variable');
  if (name === null || values.length === 0) return [];
  const found: Definition[] = [];
  await texts.declaring([name], (file) => {
    const enums = file.symbols().filter((symbol) => symbol.kind === 'enum' && symbol.name === name);
    const here = values.filter((one) => one.file === file.path && liesInFile(query, file.path));
    found.push(
      ...here.filter(({ symbol }) => enums.some((one) => one.line <= symbol.line && symbol.line <= one.endLine)),
    );
  });
  return found;
}

/** Whether a file is the one that was named, if any was. */
function liesInFile({ file }: TargetQuery, path: string): boolean {
  return file === null || path === file || path.endsWith(`/${file}`);
}

/** What is known, with more declarations of a name. */
function withMore(known: Known, name: string, more: readonly Definition[]): Known {
  const definitions = new Map(known.definitions);
  definitions.set(name, [...(known.definitions.get(name) ?? []), ...more]);
  return { ...known, definitions };
}

/** Those of the packages of Go that the names before the name mean, where nothing is nearer. */
async function chooseNearest(
  { scope }: Search,
  definitions: readonly Definition[],
  query: TargetQuery,
): Promise<Chosen> {
  const chosen = chooseTargets(definitions, query);
  const inPackages = await withGoPackages(scope, query, chosen.fit);
  return inPackages === null ? chosen : chooseTargets(definitions, inPackages);
}

/** The declared type that was named right before a name that nothing of its own has; null when there is none. */
async function ownerWithout(texts: ReferenceTexts, query: TargetQuery, { fit }: Chosen): Promise<Definition | null> {
  const name = outerName(query);
  if (name === null || query.number !== null || (fit !== null && fit <= OWN_FIT_MAX)) return null;
  const { definitions } = await gatherDeclared(texts, new Set([name]));
  const types = (definitions.get(name) ?? []).filter(({ symbol }) => isType(symbol));
  return types.find(({ role }) => role === 'source') ?? types[0] ?? null;
}

/** A name that nothing declares may be one by which a file gives out what it declares. */
async function lookUp(
  texts: ReferenceTexts,
  query: TargetQuery,
): Promise<{ readonly query: TargetQuery; readonly known: Known }> {
  const found = await lookUpDeclared(texts, query);
  if (found.known.definitions.size > 0 || query.containers.length > 0) return found;
  const given = await findGiven(texts, query.name);
  if (given === null) return found;
  const { file, local } = given;
  const own = { name: local, file, containers: [...file.replace(/\.[^./]*$/, '').split('/')], inFile: [] };
  return { query: { ...query, ...own }, known: await gatherKnown(texts, new Set([local])) };
}

/** The declaration that a single file gives out by a name, as `export { local as name }` does; null without such. */
async function findGiven(
  texts: ReferenceTexts,
  name: string,
): Promise<{ readonly file: string; readonly local: string } | null> {
  const found: { readonly file: string; readonly local: string }[] = [];
  await texts.holding([name], (file) => {
    for (const [local, names] of givenNames(file)) {
      if (local !== name && names.has(name) && file.symbols().some((symbol) => symbol.path === local))
        found.push({ file: file.path, local });
    }
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** A macro of Rust is asked for with a sign that is no part of its name; a method of Ruby with one that is. */
async function lookUpDeclared(
  texts: ReferenceTexts,
  query: TargetQuery,
): Promise<{ readonly query: TargetQuery; readonly known: Known }> {
  const known = await gatherKnown(texts, new Set([query.name]));
  const bare = { ...query, name: query.name.replace(/[!?]$/, '') };
  if (bare.name === query.name || known.definitions.has(query.name)) return { query, known };
  const other = await gatherKnown(texts, new Set([bare.name]));
  const isMacro = other.definitions.get(bare.name)?.some(({ family }) => family !== 'ruby') ?? false;
  return isMacro ? { query: bare, known: other } : { query, known };
}

/** Hops that are asked for. */
export function hopsOf({ input }: Search): number {
  return input.depth ?? 1;
}
