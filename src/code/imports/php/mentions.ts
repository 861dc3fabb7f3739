import { FILLER } from '../../lex/mask.ts';
import { makeLineIndex } from '../../text/lines.ts';
import type { TypeFacts } from '../typed/facts.ts';
import { boundFacts, findNames, inPackage } from '../typed/names.ts';
import { dotted, phpDeclared } from './declared.ts';
import { blank, findUses } from './uses.ts';

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
export function phpMentions(text: string, masked: string): PhpFacts {
  const mask = onlyPhp(text, masked);
  const { packageName, types, full, isMember } = phpDeclared(mask);
  const { imports, bound, aliases, rest } = findUses(mask, isMember);
  const names = findNames(rest, NAME, 0, (from, to) => isClassAt(rest, from, to));
  const { used, qualified } = sortNames(names, { all: types, aliases, packageName });
  const facts = boundFacts({ packages: [packageName], imports, declared: full, used, qualified, bound });
  return { ...facts, includes: findIncludes(text, mask) };
}

/** The mask without what stands outside of `<?php … ?>`, which is given out as it is. */
function onlyPhp(text: string, mask: string): string {
  let kept = '';
  let at = 0;
  for (let open = nextOpen(text, 0); open !== -1; open = nextOpen(text, at)) {
    const closed = mask.indexOf('?>', open);
    const close = closed === -1 ? text.length : closed;
    kept += blank(text.slice(at, open)) + mask.slice(open, close);
    at = close;
    if (closed === -1) break;
  }
  return kept + blank(text.slice(at));
}

function nextOpen(text: string, from: number): number {
  return text.indexOf('<?', from);
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

/** Only paths that are written out: others are put together at run time. */
function findIncludes(text: string, mask: string): readonly PhpInclude[] {
  const lines = makeLineIndex(mask);
  return [...mask.matchAll(INCLUDE)].slice(0, 1_000).map((match) => {
    const [whole, own, , filled = ''] = match;
    const from = match.index + whole.indexOf(filled);
    return {
      path: text.slice(from, from + filled.length),
      line: lines.lineAt(match.index),
      isOwnFolder: own !== undefined,
    };
  });
}
