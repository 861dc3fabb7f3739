import { extentOf } from './extent.ts';
import { firstAfterBreaks } from './line-ends.ts';
import { partsOf } from './script-parts.ts';
import type { Structure } from './structure.ts';
import type { Declarator } from './symbol.ts';

/*
 * What `const { a, b: c } = make()` declares: the names that its pattern binds, not the properties that they are taken
 * from. A pattern whose value is what an import gives declares nothing, as `import { a } from` does not.
 */

/** Patterns in patterns, and names of one: more is data. */
const DEPTH_MAX = 6;
const NAMES_MAX = 300;

/** Where a pattern stands. */
export interface PatternPlace {
  /** Of the line that its statement begins with. */
  readonly from: number;
  /** Of its bracket. */
  readonly open: number;
  /** Of the comma before it; null for the first of its statement. */
  readonly comma: number | null;
  /** Of the comma behind its value; undefined for the last. */
  readonly until: number | undefined;
}

/** The names that a pattern at the top binds, each told by the whole of its statement. */
export function patternNames(structure: Structure, place: PatternPlace): readonly Declarator[] {
  const { from, open, comma, until } = place;
  const close = structure.closeOf(open);
  if (close >= structure.mask.length || isImported(structure, close + 1)) return [];
  const found: Bound[] = [];
  readPattern(structure, open, found, 0);
  const { headEnd, end } = extentOf(structure, close + 1, VALUE, { language: 'script', until });
  const statement = { from, headEnd, end };
  return found.slice(0, NAMES_MAX).map((name, at) => ({
    ...name,
    comma: at === 0 ? comma : null,
    isTop: true,
    kind: 'variable',
    headFrom: from,
    statement,
  }));
}

const VALUE = { name: '', kind: 'variable', nameAt: 0, body: 'statement' } as const;

/** `= require(`, `= (await import(`, behind a type that holds no `=`. */
const IMPORT = /\s*(?::[^=;]{0,300})?=\s*(?:\(\s*)?(?:await\s+)?(?:require|import)\s*(?=\()/y;
/** What of an import leaves it one: a property, not what a call makes of it. */
const OF_IMPORT = /(?:\s*\)|\s*\.\s*[\w$]+(?![\w$])|\[[^\]\n]{0,200}\]){0,6}(?!\s*[([`.<])/y;
/** A name that may be imported, or something of it. */
const OF_NAME = /\s*(?::[^=;]{0,300})?=\s*([A-Za-z_$][\w$]{0,200})(?:\.[\w$]+(?![\w$])){0,6}(?!\s*[([`.<])/y;

/** Whether a pattern only names what another file declares: one that is exported gives it out again, as a list does. */
function isImported(structure: Structure, behind: number): boolean {
  const { mask, closeOf } = structure;
  IMPORT.lastIndex = behind;
  if (IMPORT.test(mask)) {
    OF_IMPORT.lastIndex = closeOf(IMPORT.lastIndex) + 1;
    return OF_IMPORT.test(mask);
  }
  OF_NAME.lastIndex = behind;
  const name = OF_NAME.exec(mask)?.[1];
  return name !== undefined && importedIn(structure).has(name);
}

/** Characters at the beginning of a file in which its imports are looked for. */
const HEAD_CHARACTERS_MAX = 20_000;
const IMPORTS =
  /\bimport\b([\w$\s{},*]{1,2000}?)\bfrom\b|\b(?:const|let|var)\s+([\w$]{1,200}|\{[^{}=]{0,2000}\})\s*=\s*(?:await\s+)?(?:require|import)\s*\(/g;

/** The names that the imports of a file hold, found once. */
const imported = new WeakMap<Structure, ReadonlySet<string>>();

function importedIn(structure: Structure): ReadonlySet<string> {
  const known = imported.get(structure);
  if (known !== undefined) return known;
  const heads = structure.mask.slice(0, HEAD_CHARACTERS_MAX).matchAll(IMPORTS);
  const names = new Set([...heads].flatMap(([, named, given]) => (named ?? given ?? '').match(/[\w$]+/g) ?? []));
  imported.set(structure, names);
  return names;
}

type Bound = Pick<Declarator, 'name' | 'nameAt'>;

const NAME = /([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]{0,200})\s*(?=[,=}\]])/y;

/** Adds the names between two brackets, those of patterns in the pattern too. */
function readPattern(structure: Structure, open: number, found: Bound[], depth: number): void {
  const { mask } = structure;
  for (const { from } of partsOf(structure, open)) {
    const at = mask[open] === '{' ? targetAt(structure, from) : behindDots(mask, from);
    if (mask[at] === '{' || mask[at] === '[') {
      if (depth < DEPTH_MAX && found.length < NAMES_MAX) readPattern(structure, at, found, depth + 1);
      continue;
    }
    NAME.lastIndex = at;
    const name = NAME.exec(mask)?.[1];
    if (name !== undefined) found.push({ name, nameAt: at });
  }
}

/** A property that a colon follows, but for those in brackets. */
const KEY = /(?:[\w$\u0080-\uffff]{1,200}|(["'])[^"',{}()]{0,200}\1)\s*(?=:)/y;

/** Where the name or pattern of a part stands behind its property. */
function targetAt({ mask, closeOf }: Structure, from: number): number {
  const at = behindDots(mask, from);
  KEY.lastIndex = at;
  const colon = mask[at] === '[' ? firstAfterBreaks(mask, closeOf(at) + 1) : KEY.test(mask) ? KEY.lastIndex : -1;
  return mask[colon] === ':' ? firstAfterBreaks(mask, colon + 1) : at;
}

function behindDots(mask: string, at: number): number {
  return mask.startsWith('...', at) ? firstAfterBreaks(mask, at + 3) : at;
}
