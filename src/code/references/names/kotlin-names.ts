import type { CodeFile } from '../code-file.ts';

/** The package clause, which stands before all else but comments and annotations of the file. */
const PACKAGE = /^[ \t]*package[^\S\n]+([\w.`]{1,300})/m;

/** Each declaration and place asks. */
const known = new WeakMap<CodeFile, string>();

/**
 * The package of a file of Kotlin, empty for the one without a name, whose files know each other's declarations; null of
 * other languages. Source: Kotlin language specification, "Packages and imports", "Scopes and identifiers".
 */
export function packageOfKotlin(file: CodeFile): string | null {
  if (file.scanner !== 'kotlin') return null;
  const before = known.get(file);
  if (before !== undefined) return before;
  const name = (PACKAGE.exec(file.mask())?.[1] ?? '').replaceAll('`', '');
  known.set(file, name);
  return name;
}
