import { LEX_RULES } from '../../lex/lex-rules.ts';
import { structureOf } from '../../lex/structure.ts';
import { makeLineIndex } from '../../text/lines.ts';
import type { TypeFacts, TypeImport, TypeName } from '../typed/facts.ts';
import { boundFacts, findNames, inPackage } from '../typed/names.ts';
import { findFacade } from './facades.ts';

const PACKAGE = /^[ \t]*package[^\S\n]+([\w.`]{1,300})/m;
// Between backticks a name may hold what no other can, as in `-JsonUtf8Reader`.
const IMPORT =
  /^[ \t]*import[^\S\n]+((?:\w+|`[^`\n]{1,200}`)(?:\.(?:\w+|`[^`\n]{1,200}`)){0,40})(\.\*)?(?:[^\S\n]+as[^\S\n]+(\w{1,200}|`[^`\n]{1,200}`))?/gm;
const TYPE = /(?<![\w.@])(?:class|interface|object|typealias)\s+([A-Za-z_]\w{0,200}|`[^`\n]{1,200}`)/g;
// What may stand before a declaration is any word; what it extends goes before its name.
const MEMBER =
  /^[ \t]*(?:(?:@[\w.:]{1,80}(?:\([^()\n]{0,200}\))?|[a-z]{2,12})[^\S\n]+){0,8}(fun|val|var)[^\S\n]+(?!interface\b)(?:<(?:[^<>\n]|<[^<>\n]{0,100}>){0,200}>\s*)?([\w.<>?, *]{0,120}\.)?([A-Za-z_]\w{0,200}|`[^`\n]{1,200}`)/gm;
const NAME = /(?<![\w.@$`])(?:[A-Z]\w{0,200}|`[^`\n]{1,200}`)/g;
/**
 * A name before arguments, those of types or a block; what stands behind a dot is a member of something, behind a colon
 * a type, and `get()` and `set(value)` are those of a property.
 */
const CALL =
  /(?<![\w.@$`]|(?<!\?):[^\S\n]?)(?!(?:get\(\)|set\(\w{1,80}\)|(?:init|catch|constructor|if|when|while|for)\b))(?:[A-Za-z_]\w{0,200}|`[^`\n]{1,200}`)(?=(?:<[^<>()\n]{0,100}>)?[^\S\n]?[({])/g;
/** What says that others declare the same for other platforms, before the word that declares. */
const PART = /(?<![\w.])(?:expect|actual)[^\S\n]/;
const ANNOTATION = /(?<![\w.])@(?:[a-z]+:)?[A-Z]\w{0,200}/g;
const QUALIFIED = /(?<![\w.])[a-z]\w{0,80}(?:\.[a-z]\w{0,80}){1,20}\.[A-Z]\w{0,200}/g;

/** Package, imports, declared and used names of a Kotlin file, of which the mask says all but what class it is for Java. */
export function kotlinMentions(text: string, mask: string): TypeFacts {
  const packageName = (PACKAGE.exec(mask)?.[1] ?? '').replaceAll('`', '');
  const inside = (names: Iterable<string>): string[] => Array.from(names, (name) => inPackage(name, packageName));
  const found = findDeclared(mask);
  const { all } = found;
  const { imports, bound, end } = findImports(mask);
  const marks = findNames(mask, ANNOTATION, end).map(({ name, line }) => ({ name: name.replace(/^.*[@:]/, ''), line }));
  const used = [...findBare(mask, NAME, end), ...marks].filter(({ name }) => !all.has(name));
  return boundFacts({
    packages: [packageName],
    imports,
    declared: inside(found.types),
    members: {
      declared: inside(found.members),
      functions: inside(found.functions),
      extensions: inside(found.extensions.filter((name) => !found.functions.has(name))),
      parts: inside(found.parts),
      inner: [...found.inner],
      called: findBare(mask, CALL, end).filter(({ name }) => !found.names.has(name)),
    },
    facade: findFacade(text, mask),
    used,
    qualified: findNames(mask, QUALIFIED, end),
    bound,
  });
}

/** Names without their backticks. */
function findBare(mask: string, pattern: RegExp, from: number): readonly TypeName[] {
  return findNames(mask, pattern, from).map(({ name, line }) => ({ name: name.replaceAll('`', ''), line }));
}

function findImports(mask: string): {
  readonly imports: readonly TypeImport[];
  readonly bound: readonly string[];
  readonly end: number;
} {
  const imports: TypeImport[] = [];
  const bound: string[] = [];
  const lines = makeLineIndex(mask);
  let end = 0;
  for (const match of mask.matchAll(IMPORT)) {
    const [, path = '', star, alias] = match;
    const line = lines.lineAt(match.index);
    const isRenamed = alias !== undefined;
    const bare = path.replaceAll('`', '');
    imports.push({ path: bare, isStatic: false, isStar: star !== undefined, isLocal: false, isRenamed, line });
    if (alias !== undefined) bound.push(alias.replaceAll('`', ''));
    end = match.index + match[0].length;
  }
  return { imports, bound, end };
}

/** What a file declares. */
interface Found {
  /** Names of all types, and of everything. */
  readonly all: Set<string>;
  readonly names: Set<string>;
  /** What stands at the top. */
  readonly types: Set<string>;
  readonly members: Set<string>;
  readonly functions: Set<string>;
  /** Functions with a receiver. */
  readonly extensions: string[];
  /** Types and members that are declared for each platform. */
  readonly parts: Set<string>;
  /** Functions that do not stand at the top. */
  readonly inner: Set<string>;
}

/** Longer heads of lines are no modifiers that somebody wrote. */
const MODIFIERS_MAX = 400;

/** The types, functions and values that a file declares. */
function findDeclared(mask: string): Found {
  const found: Found = {
    all: new Set(),
    names: new Set(),
    types: new Set(),
    members: new Set(),
    functions: new Set(),
    extensions: [],
    parts: new Set(),
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
  }
  return found;
}

/** Whether a match is one of a type: nothing but the name is taken out of it. */
function isType({ length }: RegExpExecArray): boolean {
  return length === 2;
}

/** A declaration at the top. */
interface Top {
  readonly name: string;
  readonly at: number;
  readonly match: RegExpExecArray;
}

function addTop(found: Found, mask: string, { name, at, match }: Top): void {
  const before = mask.slice(Math.max(0, at - MODIFIERS_MAX), at);
  if (PART.test(before.slice(before.lastIndexOf('\n') + 1))) found.parts.add(name);
  if (isType(match)) found.types.add(name);
  else found.members.add(name);
  if (match[1] !== 'fun') return;
  if (match[2] === undefined) found.functions.add(name);
  else found.extensions.push(name);
}
