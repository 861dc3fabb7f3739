import type { CodeFile } from '../code-file.ts';

/** Characters of a list of arguments before a name that are looked at. */
const LIST_MAX = 400;
/** A type that is an argument, right before the next one: only macros take a type. */
const TYPE_BEFORE = /(?:^|,)\s*(?:const\s+)?(?:struct|union)\s+\w+\s*,\s*$/;
const OFFSET_OF = /(?<![\w$.])(?:__builtin_)?offsetof\s*$/;

/**
 * Whether a name of C may be that of a field, since it stands behind a type in a list of arguments:
 * `container_of(item, struct node, list)`, `offsetof(node_t, list)`. Source: ISO C23, 7.21, `offsetof`.
 */
export function mayBeField(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  const open = file.structure().around(at);
  if (mask[open] !== '(' || at - open > LIST_MAX) return false;
  const ahead = mask.slice(open + 1, at);
  if (TYPE_BEFORE.test(ahead)) return true;
  return /^[^,()]*,\s*$/.test(ahead) && OFFSET_OF.test(mask.slice(Math.max(0, open - 40), open));
}
