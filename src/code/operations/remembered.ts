import { SECOND_MS } from '../../base/units.ts';

/** No bound of time within an operation ends sooner than this, but for the deadline of the question. */
const BOUND_MS_MIN = 4 * SECOND_MS;

/**
 * The answer to a question that was asked before of the same state of the same source, which the key must name whole; a
 * new one is computed, and remembered unless it fails or the time may have cut it.
 */
export type Memory<Answer> = (
  question: { readonly key: string; readonly deadlineAtMs: number },
  compute: () => Promise<Answer>,
) => Promise<Answer>;

/** Makes a memory for the thread that it is made in; the answers that were asked for the longest ago go first. */
export function makeMemory<Answer>(answersMax: number): Memory<Answer> {
  // Insertion order is age.
  const answers = new Map<string, Answer>();
  return async ({ key, deadlineAtMs }, compute) => {
    const startedMs = performance.now();
    const known = answers.get(key);
    const answer = known ?? (await compute());
    // A machine that is less busy would say more.
    if (performance.now() > Math.min(deadlineAtMs, startedMs + BOUND_MS_MIN)) return answer;
    answers.delete(key);
    answers.set(key, answer);
    for (const oldest of answers.keys()) {
      if (answers.size <= answersMax) break;
      answers.delete(oldest);
    }
    return answer;
  };
}
