import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { MIB } from '../../base/units.ts';
import { DEFAULT_LIMITS, type EngineLimits } from '../engine-limits.ts';

/** What an engine needs; the numbers have defaults for one machine. */
export interface EngineOptions {
  readonly log: Log;
  readonly clock: Clock;
  /** Resident bytes of the whole process, above which it is ended. */
  readonly memoryBytesMax?: number;
  /** Questions worked on at once; threads are started for them when needed. */
  readonly workers?: number;
  /** Of them those of one caller, and those of all callers that ask for much work. */
  readonly workersPerCaller?: number;
  readonly workersOfSlow?: number;
  /** Questions waiting; more are refused as `busy`. */
  readonly queueMax?: number;
  /**
   * Folder that Node keeps compiled modules in; it saves a third of the memory and half of the start. Only the service
   * may be able to write to it, because what lies there is run. Null goes without.
   */
  readonly compileCache?: string | null;
  /** Folder of the indexes, made when needed; null goes without: then all that is searched is read. */
  readonly indexDirectory?: string | null;
  /** The usual where nothing is set. */
  readonly limits?: EngineLimits;
  /** Module that exports `OPERATIONS`, for tests. */
  readonly operationsUrl?: URL;
}

/** What is not given. */
export const DEFAULTS = {
  memoryBytesMax: 768 * MIB,
  workers: 6,
  workersPerCaller: 2,
  workersOfSlow: 3,
  queueMax: 64,
  compileCache: null,
  indexDirectory: null,
  limits: DEFAULT_LIMITS,
};
