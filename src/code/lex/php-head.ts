import type { SymbolKind } from './symbol.ts';

/** White space between two words. */
const BLANK = '[ \\t\\r\\n\\f\\v]';
/** Code without square brackets. What stands between such is told by these alone, so that a text is read in one way. */
const FLAT = '[^\\n\\[\\]]{0,200}';
const MODIFIER = '(?:public|private|protected|static|abstract|final|readonly|var)';

/** Groups of attributes before a declaration on its line, with lists in lists: `#[A, B(c: [1])] #[D]`. */
const ATTRIBUTES = `(?:#\\[${FLAT}(?:\\[${FLAT}(?:\\[${FLAT}\\]${FLAT}){0,9}\\]${FLAT}){0,9}\\]${BLANK}*){0,40}`;

/** Attributes and modifiers before a declaration. */
export const PHP_HEAD = `${ATTRIBUTES}(?:${MODIFIER}${BLANK}+){0,6}`;

/** A name. Source: PHP, "Variables, Basics", whose bytes from 0x80 on are all that is not ASCII. */
export const PHP_NAME = '[A-Za-z_\\u0080-\\uffff][\\w\\u0080-\\uffff]*';

/** The word of a type, as a group, and what stands before its name. */
export const PHP_TYPE_HEAD = `(class|interface|trait|enum)${BLANK}+(?!extends\\b|implements\\b)`;
/** What stands before the name of a function. */
export const PHP_FUNCTION_HEAD = `function${BLANK}+(?:&${BLANK}*)?`;
/** What stands before the name of a constant. */
export const PHP_CONST_HEAD = `const${BLANK}+(?:[\\w|?\\\\]{1,80}${BLANK}+)?`;
/** What stands before the name of a property: at least one modifier, and its type. */
export const PHP_PROPERTY_HEAD = `${ATTRIBUTES}(?:${MODIFIER}(?:\\(set\\))?${BLANK}+){1,6}(?:[\\w|?&()\\\\\\u0080-\\uffff]{1,200}${BLANK}+)?\\$`;

/** Kinds of types by their words, in small letters. */
export const PHP_KINDS: Readonly<Record<string, SymbolKind>> = {
  class: 'class',
  interface: 'interface',
  trait: 'trait',
  enum: 'enum',
};

/** Whether a kind is that of a type, which has members. */
export const PHP_TYPES: ReadonlySet<SymbolKind | null> = new Set(['class', 'interface', 'trait', 'enum']);

/** What stands before the name of a constant that a call defines, and the quote: `if (!defined('A')) define('`. */
export const PHP_DEFINE_HEAD =
  '(?:if[ \\t]*\\([ \\t]*![ \\t]*\\\\?defined[ \\t]*\\([^()\\n]{0,200}\\)[ \\t]*\\)[ \\t]*(?:\\{[ \\t]*)?|\\\\?defined[ \\t]*\\([^()\\n]{0,200}\\)[ \\t]*(?:\\|\\||or)[ \\t]*)?@?\\\\?define[ \\t]*\\([ \\t]*["\']';
