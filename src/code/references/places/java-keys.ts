import { after, before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import type { Place } from '../reference.ts';

/** The annotation that a name gives a value to an element of, as it is written: `Table` in `@Table(name = "a")`; else null. */
export function annotationOfKey(file: CodeFile, { at, name }: Pick<Place, 'at' | 'name'>): string | null {
  const mask = file.mask();
  const next = after(mask, at + name.length);
  if (mask[next] !== '=' || mask[next + 1] === '=') return null;
  if (!/[(,]/.test(mask[before(mask, at)] ?? '')) return null;
  const open = file.structure().around(at);
  if (mask[open] !== '(') return null;
  return (
    /@\s?((?:[\w$]{1,100}\.){0,8}[\w$]{1,100})\s{0,20}$/.exec(mask.slice(Math.max(0, open - 400), open))?.[1] ?? null
  );
}

/** What the `switch` chooses by whose label a name is, as it is written; null where it is no label. */
export function chosenByLabel(file: CodeFile, { at, name }: Pick<Place, 'at' | 'name'>): string | null {
  const mask = file.mask();
  const next = after(mask, at + name.length);
  if (!/^(?:[:,]|->)/.test(mask.slice(next, next + 2)) || mask.startsWith('::', next)) return null;
  if (!/(?<![\w$.])case\s+(?:[\w$]+\s*,\s*)*$/.test(mask.slice(Math.max(0, at - LABELS_MAX), at))) return null;
  const { around, openOf } = file.structure();
  const body = around(at);
  const close = before(mask, body);
  if (mask[body] !== '{' || mask[close] !== ')') return null;
  const open = openOf(close);
  if (open === -1 || !/(?<![\w$.])switch\s*$/.test(mask.slice(Math.max(0, open - 40), open))) return null;
  return mask.slice(open + 1, Math.min(close, open + 200)).trim();
}

/** Characters of labels before one that are looked at. */
const LABELS_MAX = 600;
