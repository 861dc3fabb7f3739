import type { Socket } from 'node:net';
import type { Log } from '../base/log.ts';
import { addressKey } from '../domain/limits/index.ts';
import { makeTrustedProxies, normalAddress } from './client-address.ts';

/** Of all processes that serve together, as the next one: each has its share, so that more of them loosen nothing. */
export const CONNECTIONS_MAX = 10_000;
/** Most connections at a time from one address, or /64 of IPv6, that is no trusted proxy. */
const CONNECTIONS_PER_ADDRESS_MAX = 512;

/** The connections of one process, within their bounds. */
export interface Connections {
  /** Ends one that is too many, of all or of its address. A trusted proxy speaks for many. */
  meet(socket: Socket): void;
  /** From here on it is node:http that knows whether the connection is idle. */
  noteRequest(socket: Socket): void;
  /**
   * Ends those that have brought no request: opened ahead of need, as browsers and connection pools do, they are what a
   * stop must not wait for, as the request may never come.
   */
  closeUnused(): void;
}

/** What the bounds depend on. */
interface ConnectionsDeps {
  readonly log: Log;
  readonly trustedProxies: readonly string[];
  /** As in `ServerDeps`. */
  readonly processes?: number;
}

/** Counts connections from now on. */
export function makeConnections({ log, trustedProxies, processes = 1 }: ConnectionsDeps): Connections {
  const isTrustedProxy = makeTrustedProxies(trustedProxies);
  const openBy = new Map<string, number>();
  /** Those that have brought no request yet: node:http does not count them as idle. */
  const unused = new Set<Socket>();
  let count = 0;

  function meetAddress(socket: Socket, address: string): void {
    // As IP limits count: one network of IPv6 has more addresses than there are connections.
    const network = addressKey(address);
    const open = (openBy.get(network) ?? 0) + 1;
    if (open > CONNECTIONS_PER_ADDRESS_MAX / processes) {
      log.event('http.connection_refused', { address }, 'warn');
      socket.destroy();
      return;
    }
    openBy.set(network, open);
    socket.once('close', () => {
      const left = (openBy.get(network) ?? 1) - 1;
      if (left === 0) openBy.delete(network);
      else openBy.set(network, left);
    });
  }

  return {
    meet(socket) {
      unused.add(socket);
      count += 1;
      socket.once('close', () => {
        unused.delete(socket);
        count -= 1;
      });
      if (count > CONNECTIONS_MAX / processes) {
        socket.destroy();
        return;
      }
      const address = normalAddress(socket.remoteAddress ?? '');
      if (!isTrustedProxy(address)) meetAddress(socket, address);
    },
    noteRequest(socket) {
      unused.delete(socket);
    },
    closeUnused() {
      for (const socket of unused) socket.destroy();
    },
  };
}
