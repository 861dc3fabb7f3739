import { existsSync, readdirSync } from 'node:fs';
import { flushCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { freeBytes, RESERVED_BYTES } from './free-bytes.ts';

// Node keeps compiled modules when it ends, but the engine's processes end by being killed. Without what was kept, each
// thread compiles all modules anew, a checkout's by a compiler of some 30 MB that it then holds for good.

/** A thread that lives so long has loaded what its first questions need. */
const KEEP_AFTER_MS = 10_000;

/** The environment in which a child process keeps compiled modules where this process does; empty when it keeps none. */
export function compileCacheEnvironment(): Readonly<Record<string, string>> {
  // Below the folder that was given, Node has one for each version and set of flags.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** Has what this thread has compiled kept a while after its start. It keeps no thread alive. */
export function keepCompiledModules(): void {
  setTimeout(flushCompileCache, KEEP_AFTER_MS).unref();
}

/** Whether nothing was ever kept there; not of a folder that cannot be looked into, where nothing would be kept either. */
export function isEmptyCache(folder: string): boolean {
  try {
    return !existsSync(folder) || readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}

/** Whether its disk has room for what is to be kept there. Where that cannot be told, nothing could be kept either. */
export function hasRoomForCache(folder: string): boolean {
  try {
    return freeBytes(existsSync(folder) ? folder : dirname(folder)) >= RESERVED_BYTES;
  } catch {
    return false;
  }
}
