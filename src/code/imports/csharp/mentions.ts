import { after } from '../../lex/code-text.ts';
import { LEX_RULES } from '../../lex/lex-rules.ts';
import { type Structure, structureOf } from '../../lex/structure.ts';
import { makeLineIndex } from '../../text/lines.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import type { TypeFacts, TypeImport, TypeName } from '../typed/facts.ts';
import { boundFacts, type IsUse, inPackage } from '../typed/names.ts';
import { type ExtensionFacts, findExtensions } from './extension-methods.ts';
import { findNamedWithin, type NamedWithin } from './named-parts.ts';
import type { NameAt } from './part-members.ts';
import { findParts, type TypeHead, type TypePart } from './parts.ts';
import { makeTupleElements } from './tuple-types.ts';
import { withParameters } from './type-parameters.ts';

const NAMESPACE = /(?<![\w.@])namespace\s+([\w.]{1,300})\s*([;{])/g;
const USING =
  /(?<![\w.])(global\s+)?using\s+(static\s+)?(?:([A-Za-z_]\w{0,200})\s*=\s*)?(?:global::)?([A-Za-z_]\w{0,200}(?:\.\w{1,200}){0,40})(?:\s*<[^;{}()]{0,200}>)?\s*;/g;
const TYPE =
  /(?<![\w@.])(?:class|struct|interface|enum|record(?:\s+(?:class|struct))?|delegate\s+[\w<>[\]?., ]{1,200}?)\s+(?!where\b|class\b|struct\b)([A-Za-z_]\w{0,200})/g;
const NAME = /(?<![\w.@])[A-Z]\w{0,200}/g;
/** A member with its type before it: `public string Name {`. */
const MEMBER = /[\w>\]?]\s+([A-Z]\w{0,200})\s*(?:[;({]|=)/g;

/** A `using` that counts in every file of its project. */
export interface GlobalUsing {
  readonly path: string;
  /** The name that it gives to what its path names; null for one of a whole namespace. */
  readonly alias: string | null;
  /** Whether nobody wrote it down: the tools add it. */
  readonly isImplicit?: boolean;
}

/** What a C# file says. */
export interface CsharpFacts extends TypeFacts, ExtensionFacts {
  /** Those of its `using` that count in other files, too; they are among its imports as well. */
  readonly globals: readonly GlobalUsing[];
  /** Parts of types of which other files may hold more. */
  readonly parts: readonly TypePart[];
  /** What stands right behind names: `Type.Member`. */
  readonly namedWithin: readonly NamedWithin[];
}

/** Namespaces, usings, declared and used types of a C# file, of which the mask says all. */
export function csharpMentions(mask: string): CsharpFacts {
  const structure = structureOf(mask, LEX_RULES.csharp);
  const spaces = findNamespaces(structure);
  const { all, own, top, heads } = findDeclared(structure, spaces);
  const members = new Set([...mask.matchAll(MEMBER)].map(([, name = '']) => name));
  const { imports, bound, globals } = findUsings(mask);
  const isInTuple = makeTupleElements(structure);
  const isUse = (from: number, to: number): boolean => isTypeAt(mask, { from, to, members }) || isInTuple(from);
  const facts = boundFacts({
    packages: enclosing(spaces.map(({ name }) => name)),
    imports,
    declared: top,
    used: findTypes(mask, isUse).filter(({ name }) => !own.has(name)),
    qualified: [],
    bound,
  });
  const parts = PARTIAL.test(mask) ? findParts(structure, heads, typeNames(mask, isUse, all)) : [];
  const extensions = findExtensions(structure, heads);
  return {
    ...facts,
    ...extensions,
    globals: globals.slice(0, IMPORT_LIMITS.mentionsPerFileMax),
    parts,
    namedWithin: findNamedWithin(mask),
  };
}

const PARTIAL = /(?<![\w@.])partial\s+(?:class|struct|interface|record)\s/;

/** Every place of a name where only a type can stand, but for types of the file. */
function* typeNames(mask: string, isUse: IsUse, all: ReadonlySet<string>): Generator<NameAt> {
  for (const { 0: name, index: at } of mask.matchAll(NAME)) {
    if (!all.has(name) && isUse(at, at + name.length)) yield { name, at };
  }
}

interface Namespace {
  readonly name: string;
  /** Offset of the brace; -1 for one that takes the whole file. */
  readonly open: number;
  readonly close: number;
}

/** Namespaces of one file: more are no file that somebody wrote. */
const NAMESPACES_MAX = 100;

/** In the order of the text, each with the names of those around it. */
function findNamespaces({ mask, closeOf }: Structure): readonly Namespace[] {
  const found: Namespace[] = [];
  for (const match of [...mask.matchAll(NAMESPACE)].slice(0, NAMESPACES_MAX)) {
    const [text, name = '', sign] = match;
    const around = found.findLast(({ open, close }) => open < match.index && match.index < close);
    const open = sign === ';' ? -1 : match.index + text.length - 1;
    const close = open === -1 ? mask.length : closeOf(open);
    found.push({ name: inPackage(name, around?.name ?? '').slice(0, IMPORT_LIMITS.nameCharactersMax), open, close });
  }
  return found;
}

/** Types of a namespace and of those around it need no `using`. */
function enclosing(names: readonly string[]): readonly string[] {
  const all = names.flatMap((name) => {
    const parts = name.split('.');
    return parts.map((_, at) => parts.slice(0, parts.length - at).join('.'));
  });
  return [...new Set([...all, ''])];
}

/** Modifiers before a type: longer ones nobody wrote. */
const LOOK_BACK = 200;
/** A type for its file alone. Source: C# reference, "file". */
const OF_FILE = /(?<![\w@.])file\s+(?:(?:static|abstract|sealed|readonly|ref|unsafe|partial|record)\s+){0,6}$/;

interface Declared {
  /** Names of all types in the file, without and with their numbers of parameters. */
  readonly all: ReadonlySet<string>;
  readonly own: ReadonlySet<string>;
  /** The full names of those right in a namespace that other files can name, with these numbers. */
  readonly top: readonly string[];
  /** In the order of the text. */
  readonly heads: readonly TypeHead[];
}

function findDeclared(structure: Structure, spaces: readonly Namespace[]): Declared {
  const all = new Set<string>();
  const own = new Set<string>();
  const top: string[] = [];
  const heads: TypeHead[] = [];
  for (const match of structure.mask.matchAll(TYPE)) {
    const name = match[1] ?? '';
    const end = match.index + match[0].length;
    const full = withParameters(structure.mask, name, after(structure.mask, end));
    all.add(name);
    own.add(full);
    const space = spaces.findLast(({ open, close }) => open < match.index && match.index < close);
    const isOfFile = OF_FILE.test(structure.mask.slice(Math.max(0, match.index - LOOK_BACK), match.index));
    const isTop = !isOfFile && structure.around(match.index) === (space?.open ?? -1);
    if (isTop) top.push(inPackage(full, space?.name ?? ''));
    heads.push({ name, index: match.index, end, space: isTop ? (space?.name ?? '') : null });
  }
  return { all, own, top, heads };
}

interface Usings {
  readonly imports: readonly TypeImport[];
  readonly bound: readonly string[];
  readonly globals: readonly GlobalUsing[];
}

/**
 * A `using` of a namespace is a star; one with a name or of the members of a type names that one thing. Members have no
 * place among the global ones: whether another file uses them cannot be seen there.
 */
export function findUsings(mask: string): Usings {
  const imports: TypeImport[] = [];
  const bound: string[] = [];
  const globals: GlobalUsing[] = [];
  const lines = makeLineIndex(mask);
  for (const match of mask.matchAll(USING)) {
    const [text, global, isStatic, alias, name = ''] = match;
    const path = withParameters(text, name, text.lastIndexOf(name) + name.length);
    const isStar = isStatic === undefined && alias === undefined;
    const line = lines.lineAt(match.index);
    const isRenamed = alias !== undefined;
    imports.push({ path, isStatic: isStatic !== undefined, isStar, isLocal: false, isRenamed, line });
    if (alias !== undefined) bound.push(alias);
    if (global !== undefined && isStatic === undefined) globals.push({ path, alias: alias ?? null });
  }
  return { imports, bound, globals };
}

/** Each type that a file names, once, at its first place. */
function findTypes(mask: string, isUse: IsUse): readonly TypeName[] {
  const found = new Map<string, TypeName>();
  const lines = makeLineIndex(mask);
  for (const { 0: written, index } of mask.matchAll(NAME)) {
    const end = index + written.length;
    const name = withParameters(mask, written, end);
    if (found.has(name) || !isUse(index, end)) continue;
    found.set(name, { name, line: lines.lineAt(index) });
    if (found.size > IMPORT_LIMITS.mentionsPerFileMax) break;
  }
  return [...found.values()];
}

interface Place {
  readonly from: number;
  readonly to: number;
  /** Names of members of the file, which a bare name may mean as well. */
  readonly members: ReadonlySet<string>;
}

const BEFORE_TYPE =
  /(?:\b(?:new|is|not|as|throw|ref|out|in)\s+|\b(?:typeof|catch|default|sizeof)\s*\(\s*|<|\[\s*(?:(?:assembly|module|return|field|method|param|property|event|type)\s*:\s*)?)$/;
const BASE_LIST = /\b(?:class|struct|interface|record|where)\b[^;{}]*[:,]\s*$/;
const WORD = '(?!(?:is|as|and|or|in|when|switch|with|where|not|else|return|into|on|equals|by)\\b)@?[A-Za-z_]\\w*';
const BEFORE_NAME = new RegExp(
  `^(?:<[^;(){}=]{0,160}>)?(?:\\[[\\],\\s]{0,20}\\])*\\??\\s+${WORD}\\s*(?:[;=,){(<]|in\\b|=>)`,
);
const NAME_BEHIND = new RegExp(`^\\s+${WORD}`);

/**
 * Whether a name stands where only a type can: what has a capital may also be a property, method or constant, so that a
 * name that stands alone says nothing.
 */
function isTypeAt(mask: string, { from, to, members }: Place): boolean {
  const before = mask.slice(Math.max(0, from - 200), from);
  const after = mask.slice(to, to + 240);
  if (BEFORE_NAME.test(after)) return true;
  if (isArgument(before, after) || isCast(before, after) || isPattern(before, after)) return true;
  if (BEFORE_TYPE.test(before)) return /^\s*(?:[<>(),;{}[\]?.:]|$)/.test(after) || /\bnew\s+$/.test(before);
  if (BASE_LIST.test(before.slice(before.lastIndexOf('\n', before.length - 80) + 1))) return true;
  if (LISTED.test(before) && isBase(mask, from)) return true;
  if (ARGUMENTS_OF_TYPE.test(after)) return true;
  return /^\s*\.\s*[A-Za-z_]/.test(after) && !members.has(mask.slice(from, to));
}

/** `Name<T>.Member`: no comparison goes on with a dot. */
const ARGUMENTS_OF_TYPE = /^<[^;(){}=]{0,160}>\s*\.\s*[A-Za-z_]/;
const LISTED = /[:,]\s*$/;
/** Characters of the head of a type, whose parameters may take many lines. */
const HEAD_MAX = 2_000;
const TYPE_HEAD = /(?<![\w@.])(?:class|struct|interface|record)\s+@?\w/;
/** A look for them takes a tenth of the pattern's time, and lists of data have a hundred thousand commas. */
const TYPE_WORDS = ['class', 'struct', 'interface', 'record'];

/** Whether a name is in the list of what a type derives from, behind its parameters: `class A(B b) : C, D`. */
function isBase(mask: string, from: number): boolean {
  const near = mask.slice(Math.max(0, from - HEAD_MAX), from);
  if (!TYPE_WORDS.some((word) => near.includes(word))) return false;
  const begin = Math.max(near.lastIndexOf(';'), near.lastIndexOf('{'), near.lastIndexOf('}')) + 1;
  const statement = near.slice(begin);
  if (!TYPE_HEAD.test(statement)) return false;
  let depth = 0;
  let head = '';
  for (const sign of statement) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (depth === 0) head += sign;
  }
  return depth === 0 && TYPE_HEAD.test(head) && head.includes(':');
}

/** `Map<Key, Name>`: two comparisons have a blank before the `>`. */
function isArgument(before: string, after: string): boolean {
  return /[\w>\]?],\s*$/.test(before) && /^(?:\[,*\])?\??(?:\[,*\])?>/.test(after);
}

/** `(Name)value`, behind what begins an expression: a condition has a word such as `if` before it. */
function isCast(before: string, after: string): boolean {
  return /(?:[=(,?:&|!;{}[]|=>|\breturn)\s*\(\s*$/.test(before) && /^\??(?:\[\])?\)[A-Za-z_@"$]/.test(after);
}

/** `is Name other`. */
function isPattern(before: string, after: string): boolean {
  return /\b(?:is|case)\s+(?:not\s+)?$/.test(before) && NAME_BEHIND.test(after);
}
