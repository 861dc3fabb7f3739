import { types } from 'pg';

/** Readers of PostgreSQL's text form, by the number of the type. Source: pg_type.dat of PostgreSQL. */
const READERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  // A comparison is 1 or 0, as SQLite says it.
  [16, (text) => (text === 't' ? 1 : 0)],
  [17, readBytes],
  [20, readNumber],
  // What sum() of integers gives.
  [1700, readNumber],
]);

/** How columns become values: as SQLite gives them, so that stores need not know which engine answered. */
export const COLUMN_TYPES: { readonly getTypeParser: typeof types.getTypeParser } = {
  getTypeParser: (type: number, format?: string) => READERS.get(type) ?? types.getTypeParser(type, format as 'text'),
};

/** A number that is exactly the one of the database, or a failure: never a rounded one. */
function readNumber(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new RangeError(`a column holds an integer beyond 2^53: ${text}`);
  }
  return value;
}

/** The form `\x6162`, which is the server's own choice unless somebody configured the old one. */
function readBytes(text: string): Uint8Array {
  if (!text.startsWith('\\x')) throw new RangeError('bytea_output of the server is not hex');
  return new Uint8Array(Buffer.from(text.slice(2), 'hex'));
}
