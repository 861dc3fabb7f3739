import { DAY_MS, KIB } from '../../base/units.ts';
import type { PlanName } from '../plans/index.ts';

/** Most steps of a thread. Source: docs/tools.md, "keep_thinking". */
export const THOUGHTS_MAX = 200;

/** Longest text of a step, in UTF-8 bytes. Source: docs/tools.md, "keep_thinking". */
export const THOUGHT_BYTES_MAX = 8 * KIB;

/** How long a thread is kept after its last step. Source: docs/tools.md, "keep_thinking". */
export const THREAD_RETENTION_MS = 30 * DAY_MS;

/** Threads that an account may hold at a time. Source: docs/tools.md, "keep_thinking". */
export const THREADS_MAX: Readonly<Record<PlanName, number>> = { free: 50, pro: 500, max: 2_000 };
