import { before, wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
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
  const { around } = file.structure();
  let bracket = around(at);
  for (let step = 0; step < BRACKETS_MAX && bracket > typeFrom; step += 1) {
    if (file.mask()[bracket] === '{' && hasReceiver(file, bracket)) return true;
    bracket = around(bracket);
  }
  return functionsAround(file, at).some(
    ({ name, signature, line }) => file.structure().lineAt(typeFrom) < line && signature.includes(`.${name}`),
  );
}

function hasReceiver(file: CodeFile, brace: number): boolean {
  const mask = file.mask();
  if (OF_RECEIVER.test(mask.slice(Math.max(0, brace - 200), brace))) return true;
  const close = before(mask, brace);
  if (mask[close] !== ')') return false;
  const open = file.structure().openOf(close);
  return open !== -1 && wordBefore(mask, open) === 'with' && mask.slice(open + 1, close).trim() !== 'this';
}
