import { createHmac, hash, type KeyObject, timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from '../../base/result.ts';

/** What a cursor is good for: the same tool, the same arguments, the same state of the source. */
export interface CursorScope {
  readonly tool: string;
  /** Commit id, or whatever else names the state that the rows were counted in (such as a note store's newest change). */
  readonly commit: string | null;
  /** From `hashArguments`. */
  readonly argumentsHash: string;
}

/** Why a cursor was refused: not one of ours for this question, or the source has moved since. */
export type CursorRefusal = 'bad_cursor' | 'stale_cursor';

/** Seals and opens cursors. */
export interface Cursors {
  /** An opaque text that holds `offset` (a whole number below 2^48). */
  seal(position: CursorScope & { readonly offset: number }): string;
  /** The offset, when the cursor was sealed here for this very scope. */
  open(text: string, scope: CursorScope): Result<number, CursorRefusal>;
}

const OFFSET_BYTES = 6;
const DIGEST_BYTES = 6;
const MAC_BYTES = 12;
const BODY_BYTES = OFFSET_BYTES + 2 * DIGEST_BYTES;
const CURSOR_CHARACTERS = ((BODY_BYTES + MAC_BYTES) * 4) / 3;

/**
 * Cursors signed with a key of the service: nobody can make one that skips into the middle of something else, and
 * nothing is kept between calls. The digests are short because the signature, not they, keeps forgers out; a cursor
 * is 40 characters, since every character is paid for in the caller's context.
 */
export function makeCursors(secretKey: KeyObject): Cursors {
  const sign = (body: Buffer): Buffer => createHmac('sha256', secretKey).update(body).digest().subarray(0, MAC_BYTES);
  return {
    seal({ offset, ...scope }) {
      const body = Buffer.alloc(BODY_BYTES);
      body.writeUIntBE(offset, 0, OFFSET_BYTES);
      questionDigest(scope).copy(body, OFFSET_BYTES);
      stateDigest(scope).copy(body, OFFSET_BYTES + DIGEST_BYTES);
      return Buffer.concat([body, sign(body)]).toString('base64url');
    },
    open(text, scope) {
      if (text.length !== CURSOR_CHARACTERS) return err('bad_cursor');
      const bytes = Buffer.from(text, 'base64url');
      // Node decodes leniently; only the one spelling that `seal` gives is taken.
      if (bytes.length !== BODY_BYTES + MAC_BYTES || bytes.toString('base64url') !== text) return err('bad_cursor');
      const body = bytes.subarray(0, BODY_BYTES);
      if (!timingSafeEqual(sign(body), bytes.subarray(BODY_BYTES))) return err('bad_cursor');
      const question = body.subarray(OFFSET_BYTES, OFFSET_BYTES + DIGEST_BYTES);
      if (!question.equals(questionDigest(scope))) return err('bad_cursor');
      if (!body.subarray(OFFSET_BYTES + DIGEST_BYTES).equals(stateDigest(scope))) return err('stale_cursor');
      return ok(body.readUIntBE(0, OFFSET_BYTES));
    },
  };
}

/** Arguments that may change between two pages without changing what is counted. */
const PAGING_ARGUMENTS: ReadonlySet<string> = new Set(['cursor', 'budget', 'limit', 'format']);

/** A digest of the arguments that decide what is counted: all but cursor, budget, limit and format. */
export function hashArguments(given: Readonly<Record<string, unknown>>): string {
  const counted = Object.entries(given).filter(([name, value]) => value !== undefined && !PAGING_ARGUMENTS.has(name));
  counted.sort(([a], [b]) => (a < b ? -1 : 1));
  return hash('sha256', JSON.stringify(counted), 'base64url');
}

function questionDigest(scope: CursorScope): Buffer {
  return digest(`${scope.tool}\0${scope.argumentsHash}`);
}

function stateDigest(scope: CursorScope): Buffer {
  return digest(scope.commit === null ? 'none' : `commit\0${scope.commit}`);
}

function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer').subarray(0, DIGEST_BYTES);
}
