import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, type ZlibOptions } from 'node:zlib';
import { AskError } from './ask-error.ts';

/** A body within its bound. */
export interface BoundedBody {
  readonly body: Uint8Array;
  readonly isCut: boolean;
}

type Decoder = NodeJS.ReadWriteStream & Readable;

/** Encodings that are asked for and undone. A map, since the name is a stranger's: `constructor` is no encoding. */
const DECODERS: ReadonlyMap<string, (options: ZlibOptions) => Decoder> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', () => createBrotliDecompress({ chunkSize: CHUNK_BYTES })],
]);

/** What `accept-encoding` says. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

/** A decoder gives its output in pieces of this size, so that the bound is met to a piece. */
const CHUNK_BYTES = 16 * 1_024;

/**
 * Reads and decodes a body up to `bytesMax` of decoded bytes: a compression bomb costs its bound, not its size. With
 * `cutsBody` a longer body is cut there; otherwise it is refused. An encoding that was not asked for is left as it is.
 */
export async function readBody(
  response: IncomingMessage,
  { bytesMax, cutsBody }: { readonly bytesMax: number; readonly cutsBody: boolean },
): Promise<BoundedBody> {
  const make = DECODERS.get((response.headers['content-encoding'] ?? '').trim().toLowerCase());
  const decoder = make?.({ chunkSize: CHUNK_BYTES });
  const stream: Readable = decoder === undefined ? response : pipe(response, decoder);
  const pieces: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const piece of stream) {
      pieces.push(piece);
      size += piece.length;
      if (size <= bytesMax) continue;
      if (!cutsBody) throw new AskError('too_large', `the answer is longer than ${bytesMax} bytes`, false);
      return { body: Buffer.concat(pieces).subarray(0, bytesMax), isCut: true };
    }
    return { body: Buffer.concat(pieces), isCut: false };
  } catch (failure) {
    throw failure instanceof AskError ? failure : nameFailure(failure);
  } finally {
    stream.destroy();
  }
}

/** `pipe` does not carry a failure of the source on; a body that breaks off must not look like a whole one. */
function pipe(response: IncomingMessage, decoder: Decoder): Readable {
  response.on('error', (failure) => decoder.destroy(failure));
  response.on('aborted', () => decoder.destroy(new Error('aborted')));
  return response.pipe(decoder);
}

function nameFailure(failure: unknown): Error {
  const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
  if (code.startsWith('Z_') || code.startsWith('ERR_BROTLI') || code.startsWith('ERR__ERROR')) {
    return new AskError('bad_answer', 'the body could not be decoded', false);
  }
  return new AskError('bad_answer', 'the answer broke off', false);
}
