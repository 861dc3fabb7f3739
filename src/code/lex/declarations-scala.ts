import { nameIn } from './name-in.ts';
import { readGiven } from './scala-givens.ts';
import type { Declaration, FindDeclaration, LineView, SymbolKind } from './symbol.ts';

const ANNOTATIONS = '(?:@[\\w.:]+(?:\\([^()\\n]{0,200}\\))?\\s+)*';
/** Letters, and behind an underscore signs: `unary_-`, `size_=`. Source: Scala 2.13 Specification, "Identifiers". */
const NAME =
  '(?:[\\w$\\u0080-\\uffff]+(?:(?<=_)[+\\-*/<>=!&|%^~:#?@\\\\]+)?|`[^`\\n]{1,200}`|[+\\-*/<>=!&|%^~:#?@\\\\\\u2200-\\u22ff]+)';
const MODIFIERS =
  '(?:(?:private|protected)(?:\\[[\\w.]{1,80}\\])?\\s+|(?:override|final|sealed|abstract|implicit|lazy|inline|transparent|open|opaque|infix|erased|tracked|case(?=\\s+(?:class|object)\\b)|package(?=\\s+object\\b))\\s+)*';
const HEAD = `^\\s*${ANNOTATIONS}${MODIFIERS}`;
const TYPE = new RegExp(`${HEAD}(class|trait|object|enum)\\s+(${NAME})`);
const DEF = new RegExp(`${HEAD}def\\s+(${NAME})`);
// What has neither type nor value on its line goes on with them on the next one.
const VALUE = new RegExp(`${HEAD}va[lr]\\s+(${NAME})\\s*(?:[:=,]|$)`);
/** What a value begins with, before its name or pattern. */
export const SCALA_VALUE_WORD = new RegExp(`${HEAD}va[lr]\\s+`);
const ALIAS = new RegExp(`${HEAD}type\\s+(${NAME})`);
const GIVEN = new RegExp(`${HEAD}given(?=[\\s(\\[])`);
/** What an extension adds to stands before each of its methods or before all. Source: Scala 3 Reference, "Extension Methods". */
const EXTENSION = /^\s*extension\s*(?=[([])/;
/** The words that a declaration begins with. */
export const SCALA_FIRST_WORDS =
  /(?:@|(?:class|trait|object|enum|def|va[lr]|type|given|extension|private|protected|override|final|sealed|abstract|implicit|lazy|inline|transparent|open|opaque|infix|case|package)\b)/y;

/** Bodies whose values are members, not local. */
const TYPES: ReadonlySet<SymbolKind | null> = new Set(['class', 'module', 'enum', 'trait']);

/** Declarations of Scala, 2 and 3. */
export const findScalaDeclaration: FindDeclaration = (line) => {
  if (line.inside === '(' || line.inside === '[') return null;
  const masked = withoutExtension(line.masked);
  const type = TYPE.exec(masked);
  if (type?.[2]) {
    const kind = ({ class: 'class', trait: 'trait', enum: 'enum' } as const)[type[1] ?? ''] ?? 'module';
    return named(masked, type[2], kind, type[0].length - type[2].length);
  }
  const def = DEF.exec(masked);
  if (def?.[1]) {
    const kind = TYPES.has(line.insideOf) ? 'method' : 'function';
    return named(masked, def[1], kind, def[0].length - def[1].length);
  }
  const isMember = isScalaMember(line);
  const given = GIVEN.exec(masked);
  if (given) return readGiven(line.ahead, given[0].length, isMember);
  if (!isMember) return null;
  const alias = ALIAS.exec(masked);
  if (alias?.[1]) return { ...named(masked, alias[1], 'type', alias[0].length - alias[1].length), body: 'statement' };
  const value = VALUE.exec(masked)?.[1];
  return value === undefined || value === '_'
    ? null
    : { ...named(masked, value, 'variable', masked.search(/\bva[lr]\s/) + 3), body: 'statement' };
};

/** Whether what a line declares is no local one of a function or block. */
export function isScalaMember({ inside, insideOf, isInNamelessType }: LineView): boolean {
  return insideOf === null ? inside === '' || isInNamelessType : TYPES.has(insideOf);
}

/** The line with spaces for `extension` and its lists of parameters. */
function withoutExtension(masked: string): string {
  const word = EXTENSION.exec(masked)?.[0];
  if (word === undefined) return masked;
  let depth = 0;
  for (let at = word.length; at < masked.length; at += 1) {
    const character = masked[at] ?? '';
    if ('(['.includes(character)) depth += 1;
    else if (')]'.includes(character)) depth -= 1;
    else if (depth === 0 && character.trim() !== '') return ' '.repeat(at) + masked.slice(at);
  }
  return '';
}

function named(masked: string, written: string, kind: SymbolKind, from: number): Declaration {
  const name = written.replaceAll('`', '');
  return { name, kind, nameAt: nameIn(masked, name, from) };
}
