import { parseArgs } from 'node:util';
import type { Engine } from './fleet.ts';

/** What a proof is told on the command line; null where it decides itself. */
export interface ProofOptions {
  readonly engines: readonly Engine[];
  /** Numbers of processes that serve. */
  readonly processes: readonly number[];
  readonly rounds: number | null;
  readonly seed: number;
}

/** What a proof gives back: figures to print, and every promise that was broken. */
export interface ProofReport {
  readonly figures: object;
  readonly broken: readonly string[];
}

/** Reads `[--engine sqlite|postgres] [--processes N] [--rounds N] [--seed N]`; without them all of `defaults`. Throws a text for wrong use. */
export function readOptions(args: readonly string[], defaults: Pick<ProofOptions, 'processes'>): ProofOptions {
  const option = { type: 'string' } as const;
  const { values } = parseArgs({
    args: [...args],
    options: { engine: option, processes: option, rounds: option, seed: option },
  });
  const { engine, processes, rounds, seed } = values;
  if (engine !== undefined && engine !== 'sqlite' && engine !== 'postgres') throw new Error(`no engine ${engine}`);
  return {
    engines: engine === undefined ? ['sqlite', 'postgres'] : [engine],
    processes: processes === undefined ? defaults.processes : [Number(processes)],
    rounds: rounds === undefined ? null : Number(rounds),
    seed: Number(seed ?? 1),
  };
}
