import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { runCommand } from '../../support/command.ts';
import type { Ledger } from '../kills/ledger.ts';
import { type Edge, makeCaller, type Round, runLoad } from '../kills/load.ts';
import { EDGE_QUOTA, LOAD_PLANS, makeAccount, makeEdge } from '../kills/parties.ts';
import { type CommandSettings, type Engine, type Fleet, startFleet } from '../support/fleet.ts';
import { FREE_CALL, LIGHT_CALL, nextAddress, openLine } from '../support/line.ts';
import type { ProofOptions, ProofReport } from '../support/options.ts';
import { shapesOf } from '../support/shapes.ts';
import { readFooter } from './footer.ts';

const BACKUPS = 5;
/** Load before, and after, each backup. */
const LOAD_MS = 400;
/** Most units that a serving process holds of a counter, which a backup counts as used. */
const HELD_MAX = 64;

/** A backup that was taken under load, and what has to be, and not to be, in it. */
interface Taken {
  readonly file: string;
  readonly live: readonly string[];
  readonly revoked: readonly string[];
  readonly later: readonly string[];
  readonly notes: ReadonlyMap<string, string>;
  readonly callsMin: number;
  readonly callsMax: number;
  readonly ledger: Ledger;
  readonly edge: Edge;
  readonly tookMs: number;
}

/** Backups under load, each restored elsewhere on both engines: what was acknowledged before is there and works. */
export async function proveBackup(options: ProofOptions): Promise<ProofReport> {
  const figures: object[] = [];
  const broken: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'portico-prove-backup-'));
  try {
    for (const { label, shape } of shapesOf(options)) {
      const fleet = await startFleet({ ...shape, plans: LOAD_PLANS });
      const taken: Taken[] = [];
      try {
        const ledger = await makeAccount(fleet);
        for (let number = 0; number < (options.rounds ?? BACKUPS); number++) {
          taken.push(await backUpUnderLoad(fleet, ledger, { number, file: join(folder, `${label}-${number}.backup`) }));
        }
      } finally {
        await fleet.close();
      }
      for (const target of ['sqlite', 'postgres'] as const) {
        const wrong: string[] = [];
        for (const one of taken) wrong.push(...(await restoreAndLook(target, one)));
        const figure = { from: label, to: target, ...figuresOf(taken), wrong: wrong.length };
        console.log(JSON.stringify(figure));
        figures.push(figure);
        broken.push(...wrong.map((text) => `${label} to ${target}: ${text}`));
      }
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { figures, broken };
}

function figuresOf(taken: readonly Taken[]) {
  const sum = (count: (one: Taken) => number): number => taken.reduce((total, one) => total + count(one), 0);
  return {
    backups: taken.length,
    liveKeys: sum(({ live }) => live.length),
    revokedKeys: sum(({ revoked }) => revoked.length),
    laterKeys: sum(({ later }) => later.length),
    notes: sum(({ notes }) => notes.size),
    calls: sum(({ callsMin }) => callsMin),
    tookMsMost: Math.round(Math.max(...taken.map(({ tookMs }) => tookMs))),
  };
}

async function backUpUnderLoad(
  fleet: Fleet,
  ledger: Ledger,
  { number, file }: { readonly number: number; readonly file: string },
): Promise<Taken> {
  const edge = await makeEdge(fleet, number);
  const round: Round = { number, isOver: false };
  const load = runLoad(fleet, ledger, edge, round);
  await wait(LOAD_MS);
  const before = { keys: new Map(ledger.keys), revoked: new Map(ledger.revoked), notes: new Map(ledger.notes) };
  const callsMin = ledger.calls;
  const startedMs = performance.now();
  await command(fleet.settings, ['backup', file]);
  const tookMs = performance.now() - startedMs;
  const [keys, notes] = [new Map(ledger.keys), new Map(ledger.notes)];
  const callsMax = ledger.calls + ledger.unanswered + fleet.urls.length * (HELD_MAX + 1) + fleet.urls.length * 8;
  await wait(LOAD_MS);
  round.isOver = true;
  await load;
  return {
    ...{ file, ledger, edge, tookMs, callsMin, callsMax },
    // What changed while it was taken may be in it either way.
    live: [...before.keys].filter(([prefix]) => keys.has(prefix)).map(([, key]) => key),
    revoked: [...before.revoked.values()].map(({ key }) => key),
    later: [...ledger.keys].filter(([prefix]) => !(keys.has(prefix) || before.keys.has(prefix))).map(([, key]) => key),
    notes: new Map([...before.notes].filter(([key, text]) => notes.get(key) === text)),
  };
}

async function restoreAndLook(engine: Engine, taken: Taken): Promise<readonly string[]> {
  const wrong: string[] = [];
  const again = `${taken.file}.${engine}.again`;
  const before = async (settings: CommandSettings): Promise<void> => {
    await command(settings, ['restore', taken.file]);
    await command(settings, ['backup', again]);
    // Row by row what the backup holds, counters with the rest.
    const [one, other] = [readFooter(taken.file), readFooter(again)];
    if (one !== other) wrong.push(`what was restored differs: ${other}, not ${one}`);
  };
  const fleet = await startFleet({ engine, nodes: 1, workers: 1, plans: LOAD_PLANS, before });
  try {
    for (const key of taken.live) wrong.push(...(await findWrong(fleet, key, 200)));
    for (const key of [...taken.revoked, ...taken.later]) wrong.push(...(await findWrong(fleet, key, 401)));
    const used = (await fleet.members[0]?.operator.used(taken.ledger.account)) ?? Number.NaN;
    if (!(used >= taken.callsMin && used <= taken.callsMax))
      wrong.push(`${used} calls counted, not ${taken.callsMin} to ${taken.callsMax}`);
    return [...wrong, ...(await findWrongNotes(fleet, taken)), ...(await findWrongEdge(fleet, taken))];
  } finally {
    await fleet.close();
  }
}

async function findWrong(fleet: Fleet, token: string, expected: number): Promise<readonly string[]> {
  const line = openLine(fleet.urls[0] ?? '');
  const { status } = await line.send({ ...FREE_CALL, token, address: nextAddress() });
  line.close();
  return status === expected ? [] : [`a key is answered ${status}, not ${expected}`];
}

async function findWrongNotes(fleet: Fleet, { ledger, notes }: Taken): Promise<readonly string[]> {
  const wrong: string[] = [];
  const ask = makeCaller(fleet, ledger.caller, 0);
  for (const [key, text] of notes) {
    const input = { action: 'get', scope: 'account', key };
    const seen = await ask({ method: 'tools/call', params: { name: 'project_memory', arguments: input } });
    if (seen?.text.includes(text) !== true) wrong.push(`note ${key}: ${seen?.status} ${seen?.text.slice(0, 200)}`);
  }
  ask.close();
  return wrong;
}

/** The quota goes on where the backup has it. */
async function findWrongEdge(fleet: Fleet, { edge }: Taken): Promise<readonly string[]> {
  const counted = await fleet.reader.units(`account:${edge.accountId}`);
  const ask = makeCaller(fleet, edge.key, 0);
  let admitted = 0;
  while ((await ask(LIGHT_CALL))?.status === 200) admitted += 1;
  ask.close();
  const left = EDGE_QUOTA - counted;
  return admitted === left ? [] : [`${admitted} calls of the ${left} that were left of a quota`];
}

async function command(settings: CommandSettings, args: readonly string[]): Promise<void> {
  const { code, stderr } = await runCommand(settings.dataDir, args, { env: settings.env });
  if (code !== 0) throw new Error(`portico ${args.join(' ')} ended with ${code}: ${stderr}`);
}
