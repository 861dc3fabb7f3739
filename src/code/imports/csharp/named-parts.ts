import type { ReadFile } from '../import-language.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import type { TypePart } from './parts.ts';

/** A name, and one that stands behind its dot. */
export interface NamedWithin {
  readonly outer: string;
  readonly inner: string;
}

const WITHIN = /(?<![\w.@])([A-Z]\w{0,200})\s{0,40}\.\s{0,40}@?([A-Za-z_]\w{0,200})/g;

/** Each pair of a name with a capital and what stands behind its dot, once. */
export function findNamedWithin(mask: string): readonly NamedWithin[] {
  const found = new Map<string, NamedWithin>();
  for (const [, outer = '', inner = ''] of mask.matchAll(WITHIN)) {
    found.set(`${outer}.${inner}`, { outer, inner });
    if (found.size >= IMPORT_LIMITS.mentionsPerFileMax) break;
  }
  return [...found.values()];
}

/** What a file says of parts. */
interface PartFacts {
  readonly parts: readonly TypePart[];
  readonly namedWithin: readonly NamedWithin[];
}

/** Files that may declare one member together, as overloads; more say nothing. */
const DECLARING_MAX = 8;

/**
 * Tells which of the many files of a type in parts one names, by the members that stand behind the type's name. Source: C#
 * language specification, "Partial type declarations", "Member access".
 */
export function makeNamedParts(
  files: readonly ReadFile<PartFacts>[],
): (from: string, name: string, found: readonly string[]) => readonly string[] {
  const byPath = new Map(files.map(({ path, facts }) => [path, facts]));
  const groups = new Map<string, ReadonlyMap<string, readonly NamedWithin[]>>();
  const declared = new Map<string, ReadonlySet<string>>();
  const declaredBy = (path: string, type: string): ReadonlySet<string> => {
    const key = `${path}\0${type}`;
    const parts = (byPath.get(path)?.parts ?? []).filter((part) => bareName(part.type) === type);
    const names = declared.get(key) ?? new Set(parts.flatMap(({ types, members }) => [...types, ...members]));
    declared.set(key, names);
    return names;
  };
  return (from, name, found) => {
    const type = bareName(name);
    const within = groups.get(from) ?? Map.groupBy(byPath.get(from)?.namedWithin ?? [], ({ outer }) => outer);
    groups.set(from, within);
    const named = within.get(type) ?? [];
    const meant = named.map(({ inner }) => found.filter((path) => declaredBy(path, type).has(inner)));
    return [...new Set(meant.filter(({ length }) => length <= DECLARING_MAX).flat())];
  };
}

/** A type's name without what it lies in and the number of its parameters. */
function bareName(name: string): string {
  return /(\w*)(?:<\d+>|`\d+)?$/.exec(name)?.[1] ?? '';
}
