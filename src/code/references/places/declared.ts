import { holdsValues } from '../../lex/candidates.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import type { CodeFile } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import type { Place } from '../reference.ts';
import { isAmongDeclarations, isParameterInC } from './c-parameters.ts';
import { endsInDeclaringWord } from './declaring-words.ts';
import { isGoFieldHead, isGoFieldType } from './go-fields.ts';
import { isSignature, startsMember } from './script-members.ts';
import { isEnumCase } from './syntax-words.ts';
import { isTakenByName } from './taken-names.ts';
import { typeArgumentsEnd } from './type-arguments.ts';

// Where a name is declared: what the scanner lists, and heads that it does not.

/** Whether a directive of C gives a name a meaning or takes it away. */
export function isOfDirective({ mask }: CodeFile, { at }: Pick<Place, 'at'>): boolean {
  return DIRECTIVE.test(mask().slice(Math.max(0, at - 60), at));
}

const DIRECTIVE = /#[ \t]*(?:define|undef)[ \t]+$/;

/** Whether a place declares its name: symbols of the scanner, and heads that it does not list. */
export function isDeclared(file: CodeFile, { at, name }: Pick<Place, 'at' | 'name'>): boolean {
  const line = file.structure().lineAt(at);
  const column = at - (file.structure().lineStarts[line] ?? 0) + 1;
  if (declaredNames(file).has(`${line + 1}:${column} ${name}`)) return true;
  const mask = file.mask();
  const near = mask.slice(Math.max(0, at - 40), at);
  if (file.family === 'c') return isDeclaredInC(file, at, name);
  if (endsInDeclaringWord(file, near))
    return !usesType(file, near, at + name.length) && !isExtended(file, near, at + name.length);
  if (isEnumCase(file, at)) return true;
  if (file.family === 'go') return isGoMemberHead(file, at, near) || isGoField(file, at, name);
  if (file.family === 'rust') return isRustField(file, at, name) || isRustConstant(file, near, at + name.length);
  if (file.family !== 'script') return false;
  if (/(?:^|[^\w$.])(?:const|let|var)\s+$/.test(near)) return true;
  return isMethodHead(file, at, name) || isSignature(file, at, name) || isMemberHead(file, at);
}

/** Whether a name behind `type` is used: `import type Thing from`, `export { type Thing }`. */
function usesType({ family, mask }: CodeFile, near: string, end: number): boolean {
  if (family !== 'script') return false;
  if (/(?<![\w$.])import\s+type\s+$/.test(near)) return true;
  const next = mask().slice(end, end + REFERENCE_LIMITS.nearCharactersMax);
  return /[{,]\s*type\s+$/.test(near) && /^\s*(?:[,}]|as\b)/.test(next);
}

/** What leads from a receiver to the name behind it, which never follows the name of a function itself. */
const RECEIVER_END = /^[ \t]*\??[ \t\n]*\./;

/** Whether a name is that of a type which something is added to: `extension Name {`, and `fun Name.added()` of Kotlin. */
function isExtended(file: CodeFile, near: string, end: number): boolean {
  if (file.scanner === 'swift') return /\bextension\s+$/.test(near);
  if (file.scanner !== 'kotlin' || !/\bfun\s+$/.test(near)) return false;
  const mask = file.mask();
  const behind = mask[end] === '<' ? typeArgumentsEnd(file, end) : end;
  return behind !== -1 && RECEIVER_END.test(mask.slice(behind, behind + REFERENCE_LIMITS.nearCharactersMax));
}

/**
 * The names that the scanner lists in files, each with its place, but for those that are uses as well: a file may have as
 * many places as declarations.
 */
const declared = new WeakMap<CodeFile, ReadonlySet<string>>();

function declaredNames(file: CodeFile): ReadonlySet<string> {
  const names = declared.get(file) ?? new Set(file.symbols().flatMap((symbol) => declaredAt(file, symbol)));
  declared.set(file, names);
  return names;
}

function declaredAt(file: CodeFile, symbol: FileSymbol): readonly string[] {
  return isTakenByName(file, symbol) ? [] : [`${symbol.line}:${symbol.column} ${symbol.name}`];
}

/** C's `struct name` is a use unless a body follows; a prototype stands outside of all with a type before it. */
function isDeclaredInC(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const near = mask.slice(Math.max(0, at - 60), at);
  const next = mask.slice(at + name.length, at + name.length + REFERENCE_LIMITS.nearCharactersMax);
  // What a class calls its friend is declared elsewhere. Source: ISO C++, "Friends".
  if (/\bfriend\s+(?:class|struct|union)\s+$/.test(near)) return false;
  if (/\b(?:struct|union|enum|class|namespace)\s+$/.test(near)) return /^\s*(?:final\s*)?[{:;](?!:)/.test(next);
  if (isParameterInC(file, at, next)) return true;
  if (DIRECTIVE.test(near) || isFieldInC(file, at, next)) return true;
  if (!/^[ \t]*\(/.test(next) || POINTER_BEHIND.test(next)) return false;
  if (isOfDestructor(near, name)) return true;
  if (!isAmongDeclarations(file, at)) return isVariableOfC(near);
  if (/(?:[;{}:\n]|\b(?:virtual|inline|constexpr))\s*~\s*$/.test(near)) return true;
  const type = withoutAttribute(near).replace(/(?:::)?(?:\w+::)+$/, '');
  // What a directive holds, or stands behind one, has no type before it.
  if (/#[^\n]*\n?\s*$/.test(type)) return false;
  return /[\w>][\s*&]+$/.test(type) && !/\b(?:return|else|case|new|delete|throw|co_return|co_await)\s+$/.test(type);
}

/** A pointer to a function, or a list of such, behind the type that it gives back: `static node (*make)(void)`. */
const POINTER_BEHIND = /^[ \t]*\(\s*[*^][\w\s]{1,60}(?:\[[^\]\n]{0,40}\]\s*)?\)\s*\(/;

/** Words of C, C++ and Objective-C, and macros of Qt, that a call may stand behind. */
const BEFORE_CALL =
  /^(?:return|else|do|case|new|delete|throw|and|or|not|xor|compl|bitand|bitor|not_eq|goto|in|emit|forever|volatile|inline|__\w+|co_return|co_await|co_yield|[A-Z][A-Z\d_]*)$/;

/**
 * Whether a type stands before the name of something that is made within a function: `Lock guard(mutex);`. A word in
 * capitals may be a macro that says something of a call.
 */
function isVariableOfC(near: string): boolean {
  // What begins a statement and has a comparison in it would do nothing.
  if (/[;{}]\s*(?:(?:static|const)\s+)?[\w:]{1,40}<[^;{}()=]{0,50}>[ \t]+$/.test(near)) return true;
  const word = /(?:^|[;{}(:\s])(\w{1,50})[ \t]+$/.exec(near)?.[1];
  return word !== undefined && !/^\d/.test(word) && !BEFORE_CALL.test(word);
}

/** The name of a field in a struct, union or class of C or C++: a type stands before it, and the end of it behind. */
function isFieldInC(file: CodeFile, at: number, next: string): boolean {
  const ahead = file.mask().slice(Math.max(0, at - 40), at);
  // `type (*name)(…)`
  const isPointer = /\(\s*[*^]\s*$/.test(ahead) && /^\s*\)\s*\(/.test(next);
  const isName = /^\s*(?:[;,=]|:(?!:)|\[|[A-Z_]{2,40}\s*\()/.test(next) && /[\w*&>,]\s*$/.test(ahead);
  if (!isPointer && !isName) return false;
  const head = headBefore(file, isPointer ? file.structure().around(at) : at);
  const statement = head.slice(Math.max(head.lastIndexOf(';'), head.lastIndexOf('{'), head.lastIndexOf('}')) + 1);
  return /\b(?:struct|union|class)\b/.test(statement) && !/[()=]/.test(statement);
}

/** Whether a name is that of `Type::~Type()`, which stands outside of its class; `value.Type::~Type()` calls it. */
function isOfDestructor(near: string, name: string): boolean {
  const [, value = '', type] = /(\.|->)?(\w{1,60})\s*::\s*~\s*$/.exec(near) ?? [];
  return type === name && value === '';
}

/** The code before a name without a macro for an attribute at its end: `void format(3, 4) name(…)`. */
function withoutAttribute(near: string): string {
  const [whole = '', inside = ''] = /(?<!\w)\w{1,40}[ \t]*\(([^()]{0,40})\)\s*$/.exec(near) ?? [];
  return holdsValues(inside) ? near.slice(0, near.length - whole.length) : near;
}

/** `name(a: A): B {` of a script declares a method of a class or object: no call is followed by a brace. */
function isMethodHead(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const end = at + name.length;
  if (mask[end] !== '(') return false;
  const close = file.structure().closeOf(end);
  const next = mask.slice(close + 1, close + 1 + REFERENCE_LIMITS.nearCharactersMax);
  // What a class extends is called before its body, what is chosen or a case before a colon.
  if (/^[ \t]*\{/.test(next)) return !/\bextends\s+[\w$.]*$/.test(mask.slice(Math.max(0, at - 80), at));
  return /^[ \t]*:[^={};()\n]{1,100}\{/.test(next) && startsMember(file, at);
}

/** A method in an interface of Go, which stands first on its line. */
function isGoMemberHead(file: CodeFile, at: number, near: string): boolean {
  if (!/(?:^|\n)[ \t]*$/.test(near)) return false;
  const mask = file.mask();
  return (
    /\binterface\s*$/.test(headBefore(file, at)) &&
    /^\w+\(/.test(mask.slice(at, at + REFERENCE_LIMITS.nearCharactersMax))
  );
}

/** The name of a field in a struct of Go; what is embedded there is used. */
function isGoField(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  return (
    /\bstruct\s*$/.test(headBefore(file, at)) &&
    isGoFieldHead(mask.slice(Math.max(0, at - 200), at)) &&
    isGoFieldType(mask.slice(at + name.length, at + 200))
  );
}

/** The name of a field in a struct of Rust. */
function isRustField(file: CodeFile, at: number, name: string): boolean {
  const next = file.mask().slice(at + name.length, at + 200);
  return /^\s*:(?!:)/.test(next) && /\b(?:struct|union)\s+\w+[^{};]*$/.test(headBefore(file, at));
}

/** The name of a constant of Rust, which no list has within a function, and of one that is a parameter of a type. */
function isRustConstant({ mask }: CodeFile, near: string, end: number): boolean {
  return /(?<![\w'*])(?:const|static(?:\s+mut)?)\s+$/.test(near) && /^\s*:(?!:)/.test(mask().slice(end, end + 40));
}

/** What an interface or a type of a script lists. */
function isMemberHead(file: CodeFile, at: number): boolean {
  const next = file.mask().slice(at, at + REFERENCE_LIMITS.nearCharactersMax);
  return (
    /^[\w$]+\??\s*[(<:]/.test(next) &&
    /\b(?:interface\s+[\w$]+[^{};]*|type\s+[\w$]+(?:<[^{}]*>)?\s*=\s*)$/.test(headBefore(file, at)) &&
    startsMember(file, at)
  );
}

/** The code before the brace around an offset; empty where another bracket is around it. */
function headBefore(file: CodeFile, at: number): string {
  const mask = file.mask();
  const open = file.structure().around(at);
  return mask[open] === '{' ? mask.slice(Math.max(0, open - REFERENCE_LIMITS.nearCharactersMax), open) : '';
}
