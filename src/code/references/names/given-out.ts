import type { CodeFile } from '../code-file.ts';
import { listedNames } from './import-names.ts';

/** By what a file calls something itself the names by which it gives it out; `default` is the module's own value. */
export type GivenNames = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * The names by which a script gives out what it declares or imports, where its statements tell: by its own name in a
 * list, by another one, as the default or as the module itself. A word before the declaration says nothing here.
 */
export function givenNames(file: CodeFile): GivenNames {
  if (file.family !== 'script') return NONE;
  const known = given.get(file);
  if (known !== undefined) return known;
  const names = new Map<string, Set<string>>();
  const mask = file.mask();
  const add = (local: string | undefined, name: string): void => {
    if (local !== undefined) names.set(local, (names.get(local) ?? new Set()).add(name));
  };
  for (const [, local] of mask.matchAll(DEFAULT_DECLARED)) add(local, 'default');
  for (const [, local] of mask.matchAll(DEFAULT_VALUE)) add(local, 'default');
  for (const [, name = '', local] of mask.matchAll(PROPERTY)) add(local, name);
  for (const [, list = ''] of mask.matchAll(LIST)) {
    for (const { imported, local } of listedNames(list, '\\s+as\\s+')) add(imported, local);
  }
  for (const [, list = ''] of mask.matchAll(OBJECT)) {
    for (const item of list.split(',')) {
      const [, name, local = name] = ITEM.exec(item) ?? [];
      if (name !== undefined) add(local, name);
    }
  }
  given.set(file, names);
  return names;
}

/** Offsets of the statements of a script that give out by name what stands in them; `export … from` is none of them. */
export function givingStatements(file: CodeFile): readonly (readonly [from: number, to: number])[] {
  if (file.family !== 'script') return [];
  return [DEFAULT_VALUE, PROPERTY, LIST, OBJECT].flatMap((pattern) =>
    [...file.mask().matchAll(pattern)].map(({ index, 0: { length } }) => [index, index + length] as const),
  );
}

const NONE: GivenNames = new Map();
const given = new WeakMap<CodeFile, GivenNames>();

/** A name that is the whole value: what is called or goes on behind a dot is another one. */
const VALUE = '(?!(?:module|exports|require|function|class|async|new)\\b)([\\w$]+)(?![\\w$])(?!\\s*[.(\\[<`?=])';
const EXPORTS = '(?<![\\w$.])(?:module\\.)?exports';
/** What stands before the module's own value. */
const DEFAULT = `(?:(?<![\\w$.])export\\s+default\\s+|(?:(?<![\\w$.])export|${EXPORTS})\\s*=(?![=>])\\s*)`;
const DEFAULT_VALUE = new RegExp(`${DEFAULT}${VALUE}`, 'g');
const DEFAULT_DECLARED = new RegExp(
  `${DEFAULT}(?:async\\s+)?(?:function(?:\\s*\\*\\s*|\\s+)|(?:abstract\\s+)?class\\s+)([\\w$]+)`,
  'g',
);
const PROPERTY = new RegExp(`${EXPORTS}\\.([\\w$]+)\\s*=(?![=>])\\s*${VALUE}`, 'g');
const LIST = /(?<![\w$.])export\s*(?:type\s*)?\{([^{}]{0,20000})\}(?!\s*from\b)/g;
const OBJECT = new RegExp(`${EXPORTS}\\s*=\\s*\\{([^{}]{0,20000})\\}`, 'g');
/** `a` and `a: b`. */
const ITEM = /^\s*([\w$]+)(?:\s*:\s*([\w$]+))?\s*$/;
