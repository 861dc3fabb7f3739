import { statfsSync } from 'node:fs';
import { MIB } from '../../base/units.ts';

/**
 * So much of a disk is left free by all that can be made anew, such as indexes and compiled modules: accounts and calls are
 * written to the same disk, and a service that cannot write them answers nobody.
 */
export const RESERVED_BYTES = 128 * MIB;

/** Bytes that may still be written where a folder or file lies. Throws as the file system does. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}
