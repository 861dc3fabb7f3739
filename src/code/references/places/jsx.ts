import type { CodeFile } from '../code-file.ts';

/*
 * What stands in JSX and is no name of the program: elements in small letters, the names of attributes, and text. It is
 * told by the tags before it, within the same brackets; where these are not seen, a word is taken for code.
 */

/** Characters before a word that are looked through. */
const CHARACTERS_MAX = 2_000;

/** Whether a name is that of an element, as all in small letters are that lie in nothing: `<title>`, not `<list.Item>`. */
export function isElement(file: CodeFile, at: number, name: string): boolean {
  if (!/^[a-z]/.test(name) || !mayHoldTags(file)) return false;
  const mask = file.mask();
  return mask[at + name.length] !== '.' && /(?:^|[^\w$)\]])<\/?$/.test(mask.slice(Math.max(0, at - 3), at));
}

/** Whether a name is that of an attribute in a tag: `<Button name={1} />`. */
export function isAttribute(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  if (!mayHoldTags(file) || !/\s/.test(mask[at - 1] ?? '')) return false;
  // `<T extends Name,>(a: T) => a`
  if (/\sextends\s+$/.test(mask.slice(Math.max(0, at - 40), at))) return false;
  return tagStart(file, at) !== -1;
}

/** Whether a word is text between tags: `<p>name</p>`. */
export function isElementText(file: CodeFile, at: number): boolean {
  if (!mayHoldTags(file)) return false;
  const mask = file.mask();
  const { around } = file.structure();
  const open = around(at);
  const end = Math.max(0, open, at - CHARACTERS_MAX);
  let closed = 0;
  for (let next = at - 1; next >= end && closed >= 0; next -= 1) {
    const sign = mask[next] ?? '';
    if (sign === '}') next = around(next);
    if (sign !== '>') {
      if (/[;{(<)=]/.test(sign)) return false;
      continue;
    }
    const tag = tagStart(file, next);
    if (tag === -1 || around(tag) !== open) return false;
    closed += closing(mask, tag, next);
    next = tag;
  }
  return closed < 0;
}

/** 1 for a tag that closes an element, -1 for one that opens one, 0 for one that is the whole element. */
function closing(mask: string, open: number, close: number): number {
  if (mask[open + 1] === '/') return 1;
  return mask[close - 1] === '/' ? 0 : -1;
}

/** Offset of the `<` of the tag that an offset stands in behind its name, or that ends there; -1 where it is in none. */
function tagStart(file: CodeFile, at: number): number {
  const mask = file.mask();
  const { around } = file.structure();
  const open = around(at);
  const end = Math.max(0, open, at - CHARACTERS_MAX);
  for (let next = at - 1; next >= end; next -= 1) {
    const sign = mask[next] ?? '';
    if (sign === '}') next = around(next);
    else if (sign === '<') return isTag(mask, next, at) ? next : -1;
    else if (/[;{()>,\]&|+*?!%]/.test(sign)) return -1;
  }
  return -1;
}

/** Whether a `<` begins a tag: it stands behind no name, and what is in it is a name and attributes. */
function isTag(mask: string, open: number, end: number): boolean {
  if (/[\w$)\]]/.test(mask[open - 1] ?? '')) return false;
  return /^\/?[\w$.:-]*(?:\/?$|(?<=[\w$])\s)/.test(mask.slice(open + 1, Math.min(end, open + 200)));
}

/** Whether a file may hold JSX at all. */
const withTags = new WeakMap<CodeFile, boolean>();

function mayHoldTags(file: CodeFile): boolean {
  const known = withTags.get(file);
  if (known !== undefined) return known;
  const may = file.family === 'script' && /(?:\.tsx|js|jsx)$/.test(file.path) && /<\/|\/>/.test(file.mask());
  withTags.set(file, may);
  return may;
}
