import { lastCode } from './line-ends.ts';
import { listSymbol, type Scan } from './scan-state.ts';
import type { Declarator } from './symbol.ts';

/** Lists what stands in a list of the innermost open symbol: constants of an enum, or components of a record. */
export function listMembers(scan: Scan, members: readonly Declarator[], symbolsMax: number): void {
  const { structure } = scan;
  for (const { name, nameAt, comma, headFrom = nameAt, until = nameAt } of members) {
    if (scan.symbols.length >= symbolsMax) return;
    const start = structure.lineStarts[structure.lineAt(headFrom)] ?? 0;
    // What stands above a line is about its first member alone.
    const isWithinLine =
      (comma !== null && comma >= start) || scan.open.at(-1)?.symbol.line === structure.lineAt(nameAt) + 1;
    const body = bodyOf(scan, nameAt, until);
    const end = lastCode(structure.mask, until - 1, nameAt);
    listSymbol(scan, {
      name,
      kind: 'variable',
      from: headFrom,
      headFrom,
      nameAt,
      headEnd: body ?? end + 1,
      end,
      isWithinLine,
    });
  }
}

/** The brace of a constant's own body, which ends its head; null when it has none. */
function bodyOf({ structure: { mask, closeOf } }: Scan, from: number, until: number): number | null {
  let at = from;
  while (at < until && mask[at] !== '{') at = mask[at] === '(' || mask[at] === '[' ? closeOf(at) + 1 : at + 1;
  return at < until ? at : null;
}
