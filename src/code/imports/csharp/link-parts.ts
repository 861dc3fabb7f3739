import type { GraphSink, LinkInput, ReadFile } from '../import-language.ts';
import type { TypeName } from '../typed/facts.ts';
import type { ProjectOf } from './global-usings.ts';
import type { CsharpFacts } from './mentions.ts';
import type { TypePart } from './parts.ts';

/** Where the parts of a type declare something: files by the name of it. */
interface Declared {
  readonly types: Map<string, string[]>;
  readonly members: Map<string, string[]>;
}

/** Types of a project that have parts. */
type Parted = ReadonlyMap<string, Declared>;

/** Files that may declare one name together, as methods of one name do; more say nothing. */
const FILES_MAX = 8;

/**
 * Leads names in a part of a type to the other parts that declare them: what a type holds is named in it without the
 * type's name, and goes before all that namespaces have.
 */
export function linkParts({ files, sink, hasTime }: LinkInput<CsharpFacts>, projectOf: ProjectOf): void {
  const placed = files.flatMap((file) => {
    const place = file.facts.parts.length === 0 ? null : projectOf(file.path);
    return place === null ? [] : [{ file, place }];
  });
  const projects = new Map(placed.map(({ place }) => [place, new Map<string, Declared>()]));
  for (const { file, place } of placed) {
    for (const part of file.facts.parts) declare(projects.get(place), file.path, part);
  }
  for (const { file, place } of placed) {
    if (!hasTime()) return;
    linkFile(sink, file, projects.get(place) ?? new Map());
  }
}

function linkFile(sink: GraphSink, { path: file, facts }: ReadFile<CsharpFacts>, parted: Parted): void {
  const lead = ({ line }: TypeName, found: readonly string[]): void => {
    // What a part of the file itself declares may be meant as well.
    if (found.length > FILES_MAX || found.includes(file)) return;
    for (const to of found) sink.edge(file, to, { file, line, kind: 'same_package' });
  };
  for (const { type, namedTypes, namedMembers } of facts.parts) {
    for (const one of namedTypes) lead(one, findType(parted, type, one.name));
    for (const one of namedMembers) lead(one, parted.get(type)?.members.get(one.name) ?? []);
  }
}

function declare(parted: Map<string, Declared> | undefined, path: string, { type, types, members }: TypePart): void {
  const declared: Declared = parted?.get(type) ?? { types: new Map(), members: new Map() };
  parted?.set(type, declared);
  const add = (names: Map<string, string[]>, name: string): void => {
    const paths = names.get(name) ?? [];
    names.set(name, paths);
    // One more than may be meant tells that nothing is.
    if (paths.length <= FILES_MAX && !paths.includes(path)) paths.push(path);
  };
  for (const name of types) add(declared.types, name);
  for (const name of members) add(declared.members, name);
}

/** The files of a type that stands in a type, or in one around that. */
function findType(parted: Parted, type: string, name: string): readonly string[] {
  for (let at = type; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = parted.get(at)?.types.get(name);
    if (found !== undefined) return found;
  }
  return [];
}
