import type { IncomingMessage } from 'node:http';
import { err, ok, type Result } from '../../base/result.ts';
import { MIB } from '../../base/units.ts';
import type { Answer } from '../answer.ts';
import type { Exchange } from '../exchange.ts';
import type { ProblemCode } from '../problems.ts';
import { refuse } from './refuse.ts';
import type { Caller, Step } from './turn.ts';

/** Largest body. */
const BODY_BYTES_MAX = MIB;

/** The caller went away, or broke the protocol, while its body was being read. */
export class AbortedError extends Error {
  override readonly name = 'AbortedError';
}

/** Method, media type and declared size, in the order of docs/contract.md, "Refusals". Null when all is well. */
export function checkHead({ exchange, view }: Caller): Answer | null {
  const problem = findHeadProblem(exchange.request);
  if (problem === null) return null;
  const headers = problem === 'method_not_allowed' ? { Allow: 'POST' } : {};
  return refuse({ exchange, view, code: problem, headers });
}

/** The bytes, unread until now. */
export async function readBody({ exchange, view }: Caller): Promise<Step<Buffer>> {
  const bytes = await collect(exchange);
  return bytes.ok ? bytes : err(refuse({ exchange, view, code: bytes.error }));
}

function findHeadProblem({ method, headersDistinct }: IncomingMessage): ProblemCode | null {
  if (method !== 'POST') return 'method_not_allowed';
  const types = headersDistinct['content-type'] ?? [];
  if (types.length !== 1 || !isJson(types[0] ?? '')) return 'unsupported_media_type';
  if (headersDistinct['content-encoding'] !== undefined) return 'unsupported_media_type';
  const length = Number(headersDistinct['content-length']?.[0] ?? 0);
  return length > BODY_BYTES_MAX ? 'body_too_large' : null;
}

/** `application/json`, with UTF-8 as the only charset. RFC 8259 §8.1. */
function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  if (type.trim() !== 'application/json') return false;
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset);
}

/** All bytes of the body; more than the bound is refused as soon as it is seen. */
function collect({ request, sendContinue }: Exchange): Promise<Result<Buffer, 'body_too_large'>> {
  sendContinue();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const abort = (): void => reject(new AbortedError('the body did not arrive whole'));
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      if (size <= BODY_BYTES_MAX) {
        chunks.push(chunk);
        return;
      }
      request.off('data', take);
      resolve(err('body_too_large'));
    };
    request.on('data', take);
    request.once('end', () => resolve(ok(Buffer.concat(chunks))));
    request.once('error', abort);
    request.once('close', () => {
      // Every request closes; the error, with its trace, is dear and only for one that broke off.
      if (!request.readableEnded) abort();
    });
  });
}
