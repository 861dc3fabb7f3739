import { escapeRegex } from '../search/matcher.ts';
import type { CodeFile } from './code-file.ts';
import { bodyOf, functionsAround } from './local-names.ts';

/** What may stand around the name of a type when something gets it; each group gives a type's name. */
const PATTERNS: Readonly<Record<string, (name: string) => readonly RegExp[]>> = {
  script: (name) => [
    new RegExp(
      `(?<![\\w$.])${name}\\s*[?!]?:\\s*(?:readonly\\s+)?(?:[\\w$]+\\.)*([A-Z][\\w$]*)(?:<[^=;(){}]{0,80}>)?\\s*(?=[,)=;\\n|{]|$)`,
      'g',
    ),
    new RegExp(`(?<![\\w$.])${name}\\s*=\\s*(?:await\\s+)?new\\s+(?:[\\w$]+\\.)*([\\w$]+)`, 'g'),
  ],
  python: (name) => [
    new RegExp(
      `(?<![\\w.])${name}\\s*:\\s*(?:t\\.|typing\\.)?(?:Optional\\[)?(?:\\w+\\.)*([A-Za-z_]\\w*)\\]?\\s*(?=[,)=\\n|]|$)`,
      'g',
    ),
    new RegExp(`(?<![\\w.])${name}\\s*=\\s*(?:\\w+\\.)*([A-Z]\\w*)\\(`, 'g'),
    new RegExp(`\\bwith\\s+(?:\\w+\\.)*([A-Z]\\w*)\\([^\\n]*\\)\\s+as\\s+${name}\\b`, 'g'),
  ],
  go: (name) => [
    new RegExp(
      `(?:[(,]|\\bvar)\\s*(?:\\w+\\s*,\\s*)*${name}\\s+\\*?(?:\\w+\\.)?([A-Za-z]\\w*)\\s*(?=[,)=\\n{]|$)`,
      'g',
    ),
    new RegExp(`(?<![\\w.])${name}\\s*:?=\\s*&?(?:\\w+\\.)?([A-Z]\\w*)\\{`, 'g'),
    new RegExp(`(?<![\\w.])${name}\\s*:?=\\s*new\\((?:\\w+\\.)?([A-Za-z]\\w*)\\)`, 'g'),
  ],
  rust: (name) => [
    new RegExp(
      `(?<![\\w.])${name}\\s*:\\s*(?:&\\s*)?(?:'\\w+\\s+)?(?:mut\\s+)?(?:&\\s*)?(?:\\w+::)*([A-Z]\\w*)(?:<[^=;(){}]{0,80}>)?\\s*(?=[,)=;|\\n{]|$)`,
      'g',
    ),
    new RegExp(
      `\\blet\\s+(?:mut\\s+)?${name}\\s*=\\s*&?(?:mut\\s+)?(?:\\w+::)*([A-Z]\\w*)(?:::(?:new|default|from|with|open|create)\\w*\\(|\\s*\\{)`,
      'g',
    ),
  ],
  java: (name) => [
    new RegExp(`(?<![\\w$.])([A-Z][\\w$]*)(?:<[^;(){}]{0,80}>)?(?:\\[\\])?\\s+${name}\\s*(?=[=;,):])`, 'g'),
    new RegExp(`(?<![\\w$.])${name}\\s*=\\s*new\\s+(?:\\w+\\.)*([A-Z]\\w*)`, 'g'),
    new RegExp(`(?<![\\w$.])${name}\\s*:\\s*(?:\\w+\\.)*([A-Z]\\w*)`, 'g'),
  ],
  csharp: (name) => [
    new RegExp(`(?<![\\w$.])([A-Z][\\w$]*)(?:<[^;(){}]{0,80}>)?\\??\\s+${name}\\s*(?=[=;,):])`, 'g'),
    new RegExp(`(?<![\\w$.])${name}\\s*=\\s*new\\s+(?:\\w+\\.)*([A-Z]\\w*)`, 'g'),
  ],
};

/** Types found for one name before it counts as having several. */
const MATCHES_MAX = 50;

/**
 * The name of the type that a variable, parameter or field surely has at an offset, as the code around it writes it:
 * in the innermost function that says so, else in the whole file. Null when nothing says so, or several things do.
 */
export function typeOfName(file: CodeFile, name: string, at: number): string | null {
  const patterns = PATTERNS[file.family]?.(escapeRegex(name));
  if (patterns === undefined) return null;
  for (const symbol of functionsAround(file, at).toReversed()) {
    const types = typesIn(bodyOf(file, symbol), patterns);
    if (types.size > 0) return onlyOne(types);
  }
  return onlyOne(typesIn(file.mask(), patterns));
}

function typesIn(code: string, patterns: readonly RegExp[]): ReadonlySet<string> {
  const types = new Set<string>();
  for (const pattern of patterns) {
    let matches = 0;
    for (const match of code.matchAll(pattern)) {
      types.add(match[1] ?? '');
      matches += 1;
      if (matches >= MATCHES_MAX) break;
    }
  }
  return types;
}

function onlyOne(types: ReadonlySet<string>): string | null {
  const [first, second] = types;
  return first !== undefined && second === undefined ? first : null;
}
