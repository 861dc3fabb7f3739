import { compareTexts } from '../../base/compare-texts.ts';
import type { CommandFact, EntryPoint } from '../../code/operations/overview.types.ts';

const KINDS: readonly CommandFact['kind'][] = ['install', 'build', 'test', 'lint', 'check', 'format', 'run'];
const BASES: readonly CommandFact['basis'][] = ['defined', 'convention', 'ci'];

/**
 * Commands so that the first few cover every kind: the best of each kind, then the second of each, and so on. Within
 * a kind the top folder goes before the folders below, and what is written down before what is only usual.
 */
export function commandRank(commands: readonly CommandFact[]): readonly CommandFact[] {
  const sorted = [...commands].sort(
    (a, b) =>
      depth(a.directory) - depth(b.directory) ||
      BASES.indexOf(a.basis) - BASES.indexOf(b.basis) ||
      a.command.length - b.command.length ||
      compareTexts(a.command, b.command),
  );
  const places = new Map<CommandFact['kind'], number>();
  const ranked = sorted.map((row) => {
    const place = places.get(row.kind) ?? 0;
    places.set(row.kind, place + 1);
    return { row, place };
  });
  ranked.sort((a, b) => a.place - b.place || KINDS.indexOf(a.row.kind) - KINDS.indexOf(b.row.kind));
  return ranked.map(({ row }) => row);
}

/** Entry points nearest to the top first; there programs go before libraries, and containers last. */
export function entryRank(entries: readonly EntryPoint[]): readonly EntryPoint[] {
  const kinds: readonly EntryPoint['kind'][] = ['bin', 'main', 'library', 'container'];
  return [...entries].sort(
    (a, b) => depth(a.target ?? a.file) - depth(b.target ?? b.file) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind),
  );
}

function depth(path: string): number {
  return path === '' ? 0 : path.split('/').length;
}
