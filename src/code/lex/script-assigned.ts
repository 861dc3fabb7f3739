import type { Declarator, LineView } from './symbol.ts';

/*
 * What older scripts declare by giving it to a name behind a dot: `app.use = function`, `exports.x = () =>`, and several
 * names one after the other: `res.set = res.header = function`.
 */

/** A name that is given a value, by its place on a line. */
export interface Assigned {
  readonly name: string;
  readonly nameAt: number;
  /** Names before it that tell whose it is, `/`-separated. */
  readonly owner: string;
  /** Where the value begins behind all names that are given it, in what is ahead of the line. */
  readonly valueAt: number;
  /** Whether another name of somebody's is given the value, too: what stands in that is told as the last one's. */
  readonly isPassedOn: boolean;
  /** Whether it is a property of what the module gives out, and its value another thing than what is called so. */
  readonly isGivenOut: boolean;
  /** The name of the function or class that the module itself is, where it has one on the line. */
  readonly inner: { readonly name: string; readonly nameAt: number } | null;
}

const NAME = '[\\w$\\u0080-\\uffff]+';
/** Beside a name: what is blank beyond ASCII may be one, and a long run of it would be parted in very many ways. */
const BLANKS = '[ \\t\\r\\n]*';
const TARGET = new RegExp(`^${BLANKS}(?:exports\\s*=${BLANKS})?((?:${NAME}\\.){1,4})(${NAME})${BLANKS}=(?![=>])`);
/** One more name that is given the value: of somebody, or alone. */
const NEXT = new RegExp(`${BLANKS}((?:${NAME}\\.){0,4})(${NAME})${BLANKS}=(?![=>])`, 'y');
const NEXT_MAX = 4;
/** `function Name`, `class Name`, for the name. */
const INNER = new RegExp(`^\\s*(?:async\\s+)?(?:function(?:\\s*\\*\\s*|\\s+)|class\\s+(?!extends\\b))(${NAME})`);
/** Whose they are when the names before the last say nothing of that: `exports.x` and `Router.prototype.x` are `x` and `Router/x`. */
const NO_OWNER = new Set(['prototype', 'exports', 'module', 'this', 'window', 'globalThis']);

/**
 * The first name that a line gives a value, or the one that stands at an offset of it behind its dot; null when there is
 * none.
 */
export function readAssigned({ masked, ahead, aheadOriginal }: LineView, from: number): Assigned | null {
  const start = from === 0 ? 0 : startOf(masked, from);
  const match = TARGET.exec(masked.slice(start));
  if (match === null) return null;
  const [whole, before = '', name = ''] = match;
  const nameAt = start + whole.lastIndexOf(name, whole.length - 2);
  const { valueAt, isPassedOn } = behindNames(ahead, start + whole.length);
  const value = ahead.slice(valueAt, valueAt + 200);
  const isModule = name === 'exports' && before === 'module.';
  const isProperty = before === 'exports.' || before === 'module.exports.';
  return {
    name,
    nameAt,
    owner: ownerOf(before),
    valueAt,
    isPassedOn,
    isGivenOut:
      isProperty &&
      name !== 'default' &&
      isOther(value, name) &&
      !PASSED_ON.test(aheadOriginal.slice(valueAt, valueAt + 200)),
    inner: isModule && masked.length > valueAt ? innerOf(value, valueAt) : null,
  };
}

/** Names parted by `/` that tell whose it is what stands behind names and dots. */
export function ownerOf(names: string): string {
  return names
    .split('.')
    .filter((part) => part !== '' && !NO_OWNER.has(part))
    .join('/');
}

/** The names behind the first one that a line gives the same value, those alone left out. */
export function furtherAssigned({ masked }: LineView, from: number): readonly Declarator[] {
  const first = TARGET.exec(masked);
  if (first === null) return [];
  return nextNames(masked, first[0].length).flatMap(({ name, nameAt, isOwned }) =>
    isOwned ? [{ name, comma: null, nameAt: from + nameAt, isTop: false }] : [],
  );
}

/** Where the names before the dot begin that ends at an offset. */
function startOf(masked: string, at: number): number {
  return at - (/[\w$.\u0080-\uffff]*$/.exec(masked.slice(Math.max(0, at - 200), at))?.[0].length ?? 0);
}

function behindNames(ahead: string, from: number): Pick<Assigned, 'valueAt' | 'isPassedOn'> {
  const names = nextNames(ahead, from);
  return { valueAt: names.at(-1)?.end ?? from, isPassedOn: names.some(({ isOwned }) => isOwned) };
}

interface Next {
  readonly name: string;
  readonly nameAt: number;
  readonly end: number;
  /** Whether a name before it tells whose it is. */
  readonly isOwned: boolean;
}

function nextNames(text: string, from: number): readonly Next[] {
  const found: Next[] = [];
  NEXT.lastIndex = from;
  for (let match = NEXT.exec(text); match !== null && found.length < NEXT_MAX; match = NEXT.exec(text)) {
    const [whole, before = '', name = ''] = match;
    const nameAt = match.index + whole.lastIndexOf(name, whole.length - 2);
    // What a module gives out as a whole has the name that it is declared by.
    found.push({ name, nameAt, end: match.index + whole.length, isOwned: before !== '' && name !== 'exports' });
    NEXT.lastIndex = match.index + whole.length;
  }
  return found;
}

/** What another file of the project declares. */
const PASSED_ON = /^\s*require\s*\(\s*["'`]\./;

/** Whether a value is another thing than what is called like the property, and anything at all. */
function isOther(value: string, name: string): boolean {
  return (
    !/^\s*(?:void\s|undefined\b|$)/.test(value) &&
    /^[ \t\r\n]*([\w$\u0080-\uffff]+)[ \t\r]*(?:[;,\n]|$)/.exec(value)?.[1] !== name
  );
}

function innerOf(value: string, valueAt: number): Assigned['inner'] {
  const match = INNER.exec(value);
  const name = match?.[1];
  return match === null || name === undefined ? null : { name, nameAt: valueAt + match[0].length - name.length };
}
