/** A value that may be bound to a statement. */
export type Parameter = null | number | bigint | string | Uint8Array;

/**
 * Checks every value before it comes near the engine, and copies bytes. node:sqlite takes a Date or an object in first
 * place for named parameters and binds NULL without a word; a lone surrogate is replaced silently; PostgreSQL has no
 * NUL in text. What would not come back as it was given is refused, here, for all engines.
 */
export function checkParameters(values: readonly unknown[]): Parameter[] {
  return values.map((value, index) => {
    const problem = problemOf(value);
    if (problem !== null) throw new TypeError(`parameter ${index + 1} of a statement ${problem}`);
    // A Buffer may be a window on a pool of 8 KiB that a message would carry whole; and its owner may reuse it.
    return value instanceof Uint8Array ? new Uint8Array(value) : (value as Parameter);
  });
}

/** Whether a text comes back from storage as it went in: well-formed UTF-16 without NUL. */
function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function problemOf(value: unknown): string | null {
  if (value === null || value instanceof Uint8Array) return null;
  if (typeof value === 'string') return isStorableText(value) ? null : 'has a NUL or a lone surrogate in its text';
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? null : 'is an integer beyond 2^53';
  if (typeof value !== 'number') return `is of type ${typeof value}: give null, a number, a text or bytes`;
  if (!Number.isFinite(value)) return 'is not a finite number';
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? 'is an integer beyond 2^53' : null;
}
