import { firstOf, isOpenerCode, stopsAt } from './extent.ts';
import type { Listed } from './scan-lines.ts';
import { ownerOf } from './script-assigned.ts';
import { type Part, partsOf } from './script-parts.ts';
import { valueKind } from './script-value.ts';
import type { Structure } from './structure.ts';
import { type Declarator, LINE_PROBE_CHARACTERS, type LineView } from './symbol.ts';

/*
 * Functions that stand directly in an object which a script declares or gives out: `const api = { get() {}, put: () => 1 }`
 * has the methods `api/get` and `api/put`, as editors outline it.
 */

/** Members of one object, and objects in objects: more is data. */
const MEMBERS_MAX = 500;
const DEPTH_MAX = 2;

const DECLARED = /(?:(?:const|let|var)\s+|\bexports\.|,\s*)$/;
const TYPED = /[\w$\u0080-\uffff]{1,200}\s*(?=[:=])/y;
/** What a value has before its brace: what the module gives out, too. */
const BEFORE_VALUE = /=\s*(?:(?:module\.)?exports(?:\.[\w$]{1,200})?\s*=\s*){0,2}(?=\{)/y;
/** Characters of a type outside of its braces and parentheses that are passed over to the value behind it. */
const TYPE_CHARACTERS_MAX = 200;
const TYPE_TELLS = stopsAt('=;([{)]}');

/** The methods of an object that a declaration at the top has for its value. */
export function methodsOfValue(structure: Structure, { kind, nameAt }: Listed): readonly Declarator[] {
  const { mask } = structure;
  if (kind !== 'variable' || !DECLARED.test(mask.slice(Math.max(0, nameAt - 40), nameAt))) return [];
  TYPED.lastIndex = nameAt;
  BEFORE_VALUE.lastIndex = TYPED.test(mask) ? equalsAt(structure, TYPED.lastIndex) : mask.length;
  return BEFORE_VALUE.test(mask)
    ? methodsOfObject(structure, BEFORE_VALUE.lastIndex, { owner: '', kind: 'method' })
    : [];
}

/** The `=` of a value behind the type that begins here, if one does; the end of the text where there is none in sight. */
function equalsAt({ mask, closeOf }: Structure, from: number): number {
  let at = from;
  for (let left = TYPE_CHARACTERS_MAX; left > 0; left -= 1) {
    const next = firstOf(TYPE_TELLS, mask, at, Math.min(mask.length, at + left));
    left -= next - at;
    if (mask[next] === '=' && mask[next + 1] !== '>') return next;
    if (isOpenerCode(mask.charCodeAt(next))) at = closeOf(next) + 1;
    else if (mask[next] === '=') at = next + 2;
    else break;
  }
  return mask.length;
}

const DEFAULT = /^\s*export\s+default\s*(?=\{)/;
const MODULE = /^\s*(?:exports\s*=\s*)?module\.exports\s*=\s*(?:exports\s*=\s*)?(?=\{)/;

/** The methods of an object that a line gives out as the default or as the module itself, whose are the module's own. */
export function methodsGivenOut(structure: Structure, { masked }: LineView, from: number): readonly Declarator[] {
  const isDefault = DEFAULT.exec(masked);
  const match = isDefault ?? MODULE.exec(masked);
  if (match === null) return [];
  const open = from + match[0].length;
  return methodsOfObject(
    structure,
    open,
    isDefault ? { owner: 'default', kind: 'method' } : { owner: '', kind: 'function' },
  );
}

/** Beside a name: what is blank beyond ASCII may be one, and a long run of it would be parted in very many ways. */
const BLANKS = '[ \\t\\r\\n]*';
const TARGET = '([\\w$.\\u0080-\\uffff]{1,200})';
/** What gives a prototype an object, or adds one to it: `A.prototype = {`, `a.fn = A.prototype = {`. */
const PROTOTYPE = new RegExp(
  `^${BLANKS}(?:Object\\.assign\\(${BLANKS}${TARGET}${BLANKS},|(?:[\\w$.\\u0080-\\uffff]{1,200}${BLANKS}=${BLANKS})?${TARGET}${BLANKS}=)${BLANKS}(?=\\{)`,
);

/** The methods of an object that a line makes the prototype of something, whose they are. */
export function methodsOfPrototype(structure: Structure, { masked }: LineView, from: number): readonly Declarator[] {
  const match = PROTOTYPE.exec(masked);
  const target = match?.[1] ?? match?.[2] ?? '';
  if (match === null || !target.endsWith('.prototype')) return [];
  const owner = ownerOf(target);
  return owner === '' ? [] : methodsOfObject(structure, from + match[0].length, { owner, kind: 'method' });
}

/** Whose the methods of an object are: names parted by `/`. */
interface Owned {
  readonly owner: string;
  readonly kind: 'method' | 'function';
}

function methodsOfObject(structure: Structure, open: number, owned: Owned, depth = 1): readonly Declarator[] {
  return partsOf(structure, open)
    .flatMap((part) => membersOfPart(structure, part, owned, depth))
    .slice(0, MEMBERS_MAX);
}

const NAME = '([A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]{0,200})';
const METHOD = new RegExp(`(?:(?:async|get|set)\\s+){0,2}(?:\\*\\s*)?${NAME}\\s*(?=[(<])`, 'y');
const PROPERTY = new RegExp(
  `${NAME}\\s*:\\s*(?=\\{|async\\b|function\\b|[(<]|[\\w$\\u0080-\\uffff]{1,200}\\s*=>)`,
  'y',
);

/** What a part of an object declares: a function, or what an object in it holds. */
function membersOfPart(
  structure: Structure,
  { from, until, comma }: Part,
  owned: Owned,
  depth: number,
): readonly Declarator[] {
  const { mask } = structure;
  METHOD.lastIndex = from;
  PROPERTY.lastIndex = from;
  const property = PROPERTY.exec(mask);
  const match = property ?? METHOD.exec(mask);
  const name = match?.[1];
  if (match == null || name === undefined) return [];
  const value = from + match[0].length;
  if (property !== null && mask[value] === '{') {
    const owner = owned.owner === '' ? name : `${owned.owner}/${name}`;
    return depth < DEPTH_MAX ? methodsOfObject(structure, value, { ...owned, owner }, depth + 1) : [];
  }
  const isFunction =
    property === null || valueKind(`= ${mask.slice(value, value + 2 * LINE_PROBE_CHARACTERS)}`) === 'function';
  const nameAt = from + match[0].lastIndexOf(name, property === null ? undefined : 0);
  return isFunction ? [{ name, nameAt, comma, until, headFrom: from, isTop: true, ...owned }] : [];
}
