import { plural } from '../../base/plural.ts';
import type { EdgeRow, Facts, Known, Structure } from '../../code/index.ts';

/** One statement: as a line, and as data. */
export interface Row {
  readonly text: string;
  readonly data: unknown;
}

/** A list of statements of one kind. */
export interface Section {
  /** Key in JSON. */
  readonly name: string;
  readonly title: string;
  /** How many there are; `rows` may hold fewer. */
  readonly total: number;
  /** The scope that it keeps to; of the whole project when not given. */
  readonly within?: string;
  readonly rows: readonly Row[];
  /** Whether an empty list says nothing, as what it is made of was mostly not read. */
  readonly isUnread?: boolean;
  /** As data what the title tells beside its name and the total. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** Whether it was asked for by name; else it is a part of an overview, of which a few rows suffice. */
  readonly isAsked: boolean;
  /** Rows that stay at every step but the last few, as without them the rest says little; none when not given. */
  readonly keptRows?: number;
  /** Whether it is the overview beside a question, scope or comparison, to which it gives way where room is short. */
  readonly isBeside?: boolean;
}

/** What proves a statement and how it is known: `[lib/app.js:12] import`. */
export function proof({
  file,
  line,
  known,
}: {
  readonly file: string;
  readonly line: number | null;
  readonly known: Known;
}): string {
  return `[${file}${line === null ? '' : `:${line}`}] ${known}`;
}

/** Facts as statements. */
export function section<Item>(
  head: Omit<Section, 'total' | 'rows'>,
  facts: Facts<Item>,
  text: (item: Item) => string,
): Section {
  return { ...head, total: facts.total, rows: facts.rows.map((item) => ({ text: text(item), data: item })) };
}

/** `a -> b: 3 places [a.ts:1] import`. */
export function edgeText(edge: EdgeRow): string {
  return `${edge.from} -> ${edge.to}: ${placesText(edge)} ${proof(edge)}`;
}

function placesText({ places, typePlaces }: Pick<EdgeRow, 'places' | 'typePlaces'>): string {
  if (places === 0) return `${plural(typePlaces, 'place')}, types alone`;
  return `${plural(places, 'place')}${typePlaces === 0 ? '' : ` and ${typePlaces} of types alone`}`;
}

/** A list that is whole. */
export function all<Item>(rows: readonly Item[]): Facts<Item> {
  return { total: rows.length, rows };
}

/** What imports are of that lead to no file, in `lostText`. */
export const OF_PROJECT = 'of packages or files of this project';

/** What stands beside a "none" that imports which led nowhere may make untrue; empty where there are no such imports. */
export function lostText(lost: number, of: string): string {
  return lost === 0 ? '' : ` (${plural(lost, 'import')} ${of} ${lost === 1 ? 'was' : 'were'} not resolved to a file)`;
}

/** Languages of what runs, builds or describes other code: imports are not what joins their files. */
const OF_OTHERS: ReadonlySet<string> = new Set([
  ...['Shell', 'Fish', 'PowerShell', 'Batch', 'Makefile', 'CMake', 'Dockerfile', 'Starlark', 'Meson', 'Nix'],
  ...['Assembly', 'SQL', 'GraphQL', 'Protocol Buffers', 'Thrift', 'GLSL'],
]);

/** Languages of which most code is and whose imports are not read, with their files; empty where most imports are read. */
export function mostlyUnread({ files, notRead }: Pick<Structure['counts'], 'files' | 'notRead'>): readonly string[] {
  const others = Object.entries(notRead).filter(([language]) => !OF_OTHERS.has(language));
  const unread = others.reduce((sum, [, count]) => sum + count, 0);
  if (unread <= files) return [];
  return others.toSorted(([, a], [, b]) => b - a).map(([language, count]) => `${language} ${count}`);
}
