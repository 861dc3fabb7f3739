import { createHash } from 'node:crypto';

/** What a repository names its objects by. */
export type ObjectFormat = 'sha1' | 'sha256';

/** How many bytes an id has. */
export const ID_BYTES: Readonly<Record<ObjectFormat, number>> = { sha1: 20, sha256: 32 };

/** The id that git gives to a content. Source: git-hash-object(1). */
export function blobIdOf(bytes: Uint8Array, objectFormat: ObjectFormat): string {
  return createHash(objectFormat).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** What an id was made by, told by its length. */
export function formatOfId({ length }: string): ObjectFormat {
  return length === 64 ? 'sha256' : 'sha1';
}
