import { bisect } from '../../../base/bisect.ts';
import type { ImportedName } from './import-names.ts';

/** Names that one statement of a file imports, and where it stands. */
interface Statement {
  readonly from: number;
  readonly to: number;
  readonly names: readonly ImportedName[];
  /** Where the last of this one and those before it ends. */
  readonly end: number;
}

/**
 * The names of the import that an offset is in, always the same list for the same one: each place of a name asks, and a
 * file may have thousands of both.
 */
export function makeStatements(all: readonly ImportedName[]): (at: number) => readonly ImportedName[] {
  const statements = inOrder(all);
  return (at) => {
    const found: (readonly ImportedName[])[] = [];
    for (let index = lastFrom(statements, at); index >= 0; index -= 1) {
      const one = statements[index];
      if (one === undefined || one.end <= at) break;
      if (at < one.to) found.push(one.names);
    }
    return found.length === 1 ? (found[0] ?? []) : found.flat();
  };
}

function inOrder(all: readonly ImportedName[]): readonly Statement[] {
  const groups = [...Map.groupBy(all, ({ from, to }) => `${from} ${to}`).values()];
  const sorted = groups
    .flatMap((names) => names.slice(0, 1).map(({ from, to }) => ({ from, to, names })))
    .toSorted((a, b) => a.from - b.from);
  let end = 0;
  return sorted.map((one) => {
    end = Math.max(end, one.to);
    return { ...one, end };
  });
}

/** Index of the last statement that begins at or before an offset; -1 for none. */
function lastFrom(statements: readonly Statement[], at: number): number {
  return bisect(statements.length, (index) => (statements[index]?.from ?? 0) <= at) - 1;
}

/** Of the names of one statement those that are called so, here or where they come from; found once for each name. */
const byName = new WeakMap<readonly ImportedName[], Map<string, readonly ImportedName[]>>();

/** Of the names of one statement those that are called so, here or where they come from. */
export function calledSo(statement: readonly ImportedName[], name: string): readonly ImportedName[] {
  const known = byName.get(statement) ?? index(statement);
  byName.set(statement, known);
  return known.get(name) ?? [];
}

function index(statement: readonly ImportedName[]): Map<string, ImportedName[]> {
  const known = new Map<string, ImportedName[]>();
  for (const one of statement) {
    for (const name of new Set([one.imported, one.local])) {
      const called = known.get(name);
      if (called === undefined) known.set(name, [one]);
      else called.push(one);
    }
  }
  return known;
}
