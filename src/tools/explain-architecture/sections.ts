import type { Structure, StructureAspect } from '../../code/index.ts';
import {
  dataSections,
  decisionSections,
  entrySections,
  externalSections,
  flowSections,
  historySections,
  routeSections,
  unresolvedSections,
} from './fact-sections.ts';
import { impactSections, questionSections, scopeSections } from './focus-sections.ts';
import {
  cycleSections,
  edgeSection,
  joinSections,
  layerSections,
  nodeSections,
  straySections,
  usedSections,
} from './graph-sections.ts';
import { mostlyUnread, type Section } from './section.ts';

/** What was asked for, in the order in which it is told. */
export function listSections(
  facts: Structure,
  aspects: readonly StructureAspect[],
  isData: boolean,
  depth: number,
): readonly Section[] {
  const asks = (...names: readonly StructureAspect[]): boolean => names.some((name) => aspects.includes(name));
  const isOverview = asks('overview');
  // Data is for drawing and counting: a graph without its nodes is none.
  const hasGraph = asks('modules') || (isData && asks('overview', 'layers'));
  const focus = [...questionSections(facts), ...scopeSections(facts), ...impactSections(facts, depth)];
  const rest = [
    ...(isOverview || asks('layers') ? layerSections(facts, asks('layers')) : []),
    ...(hasGraph ? nodeSections(facts, asks('modules') || isData) : []),
    ...(asks('layers') && !hasGraph ? [edgeSection(facts)] : []),
    ...joinSections(facts, asks('modules')),
    ...cycleSections(facts, asks('cycles')),
    ...straySections(facts, asks('modules')),
    ...usedSections(facts, asks('modules')),
    ...historySections(facts, asks('hotspots')),
    ...entrySections(facts, asks('entry_points')),
    ...flowSections(facts, depth),
    ...externalSections(facts, asks('external')),
    ...routeSections(facts, asks('routes'), isOverview),
    ...dataSections(facts, asks('data'), isOverview),
    ...decisionSections(facts, asks('decisions'), isOverview),
    ...unresolvedSections(facts),
  ];
  return withoutUnread(facts, besides(facts, { focus, rest, isOverview, asks }));
}

/** Lists that are made of imports, or of mains, of languages that are read: where most code is in others, an empty one does not say that there are none. */
const OF_IMPORTS: ReadonlySet<string> = new Set(
  'layers,violations,nodes,edges,cycles,most_used,co_change,externals,entry_points,flows,uses,used_by,tests,reached,added,removed'.split(
    ',',
  ),
);

function withoutUnread({ counts }: Structure, sections: readonly Section[]): readonly Section[] {
  if (mostlyUnread(counts).length === 0) return sections;
  return sections.map((one) => (one.total === 0 && OF_IMPORTS.has(one.name) ? { ...one, isUnread: true } : one));
}

/** What is in focus, and the rest beside it. */
function besides(
  { scope }: Structure,
  {
    focus,
    rest,
    isOverview,
    asks,
  }: {
    readonly focus: readonly Section[];
    readonly rest: readonly Section[];
    readonly isOverview: boolean;
    readonly asks: (name: StructureAspect) => boolean;
  },
): readonly Section[] {
  const told = scope === null ? rest : rest.map((one) => inScope(one, scope.path));
  if (focus.length === 0 || !isOverview) return [...focus, ...told];
  return [...focus, ...told.map((section) => ({ ...section, isBeside: !isNamed(section, asks) }))];
}

/** Lists of the whole project, in which a folder in focus is shown in more detail. */
const OF_ALL: ReadonlySet<string> = new Set(['layers', 'by_types', 'apart', 'violations', 'nodes', 'edges']);

/** A list that keeps to the scope says so. */
function inScope(section: Section, path: string): Section {
  return OF_ALL.has(section.name) ? section : { ...section, within: path, about: { ...section.about, scope: path } };
}

/** Whether a list is there because an aspect was named, whatever part it has in an overview. */
function isNamed({ name, isAsked }: Section, asks: (name: StructureAspect) => boolean): boolean {
  if (name === 'nodes') return asks('modules');
  return name === 'layers' || name === 'edges' ? asks('layers') : isAsked;
}
