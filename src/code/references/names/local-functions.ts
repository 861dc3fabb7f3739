import { after, before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import { functionsAround } from '../places/functions-around.ts';
import { placesOf } from '../places/places.ts';
import { typeArgumentsEnd } from '../places/type-arguments.ts';
import { offsetOf } from './declarations.ts';
import { holds, type Range } from './scopes.ts';

/** Blocks in which files of C# declare functions for themselves, found once for each name. */
const known = new WeakMap<CodeFile, Map<string, readonly Range[]>>();

/**
 * Whether a name alone at an offset means a function that is declared within a method of C#, which no list holds: it goes
 * before all that is called so outside of its block. Source: C# language specification, "Local function declarations".
 */
export function isLocalFunction(file: CodeFile, name: string, at: number): boolean {
  if (file.family !== 'csharp') return false;
  const byName = known.get(file) ?? new Map<string, readonly Range[]>();
  known.set(file, byName);
  const ranges = byName.get(name) ?? placesOf(file, name).flatMap((place) => blockOf(file, name, place.at) ?? []);
  byName.set(name, ranges);
  return ranges.some((range) => holds(range, at));
}

/** What ends with a name and is no type before one. */
const NO_TYPE = /(?<![\w.@])(?:return|new|await|throw|else|case|in|is|as|yield|when|and|or|not|goto|using|do)\s+$/;
/** What stands before a body: conditions on what the types may be. */
const BODY = /(?:\s*where\s+\w{1,80}\s*:[^{};=]{1,200}){0,8}\s*(?:\{|=>)/y;

/** The block in which a head holds: a type, a name, parameters and a body; null where that is none, or a member. */
function blockOf(file: CodeFile, name: string, at: number): Range | null {
  const mask = file.mask();
  const { around, closeOf } = file.structure();
  const near = mask.slice(Math.max(0, at - 40), at);
  if (!/[\w>\])?*]\s+$/.test(near) || NO_TYPE.test(near) || mask[before(mask, at)] === '.') return null;
  const next = after(mask, at + name.length);
  const open = mask[next] === '<' ? typeArgumentsEnd(file, next, 'declared') : next;
  if (mask[open] !== '(') return null;
  BODY.lastIndex = closeOf(open) + 1;
  const block = around(at);
  if (!BODY.test(mask) || mask[block] !== '{') return null;
  const isWithin = functionsAround(file, block).some((one) => offsetOf(file, one) < block);
  return isWithin ? { from: block, to: closeOf(block) } : null;
}
