import { SOURCE_LIMITS } from './limits.ts';
import type { PackedListing } from './listing.ts';

// A commit's files never change, so a listing may be kept for as long as there is room. Insertion order is age.
const listings = new Map<string, PackedListing>();
let entries = 0;

/** The listing kept under a key that names git directory, folder and commit; null when it is not there. */
export function cachedListing(key: string): PackedListing | null {
  const found = listings.get(key);
  if (!found) return null;
  listings.delete(key);
  listings.set(key, found);
  return found;
}

/** Keeps a whole listing; the least recently used ones make room. */
export function keepListing(key: string, listing: PackedListing): void {
  if (listings.has(key)) return;
  listings.set(key, listing);
  entries += listing.files.count;
  for (const [oldest, old] of listings) {
    if (entries <= SOURCE_LIMITS.cachedEntriesMax) return;
    listings.delete(oldest);
    entries -= old.files.count;
  }
}
