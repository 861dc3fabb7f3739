import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';

/** Longest path that a Unix socket address holds on every system that Node runs on. */
const SOCKET_PATH_BYTES_MAX = 103;

/** A name under which the socket can be bound or reached, however long the path of its folder is. */
export interface SocketAddress extends Disposable {
  /** Good until disposed: that may be as soon as the socket has been bound or connected. */
  readonly path: string;
}

/**
 * The address of `<data dir>/control.sock`. A path too long for a socket address is reached through the folder's
 * descriptor, which Linux shows under a short name.
 */
export function socketAddress(dataDir: string): SocketAddress {
  const path = join(dataDir, 'control.sock');
  if (Buffer.byteLength(path) <= SOCKET_PATH_BYTES_MAX || !existsSync('/proc/self/fd')) {
    return { path, [Symbol.dispose]() {} };
  }
  const folder = openSync(dataDir, 'r');
  return { path: `/proc/self/fd/${folder}/control.sock`, [Symbol.dispose]: () => closeSync(folder) };
}
