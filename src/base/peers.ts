/**
 * The other processes at the same storage: workers of this machine, nodes on others. What one of them changes, all must
 * stop believing; what one holds unused, another may need.
 */
export interface Peers {
  /** No other process can be at the storage: nothing has to be told or asked, and what is kept is always current. */
  readonly isAlone: boolean;
  /**
   * For how many milliseconds what this process keeps of storage may still be believed: every change that was made up to
   * now is known. 0 when a change may have passed unnoticed: then storage is read for each request. Cheap: asked for
   * every request.
   */
  currentForMs(): number;
  /**
   * Calls `act` with the names of records that another process has changed (`key:<prefix>`, `account:<id>`, `projects:<account id>`), or with null
   * when any may have changed. The process that made the change waits for the promise.
   */
  onChange(act: (names: readonly string[] | null) => void | Promise<void>): void;
  /**
   * Asks every other process to return the units of a counter that it holds unused. Resolves when all have returned them
   * durably or are gone, at the latest after a bound; never rejects.
   */
  recall(counter: string): Promise<void>;
  /** Calls `act` when another process recalls a counter; that process waits for the promise. */
  onRecall(act: (counter: string) => Promise<void>): void;
}

/** The peers of a process that has its storage to itself. */
export const ALONE: Peers = {
  isAlone: true,
  currentForMs: () => Number.POSITIVE_INFINITY,
  onChange() {},
  recall: async () => {},
  onRecall() {},
};
