import type { SymbolUseRow } from '../../questions/structure.types.ts';
import type { CodeFile } from '../../references/code-file.ts';
import { givenNames, givingStatements } from '../../references/names/given-out.ts';
import { type ImportedName, importedNames } from '../../references/names/import-names.ts';

/** Names of a file that the one before it on a way takes. */
type Asked = ReadonlySet<string>;

/** Of the first file on a way nothing is asked by another one. */
export const NOTHING_ASKED: Asked = new Set();

/** How a file stands between the one before it on a way and the next. */
export interface Passage {
  /** Names that it takes of the next file, as that calls them; of those that it only gives out, the ones asked of it. */
  readonly taken: (asked: Asked) => Asked;
  /** What the statement on a line does with what it names; null where it is used. */
  readonly statementAt: (line: number) => 'brings' | 'gives' | null;
  /** The names by which it gives out a symbol of the next file. */
  readonly givenAs: (symbol: string) => Asked;
}

/** Of a file that was not read, or whose language has no such statements. */
export const UNREAD: Passage = {
  taken: () => NOTHING_ASKED,
  statementAt: () => null,
  givenAs: () => NOTHING_ASKED,
};

/** Whether a use belongs to a way: it is more than handing on, or hands on what the step before asks for. */
export function handedOn(
  { statementAt, givenAs }: Passage,
  { line, within, symbol }: Pick<SymbolUseRow, 'line' | 'within' | 'symbol'>,
  { asked, isFirst }: { readonly asked: Asked; readonly isFirst: boolean },
): boolean {
  const statement = within === null && line !== null ? statementAt(line) : null;
  // What nothing in the first file uses but its import is all that the file says of the next one.
  if (statement === null || (statement === 'brings' && isFirst)) return true;
  const name = symbol.replace(/\/.*$/s, '').replace(/\[\d+\]$/, '');
  return [...givenAs(name)].some((given) => asked.has(given));
}

/** Where imports of a file lead to, by the lines of its text. */
interface Leading {
  /** Whether the import on a line leads to the next file. */
  readonly leads: (line: number) => boolean;
  /** Whether all of the next file is given out (`export *`). */
  readonly isWhole: boolean;
  readonly lineAt: (offset: number) => number;
}

/** What a file brings in of the next one and gives out again. */
export function readPassage(file: CodeFile, { leads, isWhole, lineAt }: Leading): Passage {
  const names = importedNames(file).all.filter(({ line }) => leads(line));
  const lines = new Map<number, 'brings' | 'gives'>();
  const mark = (from: number, to: number, does: 'brings' | 'gives'): void => {
    for (let line = lineAt(from); line <= lineAt(Math.max(from, to - 1)); line += 1) lines.set(line, does);
  };
  for (const statement of new Map(names.map((name) => [name.from, name])).values()) {
    mark(statement.from, statement.to, doesGive(file, statement) ? 'gives' : 'brings');
  }
  for (const [from, to] of givingStatements(file)) mark(from, to, 'gives');
  const given = givenNames(file);
  const givenBy = (name: ImportedName): readonly string[] => {
    if (name.isReexport || file.family !== 'script') return [name.local];
    return [...(given.get(name.local) ?? [])];
  };
  return {
    taken(asked) {
      const own = names.filter((name) => !doesGive(file, name) || asked.has(name.local));
      return new Set([...own.map(({ imported }) => imported), ...(isWhole ? asked : [])]);
    },
    statementAt: (line) => lines.get(line) ?? null,
    givenAs: (symbol) =>
      new Set(names.filter(({ imported, local }) => imported === symbol || local === symbol).flatMap(givenBy)),
  };
}

/** Whether an import gives out what it names: it says so, or stands where a package of Python has its names from. */
function doesGive({ path, family, mask }: CodeFile, { isReexport, from }: ImportedName): boolean {
  if (family === 'rust') return mask().startsWith('pub', from);
  return isReexport || /(?:^|\/)__init__\.pyi?$/.test(path);
}
