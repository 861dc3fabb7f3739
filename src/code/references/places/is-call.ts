import { before } from '../../lex/code-text.ts';
import type { CodeFile, Family } from '../code-file.ts';
import { REFERENCE_LIMITS } from '../limits.ts';
import { isBlockCall } from './block-calls.ts';
import { separatorBefore } from './path-before.ts';
import { isRubyVariable } from './ruby-variables.ts';
import { isShellCall } from './shell-words.ts';
import { typeArgumentsEnd } from './type-arguments.ts';

const CALL_AFTER = /^[ \t]*(?:\?\.)?\(/;
const BEFORE_TYPES = /^(?:::|\?\.|[ \t]*)(?=<)/;

/** Whether a bracket calls what ends at an offset: right behind it, or behind type arguments. */
function isBracketCall(file: CodeFile, end: number): boolean {
  const next = file.mask().slice(end, end + REFERENCE_LIMITS.nearCharactersMax);
  if (CALL_AFTER.test(next)) return true;
  const before = BEFORE_TYPES.exec(next)?.[0];
  if (before === undefined) return false;
  const behind = typeArgumentsEnd(file, end + before.length);
  if (behind === -1) return false;
  const sign = file.mask()[behind];
  return sign === '(' || (sign === '`' && file.family === 'script');
}

/**
 * Behind the `!` by which TypeScript asserts that a value is there; the same offset when none follows.
 * Source: TypeScript 2.0, "Non-null assertion operator".
 */
function afterAssertion({ family, mask }: CodeFile, at: number): number {
  return family === 'script' && mask()[at] === '!' ? at + 1 : at;
}

/** How a name calls, if it does. `plain`: by the name alone, as only a function can be called. */
export type CallForm = 'none' | 'marked' | 'plain';

/** Whether something is called, made, used as a decorator, or put into JSX by this name. */
export function callForm(file: CodeFile, at: number, name: string): CallForm {
  const isMarked = (CALLS_IN[file.family] ?? isMarkedCall)(file, at, name);
  if (isMarked) return 'marked';
  return file.scanner === 'scala' && isScalaPlain(file, at, name) ? 'plain' : 'none';
}

/** Families whose calls are marked by no bracket. */
const CALLS_IN: Readonly<Partial<Record<Family, typeof isMarkedCall>>> = {
  ruby: isRubyCall,
  shell: (file, at, name) => isShellCall(file, { at, name }),
};

function isMarkedCall(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const next = mask.slice(at + name.length, at + name.length + REFERENCE_LIMITS.nearCharactersMax);
  // `value->~Type()` makes nothing.
  if (file.family === 'c' && isDestructor(mask, at, next)) return false;
  if (isBracketCall(file, afterAssertion(file, at + name.length))) return true;
  // `new a.B()`, `@a.b` and `<a.B>` name what lies in it.
  if (file.family === 'script' && /^[ \t]*\??\./.test(next)) return false;
  const near = mask.slice(Math.max(0, at - REFERENCE_LIMITS.nearCharactersMax), at);
  if (file.family === 'rust') return /^![ \t]*[([{]/.test(next);
  if (file.family === 'go') return isGoCall(file, at + name.length);
  if (/@(?:[\w.]*\.)?$/.test(near)) return true;
  if (file.family === 'java') return isJavaCall(file, at, name);
  if (file.family === 'csharp') return TYPED_NEW.test(mask.slice(at + name.length, at + name.length + TYPED_NEW_MAX));
  if (file.family === 'swift') return /^[ \t]*\{/.test(next) && isBlockCall(file, at, name);
  if (file.family !== 'script') return false;
  return /^`/.test(next) || /\bnew\s+(?:[\w$.]*\.)?$/.test(near) || isComponent(file, { near, name, next });
}

/** Words before a sign that make of what follows a value. */
const VALUE_BEHIND = /(?<!\w)(?:return|throw|case|co_return|co_yield|co_await|and|or|xor|not)\s*$/;
/** What stands before `~` where a destructor is called or declared: a dot, the end of a member, or words of its head. */
const BEFORE_DESTRUCTOR = /(?:->|\.|::|[;{}]|(?<!\w)(?:public|private|protected)\s*:|\w)\s*$/;

/** Whether a name of C++ stands behind `~` as that of a destructor, which takes nothing. Source: ISO C++, "Destructors". */
function isDestructor(mask: string, at: number, next: string): boolean {
  const sign = before(mask, at);
  if (mask[sign] !== '~' || !/^\s*\(\s*(?:void\s*)?\)/.test(next)) return false;
  const ahead = mask.slice(Math.max(0, sign - REFERENCE_LIMITS.nearCharactersMax), sign);
  return BEFORE_DESTRUCTOR.test(ahead) && !VALUE_BEHIND.test(ahead);
}

/** Files of TypeScript without JSX, where `<T>` begins a list of type parameters or a cast. */
const WITHOUT_TAGS = /\.[cm]?ts$/;
/** What follows the first of a list of type parameters where JSX might stand. Source: TypeScript, "JSX", `.tsx` files. */
const PARAMETER_BEHIND = /^\s*(?:,|extends\s(?!\s*[=/>]))/;

/** Whether a tag of JSX names what makes it: a component is in a capital, or lies in something. */
function isComponent(
  file: CodeFile,
  { near, name, next }: { readonly near: string; readonly name: string; readonly next: string },
): boolean {
  if (WITHOUT_TAGS.test(file.path) || PARAMETER_BEHIND.test(next)) return false;
  const tag = /(?:^|[^\w$)\]])<([\w$.]*\.)?$/.exec(near);
  return tag !== null && (tag[1] !== undefined || !/^[a-z]/.test(name));
}

/**
 * `f[K, []V](…)`: type arguments of Go, which may hold brackets of their own, or the place of a function in a list.
 * Source: The Go Programming Language Specification, "Instantiations".
 */
function isGoCall(file: CodeFile, end: number): boolean {
  const behind = afterTypeArguments(file, end);
  return behind > end + 2 && file.mask()[behind] === '(';
}

const TYPED_NEW_MAX = 400;

/** `Type name = new(…)`, `Type Name { get; } = new(…)` and `Type Name(…) => new(…)` of C#, from behind the type. */
const TYPED_NEW =
  /^(?:<[^(){};=+\n]{0,80}>)?\??[ \t]+\w+[ \t]*(?:\([^(){};]{0,200}\)\s*=>|\{[^{}()=\n]{0,60}\}[ \t]*=|=>?)\s*new[ \t]*\(/;

/** What follows a name of Kotlin or Scala that calls with a block, or is called with type arguments. */
const BLOCK_AFTER = /^(?:<[^(){};=+\n]{0,80}>)?[ \t]*\{/;

function isJavaCall(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const from = file.scanner === 'scala' ? afterTypeArguments(file, at + name.length) : at + name.length;
  const next = mask.slice(from, from + REFERENCE_LIMITS.nearCharactersMax);
  if (from > at + name.length && /^[ \t]*\(/.test(next)) return true;
  if (!BLOCK_AFTER.test(next)) return false;
  const near = mask.slice(Math.max(0, at - REFERENCE_LIMITS.nearCharactersMax), at);
  return /\bnew\s+[\w.]*$/.test(near) || isBlockCall(file, at, name);
}

/** Behind the `[…]` that follows a name of Scala or Go; the same offset when none does. */
function afterTypeArguments(file: CodeFile, at: number): number {
  return file.mask()[at] === '[' ? file.structure().closeOf(at) + 1 : at;
}

/** A name of Scala that may be a function's: no type, nothing that is given a value, and no part of an import. */
function isScalaPlain(file: CodeFile, at: number, name: string): boolean {
  if (!/^[\p{Ll}_]/u.test(name)) return false;
  const mask = file.mask();
  const next = mask.slice(at + name.length, at + name.length + 20);
  if (/^\s*(?:=(?!=)|:(?!:)|<-|@|\.type\b)/.test(next)) return false;
  const start = file.structure().lineStarts[file.structure().lineAt(at)] ?? at;
  if (/^[ \t]*(?:import|package|type)\b/.test(mask.slice(start, start + REFERENCE_LIMITS.nearCharactersMax)))
    return false;
  const ahead = mask.slice(Math.max(start, at - REFERENCE_LIMITS.nearCharactersMax), at).replace(/[\w.]*$/, '');
  return !/(?:[^:]:|\b(?:extends|with|new|val|var|def|type|object|class|trait))\s*$/.test(ahead);
}

/** `:name`, `name: 1`, and `x.name = 1`, which calls `name=`. */
export function isRubyKey(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  if (/(?:^|[^:]):$/.test(mask.slice(Math.max(0, at - 2), at))) return true;
  const next = mask.slice(at + name.length, at + name.length + REFERENCE_LIMITS.nearCharactersMax);
  return /^:(?!:)/.test(next) || (/^[ \t]*=(?![=~>])/.test(next) && separatorBefore(file, at) !== -1);
}

/** In Ruby a name calls what is no variable, symbol, key or constant; a class is called to make one of it. */
function isRubyCall(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const next = mask.slice(at + name.length, at + name.length + REFERENCE_LIMITS.nearCharactersMax);
  if (/^\(/.test(next)) return true;
  if (/^\p{Lu}/u.test(name)) return /^(?:\.|&\.|::)new(?![\w?!])/.test(next);
  const near = mask.slice(Math.max(0, at - REFERENCE_LIMITS.nearCharactersMax), at);
  if (isRubyKey(file, at, name) || /\b(?:alias|undef)\s+(?:\w+\s+)?$/.test(near)) return false;
  return separatorBefore(file, at) !== -1 || !isRubyVariable(file, name, at);
}
