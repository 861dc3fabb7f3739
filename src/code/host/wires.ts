import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeWire, type Wire, type WireListener } from './wire.ts';

/** The system knows sockets by no longer paths. */
const PATH_BYTES_MAX = 100;

/** Threads of a process are far fewer; who else connects is nobody's. */
const CONNECTIONS_MAX = 64;

/** Where threads of one engine process connect to the service. */
export interface Wires {
  readonly path: string;
  /** The key by which a thread that is about to start may connect, once; `onOpen` is told of its wire. */
  expect(onOpen: (wire: Wire) => WireListener): string;
  /** The thread is gone: its key is good for nothing. */
  forget(key: string): void;
  close(): void;
}

/**
 * Opens a socket in a folder of its own, which nobody else may enter. Who connects has to show a key that only the service
 * and the engine process know, so that neither git nor a parser can speak for a thread. Null where there can be no such
 * socket: then all goes by the main thread of the engine process.
 */
export function openWires(): Wires | null {
  const folder = makeFolder();
  if (folder === null) return null;
  const path = join(folder, 'engine');
  const expected = new Map<string, (wire: Wire) => WireListener>();

  /** Who shows no key of a thread is turned away. */
  function admit(wire: Wire, head: unknown): WireListener | null {
    // A head is an object; whose key is none of ours finds nothing.
    const { key } = head as { readonly key: string };
    const onOpen = expected.get(key);
    expected.delete(key);
    if (onOpen !== undefined) return onOpen(wire);
    wire.close();
    return null;
  }

  const server = createServer((socket) => {
    let listener: WireListener | null = null;
    const wire = makeWire(socket, {
      hear(head, text) {
        if (listener === null) listener = admit(wire, head);
        else listener.hear(head, text);
      },
      closed: () => listener?.closed(),
    });
  });
  server.maxConnections = CONNECTIONS_MAX;
  // Threads find no socket, and do without.
  server.on('error', () => undefined);
  // Exclusive: a worker of `node:cluster` would else have its primary listen.
  server.listen({ path, exclusive: true });
  server.unref();
  return {
    path,
    expect(onOpen) {
      const key = randomBytes(16).toString('hex');
      expected.set(key, onOpen);
      return key;
    },
    forget: (key) => void expected.delete(key),
    close() {
      server.close();
      try {
        rmSync(folder, { recursive: true, force: true });
      } catch {
        // What is left is an empty folder; that is no reason to fail those who wait for the end of the process.
      }
    },
  };
}

function makeFolder(): string | null {
  if (process.platform === 'win32') return null;
  try {
    const folder = mkdtempSync(join(tmpdir(), 'portico-'));
    if (Buffer.byteLength(join(folder, 'engine')) <= PATH_BYTES_MAX) return folder;
    rmSync(folder, { recursive: true });
  } catch {
    // No place for it.
  }
  return null;
}
