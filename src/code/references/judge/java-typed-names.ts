import { after, before, wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';

/** A type as it is written before a name, and where that name stands. */
export interface TypedName {
  /** With all that is before its dots, without its arguments; `[]` behind it for an array. */
  readonly type: string;
  readonly at: number;
}

/** Characters of a type that are read back. */
const TYPE_MAX = 400;
/** What follows a name that is declared, one that a pattern gives to what fits it as well. */
const BEHIND = /^(?:[=;,):&|?]|->)/;
/** A type right before an offset: by custom it has a capital. */
const TYPE_WORD = /(?:^|[^\w$.])((?:\w{1,80}\.){0,8}\p{Lu}[\w$]*)$/u;

/** Where a file of Java declares a name with its type: variables, parameters and fields. At most so many, and one more. */
export function typedNames({ mask: maskOf }: CodeFile, name: string, most: number): readonly TypedName[] {
  const mask = maskOf();
  const found: TypedName[] = [];
  for (let at = mask.indexOf(name); at !== -1 && found.length <= most; at = mask.indexOf(name, at + name.length)) {
    const next = after(mask, at + name.length);
    if (!/\s/.test(mask[at - 1] ?? '') || !BEHIND.test(mask.slice(next, next + 2))) continue;
    const type = typeBefore(mask, at);
    if (type !== null) found.push({ type, at });
  }
  return found;
}

function typeBefore(mask: string, at: number): string | null {
  let end = before(mask, at);
  let isArray = false;
  while (/[\].]/.test(mask[end] ?? '')) {
    const [sign, length] = mask[end] === ']' ? ['[]', 2] : ['...', 3];
    if (mask.slice(end + 1 - length, end + 1) !== sign) return null;
    end = before(mask, end + 1 - length);
    isArray = true;
  }
  if (mask[end] === '>') end = before(mask, argumentsStart(mask, end));
  // Most that stands before a name is no type.
  if (!/^\p{Lu}/u.test(wordBefore(mask, end + 1))) return null;
  const type = TYPE_WORD.exec(mask.slice(Math.max(0, end - 200), end + 1))?.[1];
  if (type === undefined) return null;
  return isArray ? `${type}[]` : type;
}

/** Offset of the `<` that belongs to a `>`; -1 where it is none of a type's arguments. */
function argumentsStart(mask: string, close: number): number {
  let depth = 0;
  for (let at = close; at >= 0 && at > close - TYPE_MAX; at -= 1) {
    const sign = mask[at] ?? '';
    if (';(){}'.includes(sign)) return -1;
    if (sign === '>') depth += 1;
    else if (sign === '<') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
