import { type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestTls } from 'node:https';
import { isIP } from 'node:net';
import { TLSSocket } from 'node:tls';
import { AskError } from './ask-error.ts';
import type { OutboundReason, OutboundResponse } from './outbound.ts';
import { readBody } from './read-body.ts';
import type { Target } from './target.ts';

/** Bytes of headers that are read; more is a bad answer. */
const HEADER_BYTES_MAX = 64 * 1_024;
/** How long one address may take to accept a connection before the next is tried. */
const CONNECT_MS = 4_000;

/** Interim answers (1xx) before the real one; more are a flood. */
const INTERIM_MAX = 20;

/** One question to one address. */
export interface Question {
  readonly target: Target;
  /** The checked address: the only one that is connected to. */
  readonly address: string;
  readonly method: 'GET' | 'HEAD' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly bytesMax: number;
  readonly cutsBody: boolean;
  /** Whether the answer's body is wanted: not that of a redirect. */
  wantsBody(status: number, location: string | null): boolean;
  readonly signal: AbortSignal;
}

/** What one address answered. */
export type Answer = Omit<OutboundResponse, 'hops' | 'url'>;

/** How an exchange is made; another one stands in for it in tests. */
export type AskOnce = (question: Question) => Promise<Answer>;

/**
 * Asks one address and reads the answer within its bounds. The connection goes to the address itself: no name is looked
 * up again, no proxy of the environment is used, no connection is kept or shared. A certificate is held to the host's
 * name. Rejects with `AskError`, or with the signal's reason.
 */
export async function askOnce(question: Question): Promise<Answer> {
  const { signal, target, address } = question;
  const response = await open(question);
  try {
    const headers = pairsOf(response.rawHeaders);
    const location = headers.find(([name]) => name === 'location')?.[1] ?? null;
    const status = response.statusCode ?? 0;
    // Before the body: to cut one ends the connection, and with it what is known of the certificate.
    const tls = target.isTls ? tlsOf(response) : null;
    const isRead = question.method !== 'HEAD' && question.wantsBody(status, location);
    const { body, isCut } = isRead ? await readBody(response, question) : { body: new Uint8Array(0), isCut: false };
    signal.throwIfAborted();
    return { status, headers, body, isCut, address, tls };
  } finally {
    response.destroy();
  }
}

function open(question: Question): Promise<IncomingMessage> {
  const { target, address, method, body, signal } = question;
  const { url, isTls, port, host } = target;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const common = {
    host: address,
    port,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...question.headers, host: url.host, connection: 'close' },
    // A connection of its own: never one of a pool, which another caller's answer might be waiting on.
    agent: false as const,
    maxHeaderSize: HEADER_BYTES_MAX,
    signal,
  };
  let isConnected = false;
  // An address has no server name to send; the certificate is then held to the address.
  const request = isTls ? requestTls({ ...common, servername: isIP(host) === 0 ? host : '' }) : requestPlain(common);
  request.on('socket', (socket) => {
    socket.setTimeout(CONNECT_MS, () => {
      if (!isConnected) request.destroy(new AskError('timeout', 'the host did not accept a connection in time', true));
    });
    socket.once(isTls ? 'secureConnect' : 'connect', () => {
      isConnected = true;
      socket.setTimeout(0);
    });
  });
  let interim = 0;
  request.on('information', () => {
    interim += 1;
    if (interim <= INTERIM_MAX) return;
    // At once: the real answer may be in the same packet, and would come before the event of the failure.
    reject(new AskError('bad_answer', `the host sent more than ${INTERIM_MAX} interim answers`, false));
    request.destroy();
  });
  request.once('response', resolve);
  // Without a listener the answer to an upgrade that nobody asked for would be left hanging.
  request.once('upgrade', (_response, socket) => {
    socket.destroy();
    reject(new AskError('bad_answer', 'the host answered with another protocol', false));
  });
  request.on('error', (failure) => reject(signal.aborted ? signal.reason : nameFailure(failure, isConnected)));
  request.end(body ?? undefined);
  return promise;
}

/** Failures by their codes; texts name no address. */
function nameFailure(failure: Error & { code?: string }, isConnected: boolean): Error {
  if (failure instanceof AskError) return failure;
  const code = failure.code ?? '';
  const said = (reason: OutboundReason, text: string): AskError => new AskError(reason, text, !isConnected);
  if (/^(?:CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|EPROTO|HOSTNAME_MISMATCH)/.test(code)) {
    return said('tls', `no safe connection could be made (${code})`);
  }
  if (code === 'ETIMEDOUT') return said('timeout', 'the host did not accept a connection in time');
  if (code === 'HPE_HEADER_OVERFLOW')
    return said('too_large', `the host sent more than ${HEADER_BYTES_MAX} bytes of headers`);
  if (code.startsWith('HPE_')) return said('bad_answer', `the host did not answer in HTTP (${code})`);
  if (!isConnected) return said('refused', `the host could not be connected to${code === '' ? '' : ` (${code})`}`);
  return said('bad_answer', `the host ended the connection before its answer${code === '' ? '' : ` (${code})`}`);
}

function pairsOf(raw: readonly string[]): readonly (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  for (let i = 0; i + 1 < raw.length; i += 2) pairs.push([(raw[i] ?? '').toLowerCase(), raw[i + 1] ?? '']);
  return pairs;
}

function tlsOf({ socket }: IncomingMessage): Answer['tls'] {
  if (!(socket instanceof TLSSocket)) return null;
  const expiresAtMs = Date.parse(socket.getPeerCertificate().valid_to ?? '');
  return {
    protocol: socket.getProtocol() ?? 'unknown',
    expiresAt: Number.isNaN(expiresAtMs) ? null : new Date(expiresAtMs),
  };
}
