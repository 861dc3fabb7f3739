import { SECOND_MS } from '../../base/units.ts';

/** CPU time of one search, all its passes together; beyond it the answer is what was found so far. */
const SEARCH_CPU_MS = SECOND_MS;

/** What one search may take of the thread that it runs in. */
export interface CpuBudget {
  /** Milliseconds of CPU time that are left; not above 0 when it is spent. */
  leftMs(): number;
}

/** Starts counting. CPU time and not time passed: what others do on the machine is not this search's fault. */
export function makeCpuBudget(cpuMs = SEARCH_CPU_MS): CpuBudget {
  const start = process.threadCpuUsage();
  const startMs = performance.now();
  return {
    leftMs() {
      // A thread takes no more CPU time than passes, and the clock is read in a tenth of the time.
      const passedMs = performance.now() - startMs;
      if (passedMs < cpuMs) return cpuMs - passedMs;
      const { user, system } = process.threadCpuUsage(start);
      return cpuMs - (user + system) / 1_000;
    },
  };
}
