import type { Qualifier } from './symbol-container.ts';
import { readSymbolQuery } from './symbol-fit.ts';

/** What a question about uses asks for, with the names before it in a name path. */
export interface TargetQuery extends Qualifier {
  readonly name: string;
  /** Which of several declarations of one path: `[1]` is the second. */
  readonly number: number | null;
}

/** A name in any of the scanned languages. */
const NAME = /^#?[\p{L}_$][\p{L}\p{N}_$]*(?:[!?]|=)?$/u;

/** A member of a script that only its class can name. */
const PRIVATE = /^#[\p{L}_$][\p{L}\p{N}_$]*$/u;

/** Reads `add`, `Router/add[1]`, `Router.add()`, `fn add`; null when the query is no name. */
export function readTargetQuery(query: string): TargetQuery | null {
  const [, plain = query, number] = /^(.*?)\s*\[(\d{1,4})\]$/.exec(query.trim()) ?? [];
  const { name: last, containers, file, inFile, whole } = readSymbolQuery(plain.trim());
  const name = whole !== null && PRIVATE.test(whole) ? whole : last;
  if (!NAME.test(name)) return null;
  return { name, containers, file, inFile, number: number === undefined ? null : Number(number) };
}
