/** Stops the request when the program itself is wrong; never for bad input. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${message}`);
}

/** Ends a `switch` over a union: the compiler proves that no case is left. */
export function unreachable(value: never): never {
  throw new Error(`unreachable: ${String(value)}`);
}
