import { describeFailure, type Log } from '../../base/log.ts';

/** Writes that no request waits for, but which the end of the service does. */
export interface Pending {
  /** Begins the work; a failure is logged as `<name>.failed`. What it gives resolves when the work is over, come what may. */
  add(name: string, work: () => Promise<void>): Promise<void>;
  /** Resolves when nothing is under way. */
  settle(): Promise<void>;
}

/** Makes an empty set of such writes. */
export function makePending(log: Log): Pending {
  const running = new Set<Promise<void>>();

  async function run(name: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      // Nobody waits who could be told; what the failure means for the count is said where the work is begun.
      log.event(`${name}.failed`, { failure: describeFailure(failure) }, 'error');
    }
  }

  return {
    add(name, work) {
      const job = run(name, work).finally(() => running.delete(job));
      running.add(job);
      return job;
    },
    async settle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
