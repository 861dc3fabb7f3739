import { compareTexts } from '../../base/compare-texts.ts';
import type { CommandFact } from './overview.types.ts';

const KINDS: readonly CommandFact['kind'][] = ['install', 'build', 'test', 'lint', 'check', 'format', 'run'];
const BASES: readonly CommandFact['basis'][] = ['defined', 'convention', 'guide', 'ci'];

/** A command of CI or a guide that is about one package, one target, some tests or none: true, but not how the whole is checked. */
const NARROW =
  /\s(?:-p|--package|--test|--bench|--filter|-w|--workspace=\S+|-pl|--|-Dmaven\.test\.skip(?:=true)?|-DskipTests(?:=true)?|[\w./-]{0,80}test[\w-]{0,60}\.(?:py|rb|[cm]?[jt]sx?|go|rs|java|kt|cs|swift|php))\s/;

/**
 * Commands so that the first few cover every kind: the best of each kind, then the second of each, and so on. Within
 * a kind the top folder goes before the folders below, and what is written down before what is only usual. What CI
 * or a guide runs for a part is never the first of its kind, nor is what a folder below has and the top has not.
 */
export function commandRank(commands: readonly CommandFact[]): readonly CommandFact[] {
  const sorted = [...commands].sort(
    (a, b) =>
      depth(a.directory) - depth(b.directory) ||
      Number(isNarrow(a)) - Number(isNarrow(b)) ||
      BASES.indexOf(a.basis) - BASES.indexOf(b.basis) ||
      a.command.length - b.command.length ||
      Number(isStart(b)) - Number(isStart(a)) ||
      compareTexts(a.command, b.command),
  );
  const top = depth(sorted[0]?.directory ?? '');
  const places = new Map<CommandFact['kind'], number>();
  const ranked = sorted.map((row) => {
    const isPart = isNarrow(row) || depth(row.directory) > top;
    const place = Math.max(places.get(row.kind) ?? 0, isPart ? 1 : 0);
    places.set(row.kind, place + 1);
    return { row, place };
  });
  // Where a kind has been told once, CI mostly says it again in other words.
  const isAgain = ({ row, place }: (typeof ranked)[number]): boolean => place > 0 && row.basis === 'ci';
  ranked.sort(
    (a, b) =>
      a.place - b.place ||
      Number(isAgain(a)) - Number(isAgain(b)) ||
      KINDS.indexOf(a.row.kind) - KINDS.indexOf(b.row.kind),
  );
  return ranked.map(({ row }) => row);
}

function isStart({ command }: CommandFact): boolean {
  return command.endsWith(' start');
}

function isNarrow({ basis, command }: CommandFact): boolean {
  return (basis === 'ci' || basis === 'guide') && NARROW.test(`${command} `);
}

function depth(path: string): number {
  return path === '' ? 0 : path.split('/').length;
}
