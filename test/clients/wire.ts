import { openReverseProxy } from '../support/reverse-proxy.ts';
import { isRecord, parseDocument } from './read.ts';

/** One message that a client sent, and how it was answered. */
export interface WireLine {
  /** `POST`, `GET`, `DELETE`. */
  readonly http: string;
  readonly path: string;
  /** The JSON-RPC method; null where there is none, as in a GET. */
  readonly method: string | null;
  /** The tool of a call; null elsewhere. */
  readonly tool: string | null;
  /** The revision that the message names, in its header or at `initialize`; null when it names none. */
  readonly revision: string | null;
  readonly status: number;
}

/** Everything that passed since it was opened or last taken. */
export interface Wire {
  /** Origin without path, on loopback: the service, seen through the wire. */
  readonly origin: string;
  /** The lines so far, in the order of the answers; the next call gives those after them. */
  take(): readonly WireLine[];
  close(): Promise<void>;
}

/** Opens a way to the service that notes what passes, and changes nothing of it. */
export async function openWire(target: string): Promise<Wire> {
  const lines: WireLine[] = [];
  const proxy = await openReverseProxy(target, {
    onAnswer({ http, path, headers, body, status }) {
      const message = parseDocument(body) ?? {};
      const params = isRecord(message.params) ? message.params : {};
      lines.push({
        ...{ http, path, status },
        method: textOrNull(message.method),
        tool: message.method === 'tools/call' ? textOrNull(params.name) : null,
        revision: textOrNull(headers['mcp-protocol-version']) ?? textOrNull(params.protocolVersion),
      });
    },
  });
  return { origin: proxy.origin, take: () => lines.splice(0), close: () => proxy.close() };
}

/** A line as people read it: what was sent, by which revision, and the status of the answer. */
export function wireText({ http, path, method, tool, revision, status }: WireLine): string {
  const sent = [http, method ?? path, ...(tool === null ? [] : [tool])].join(' ');
  return `${sent.padEnd(52)} ${(revision ?? '-').padEnd(12)} ${status}`;
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
