import { before, wordBefore } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { functionsAround } from './functions-around.ts';

/*
 * Where a bare name of Kotlin may be a member of something else than the type around it: what is nearer goes first.
 * Sources: Kotlin language specification, "Receivers", "Call without an explicit receiver"; its standard library, "Scope functions".
 */

/** Brackets around a place that are looked at. */
const BRACKETS_MAX = 50;
/** Functions whose lambda has the value before their dot as its receiver; one behind a name for it (`apply copy@{`), too. */
const OF_RECEIVER = /(?<!(?<![\w.$])this\s{0,20})\??\.\s*(?:run|apply)(?:\s+\w+@)?\s*$/;

/** Whether a lambda or function with a receiver of its own stands around a place, within a type that begins at an offset. */
export function isOfNearerReceiver(file: CodeFile, at: number, typeFrom: number): boolean {
  if (isInReceiverLambda(file, at, typeFrom)) return true;
  return functionsAround(file, at).some(
    (symbol) => file.structure().lineAt(typeFrom) < symbol.line && receiverEnd(symbol) !== -1,
  );
}

/** Whether a lambda with a receiver of its own stands around a place, behind an offset. */
export function isInReceiverLambda(file: CodeFile, at: number, from: number): boolean {
  const { around } = file.structure();
  let bracket = around(at);
  for (let step = 0; step < BRACKETS_MAX && bracket > from; step += 1) {
    if (file.mask()[bracket] === '{' && hasReceiver(file, bracket)) return true;
    bracket = around(bracket);
  }
  return false;
}

/** A function with the type that its values are added to. */
export interface AddedTo {
  readonly type: string;
  /** Offset of its first line. */
  readonly from: number;
}

/** The innermost function around a place that is added to a type, `fun Type.name()`; null for none. */
export function addedToAround(file: CodeFile, at: number): AddedTo | null {
  for (const symbol of functionsAround(file, at).toReversed()) {
    const type = receiverIn(symbol);
    if (type !== null) return { type, from: startOfLine(file, symbol.line) };
  }
  return null;
}

/** The type that a function is added to, without what it is given, as its head says; null for none. */
export function receiverIn(symbol: Head): string | null {
  const end = receiverEnd(symbol);
  if (end === -1) return null;
  const head = symbol.signature.slice(Math.max(0, end - 200), end);
  return /(?<![\w.])(\w+(?:\.\w+)*)(?:<[^()]*>)?\??$/.exec(head)?.[1] ?? null;
}

type Head = Pick<FileSymbol, 'name' | 'signature'>;

/** Where what stands before the dot of a function's name ends in its head; -1 where it has none. */
function receiverEnd({ name, signature }: Head): number {
  const from = signature.search(/\bfun\b/);
  const own = new RegExp(`(?<!\\w)\`?${escapeRegex(name)}\`?\\s?\\(`).exec(signature.slice(Math.max(0, from)));
  if (from === -1 || own === null) return -1;
  const dot = /\.\s?$/.exec(signature.slice(0, from + own.index));
  return dot === null ? -1 : dot.index;
}

function hasReceiver(file: CodeFile, brace: number): boolean {
  const mask = file.mask();
  if (OF_RECEIVER.test(mask.slice(Math.max(0, brace - 200), brace))) return true;
  const close = before(mask, brace);
  if (mask[close] !== ')') return false;
  const open = file.structure().openOf(close);
  return open !== -1 && wordBefore(mask, open) === 'with' && mask.slice(open + 1, close).trim() !== 'this';
}
