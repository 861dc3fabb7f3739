import type { OverviewOutput } from '../overview.types.ts';
import { OVERVIEW_LIMITS } from './limits.ts';

/** Answers that a thread remembers: each at most some hundred KiB. */
const ANSWERS_MAX = 16;

// Insertion order is age.
const answers = new Map<string, OverviewOutput>();

/**
 * The answer to a question that was asked before of the same state of the same source, which the key must name whole.
 * Half of the calls of a session ask again what nothing has changed of. A failure is not remembered.
 */
export async function rememberOverview(key: string, compute: () => Promise<OverviewOutput>): Promise<OverviewOutput> {
  const startedMs = performance.now();
  const known = answers.get(key);
  const answer = known ?? (await compute());
  // A bound of time may have cut it, and a machine that is less busy would say more.
  if (performance.now() - startedMs > OVERVIEW_LIMITS.boundMsMin) return answer;
  answers.delete(key);
  answers.set(key, answer);
  for (const oldest of answers.keys()) {
    if (answers.size <= ANSWERS_MAX) break;
    answers.delete(oldest);
  }
  return answer;
}
