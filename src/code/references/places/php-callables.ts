import { FILLER } from '../../lex/mask.ts';

/**
 * A method that is handed on by its name, behind its class or object: `[Cart::class, 'total']`, `[$this, 'total']`.
 * Source: PHP Manual, "Callbacks / Callables".
 */
const CALLABLE = new RegExp(
  String.raw`(?:\[|\barray[ \t]{0,8}\()\s{0,200}([\w\\]{1,300}(?=::class)|\$this\b)(?:::class)?\s{0,200},\s{0,200}(['"])(${FILLER}{1,200})\2(?=\s{0,200},?\s{0,200}[\])])`,
  'g',
);

/** The mask of a text of PHP in which the names of such methods stand as code. */
export function withCallables(text: string, mask: string): string {
  let shown = '';
  let from = 0;
  for (const match of mask.matchAll(CALLABLE)) {
    const end = match.index + match[0].length - 1;
    const start = end - (match[3] ?? '').length;
    const name = text.slice(start, end);
    if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) continue;
    shown += mask.slice(from, start) + name;
    from = end;
  }
  return shown + mask.slice(from);
}

/** The class, as it is written, or object that a method is handed on with, whose name begins at an offset; null for none. */
export function ownerInCallable(mask: string, at: number): string | null {
  if (mask[at - 1] !== "'" && mask[at - 1] !== '"') return null;
  const ahead = mask.slice(Math.max(0, at - 600), at - 1);
  const owner = /(?:\[|\barray[ \t]{0,8}\()\s{0,200}(?:([\w\\]{1,300})::class|(\$this))\s{0,200},\s{0,200}$/.exec(
    ahead,
  );
  return owner?.[1] ?? owner?.[2] ?? null;
}
