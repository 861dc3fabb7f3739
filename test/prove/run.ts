import { fuzz } from '../fuzz/fuzz.ts';
import { proveBackup } from './backup/backup.ts';
import { proveChanges } from './changes/changes.ts';
import { proveIndexKills } from './index-kills/index-kills.ts';
import { proveKills } from './kills/kills.ts';
import { compareWithMadge } from './madge-edges.ts';
import { compareWithObservatory } from './observatory.ts';
import { proveOutage } from './outage/outage.ts';
import { proveRaces } from './races/races.ts';
import { type ProofOptions, type ProofReport, readOptions } from './support/options.ts';
import { type MutationReport, proveTestMutations } from './test-mutations.ts';

/** The long proofs, each by name. They take minutes and are no part of `npm test`, which runs them short. */
const PROOFS: Readonly<Record<string, () => Promise<boolean>>> = {
  races: () => proveFleets(proveRaces, [1, 2, 4]),
  nodes: () => proveFleets(proveChanges, [1, 2]),
  kills: () => proveFleets(proveKills, [1, 2, 4]),
  kill: () => proveFleets(proveKills, [1], ['--engine', 'sqlite', '--rounds', process.argv[3] ?? '50']),
  'index-kills': () => proveFleets(proveIndexKills, [1]),
  backup: () => proveFleets(proveBackup, [2]),
  outage: () => proveFleets(proveOutage, [2]),
  async fuzz() {
    const report = await fuzz(Number(process.argv[3] ?? 100_000), Number(process.argv[4] ?? 20_261_121));
    console.log(JSON.stringify(report, null, 2));
    return report.faults.length === 0;
  },
  async observatory() {
    const report = await compareWithObservatory(Number(process.argv[3] ?? 5_000), Number(process.argv[4] ?? 1));
    console.log(JSON.stringify(report, null, 2));
    return report.isEnough;
  },
  async edges() {
    const reports = await compareWithMadge(process.argv.slice(3));
    console.log(JSON.stringify(reports, null, 2));
    const isEqual = reports.every(({ theirs, missing, extra }) => theirs > 0 && missing.length + extra.length === 0);
    return reports.length > 0 && isEqual;
  },
  async tests() {
    const reports: MutationReport[] = [];
    for (const repository of process.argv.slice(3)) reports.push(await proveTestMutations(repository));
    console.log(JSON.stringify(reports, null, 2));
    return reports.length > 0 && reports.every(({ isEnough }) => isEnough);
  },
};

/** A proof on real processes: `[--engine sqlite|postgres] [--processes N] [--rounds N] [--seed N]`. */
async function proveFleets(
  prove: (options: ProofOptions) => Promise<ProofReport>,
  processes: readonly number[],
  args: readonly string[] = process.argv.slice(3),
): Promise<boolean> {
  const { figures, broken } = await prove(readOptions(args, { processes }));
  console.log(JSON.stringify(figures, null, 2));
  for (const text of broken) console.error(`broken: ${text}`);
  return broken.length === 0;
}

const name = process.argv[2] ?? '';
const proof = PROOFS[name];
if (proof === undefined) {
  console.error(
    `usage: npm run prove -- ${Object.keys(PROOFS).join('|')} [rounds | --engine E --processes N --rounds N]`,
  );
  process.exit(2);
}
process.exit((await proof()) ? 0 : 1);
