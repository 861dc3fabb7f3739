import { FILLER } from '../../lex/mask.ts';
import { makeLineIndex } from '../../text/lines.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import type { TypeFacts } from '../typed/facts.ts';
import { boundFacts, findNames, inPackage } from '../typed/names.ts';
import { dotted, phpDeclared } from './declared.ts';
import { findUses } from './uses.ts';

/** A file that is taken in by its path: `require __DIR__ . '/a.php'`. */
export interface PhpInclude {
  readonly path: string;
  readonly line: number;
  /** Whether the path begins at the file's own folder. */
  readonly isOwnFolder: boolean;
}

/** What a PHP file says. */
export interface PhpFacts extends TypeFacts {
  readonly includes: readonly PhpInclude[];
}

const NAME = /(?<![\w$>:\\])\\?[A-Za-z_]\w{0,100}(?:\\\w{1,100}){0,20}/g;
const INCLUDE = new RegExp(
  `(?<![\\w$>:])(?:require|include)(?:_once)?\\b\\s*(?:\\(\\s*)?(__DIR__\\s*\\.\\s*|dirname\\(\\s*__FILE__\\s*\\)\\s*\\.\\s*)?(['"])(${FILLER}{1,300})\\2(?:\\s*\\))?\\s*;`,
  'g',
);

/** Namespace, uses, declared and used classes, and includes of a PHP file. */
export function phpMentions(text: string, mask: string): PhpFacts {
  const { packageName, types, full, isMember } = phpDeclared(mask);
  const { imports, bound, aliases, rest } = findUses(mask, isMember);
  const names = findNames(rest, NAME, 0, (from, to) => isClassAt(rest, from, to));
  const { used, qualified } = sortNames(names, { all: types, aliases, packageName });
  const facts = boundFacts({ packages: [packageName], imports, declared: full, used, qualified, bound });
  const includes = findIncludes(text, mask);
  const max = IMPORT_LIMITS.mentionsPerFileMax;
  return { ...facts, includes: includes.slice(0, max), isCut: facts.isCut || includes.length > max };
}

/** Whether a name stands for a class: what is called, assigned or a keyword does not. */
function isClassAt(mask: string, from: number, to: number): boolean {
  if (!/^\\?[A-Z]|\\/.test(mask.slice(from, to))) return false;
  const before = mask.slice(Math.max(0, from - 40), from);
  if (/\b(?:namespace|function|const|class|interface|trait|enum|goto)\s+(?:function\s+|const\s+|&\s*)?$/.test(before))
    return false;
  const isCall = /^\s*\(/.test(mask.slice(to, to + 40));
  return !isCall || /(?:\bnew\s+|#\[\s*|,\s*)$/.test(before);
}

interface Known {
  readonly all: ReadonlySet<string>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly packageName: string;
}

/** Names that stand alone are looked for in the namespace; the others have theirs in front. */
function sortNames(
  names: TypeFacts['used'],
  { all, aliases, packageName }: Known,
): Pick<TypeFacts, 'used' | 'qualified'> {
  const used: TypeFacts['used'][number][] = [];
  const qualified: TypeFacts['used'][number][] = [];
  for (const { name, line } of names) {
    const [head = '', ...rest] = name.split('\\');
    const alias = aliases.get(head);
    if (name.startsWith('\\')) qualified.push({ name: dotted(name), line });
    else if (rest.length === 0) {
      if (!all.has(name)) used.push({ name, line });
    } else if (alias !== undefined) qualified.push({ name: [alias, ...rest].join('.'), line });
    else if (head === 'namespace') qualified.push({ name: inPackage(rest.join('.'), packageName), line });
    else qualified.push({ name: inPackage(dotted(name), packageName), line });
  }
  return { used, qualified };
}

/** Only paths that are written out: others are put together at run time, as those with a variable in them are. */
function findIncludes(text: string, mask: string): readonly PhpInclude[] {
  const lines = makeLineIndex(mask);
  const found: PhpInclude[] = [];
  for (const match of mask.matchAll(INCLUDE)) {
    const [whole, own, quote, filled = ''] = match;
    const from = match.index + whole.indexOf(filled);
    const path = text.slice(from, from + filled.length);
    if (quote === '"' && VARIABLE.test(path)) continue;
    found.push({ path, line: lines.lineAt(match.index), isOwnFolder: own !== undefined });
  }
  return found;
}

/** Source: PHP Manual, "Strings", "String interpolation". */
const VARIABLE = /\$[\w{\u0080-\uffff]/;
