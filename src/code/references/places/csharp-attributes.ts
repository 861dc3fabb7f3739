import { after, before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import type { Definition, Place } from '../reference.ts';
import { typeArgumentsStart } from './type-arguments.ts';

/*
 * An attribute of C# may be written without the end of its name: `[Route]` for `RouteAttribute`.
 * Source: C# language specification, "Attribute specification".
 */

const ENDING = 'Attribute';

/** The name by which an attribute may be written; null for what is called like none. */
export function shortAttribute(name: string): string | null {
  return name.length > ENDING.length && name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : null;
}

/** Whether a type may be an attribute by its head: what derives from nothing, or from interfaces as these are called, is none. */
export function mayBeAttribute({ signature }: Definition['symbol']): boolean {
  const base = /:\s*(?:\w+\s*\.\s*){0,8}(\w+)/.exec(signature)?.[1];
  return base !== undefined && !(/^I\p{Lu}/u.test(base) && !/Attribute(?!\w)/.test(signature));
}

/** Characters between a name and the bracket of its section that are looked at, where only words may stand. */
const AHEAD_MAX = 200;
/** What declares something stands right behind a section, or the next section. */
const DECLARED = /[\p{L}_@[(~#]/u;

/** Whether a name stands in a section of attributes, and not among the values of a list. */
export function isAttribute(file: CodeFile, { at }: Pick<Place, 'at'>): boolean {
  const mask = file.mask();
  const { around, closeOf } = file.structure();
  const open = around(at);
  if (mask[open] !== '[' || !/[[,:]\s*(?:\w+\s*\.\s*){0,8}$/.test(mask.slice(Math.max(open, at - AHEAD_MAX), at)))
    return false;
  if (typeArgumentsStart(file, at) !== -1) return false;
  const last = before(mask, open);
  const isFirst = last === -1 || mask.slice(last, open).includes('\n');
  const isOfValue = !isFirst && /[\w)>?]/.test(mask[last] ?? '');
  const next = mask[after(mask, closeOf(open) + 1)];
  // Behind the last section of an assembly nothing may follow.
  return !isOfValue && (next === undefined || DECLARED.test(next));
}
