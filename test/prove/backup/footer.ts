import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Bytes after the compressed lines. Source: src/storage/transfer/backup-file.ts. */
const TRAILER_BYTES = 65;

/** The last line of a backup: of each table how many rows, and the digest of what they hold. */
export function readFooter(file: string): string {
  const text = gunzipSync(readFileSync(file).subarray(0, -TRAILER_BYTES)).toString();
  return text.trimEnd().split('\n').at(-1) ?? '';
}
