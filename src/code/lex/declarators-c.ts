import { commasOf, NAMES_MAX, namesBehindCommas, statementEnd } from './declarators-c-behind.ts';
import { SPECIFIER, TYPE_WORD, withoutAngles } from './macros-behind.ts';
import type { Scan } from './scan-state.ts';
import { afterSpaces, type Group, type Head } from './statement-head.ts';
import { type Item, NOTHING, type Reading } from './statement-language.ts';
import type { SymbolKind } from './symbol.ts';

// What statements of C and C++ name without a body: types by `typedef`, variables, and what stands behind a brace.

/** `typedef a b, *c;`, `typedef a (*b)(c);`, `typedef a b(c);` */
export function typedefNames(scan: Scan, head: Head): readonly Item[] {
  const { mask } = scan.structure;
  const [group, next] = head.groups.filter(({ nameEnd }) => !isAttribute(mask, nameEnd));
  const pointer = group && pointerIn(mask, group, next);
  const behind = group ? namesBehindCommas(scan.structure, [group.open, head.end], 'type') : [];
  if (group && pointer?.[2] && (next || pointer[1])) {
    const nameAt = group.open + pointer[0].lastIndexOf(pointer[2]);
    return [{ name: pointer[2], kind: 'type', nameAt }, ...behind];
  }
  const to = group?.nameEnd ?? head.end;
  const names = lastNames(mask, Math.max(head.declarationFrom, to - 400), to, 'type');
  return group ? [...names.slice(0, 1), ...behind] : names;
}

/** `(*name)`, `(Class::*name)`, `(name)`, with a convention of calls only right before the parameters. */
function pointerIn(mask: string, { open, close }: Group, next: Group | undefined): RegExpExecArray | null {
  const code = mask.slice(open, Math.min(close + 1, open + 200));
  const isFunction = next !== undefined && next.open > close && mask.slice(close + 1, next.open).trim() === '';
  return POINTER.exec(code) ?? (isFunction ? CONVENTION.exec(code) : null);
}

/** What a macro calls a convention: `(WINAPI *name)`. Before a list of parameters stands no other list. */
const CONVENTION = /^\(\s*(?:(?:_\w+|[A-Z][A-Z0-9_]*)\s+){1,2}([*^&]+)\s*(?:const\s+)?(\w+)\s*\)$/;
const POINTER = /^\(\s*(?:(?:\w+\s*::\s*)*|__\w+\s+)([*^&]*)\s*(?:const\s+)?(\w+)\s*(?:\[[^\]]{0,60}\]\s*)*\)$/;

/** Names of a list of declarators: the last word of each part. */
function lastNames(mask: string, from: number, to: number, kind: SymbolKind): readonly Item[] {
  const items: Item[] = [];
  let at = from;
  for (const part of withoutAngles(mask.slice(from, to)).split(',')) {
    const code = part
      .replace(/\[[^\]]*\]|__attribute__.*$|=.*$/gs, (blank) => ' '.repeat(blank.length))
      .replace(/:\s*\d+\s*$/, '')
      .trimEnd();
    const words = /(\w+)\s*$/.exec(code);
    if (words?.[1] && /^[A-Za-z_]/.test(words[1])) items.push({ name: words[1], kind, nameAt: at + words.index });
    at += part.length + 1;
  }
  return items;
}

/** What a statement names behind the brace of its type: `struct { … } a, *b;`. */
export function namesBehind(
  { structure }: Scan,
  from: number,
  to: number,
  kind: 'types' | 'variable',
): readonly Item[] {
  const { mask } = structure;
  // Attributes between the brace and the name are words with parentheses.
  if (!/^[\s\w*,[\]().=&]*$/.test(mask.slice(from, Math.min(to, from + 200)).split(/[={(]/)[0] ?? '')) return [];
  const assign = mask.slice(from, to).search(/[={]/);
  const end = assign === -1 ? to : from + assign;
  const group = mask.slice(from, end).indexOf('(');
  const cut = group === -1 ? end : from + group;
  const one = kind === 'types' ? 'type' : 'variable';
  return [...lastNames(mask, from, cut, one), ...namesBehindCommas(structure, [cut, to], one)]
    .filter(({ name }) => !/^__(?:packed|aligned|attribute__|randomize_layout)$/.test(name))
    .slice(0, NAMES_MAX);
}

const NO_VARIABLE =
  /^(?:using|typedef|friend|template|extern(?![^;]*=)|return|public|private|protected|goto|static_assert|asm|import|module|export\s+(?:module|import)|if|for|while|switch|else|do|case|default)\b/;

/** Variables of a file or namespace: a type and a name at the least. */
export function readVariable(scan: Scan, head: Head): Reading {
  const { mask } = scan.structure;
  if (NO_VARIABLE.test(head.plain)) return NOTHING;
  const pointer = readPointer(scan, head);
  if (pointer !== null) return withNamesBehind(scan, head, pointer);
  if (
    head.groups.some(({ open }) => open < (head.assignAt === -1 ? head.end : head.assignAt) && !isAttribute(mask, open))
  )
    return NOTHING;
  const to = head.assignAt === -1 ? head.end : head.assignAt;
  const declared = head.plain.split(/[=,]/)[0] ?? '';
  const words = declared
    .trim()
    .split(/[\s*&]+/)
    .filter((word) => word !== '' && word !== '::');
  while (isMarkBehind(words)) words.pop();
  const qualified = words.at(-1) ?? '';
  const name = qualified.split('::').at(-1) ?? '';
  // `class API_ name;` declares nothing here either.
  const [first = '', ...rest] = words.filter(
    (word, at) => at === words.length - 1 || !/^_?[A-Z][A-Z0-9_]+$/.test(word),
  );
  const isForward = words.length < 2 || (rest.length === 1 && /^(?:struct|union|enum|class)$/.test(first));
  if (isForward || !/^[A-Za-z_]\w*$/.test(name) || /[^\w\s*&:]/.test(declared.replace(/"[^"]*"/g, ''))) return NOTHING;
  const owner = qualified.split('::').slice(0, -1).join('/');
  // What stands behind a comma may name it once more: `int a, b[sizeof(a)];`
  const [comma = to] = commasOf(scan.structure, head.declarationFrom, to);
  const before = lastWordAt(mask, name, head.declarationFrom, comma);
  const nameAt = before === -1 ? lastWordAt(mask, name, head.declarationFrom, to) : before;
  return nameAt === -1 ? NOTHING : withNamesBehind(scan, head, { name, kind: 'variable', nameAt, owner });
}

/** Whether the last of some words is an attribute behind a name (`int a __init`): before it stand a type and that name. */
function isMarkBehind(words: readonly string[]): boolean {
  const telling = words.filter((word) => !SPECIFIER.test(word));
  return telling.length > 2 && /^__\w+$/.test(words.at(-1) ?? '') && !TYPE_WORD.test(words.at(-2) ?? '');
}

/** A variable with the others of its statement. */
function withNamesBehind({ structure }: Scan, { end }: Head, first: Item): Reading {
  const from = first.nameAt + first.name.length;
  const behind = namesBehindCommas(structure, [from, end], 'variable');
  const [comma] = behind.length > 0 ? commasOf(structure, from, end) : [];
  return { items: [comma === undefined ? first : { ...first, end: comma - 1 }, ...behind], body: 'pass' };
}

/** `int a{1}, b{2};` of C++, whose head its first value ends. No value holds a semicolon, as the body of a type does. */
export function readBraced(scan: Scan, head: Head): Reading {
  const { mask, closeOf } = scan.structure;
  const close = closeOf(head.end);
  const next = afterSpaces(mask, close + 1);
  if (!',;'.includes(mask[next] || '.') || !/\w\s*$/.test(head.plain) || mask.slice(head.end, close).includes(';'))
    return NOTHING;
  const { items } = readVariable(scan, head);
  const [first] = items;
  if (first === undefined) return NOTHING;
  const end = statementEnd(scan.structure, next);
  return withNamesBehind(scan, { ...head, end }, { ...first, end });
}

/** `type (*name)(…) = value;`, which points to a function. */
function readPointer({ structure: { mask } }: Scan, { groups, declarationFrom, assignAt, end }: Head): Item | null {
  const [group, next] = groups.filter(({ nameEnd }) => !isAttribute(mask, nameEnd));
  if (group === undefined || next === undefined || next.open > (assignAt === -1 ? end : assignAt)) return null;
  if (mask.slice(group.close + 1, next.open).trim() !== '' || next.open <= group.close) return null;
  const found = POINTER.exec(mask.slice(group.open, Math.min(group.close + 1, group.open + 200)));
  const type = mask.slice(Math.max(declarationFrom, group.open - 200), group.open);
  if (!found?.[1] || !found[2] || !/\w[\s*]*$/.test(type)) return null;
  // The last parameter of a function of old C.
  if (mask[afterSpaces(mask, end + 1)] === '{') return null;
  return { name: found[2], kind: 'variable', nameAt: group.open + found[0].lastIndexOf(found[2]) };
}

/** Whether a parenthesis at an offset belongs to an attribute. */
function isAttribute(mask: string, open: number): boolean {
  return /(?:__attribute__|__aligned|__section|__declspec|alignas|_Alignas|decltype|typeof|__typeof__)\s*$/.test(
    mask.slice(Math.max(0, open - 24), open),
  );
}

function lastWordAt(mask: string, name: string, from: number, to: number): number {
  for (let at = mask.lastIndexOf(name, to - 1); at >= from; at = mask.lastIndexOf(name, at - 1)) {
    if (!/\w/.test(mask[at - 1] ?? '') && !/\w/.test(mask[at + name.length] ?? '')) return at;
    if (at === 0) break;
  }
  return -1;
}
