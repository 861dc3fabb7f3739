/** Storage, or something else that the service cannot do without, gave no answer: 503, and nothing is served uncounted. */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}

/** Awaits an answer of storage; its failure is told apart from a bug of ours. */
export async function reach<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new UnavailableError('storage gave no answer', { cause });
  }
}
