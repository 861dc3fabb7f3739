import type { CodeFile } from '../code-file.ts';

/** Characters before a brace that are looked at for the import that it belongs to. */
const HEAD_CHARACTERS = 300;

/** What stands before the attributes of an import: its string and `with`, or the options of `import()`. */
const BEFORE_ATTRIBUTES =
  /(?:['"]\s*(?:with|assert)|(?<![\w$.])import\s*\(\s*['"`][^()'"`]*['"`]\s*,\s*\{\s*(?:with|assert)\s*:)\s*$/;

/**
 * Whether a key tells a loader how to read what is imported, `import a from './a.json' with { type: 'json' }`: no program
 * has a member of that. Source: ECMAScript, "Imports", WithClause.
 */
export function isOfImport(file: CodeFile, at: number): boolean {
  if (file.family !== 'script') return false;
  const mask = file.mask();
  const open = file.structure().around(at);
  return mask[open] === '{' && BEFORE_ATTRIBUTES.test(mask.slice(Math.max(0, open - HEAD_CHARACTERS), open));
}
