import { lookup, Resolver } from 'node:dns/promises';

/** How long one question to a name server may take, and how often it is asked. */
const DNS = { timeout: 2_000, tries: 2 };

/** The addresses of a name; empty when it has none. Rejects when the signal aborts, never for an unknown name. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/**
 * Asks the name servers directly. Not the system's look-up: that one holds a thread of a pool of four until a slow
 * name server answers, and four hostile names would hold up every file access of the service.
 */
export async function resolveByDns(host: string, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted();
  const resolver = new Resolver(DNS);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    signal.throwIfAborted();
    return found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}

/** The system's look-up with its hosts file: only for hosts that the operator named. */
export async function resolveBySystem(host: string, signal: AbortSignal): Promise<readonly string[]> {
  signal.throwIfAborted();
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch {
    return [];
  }
}
