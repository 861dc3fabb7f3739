import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listening proxy. */
export interface TokenProxy {
  /** Origin without path, on loopback. */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Opens a reverse proxy that adds `Authorization: Bearer <token>` to every request, for test programs that cannot send
 * headers. Streams and disconnects pass through both ways; nothing else is changed but the proxy's own name, which
 * becomes the target's in Host and Origin (a foreign name must reach the service, which has to refuse it).
 */
export async function openTokenProxy(target: string, token: string): Promise<TokenProxy> {
  const targetUrl = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = injectToken(incoming.headers, `127.0.0.1:${port}`, targetUrl.host);
    forward(incoming, outgoing, targetUrl, { ...headers, authorization: `Bearer ${token}` });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function injectToken(headers: IncomingHttpHeaders, ownHost: string, targetHost: string): IncomingHttpHeaders {
  const { host, origin, ...rest } = headers;
  return {
    ...rest,
    ...(host !== undefined && { host: host === ownHost ? targetHost : host }),
    ...(origin !== undefined && { origin: origin === `http://${ownHost}` ? `http://${targetHost}` : origin }),
  };
}

function forward(incoming: IncomingMessage, outgoing: ServerResponse, target: URL, headers: IncomingHttpHeaders): void {
  const options = { host: target.hostname, port: target.port, method: incoming.method, path: incoming.url, headers };
  const upstream = request(options, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    // Sent at once: the client of a stream looks at the headers long before the first event.
    outgoing.flushHeaders();
    answer.pipe(outgoing);
    answer.on('error', () => outgoing.destroy());
  });
  // Either side going away ends the other, so that a cancelled call is cancelled in the service too.
  upstream.on('error', () => outgoing.destroy());
  outgoing.on('close', () => upstream.destroy());
  incoming.pipe(upstream);
}
