import { SECOND_MS } from '../../base/units.ts';

/** CPU time of one search, all its passes together; beyond it the answer is what was found so far. */
const SEARCH_CPU_MS = SECOND_MS;

/** What one search may take of the thread that it runs in, and of one that helps it. */
export interface CpuBudget {
  /** Milliseconds of CPU time that are left; not above 0 when it is spent. */
  leftMs(): number;
  /** Counts what another thread has taken for this search. */
  spend(ms: number): void;
}

/** Starts counting. CPU time and not time passed: what others do on the machine is not this search's fault. */
export function makeCpuBudget(cpuMs = SEARCH_CPU_MS): CpuBudget {
  const start = process.threadCpuUsage();
  const startMs = performance.now();
  let elsewhereMs = 0;
  return {
    leftMs() {
      // A thread takes no more CPU time than passes, and the clock is read in a tenth of the time.
      const leftMs = cpuMs - elsewhereMs;
      const passedMs = performance.now() - startMs;
      if (passedMs < leftMs) return leftMs - passedMs;
      const { user, system } = process.threadCpuUsage(start);
      return leftMs - (user + system) / 1_000;
    },
    spend(ms) {
      elsewhereMs += ms;
    },
  };
}
