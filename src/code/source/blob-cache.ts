/** Remembers what was found out of contents, by their blob ids; the same bytes always give the same. */
export interface BlobCache<Value> {
  /** Computes what is not known. Contents without an id are computed every time. */
  get(blobId: string | null, compute: () => Value): Value;
  /** What is known, so that a content need not be read; undefined when nothing is. */
  peek(blobId: string): Value | undefined;
}

/**
 * Makes a cache for the thread that it is made in. `weigh` says what a value takes of the room `weightMax`; the least
 * recently used values go first.
 */
export function makeBlobCache<Value>(weightMax: number, weigh: (value: Value) => number): BlobCache<Value> {
  // Insertion order is age.
  const values = new Map<string, Value>();
  let weight = 0;
  function keep(key: string, value: Value): void {
    values.set(key, value);
    weight += weigh(value);
    for (const [oldest, old] of values) {
      if (weight <= weightMax) return;
      values.delete(oldest);
      weight -= weigh(old);
    }
  }
  return {
    get(blobId, compute) {
      if (blobId === null) return compute();
      const known = values.get(blobId);
      // Taken out to be put in again as the youngest.
      if (known !== undefined && values.delete(blobId)) {
        values.set(blobId, known);
        return known;
      }
      const value = compute();
      keep(blobId, value);
      return value;
    },
    peek: (blobId) => values.get(blobId),
  };
}
