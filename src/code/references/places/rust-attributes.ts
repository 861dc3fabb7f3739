import { before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';

/** Attributes in a row that are passed over. */
const ATTRIBUTES_MAX = 20;

/** Offset of the last character before an offset that is no space, and of Rust in no attribute; -1 when there is none. */
export function beforeAttributes(file: CodeFile, at: number): number {
  const mask = file.mask();
  let last = before(mask, at);
  for (let left = ATTRIBUTES_MAX; left > 0 && file.family === 'rust' && mask[last] === ']'; left -= 1) {
    const open = file.structure().openOf(last);
    if (open === -1 || mask[open - 1] !== '#') break;
    last = before(mask, open - 1);
  }
  return last;
}
