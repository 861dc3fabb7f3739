/** Something that waits on behalf of a party. */
export interface Waiting {
  /** Whose it is: parties are served in turn. */
  readonly party: string;
}

/** Things that wait, so that no party's many keep another one's few waiting. */
export interface FairQueue<Item extends Waiting> {
  readonly size: number;
  /** Lets it wait. When there is no room: what had to go for it, which is itself unless another party waits with more. */
  add(item: Item): Item | null;
  /** The next one that may go on: parties in turn, of each the oldest. Null when none may. */
  take(mayGoOn: (item: Item) => boolean): Item | null;
  /** False when it does not wait. */
  remove(item: Item): boolean;
  /** All that wait, which leave. */
  clear(): readonly Item[];
}

/** Makes an empty queue for `sizeMax` things. */
export function makeFairQueue<Item extends Waiting>(sizeMax: number): FairQueue<Item> {
  // Whose turn is next comes first; a party that was served goes to the end. No lane is empty.
  const lanes = new Map<string, Item[]>();
  let size = 0;

  function longest(): Item[] | null {
    let found: Item[] | null = null;
    for (const lane of lanes.values()) if (found === null || lane.length > found.length) found = lane;
    return found;
  }

  function forget(party: string, lane: readonly Item[]): void {
    size -= 1;
    if (lane.length === 0) lanes.delete(party);
  }

  return {
    get size() {
      return size;
    },
    add(item) {
      const lane = lanes.get(item.party) ?? [];
      const crowd = size < sizeMax ? null : longest();
      if (size >= sizeMax && (crowd === null || crowd.length <= lane.length + 1)) return item;
      const evicted = crowd?.pop() ?? null;
      lane.push(item);
      lanes.set(item.party, lane);
      if (evicted === null) size += 1;
      return evicted;
    },
    take(mayGoOn) {
      for (const [party, lane] of lanes) {
        const at = lane.findIndex(mayGoOn);
        const item = lane[at];
        if (item === undefined) continue;
        lane.splice(at, 1);
        lanes.delete(party);
        lanes.set(party, lane);
        forget(party, lane);
        return item;
      }
      return null;
    },
    remove(item) {
      const lane = lanes.get(item.party);
      const at = lane?.indexOf(item) ?? -1;
      if (lane === undefined || at < 0) return false;
      lane.splice(at, 1);
      forget(item.party, lane);
      return true;
    },
    clear() {
      const all = [...lanes.values()].flat();
      lanes.clear();
      size = 0;
      return all;
    },
  };
}
