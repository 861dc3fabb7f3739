import { UnavailableError } from '../../base/unavailable.ts';
import type { Exchange } from '../exchange.ts';

/**
 * Awaits an answer of storage for as long as the request may wait; its failure is told apart from a bug of ours. What
 * comes too late goes to `onLate`.
 */
export async function reach<T>(
  { patience }: Pick<Exchange, 'patience'>,
  answer: Promise<T>,
  onLate?: (late: T) => void,
): Promise<T> {
  try {
    return await patience.wait(answer, onLate);
  } catch (cause) {
    throw new UnavailableError('storage gave no answer', { cause });
  }
}
