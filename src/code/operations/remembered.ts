import { SECOND_MS } from '../../base/units.ts';
import type { Source } from '../source/source.ts';

/** No bound of time within an operation ends sooner than this where it says nothing else, but for the deadline of the question. */
const BOUND_MS_MIN = 4 * SECOND_MS;

/**
 * What tells a state of a source from all others; null where nobody says that its files are what they were: without an
 * index, and as long as contents of it are not known. What is remembered is remembered by this.
 */
export function stateKeyOf({ identity, index }: Pick<Source, 'identity' | 'index'>): readonly unknown[] | null {
  return index === null || index.pending.length > 0 ? null : [identity, index.generation];
}

/** What is asked, and how its answer is made. */
export interface RememberedQuestion<Answer> {
  /** All that the answer depends on. */
  readonly key: string;
  readonly deadlineAtMs: number;
  /** No bound of time within `compute` ends sooner, but for the deadline; the usual one when left out. */
  readonly boundMs?: number;
  compute(): Promise<Answer>;
  /** False for an answer that may be another one the next time. */
  isLasting(answer: Answer): boolean;
}

/**
 * The answer to a question that was asked before of the same state of the same source; a new one is computed, and
 * remembered unless it fails, is not lasting, or the time may have cut it.
 */
export type Memory<Answer> = (question: RememberedQuestion<Answer>) => Promise<Answer>;

/**
 * Makes a memory for the thread that it is made in. `weigh` says what an answer takes of the room `weightMax`, one when
 * left out; the answers that were asked for the longest ago go first.
 */
export function makeMemory<Answer>(weightMax: number, weigh: (answer: Answer) => number = () => 1): Memory<Answer> {
  // Insertion order is age.
  const answers = new Map<string, Answer>();
  let weight = 0;
  return async ({ key, deadlineAtMs, boundMs = BOUND_MS_MIN, compute, isLasting }) => {
    const startedMs = performance.now();
    const known = answers.get(key);
    const answer = known ?? (await compute());
    // A machine that is less busy would say more.
    if (performance.now() > Math.min(deadlineAtMs, startedMs + boundMs) || !isLasting(answer)) return answer;
    // It would drive out all others and not stay itself.
    if (weigh(answer) > weightMax) return answer;
    // Another question of the same key may have been answered meanwhile.
    const before = answers.get(key);
    if (before !== undefined && answers.delete(key)) weight -= weigh(before);
    answers.set(key, answer);
    weight += weigh(answer);
    for (const [oldest, old] of answers) {
      if (weight <= weightMax) break;
      answers.delete(oldest);
      weight -= weigh(old);
    }
    return answer;
  };
}
