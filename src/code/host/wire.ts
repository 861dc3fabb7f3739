import { connect, type Socket } from 'node:net';
import { MIB } from '../../base/units.ts';

/*
 * A wire is a connection between the service and one thread of the engine process: questions and answers go by it without
 * waiting for the main thread. What is sent is a frame: four bytes of length, then a head in JSON, a line break, and a
 * text, which is JSON too and is not packed a second time. A thread may be ended in the middle of a frame: what is not
 * whole is never heard. Source: ADR 0035.
 */

/** A longer frame goes by the main thread: what one end holds of an unfinished one is bounded. */
const FRAME_BYTES_MAX = 4 * MIB;

const LENGTH_BYTES = 4;

/** One end of a wire that is open. */
export interface Wire {
  /** False when it is too much for one frame, and nothing was sent. */
  send(head: object, text?: string): boolean;
  close(): void;
}

/** Who listens at one end. */
export interface WireListener {
  hear(head: unknown, text: string): void;
  /** The other end is gone, or said what is no frame; all that it said before was heard. */
  closed(): void;
}

/** Where a thread finds the service, and the word that tells which thread it is; good for one connection. */
export interface WirePlace {
  readonly path: string;
  readonly key: string;
}

/** Connects this thread. Where that fails nobody asks by the wire, and nobody is told. */
export function connectWire({ path, key }: WirePlace, listener: WireListener): Wire {
  let isOpen = false;
  const socket = connect(path, () => {
    isOpen = true;
    wire.send({ key });
  });
  const wire = makeWire(socket, {
    hear: listener.hear,
    closed() {
      if (isOpen) listener.closed();
    },
  });
  return wire;
}

/** Makes a wire of a connection. */
export function makeWire(socket: Socket, { hear, closed }: WireListener): Wire {
  // Why it broke does not matter; that it did is told by its end.
  socket.on('error', () => undefined);
  socket.once('close', closed);
  readFrames(socket, (frame) => {
    const headEnd = frame.indexOf('\n');
    const head = parseHead(frame.toString('utf8', 0, headEnd));
    if (head === null) socket.destroy();
    else hear(head, frame.toString('utf8', headEnd + 1));
  });
  return {
    send(head, text = '') {
      const said = `${JSON.stringify(head)}\n${text}`;
      const length = Buffer.byteLength(said);
      if (length > FRAME_BYTES_MAX) return false;
      const frame = Buffer.allocUnsafe(LENGTH_BYTES + length);
      frame.writeUInt32BE(length);
      frame.write(said, LENGTH_BYTES);
      socket.write(frame);
      return true;
    },
    close: () => void socket.destroy(),
  };
}

/** Null for what is no object. */
function parseHead(text: string): object | null {
  try {
    const head: unknown = JSON.parse(text);
    return typeof head === 'object' ? head : null;
  } catch {
    return null;
  }
}

/** Pieces are joined once, when the frame that they belong to is whole. */
function readFrames(socket: Socket, onFrame: (frame: Buffer) => void): void {
  let pieces: Buffer[] = [];
  let held = 0;
  let wanted = LENGTH_BYTES;
  socket.on('data', (piece: Buffer) => {
    pieces.push(piece);
    held += piece.length;
    if (held < wanted) return;
    let rest = pieces.length === 1 ? piece : Buffer.concat(pieces, held);
    wanted = LENGTH_BYTES;
    while (rest.length >= wanted && !socket.destroyed) {
      wanted = LENGTH_BYTES + rest.readUInt32BE();
      if (wanted > LENGTH_BYTES + FRAME_BYTES_MAX) return void socket.destroy();
      if (rest.length < wanted) break;
      const frame = rest.subarray(LENGTH_BYTES, wanted);
      rest = rest.subarray(wanted);
      wanted = LENGTH_BYTES;
      onFrame(frame);
    }
    pieces = rest.length === 0 ? [] : [rest];
    held = rest.length;
  });
}
