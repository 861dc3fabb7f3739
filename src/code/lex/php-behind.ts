import {
  PHP_CONST_HEAD,
  PHP_FUNCTION_HEAD,
  PHP_HEAD,
  PHP_KINDS,
  PHP_NAME,
  PHP_TYPE_HEAD,
  PHP_TYPES,
} from './php-head.ts';
import type { Structure } from './structure.ts';
import type { Declaration, Declarator, LineView } from './symbol.ts';

/** A declaration that begins where another statement ended: a type, a function with a name, a constant. */
const DECLARATION = new RegExp(
  `${PHP_HEAD}(?:${PHP_TYPE_HEAD}|${PHP_FUNCTION_HEAD}(?=[^\\s(])|${PHP_CONST_HEAD}(?=${PHP_NAME}[ \\t\\r\\n]*=))(${PHP_NAME})`,
  'iy',
);
/** Declarations of one line: more are data. */
const BEHIND_MAX = 200;

/**
 * The types, functions and constants that stand behind the first one on a line: `class A {} class B {}`. Members of a type
 * do not stand where plain values are listed.
 */
export function findPhpBehind(structure: Structure, line: LineView, from: number): readonly Declarator[] {
  const { mask, closeOf, around } = structure;
  const found: Declarator[] = [];
  const end = from + line.masked.length;
  const bodies = new Set(PHP_TYPES.has(line.insideOf) ? [around(from)] : []);
  let isFirst = true;
  for (let at = from; at < end && found.length < BEHIND_MAX; at += 1) {
    while (at < end && (mask[at] === ' ' || mask[at] === '\t')) at += 1;
    DECLARATION.lastIndex = at;
    const match = DECLARATION.exec(mask);
    const name = match?.[2];
    if (match !== null && name !== undefined && !isFirst) {
      const nameAt = at + match[0].length - name.length;
      found.push({ name, comma: null, nameAt, isTop: !bodies.has(around(at)), headFrom: at });
    }
    isFirst = false;
    at = behindStatement(mask, match === null ? at : at + match[0].length, { end, closeOf });
    if (match?.[1] !== undefined) bodies.add(at);
  }
  return found;
}

/** The sign that ends a statement or opens a body; what stands in parentheses and square brackets is jumped over. */
function behindStatement(
  mask: string,
  from: number,
  { end, closeOf }: { readonly end: number; readonly closeOf: (open: number) => number },
): number {
  let at = from;
  while (at < end && !'{};'.includes(mask[at] ?? '')) at = '(['.includes(mask[at] ?? '') ? closeOf(at) + 1 : at + 1;
  return at;
}

/** What such a name declares, `nameAt` its offset on its line. */
export function readPhpBehind({ name, isTop }: Declarator, nameAt: number, { masked }: LineView): Declaration | null {
  const word = /(class|interface|trait|enum|function|const)\b[^;{}()]{0,90}$/i
    .exec(masked.slice(0, nameAt))?.[1]
    ?.toLowerCase();
  if (word === undefined) return null;
  if (word === 'const') return { name, kind: 'variable', nameAt, body: 'statement' };
  const kind = PHP_KINDS[word];
  if (kind !== undefined) return { name, kind, nameAt };
  if (isTop) return { name, kind: 'function', nameAt };
  return { name, kind: /^test(?![a-z])/.test(name) ? 'test' : 'method', nameAt };
}
