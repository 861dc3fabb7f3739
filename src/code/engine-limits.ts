import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { MIB } from '../base/units.ts';

/** The engine's numbers that an operator may set. */
export interface EngineLimits {
  /** Bytes of a file that is searched and indexed; larger ones are listed and named. */
  readonly fileBytesMax: number;
  /** Bytes on disk of the indexes of all roots together. */
  readonly indexBytesMax: number;
}

/** Where nothing is set: two of the largest roots that are served fit, at a quarter of their source. */
export const DEFAULT_LIMITS: EngineLimits = { fileBytesMax: MIB, indexBytesMax: 10 * 1_024 * MIB };

/** Tells them to every thread that this one starts from now on. */
export function tellLimits(limits: EngineLimits): void {
  for (const [name, value] of Object.entries(limits)) setEnvironmentData(keyOf(name), value);
}

/** A limit as it was told to this thread; the usual where nobody did. */
export function limitOf(name: keyof EngineLimits): number {
  const told = getEnvironmentData(keyOf(name));
  return typeof told === 'number' ? told : DEFAULT_LIMITS[name];
}

function keyOf(name: string): string {
  return `portico ${name}`;
}
