import { maskKeys } from '../../tools/shared/safe-text.ts';

/** Deepest nesting; the envelope is level 1. docs/contract.md, "Status table". */
export const DEPTH_MAX = 64;

/** Most members of objects and elements of arrays, all together: a million keys would block the process for seconds. */
export const MEMBERS_MAX = 20_000;

/** Most keys that are compared in the envelope and in `params`, all together: real ones have a dozen. */
const KEYS_COMPARED_MAX = 256;

/** Members of the envelope, as JSON-RPC 2.0 spells them. */
const ENVELOPE_KEYS = ['jsonrpc', 'id', 'method', 'params'];

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** What a scan found, in words; the first of a kind. */
export interface ScanFault {
  /** `bound`: the text must not even be parsed. `key`: it may, but means different things to different parsers. */
  readonly kind: 'bound' | 'key';
  readonly text: string;
}

/**
 * Looks through JSON text before it is parsed, in one pass over its bytes and with fixed memory, for what a parser
 * hides or chokes on: nesting, number of members, keys given twice in the envelope or in `params` (parsers disagree on
 * which one counts), envelope keys in another spelling.
 *
 * It does not check the syntax: text that is no JSON may pass here and is then refused by the parser.
 */
export function scanJson(bytes: Uint8Array): ScanFault | null {
  const scan = new Scan(bytes);
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === QUOTE) {
      const end = stringEnd(bytes, at);
      scan.string(at, end);
      at = end;
    } else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) scan.open(byte === OPEN_OBJECT);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) scan.close();
    else if (byte === COMMA) scan.next();
    if (scan.fault !== null) return scan.fault;
  }
  return scan.keyFault;
}

/** Where the scan stands: a stack of levels, and the keys of the two levels that must not repeat. */
class Scan {
  /** Ends the scan. */
  fault: ScanFault | null = null;
  /** Known, but a bound may still be broken further on. */
  keyFault: ScanFault | null = null;
  readonly #bytes: Uint8Array;
  /** `#isObject[n]`: whether level n is an object. */
  readonly #isObject: boolean[] = [];
  #depth = 0;
  #members = 0;
  #keys = 0;
  #expectsKey = false;
  #envelopeKey = '';
  readonly #envelopeKeys = new Set<string>();
  readonly #paramsKeys = new Set<string>();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  open(isObject: boolean): void {
    this.#depth += 1;
    this.#isObject[this.#depth] = isObject;
    this.#expectsKey = isObject;
    if (this.#depth > DEPTH_MAX) this.#stop(`JSON nested deeper than ${DEPTH_MAX} levels is not read`);
  }

  close(): void {
    this.#depth = Math.max(0, this.#depth - 1);
    this.#expectsKey = false;
  }

  next(): void {
    this.#members += 1;
    this.#expectsKey = this.#isObject[this.#depth] === true;
    if (this.#members > MEMBERS_MAX) this.#stop(`more than ${MEMBERS_MAX} members and elements are not read`);
  }

  string(start: number, end: number): void {
    if (!this.#expectsKey) return;
    // One key for each comma, also in text that is no JSON: the work is bounded by the number of members.
    this.#expectsKey = false;
    if (this.#depth > 2) return;
    if (++this.#keys > KEYS_COMPARED_MAX) {
      this.#stop(`more than ${KEYS_COMPARED_MAX} keys in the envelope and params are not read`);
      return;
    }
    const key = keyText(this.#bytes.subarray(start, end + 1));
    if (this.#depth === 1) this.#envelope(key);
    else if (this.#isObject[1] === true && this.#envelopeKey === 'params') this.#params(key);
  }

  #envelope(key: string): void {
    this.#envelopeKey = key;
    const meant = ENVELOPE_KEYS.find((known) => known === key.toLowerCase());
    if (meant !== undefined && meant !== key) this.#note(`write the key ${JSON.stringify(key)} as "${meant}"`);
    if (this.#envelopeKeys.has(key)) this.#note(`the key ${excerpt(key)} is given twice`);
    this.#envelopeKeys.add(key);
  }

  #params(key: string): void {
    if (this.#paramsKeys.has(key)) this.#note(`the key ${excerpt(key)} is given twice in params`);
    this.#paramsKeys.add(key);
  }

  #stop(text: string): void {
    this.fault = { kind: 'bound', text };
  }

  #note(text: string): void {
    this.keyFault ??= { kind: 'key', text };
  }
}

/** Index of the quote that ends the string which starts at `start`; the end of the text when none does. */
function stringEnd(bytes: Uint8Array, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === BACKSLASH) at += 1;
    else if (bytes[at] === QUOTE) return at;
  }
  return bytes.length;
}

/** A key as the parser will see it: `"\u0069d"` is `id`. Text that is no JSON string stays as it is. */
function keyText(quoted: Uint8Array): string {
  const text = Buffer.from(quoted.buffer, quoted.byteOffset, quoted.byteLength).toString('utf8');
  if (!text.includes('\\')) return text.slice(1, -1);
  try {
    return String(JSON.parse(text));
  } catch {
    // The parser that comes next refuses the whole text for this string.
    return text;
  }
}

function excerpt(key: string): string {
  return JSON.stringify(maskKeys(key.slice(0, 512)).slice(0, 64));
}
