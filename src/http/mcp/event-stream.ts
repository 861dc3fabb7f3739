/** An answer that is told in events. Source: MCP, "Streamable HTTP"; no event ids, because nothing is resumed. */
export interface EventStream {
  readonly body: ReadableStream<Uint8Array>;
  /** One message, as its JSON text. */
  send(json: string): void;
  end(): void;
}

/** Headers of a stream; the last one tells proxies not to hold events back. */
export const EVENT_STREAM_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
};

/** Opens a stream of JSON-RPC messages. What is sent after its end or after the reader left is dropped. */
export function openEventStream(): EventStream {
  const encoder = new TextEncoder();
  let sink: ReadableStreamDefaultController<Uint8Array> | null = null;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      sink = controller;
    },
    cancel() {
      sink = null;
    },
  });
  return {
    body,
    send(json) {
      sink?.enqueue(encoder.encode(`event: message\ndata: ${json}\n\n`));
    },
    end() {
      sink?.close();
      sink = null;
    },
  };
}
