import type { FoundUses, Use } from './use.ts';

/**
 * Files whose turn has come, in their order, of which some are still to be judged. The uses of those that were judged for a
 * question before wait for these: rows stand where they stood, whoever asks again, so that a later page goes on where the
 * first one ended.
 */
export interface WaitingFiles {
  /** `uses` are those that are known; null for a file that is to be judged. */
  add(path: string, uses: FoundUses | null): void;
  unjudged(): ReadonlySet<string>;
  /** Whether it is time to judge: enough are to be judged, or all the others would fill the memory with their texts. */
  isFull(): boolean;
  /** Hands over the uses of all, where they were found just now or are known, and waits for others from then on. */
  visitAll(found: ReadonlyMap<string, FoundUses>, visit: (use: Use) => void): void;
}

/** Files that are worth a look at what all of them include. */
const JUDGED_MIN = 100;

/** Known ones hold their texts while they wait. */
const WAITING_MAX = 500;

/** Makes a place where nothing waits yet. */
export function makeWaitingFiles(): WaitingFiles {
  const waiting = new Map<string, FoundUses | null>();
  const unjudged = new Set<string>();
  return {
    add(path, uses) {
      waiting.set(path, uses);
      if (uses === null) unjudged.add(path);
    },
    unjudged: () => new Set(unjudged),
    isFull: () => unjudged.size >= JUDGED_MIN || unjudged.size === 0 || waiting.size >= WAITING_MAX,
    visitAll(found, visit) {
      for (const [path, known] of waiting) for (const use of (known ?? found.get(path))?.uses ?? []) visit(use);
      waiting.clear();
      unjudged.clear();
    },
  };
}
