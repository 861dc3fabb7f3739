import type { Documents } from './documents.ts';

/** Where a content is: a segment by the number under which it was added, and the document in it. */
export type ContentPlace = { readonly kind: 'text'; readonly segment: number; readonly document: number } | 'binary';

/** Which content is where: one look-up for each file of a view, so it has no object for a content. */
export interface ContentTable {
  /** Adds the documents of a segment but those left out; a content that is known already is from now on found here. */
  add(segment: number, documents: Documents, leftOut: ReadonlySet<number>): void;
  /** Whether a content is known, by the bytes of its id and whatever its language: most that are asked for are not. */
  holds(id: Buffer): boolean;
  /** By the bytes of its id; null for a content that no segment holds. */
  find(id: Buffer, languageId: string): ContentPlace | null;
}

/** Slots of a new table; twice as many whenever half of them are taken. */
const SLOTS_AT_FIRST = 1_024;

/** Makes an empty table: some 16 bytes for each content beside what the documents take. */
export function makeContentTable(): ContentTable {
  const segments: (Documents | undefined)[] = [];
  // A slot holds the segment's number + 1 and the document; numbers from `count` on are binaries.
  let owners = new Uint32Array(SLOTS_AT_FIRST);
  let numbers = new Uint32Array(SLOTS_AT_FIRST);
  let taken = 0;

  function put(segment: number, number: number): void {
    const slot = slotOf(segment, number);
    if (owners[slot] === 0) taken += 1;
    owners[slot] = segment + 1;
    numbers[slot] = number;
  }

  /** The slot of the same content, or the free one where it belongs. */
  function slotOf(segment: number, number: number): number {
    const documents = segments[segment];
    if (documents === undefined) throw new Error('no such segment');
    const { ids, idBytes } = documents;
    const start = number * idBytes;
    const languageId = languageIn(documents, number);
    return probe(ids.readUInt32LE(start), (other, otherNumber) => {
      if (languageIn(other, otherNumber) !== languageId || other.idBytes !== idBytes) return false;
      const from = otherNumber * idBytes;
      return ids.compare(other.ids, from, from + idBytes, start, start + idBytes) === 0;
    });
  }

  function probe(hash: number, isSame: (documents: Documents, number: number) => boolean): number {
    const mask = owners.length - 1;
    // Blob ids are hashes already.
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const owner = owners[slot] ?? 0;
      const documents = owner === 0 ? undefined : segments[owner - 1];
      if (documents === undefined || isSame(documents, numbers[slot] ?? 0)) return slot;
    }
  }

  function grow(): void {
    const [oldOwners, oldNumbers] = [owners, numbers];
    owners = new Uint32Array(2 * oldOwners.length);
    numbers = new Uint32Array(2 * oldOwners.length);
    taken = 0;
    for (const [slot, owner] of oldOwners.entries()) if (owner !== 0) put(owner - 1, oldNumbers[slot] ?? 0);
  }

  return {
    add(segment, documents, leftOut) {
      segments[segment] = documents;
      for (let number = 0; number < documents.count + documents.binaries; number++) {
        if (2 * taken >= owners.length) grow();
        if (!leftOut.has(number)) put(segment, number);
      }
    },
    holds(id) {
      const slot = probe(id.readUInt32LE(0), (other, number) => isId(other, number, id));
      return owners[slot] !== 0;
    },
    find(id, languageId) {
      // A binary content is one whatever its language would be.
      for (const wanted of [languageId, null]) {
        const slot = probe(id.readUInt32LE(0), (other, number) => {
          return languageIn(other, number) === wanted && isId(other, number, id);
        });
        if (owners[slot] === 0) continue;
        return wanted === null
          ? 'binary'
          : { kind: 'text', segment: (owners[slot] ?? 1) - 1, document: numbers[slot] ?? 0 };
      }
      return null;
    },
  };
}

function isId({ ids, idBytes }: Documents, number: number, id: Buffer): boolean {
  return idBytes === id.length && id.compare(ids, number * idBytes, (number + 1) * idBytes) === 0;
}

/** Null for a binary. */
function languageIn(documents: Documents, number: number): string | null {
  return number < documents.count ? documents.languageId(number) : null;
}
