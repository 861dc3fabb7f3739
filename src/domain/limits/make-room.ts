/** An entry of a table whose idle members may leave. */
export interface Idling {
  /** Set by whoever uses the entry. */
  recent: boolean;
}

/** Entries looked at for one that comes in: the work of an insertion stays constant. */
const VISITS_MAX = 8;

/**
 * Lets idle entries go while the table holds more than `entriesMax`, oldest first. An entry that was used since it was
 * last looked at gets a second chance, which costs a use one flag instead of a move in an ordered list.
 */
export function makeRoom<Entry extends Idling>(
  table: Map<string, Entry>,
  entriesMax: number,
  mayLeave: (entry: Entry) => boolean,
): void {
  let visits = 0;
  for (const [key, entry] of table) {
    if (table.size <= entriesMax || visits++ >= VISITS_MAX) return;
    table.delete(key);
    if (!entry.recent && mayLeave(entry)) continue;
    entry.recent = false;
    table.set(key, entry);
  }
}
