import type { ImportKind } from '../../imports/import-graph.ts';
import type { Evidence, GivenOut, GraphSink } from '../../imports/import-language.ts';
import { folderOf } from '../../text/paths.ts';
import type { KeptLinks, MutableLinks } from './kept-links.ts';
import { localKey } from './link-ways.ts';

/** Takes in what the languages find. Go's units are folders; those of tests are named by a pattern in the folder. */
export function sinkInto({
  known,
  described,
  mayBeOwn,
}: Pick<KeptLinks, 'known' | 'described' | 'mayBeOwn'>): GraphSink {
  const folders = new Map<string, string>();
  const target = (unit: string): string => folders.get(unit) ?? unit;
  const edge: GraphSink['edge'] = (_, to, { file, line, kind, givesOut = null, ...evidence }) => {
    const links = known.get(file);
    if (links === undefined) return;
    const path = file.endsWith('.go') && !folders.has(to) ? `${to === '.' ? '' : to}/` : target(to);
    links.targets.add(path);
    const given = givesOut ?? (kind === 'reexport' ? 'all' : null);
    if (given !== null) links.reexported.set(path, together(links.reexported.get(path), given));
    links.byLine.set(line, (links.byLine.get(line) ?? new Set()).add(path));
    addByLocalName(links, { line, ...evidence }, path);
    addByName(links, kind, line);
    addTaken(links, evidence, path);
  };
  return {
    unit(unit) {
      if (unit.kind === 'package') folders.set(unit.path, `${folderOf(unit.files[0] ?? '')}/`);
    },
    edge,
    bound(to, { file, ...evidence }) {
      const links = known.get(file);
      if (links === undefined) return;
      links.targets.add(to);
      addByLocalName(links, evidence, to);
    },
    // What is imported may be declared for types in a file of its own: a place means both.
    described({ program, declaration }, evidence) {
      edge(evidence.file, declaration, evidence);
      const programs = described.get(declaration) ?? new Set();
      if (program !== null) described.set(declaration, programs.add(program));
    },
    external(name, isStandard, { file, line }) {
      const links = known.get(file);
      if (isStandard || !mayBeOwn(file, name)) links?.outside.add(line);
      if (!isStandard) links?.ofPackages.add(line);
    },
    unresolved(_specifier, _why, { file, line }) {
      const links = known.get(file);
      // What it leads to is not known: the line may mean something of the project.
      if (links !== undefined && !links.byLine.has(line)) links.byLine.set(line, new Set());
    },
  };
}

type CalledHere = Pick<Evidence, 'line' | 'calledHere'>;

function addByLocalName({ byLocalName }: MutableLinks, { line, calledHere }: CalledHere, path: string): void {
  if (calledHere === undefined) return;
  const key = localKey(line, calledHere);
  byLocalName.set(key, (byLocalName.get(key) ?? new Set()).add(path));
}

function addByName({ byName }: MutableLinks, kind: ImportKind, line: number): void {
  if (kind === 'named') byName.add(line);
}

function addTaken({ taken }: MutableLinks, { takes }: Pick<Evidence, 'takes'>, path: string): void {
  if (!takes) return;
  const names = taken.get(path) ?? new Set();
  for (const name of takes) names.add(name);
  taken.set(path, names);
}

/** What several statements give out of one file. */
function together(before: 'all' | ReadonlySet<string> | undefined, more: GivenOut): 'all' | Set<string> {
  return before === 'all' || more === 'all' ? 'all' : new Set([...(before ?? []), ...more]);
}
