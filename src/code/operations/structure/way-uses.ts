import type { QuestionFacts, SymbolUseRow } from '../../questions/structure.types.ts';
import { type CodeFile, lineAt } from '../../references/code-file.ts';
import { makeProjectLinks, type ProjectLinks } from '../../references/names/file-links.ts';
import { type KeptFiles, keepFiles, makeReferenceTexts } from '../../references/texts.ts';
import { makeCpuBudget } from '../../search/cpu-budget.ts';
import { edgeRow } from '../../structure/facts.ts';
import type { UnitEdge } from '../../structure/unit-graph.ts';
import type { Way } from '../../structure/ways.ts';
import { readTextFile } from '../read/piece.ts';
import { handedOn, NOTHING_ASKED, type Passage, readPassage, UNREAD } from './passage.ts';
import { type UsesInput, usesOfSymbols } from './symbol-uses.ts';

/** Steps that are looked into; the rest are told by their imports alone. */
const STEPS_MAX = 6;
/** Uses of symbols that are told of one step. */
const USES_MAX = 3;
/** Names of one file that are looked for in another. */
const NAMES_MAX = 60;
/** Files of a package whose names are looked for. */
const STEP_FILES_MAX = 20;

/** What uses are looked for in. */
export interface WayUsesInput extends UsesInput {
  /** Told when the time was over before all was found: another time there may be more. */
  readonly onTimeOver: () => void;
}

/** What is kept while all steps are looked into. */
interface Looking extends WayUsesInput {
  readonly links: ProjectLinks;
  readonly kept: KeptFiles;
}

/** One step on its own, whatever leads to it. */
interface Step {
  readonly rows: readonly SymbolUseRow[];
  readonly passage: Passage;
}

/**
 * Each step with the symbols of the one file that the other uses. What a file on the way only gives out again counts
 * where the step before asks for it by name: the rest of a barrel is none of the way's.
 */
export async function withUses(input: WayUsesInput, ways: readonly Way[]): Promise<QuestionFacts['ways']> {
  const { graph, source, context, listing } = input;
  const links = makeProjectLinks({ source, context }, listing.entries);
  const looking = { ...input, links, kept: keepFiles() };
  const known = new Map<UnitEdge, Step>();
  for (const edge of [...new Set(ways.flatMap(({ steps }) => steps))].slice(0, STEPS_MAX)) {
    known.set(edge, await readStep(looking, edge));
  }
  return ways.map((way) => {
    let asked = NOTHING_ASKED;
    const steps = way.steps.map((edge, index) => {
      const { rows, passage } = known.get(edge) ?? { rows: [], passage: UNREAD };
      const uses = firstUses(rows.filter((row) => handedOn(passage, row, { asked, isFirst: index === 0 })));
      asked = passage.taken(asked);
      return { ...edgeRow(graph, edge), isDeclared: edge.use === 'declares', uses };
    });
    return { ...way, steps };
  });
}

/** Each symbol once, at its surest use. */
function firstUses(rows: readonly SymbolUseRow[]): readonly SymbolUseRow[] {
  return [...new Map(rows.toReversed().map((row) => [row.symbol, row])).values()].toReversed().slice(0, USES_MAX);
}

async function readStep(looking: Looking, edge: UnitEdge): Promise<Step> {
  const [from, to] = [edge.from, edge.to].map((unit) => new Set(looking.graph.units[unit]?.files ?? []));
  if (from === undefined || to === undefined) return { rows: [], passage: UNREAD };
  const rows = await usesBetween(looking, from, to);
  const [only, ...others] = from;
  // Units of several files are packages of Go, which give out nothing of others.
  const file = only === undefined || others.length > 0 ? null : await readFile(looking, only);
  if (file === null) return { rows, passage: UNREAD };
  await looking.links.follow([file.path]);
  const byLine = looking.links.of(file.path)?.byLine;
  const leads = (line: number): boolean => [...(byLine?.get(line) ?? [])].some((target) => to.has(target));
  const reexported = looking.links.of(file.path)?.reexported;
  const isWhole = [...to].some((target) => reexported?.get(target) === 'all');
  return { rows, passage: readPassage(file, { leads, isWhole, lineAt: (at) => lineAt(file, at) }) };
}

async function readFile({ source, context, kept }: Looking, path: string): Promise<CodeFile | null> {
  let read: CodeFile | null = null;
  const texts = makeReferenceTexts({
    source: { ...source, index: null },
    entries: [],
    context,
    cpu: makeCpuBudget(),
    kept,
  });
  await texts.at([path], (file) => {
    read = file;
  });
  return read;
}

/** Uses of one step that more than a name tells of, the surest first. */
async function usesBetween(
  looking: Looking,
  from: ReadonlySet<string>,
  to: ReadonlySet<string>,
): Promise<readonly SymbolUseRow[]> {
  const names = new Set<string>();
  for (const file of [...to].slice(0, STEP_FILES_MAX)) {
    const text = await readTextFile(looking.source, file);
    if ('state' in text) continue;
    for (const { name, depth } of text.symbols) if (depth === 0 && names.size < NAMES_MAX) names.add(name);
  }
  const isWanted = ({ file }: { readonly file: string }): boolean => to.has(file);
  const { rows, isInTime } = await usesOfSymbols(looking, { names, from, isWanted });
  if (!isInTime) looking.onTimeOver();
  return rows.filter((row) => row.known !== 'name');
}
