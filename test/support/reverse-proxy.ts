import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listening proxy. */
export interface ReverseProxy {
  /** Origin without path, on loopback. */
  readonly origin: string;
  close(): Promise<void>;
}

/** A request that passed, with the status that answered it. */
export interface PassedRequest {
  readonly http: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly status: number;
}

/** What a proxy does beside passing on. */
export interface ReverseProxyOptions {
  /** Headers that every request gets, in place of its own. */
  readonly headers?: IncomingHttpHeaders;
  /** Hears of each request when its answer begins. */
  onAnswer?(passed: PassedRequest): void;
}

/**
 * Opens a reverse proxy. Streams and disconnects pass through both ways; nothing is changed but what the options say and
 * the proxy's own name, which becomes the target's in Host and Origin (a foreign name must reach the service, which has
 * to refuse it).
 */
export async function openReverseProxy(target: string, options: ReverseProxyOptions = {}): Promise<ReverseProxy> {
  const targetUrl = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...renameHost(incoming.headers, `127.0.0.1:${port}`, targetUrl.host), ...options.headers };
    forward({ incoming, outgoing }, targetUrl, headers, options.onAnswer);
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

function renameHost(headers: IncomingHttpHeaders, ownHost: string, targetHost: string): IncomingHttpHeaders {
  const { host, origin, ...rest } = headers;
  return {
    ...rest,
    ...(host !== undefined && { host: host === ownHost ? targetHost : host }),
    ...(origin !== undefined && { origin: origin === `http://${ownHost}` ? `http://${targetHost}` : origin }),
  };
}

interface Exchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
}

function forward(
  { incoming, outgoing }: Exchange,
  target: URL,
  headers: IncomingHttpHeaders,
  onAnswer: ReverseProxyOptions['onAnswer'],
): void {
  const { method: http = '', url: path = '' } = incoming;
  const body: Buffer[] = [];
  if (onAnswer !== undefined) incoming.on('data', (part: Buffer) => body.push(part));
  const options = { host: target.hostname, port: target.port, method: http, path, headers };
  const upstream = request(options, (answer) => {
    const status = answer.statusCode ?? 502;
    onAnswer?.({ http, path, headers, body: Buffer.concat(body).toString('utf8'), status });
    outgoing.writeHead(status, answer.headers);
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
