import { err, ok, type Result } from '../../base/result.ts';
import type { Problem, ProblemCode } from '../problems.ts';
import { type ScanFault, scanJson } from './json-scan.ts';

/** A JSON-RPC id as we accept it: an integer that every parser reads alike, or a short text. */
export type RequestId = string | number;

/** One JSON-RPC request or notification, read from a body. `params` is looked at by the method. */
export interface Message {
  /** Null for a notification. */
  readonly id: RequestId | null;
  readonly method: string;
  /** Undefined when absent. */
  readonly params: unknown;
}

/** Why a body is no message, and the id to echo where it could be read. */
export interface EnvelopeProblem extends Problem {
  readonly code: ProblemCode;
  readonly id: RequestId | null;
}

/** Longest id that is a text, in UTF-16 units. */
const ID_LENGTH_MAX = 256;

/** Longest name of a method, in UTF-16 units. */
const METHOD_LENGTH_MAX = 128;

/** Reads one JSON-RPC message from the bytes of a body. Batches are refused: each call is charged on its own. */
export function readEnvelope(bytes: Buffer): Result<Message, EnvelopeProblem> {
  const text = decodeUtf8(bytes);
  if (text === null) return refuseWith('parse_error', 'The body is not valid UTF-8. Send JSON encoded as UTF-8.');
  const fault = scanJson(bytes);
  if (fault?.kind === 'bound') return refuseWith('invalid_request', faultText(fault));
  const parsed = parseJson(text);
  if (parsed === null) return refuseWith('parse_error');
  // Only now: text that is no JSON at all is not blamed for its keys.
  if (fault !== null) return refuseWith('invalid_request', faultText(fault));
  return readMessage(parsed.value);
}

function readMessage(json: unknown): Result<Message, EnvelopeProblem> {
  if (Array.isArray(json)) {
    return refuseWith('invalid_request', 'Batches are not served. Send each JSON-RPC request in a POST of its own.');
  }
  if (typeof json !== 'object' || json === null) {
    return refuseWith('invalid_request', 'The body must be a JSON object: one JSON-RPC 2.0 request.');
  }
  const { jsonrpc, id, method, params }: { jsonrpc?: unknown; id?: unknown; method?: unknown; params?: unknown } = json;
  const echoed = isRequestId(id) ? id : null;
  if (jsonrpc !== '2.0') return refuseWith('invalid_request', 'The member "jsonrpc" must be the text "2.0".', echoed);
  if (id !== undefined && echoed === null) return refuseWith('invalid_request', BAD_ID);
  if (typeof method !== 'string' || method === '' || method.length > METHOD_LENGTH_MAX) {
    return refuseWith('invalid_request', METHOD_MISSING, echoed);
  }
  if (id === undefined && !method.startsWith('notifications/')) {
    return refuseWith('invalid_request', 'The member "id" is missing. Only notifications/* go without an answer.');
  }
  return ok({ id: echoed, method, params });
}

function faultText(fault: ScanFault): string {
  return `The body is not one JSON-RPC 2.0 request: ${fault.text}.`;
}

const BAD_ID =
  'The member "id" must be a text of at most 256 characters or an integer from -(2^53-1) to 2^53-1; not null.';
const METHOD_MISSING = 'The member "method" must be a text such as "tools/list" or "tools/call".';

function isRequestId(id: unknown): id is RequestId {
  return typeof id === 'string' ? id.length <= ID_LENGTH_MAX : Number.isSafeInteger(id);
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    // A byte order mark is kept, so that the parser refuses it. RFC 8259 §8.1.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function parseJson(text: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}

function refuseWith(
  code: ProblemCode,
  text?: string,
  id: RequestId | null = null,
): { readonly ok: false; readonly error: EnvelopeProblem } {
  return err(text === undefined ? { code, id } : { code, text, id });
}
