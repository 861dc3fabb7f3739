import { after } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import type { Place } from '../reference.ts';
import { startsMember } from './script-members.ts';

/** Characters before a brace that are looked at for what it begins. */
const HEAD_CHARACTERS = 400;
/** Braces around a key that are looked at. */
const BRACES_MAX = 8;

/** What a statement has before the braces of a type: `type A = B & {`, `const a: {`. */
const OF_STATEMENT = /\btype\s+[\w$]+[^;{}]*=[^;{}]*$|\b(?:const|let|var)\s+[\w$]+\s*[?!]?:[^;{}=]*$/;
/**
 * Arguments of a type, what a function answers, what an interface extends (`interface A extends Readonly<B & {`), and the
 * type of a parameter, before its braces.
 */
const OF_TYPE = /[\w$]<\s*$|\)\s*:\s*$|\binterface\s[^;{}]*[&|]\s*$/;
const OF_PARAMETER = /(?:[(,]\s*[\w$]+\??|\})\s*:\s*$/;
const OF_MEMBERS = /\b(?:interface|class)\s+[\w$](?:[^;{}]*[^;{}<&|\s])?\s*$/;

/**
 * Whether a name is the key of a type of TypeScript that has its braces where it is used (`type A = B & { name: string }`,
 * `a: { name: string }` in an interface): a member that is in no list, unlike those of an interface itself.
 */
export function isTypeKey(file: CodeFile, { at, name, path, isOfUnknown }: Place): boolean {
  if (file.family !== 'script' || path.length > 0 || isOfUnknown) return false;
  const mask = file.mask();
  const next = after(mask, at + name.length);
  if (!/^\??\s*[:(<]/.test(mask.slice(next, next + 20)) || !startsMember(file, at)) return false;
  let open = file.structure().around(at);
  for (let depth = 0; depth < BRACES_MAX && mask[open] === '{'; depth += 1) {
    const head = headOf(mask, open);
    if (OF_MEMBERS.test(head)) return depth > 0;
    const outer = file.structure().around(open);
    if (OF_STATEMENT.test(head) || OF_TYPE.test(head)) return true;
    if (mask[outer] === '(') return OF_PARAMETER.test(head);
    if (!/[:|&]\s*$/.test(head)) return false;
    open = outer;
  }
  return false;
}

/** The statement before a brace, or the part of it behind another one. */
function headOf(mask: string, open: number): string {
  const head = mask.slice(Math.max(0, open - HEAD_CHARACTERS), open);
  // What a pattern takes apart goes on behind its brace: `({ a }: {`.
  const from = Math.max(head.lastIndexOf(';'), head.lastIndexOf('{'), head.slice(0, -8).lastIndexOf('}'));
  return head.slice(from + (head[from] === '}' ? 0 : 1));
}
