import { partsOf } from './script-parts.ts';
import type { Structure } from './structure.ts';
import type { Declaration, Declarator, LineView } from './symbol.ts';

/*
 * Properties that older scripts put on somebody by a call: `Object.defineProperty(x, 'a', {…})`, `x.__defineGetter__('a', …)`,
 * `Object.defineProperties(x, { a: {…} })`, and helpers that are called so: `defineGetter(x, 'a', function () {})`.
 */

const OWNER = '[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]{0,100}(?:\\.[\\w$\\u0080-\\uffff]{1,100}){0,3}';
const BY_CALL = new RegExp(
  `^\\s*(?:(?:Object\\.defineProperty|define(?:Getter|Setter|Property|Accessor|Method)\\w{0,40})\\s*\\(\\s*(${OWNER})\\s*,|(${OWNER})\\.__define[GS]etter__\\s*\\()\\s*(["'])`,
);
const ALL = new RegExp(`^\\s*(?:Object\\.defineProperties|defineProperties)\\s*\\(\\s*(${OWNER})\\s*,\\s*(?=\\{)`);
/** What a module gives out by such a call is mostly what another one declares: compilers write it so. */
const NOBODY: ReadonlySet<string> = new Set(['exports', 'module', 'this', 'window', 'globalThis', 'global', 'Object']);
/** Functions: those of a property, and that which it is. */
const HOLDS = '\\{[^}]{0,200}?\\b(?:[gs]et\\b|value\\s*(?:\\(|:\\s*(?:async\\b|function\\b|\\()))';
const RUNS = new RegExp(`^\\s*,\\s*(?:async\\b|function\\b|\\(|[\\w$]+\\s*=>|${HOLDS})`);

/** The property that a statement at the top puts on somebody. */
export function findDefined({ ahead, aheadOriginal }: LineView): Declaration | null {
  const match = BY_CALL.exec(ahead);
  const owner = ownerOf(match?.[1] ?? match?.[2] ?? '');
  if (match === null || owner === null) return null;
  const nameAt = match[0].length;
  const to = ahead.indexOf(match[3] ?? '', nameAt);
  const name = aheadOriginal.slice(nameAt, Math.max(nameAt, to));
  if (!/^[A-Za-z_$][\w$]{0,200}$/.test(name)) return null;
  const kind = match[2] !== undefined || RUNS.test(ahead.slice(to + 1)) ? 'method' : 'variable';
  return { name, kind, nameAt, owner, body: 'statement' };
}

/** Whose the property is, `/`-separated; null for nobody that has a name. */
function ownerOf(written: string): string | null {
  const [first = '', ...more] = written.split('.');
  if (first === '' || NOBODY.has(first)) return null;
  return [first, ...more.filter((part) => part !== 'prototype')].join('/');
}

const PROPERTY = /([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]{0,200})\s*:\s*(?=\{)/y;
const ACCESSOR = new RegExp(HOLDS, 'y');

/** The properties that a statement at the top puts on somebody all at once. */
export function definedProperties(structure: Structure, { ahead }: LineView, from: number): readonly Declarator[] {
  const match = ALL.exec(ahead);
  const owner = ownerOf(match?.[1] ?? '');
  if (match === null || owner === null) return [];
  return partsOf(structure, from + match[0].length).flatMap(({ from: nameAt, until, comma }) => {
    PROPERTY.lastIndex = nameAt;
    const name = PROPERTY.exec(structure.mask)?.[1];
    if (name === undefined) return [];
    ACCESSOR.lastIndex = PROPERTY.lastIndex;
    const kind = ACCESSOR.test(structure.mask) ? 'method' : 'variable';
    return [{ name, kind, owner, comma, nameAt, until, isTop: true }];
  });
}
