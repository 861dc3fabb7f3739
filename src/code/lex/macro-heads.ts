import { before, wordBefore } from './code-text.ts';
import type { Group } from './statement-head.ts';
import type { Reading } from './statement-language.ts';
import type { Structure } from './structure.ts';

/** Characters of a head that stand before its parameters. */
const HEAD_MAX = 300;

/**
 * A function whose whole head is given to a macro, which says something before and behind it: `UNUSED(int f(void)) {`. Before
 * its name stand words of a type and no comma: `TEST_P(Suite, works(1)) {` gives parts of a name.
 */
export function headWithin({ mask, openOf }: Pick<Structure, 'mask' | 'openOf'>, group: Group): Reading | null {
  const close = before(mask, group.close);
  const open = mask[close] === ')' ? openOf(close) : -1;
  if (open <= group.open || open - group.open > HEAD_MAX) return null;
  const name = wordBefore(mask, open);
  const nameAt = mask.lastIndexOf(name, open);
  const type = mask.slice(group.open + 1, nameAt);
  if (!/[a-z]/.test(name) || !/^[\w\s*]+$/.test(type) || !/\w[\s*]+$/.test(type)) return null;
  return { items: [{ name, kind: 'function', nameAt }], body: 'code' };
}
