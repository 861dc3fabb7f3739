import type { Structure } from './structure.ts';

/** What an import names, be it in brackets or to the end of its line, which a backslash moves. */
const IMPORTS = /(?:^|\n)[ \t]*(?:from[ \t]+[\w.]+[ \t]+)?import\b[ \t]*(\([^()]*\)|(?:[^\r\n;(\\]|\\(?:\r?\n)?)*)/g;
/** One of its names: what comes last of `a.b as c`, else the first of `a.b`. */
const IMPORTED =
  /([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)[\w.\u0080-\uffff]*(?:\s+as\s+([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*))?/g;
const STAR = '*';
const NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/y;

const importedBefore = new WeakMap<Structure, ReadonlySet<string>>();

/**
 * Whether a statement of Python gives a value to what the file also imports, as `json = None` where an import may fail: the
 * name is the import's still, and whoever asks for its uses means that. A star may bring any name.
 */
export function isFallback(structure: Structure, at: number): boolean {
  NAME.lastIndex = at;
  const name = NAME.exec(structure.mask)?.[0];
  if (name === undefined) return false;
  const imported = importedIn(structure);
  return imported.has(STAR) || imported.has(name);
}

function importedIn(structure: Structure): ReadonlySet<string> {
  const known = importedBefore.get(structure);
  if (known !== undefined) return known;
  const names = new Set<string>();
  for (const [, list = ''] of structure.mask.matchAll(IMPORTS)) {
    if (list.startsWith(STAR)) names.add(STAR);
    for (const [, name = '', alias = name] of list.matchAll(IMPORTED)) names.add(alias);
  }
  importedBefore.set(structure, names);
  return names;
}
