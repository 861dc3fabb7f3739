import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a server of the benchmark tells its parent, and is asked by it. */
export type FromServer = { readonly url: string; readonly token?: string } | { readonly cpuMicros: number };

/** Listens on loopback, tells where, and answers how much processor time this process has taken so far. */
export async function serve(listener: RequestListener): Promise<void> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // An address of a socket that listens on a port is never a path.
  const { port } = server.address() as AddressInfo;
  report({ url: `http://127.0.0.1:${port}` });
}

/** Tells the parent where the server is, and answers its questions from then on. */
export function report(at: { readonly url: string; readonly token?: string }): void {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.({ cpuMicros: user + system } satisfies FromServer);
  });
  process.on('disconnect', () => process.exit());
  process.send?.(at satisfies FromServer);
}
