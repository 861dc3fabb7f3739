/**
 * Makes a function that does a work, one at a time, whose result is shared by all who ask while it goes on. Nobody is
 * given the result of what began before a change that he has seen: `changes` counts them. A failure is that of who shares it.
 */
export function shareWork<Result>(work: () => Promise<Result>, changes: () => number): () => Promise<Result> {
  let underWay: { readonly changes: number; readonly result: Promise<Result> } | null = null;
  return async () => {
    const seen = changes();
    while (underWay !== null && underWay.changes < seen) await underWay.result.catch(() => undefined);
    underWay ??= { changes: changes(), result: begin() };
    return await underWay.result;
  };

  function begin(): Promise<Result> {
    return work().finally(() => {
      underWay = null;
    });
  }
}
