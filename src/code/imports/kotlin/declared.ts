import { listedMembers } from '../../lex/enum-members.ts';
import { LEX_RULES } from '../../lex/lex-rules.ts';
import { type Structure, structureOf } from '../../lex/structure.ts';

const TYPE = /(?<![\w.@])(?:class|interface|object|typealias)\s+([A-Za-z_]\w{0,200}|`[^`\n]{1,200}`)/g;
// What may stand before a declaration is any word; what it extends goes before its name.
const MEMBER =
  /^[ \t]*(?:(?:@[\w.:]{1,80}(?:\([^()\n]{0,200}\))?|[a-z]{2,12})[^\S\n]+){0,8}(fun|val|var)[^\S\n]+(?!interface\b)(?:<(?:[^<>\n]|<[^<>\n]{0,100}>){0,200}>\s*)?([\w.<>?, *]{0,120}\.)?([A-Za-z_]\w{0,200}|`[^`\n]{1,200}`)/gm;
/** A value wherever it is declared, also among parameters; one for a receiver has no name that stands alone. */
const VALUE = /(?<![\w.@$`])va[lr][^\S\n]+([A-Z]\w{0,200}|`[^`\n]{1,200}`)(?![\w.<?])/g;
const ENUM = /(?<![\w.@])enum\s+class\s+(?:\w{1,200}|`[^`\n]{1,200}`)/g;
/** What says that others declare the same for other platforms, before the word that declares. */
const PART = /(?<![\w.])(?:expect|actual)[^\S\n]/;
/** What keeps a declaration at the top to its file, among the words before it, which may stand on lines of their own. */
const PRIVATE = /(?<![\w.])private(?:\s+(?:[a-z]{2,12}|@[\w.:]{1,80}))*\s*$/;

/** What a file declares. */
export interface KotlinDeclared {
  /** Names of all types, and of everything. */
  readonly all: Set<string>;
  readonly names: Set<string>;
  /** Names of functions, values and entries of enums, wherever they stand: alone they mean these, but for where a type stands. */
  readonly values: Set<string>;
  /** What stands at the top and is not for the file alone. */
  readonly types: Set<string>;
  readonly members: Set<string>;
  readonly functions: Set<string>;
  /** Functions with a receiver. */
  readonly extensions: string[];
  /** Types and members that are declared for each platform. */
  readonly parts: Set<string>;
  /** What stands at the top for the file alone. */
  readonly hidden: Set<string>;
  /** Functions that do not stand at the top. */
  readonly inner: Set<string>;
}

/** The types, functions and values that a Kotlin file declares. */
export function findDeclared(mask: string): KotlinDeclared {
  const found: KotlinDeclared = {
    all: new Set(),
    names: new Set(),
    values: new Set(),
    types: new Set(),
    members: new Set(),
    functions: new Set(),
    extensions: [],
    parts: new Set(),
    hidden: new Set(),
    inner: new Set(),
  };
  const structure = structureOf(mask, LEX_RULES.kotlin);
  for (const match of [...mask.matchAll(TYPE), ...mask.matchAll(MEMBER)]) {
    const written = match.at(-1) ?? '';
    const name = written.replaceAll('`', '');
    const at = match.index + match[0].length - written.length;
    found.names.add(name);
    if (structure.around(at) === -1) addTop(found, mask, { name, at, match });
    else if (match[1] === 'fun') found.inner.add(name);
    if (isType(match)) found.all.add(name);
    else if (match[2] === undefined) found.values.add(name);
  }
  for (const [, name = ''] of mask.matchAll(VALUE)) found.values.add(name.replaceAll('`', ''));
  for (const name of entriesOf(structure)) found.values.add(name);
  return found;
}

/** Whether a match is one of a type: nothing but the name is taken out of it. */
function isType({ length }: RegExpExecArray): boolean {
  return length === 2;
}

/** Longer heads are no modifiers that somebody wrote. */
const MODIFIERS_MAX = 400;

/** A declaration at the top. */
interface Top {
  readonly name: string;
  readonly at: number;
  readonly match: RegExpExecArray;
}

function addTop(found: KotlinDeclared, mask: string, { name, at, match }: Top): void {
  const before = mask.slice(Math.max(0, at - MODIFIERS_MAX), at);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  if (/(?<![\w.])private[^\S\n]/.test(line) || PRIVATE.test(wordsBefore(mask, match))) {
    found.hidden.add(name);
    return;
  }
  if (PART.test(line)) found.parts.add(name);
  if (isType(match)) found.types.add(name);
  else found.members.add(name);
  if (match[1] !== 'fun') return;
  if (match[2] === undefined) found.functions.add(name);
  else found.extensions.push(name);
}

function wordsBefore(mask: string, { index }: RegExpExecArray): string {
  return mask.slice(Math.max(0, index - MODIFIERS_MAX), index);
}

const ENTRIES = { hasAnnotations: true, hasDirectives: false, hasArguments: true };

/** The names of the entries of all enums. */
function entriesOf(structure: Structure): readonly string[] {
  const { mask } = structure;
  return [...mask.matchAll(ENUM)].flatMap(({ 0: head, index }) => {
    const open = bodyOf(structure, index + head.length);
    if (open === -1) return [];
    return listedMembers(structure, [open + 1, structure.closeOf(open)], ENTRIES).members.map(({ name }) => name);
  });
}

/** Between the name of a class and its body, brackets apart, stands no more that somebody wrote. */
const HEAD_MAX = 1_000;

/** The brace of a class, behind its name; -1 where it has none. */
function bodyOf({ mask, closeOf }: Structure, from: number): number {
  for (let at = from, left = HEAD_MAX; at < mask.length && left > 0; left -= 1) {
    const sign = mask[at] ?? '';
    if (sign === '{') return at;
    if (sign === '}' || sign === ';') return -1;
    at = sign === '(' ? closeOf(at) + 1 : at + 1;
  }
  return -1;
}
