import { OVERVIEW_LIMITS } from './limits.ts';

/**
 * The answer to a question that was asked before of the same state of the same source, which the key must name whole; a
 * new one is computed, and remembered unless it fails.
 */
export type Memory<Answer> = (key: string, compute: () => Promise<Answer>) => Promise<Answer>;

/** Makes a memory for the thread that it is made in; the answers that were asked for the longest ago go first. */
export function makeMemory<Answer>(answersMax: number): Memory<Answer> {
  // Insertion order is age.
  const answers = new Map<string, Answer>();
  return async (key, compute) => {
    const startedMs = performance.now();
    const known = answers.get(key);
    const answer = known ?? (await compute());
    // A bound of time may have cut it, and a machine that is less busy would say more.
    if (performance.now() - startedMs > OVERVIEW_LIMITS.boundMsMin) return answer;
    answers.delete(key);
    answers.set(key, answer);
    for (const oldest of answers.keys()) {
      if (answers.size <= answersMax) break;
      answers.delete(oldest);
    }
    return answer;
  };
}
