import { after, before } from '../../lex/code-text.ts';
import { FILLER } from '../../lex/mask.ts';
import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Place } from '../reference.ts';
import { isAttribute, isElementText } from './jsx.ts';
import { typeArgumentsEnd } from './type-arguments.ts';

/*
 * Where the members of a type or object of a script begin: such a name declares a member, or is the key of a value, and
 * means nothing that is declared outside. What merely stands first on its line goes on with the line before.
 */

const MODIFIERS =
  /(?:\b(?:readonly|get|set|async|static|public|private|protected|abstract|override|declare)[ \t]+){1,6}$/;
/** Words and signs at the end of a line after which the next one goes on. */
const GOES_ON =
  /(?:=>|(?:^|[^\w$.])(?:as|asserts|await|case|default|delete|else|extends|implements|in|infer|instanceof|is|keyof|new|of|return|satisfies|throw|typeof|unique|void|yield))$/;
/** Characters before a comma that are looked through for the `<` that it parts the arguments of. */
const ARGUMENTS_CHARACTERS_MAX = 4_000;

/** Whether a member may begin with the name at an offset: after `{`, `;` or `,`, or a line that has come to its end. */
export function startsMember(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  const near = mask.slice(Math.max(0, at - REFERENCE_LIMITS.nearCharactersMax), at);
  const from = at - (MODIFIERS.exec(near)?.[0].length ?? 0);
  const last = before(mask, from);
  const sign = mask[last] ?? '{';
  if (sign === '{' || sign === ';') return true;
  if (sign === ',') return isAmongMembers(file, from);
  return mask.slice(last + 1, from).includes('\n') && endsLine(mask, last);
}

function endsLine(mask: string, last: number): boolean {
  return /[\w$)\]}>'"`]/.test(mask[last] ?? '') && !GOES_ON.test(mask.slice(Math.max(0, last - 14), last + 1));
}

/** Whether a comma before an offset parts members, and no arguments of a type: `Shop<A,\n B<C>>`. */
function isAmongMembers(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  const open = file.structure().around(at);
  if (mask[open] !== '{') return false;
  let depth = 0;
  for (let index = at - 1; index > Math.max(open, at - ARGUMENTS_CHARACTERS_MAX); index -= 1) {
    const sign = mask[index];
    if (sign === ';') return true;
    if (sign === '>' && mask[index - 1] !== '=') depth += 1;
    else if (sign === '<') depth -= 1;
    if (depth < 0) return false;
  }
  return true;
}

/** `name(a: A): B`, `name?<T>(a: T): B` where a member may begin: no call there is followed by a colon. */
export function isSignature(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const end = at + name.length;
  const mark = mask[end] === '?' ? end + 1 : end;
  const open = mask[mark] === '<' ? typeArgumentsEnd(file, mark) : mark;
  if (open === -1 || mask[open] !== '(') return false;
  return mask[after(mask, file.structure().closeOf(open) + 1)] === ':' && startsMember(file, at);
}

/** Signs and words before a name that is no parameter of the arrow behind it, but the end of a type. */
const ENDS_TYPE = /(?:(?:^|[^|])\||(?:^|[^&])&|(?:^|[^\w$.])(?:is|keyof|typeof|readonly|unique|infer))\s*$/;

/** Whether `=>` behind a name makes it a parameter: `name => 1`, but not `(a): name => 1`. */
export function isBareParameter(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  const last = before(mask, at);
  if (mask[last] === ':') return mask[before(mask, last)] !== ')';
  return !ENDS_TYPE.test(mask.slice(Math.max(0, at - REFERENCE_LIMITS.nearCharactersMax), at));
}

/**
 * Whether a name with a colon behind it is a key, a label, or the name of a parameter or of a part of a tuple, none of
 * which is a use.
 */
export function isNamedPart(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const next = after(mask, at + name.length);
  const colon = mask[next] === '?' ? after(mask, next + 1) : next;
  if (mask[colon] !== ':') return false;
  const last = before(mask, at);
  const sign = mask[last] ?? '{';
  if (/[{,[]/.test(sign)) return true;
  // What is called or declared stands right before its parameters; `(a: A)` alone may be a cast of Flow.
  if (sign === '(') return /[\w$>)\]?]/.test(mask[before(mask, last)] ?? '');
  return startsMember(file, at);
}

/**
 * Whether a name stands alone in the braces of a value or a pattern (`{ name }`, `{ name = 1 }`): besides what it means
 * or binds it is the key of a member. What a module lists to be imported or given out has no members.
 */
export function isShorthand(file: CodeFile, { at, name, path, isOfUnknown }: Place): boolean {
  if (file.family !== 'script' || path.length > 0 || isOfUnknown) return false;
  const mask = file.mask();
  const open = file.structure().around(at);
  const previous = mask[before(mask, at)] ?? '';
  const next = after(mask, at + name.length);
  if (mask[open] !== '{' || !/[{,]/.test(previous) || !/^(?:[,}]|=(?![=>]))/.test(mask.slice(next, next + 2)))
    return false;
  if (previous === ',' && !isAmongMembers(file, at)) return false;
  // What is put into a template stands behind the `$` of its literal.
  if (mask[open - 1] === FILLER) return false;
  const head = mask.slice(Math.max(0, open - HEAD_CHARACTERS), open);
  return !LISTS.test(head) && !isOfElement(file, open);
}

/** Whether a name with its own value behind it is the key of a member, and not the name of a parameter. */
export function isKeyOfMember(file: CodeFile, { at, name, isKey }: Place): boolean {
  if (file.family !== 'script' || !isKey) return false;
  const mask = file.mask();
  return mask[file.structure().around(at)] === '{' || !/[:?]/.test(mask[after(mask, at + name.length)] ?? '');
}

/** What begins a list of a module. */
const LISTS = /(?:^|[^\w$.])(?:export|import)(?:\s+type)?(?:\s+[\w$]{1,100}\s*,)?\s*$/;

/** Characters before a brace that are looked at for what it begins. */
const HEAD_CHARACTERS = 60;

/** Whether a brace holds a value in an element: `<p id={name}>{name}</p>`. */
function isOfElement(file: CodeFile, open: number): boolean {
  const mask = file.mask();
  if (mask[open - 1] !== '=') return isElementText(file, open);
  const name = /[\w$:-]+$/.exec(mask.slice(Math.max(0, open - HEAD_CHARACTERS), open - 1));
  return name !== null && isAttribute(file, open - 1 - name[0].length);
}
