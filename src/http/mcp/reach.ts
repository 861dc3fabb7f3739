import { UnavailableError } from '../../base/unavailable.ts';

/** Awaits an answer of storage; its failure is told apart from a bug of ours. */
export async function reach<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new UnavailableError('storage gave no answer', { cause });
  }
}
