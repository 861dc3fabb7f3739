import type { CodeFile } from '../code-file.ts';

/** Characters before a word that are looked at, and those behind it. */
const BEFORE_MAX = 400;
const BEHIND_MAX = 200;

/** What an annotation may be for. Source: Kotlin, "Annotation use-site targets". */
const TARGET = /^(?:all|delegate|field|file|get|param|property|receiver|set|setparam)$/;

/** Words before an accessor, with annotations. */
const MODIFIERS = /(?:(?:(?:private|protected|internal|public|inline|external)|@[\w.:]{1,80})\s+){0,6}$/;

/** Its brackets, with the type behind them, up to its body. */
const BODY = /^\s*\(\s*(?:\w{1,80}\s*(?::[^(){}=\n]{1,120})?)?,?\s*\)\s*(?::[^{}=;\n]{1,120})?\s*([={])(?!=)/;
const TYPED = /^\s*\([^()\n]{0,120}\)\s*:/;

/**
 * Whether a name of Kotlin is the word that begins what reads or writes a property, or tells what an annotation is for:
 * `get() = …`, `private set`, `@get:Name`. Nothing is assigned to a call, so that what has its body behind a `=` is always
 * one; a block may be given to a call, so that it has to follow a property. Source: Kotlin language specification, "Property
 * declaration" and grammar, `getter`, `setter`.
 */
export function isKotlinAccessor(file: CodeFile, at: number, name: string): boolean {
  const mask = file.mask();
  const behind = mask.slice(at + name.length, at + name.length + BEHIND_MAX);
  if (mask[at - 1] === '@') return TARGET.test(name) && behind.startsWith(':');
  if (name !== 'get' && name !== 'set') return false;
  const ahead = mask.slice(Math.max(0, at - BEFORE_MAX), at);
  if (/\bfun\s[^\n;{}]*$/.test(ahead)) return false;
  const before = ahead.replace(MODIFIERS, '');
  const body = BODY.exec(behind)?.[1];
  if (body === undefined) return before !== ahead && /^[ \t]*(?:[\n;}]|$)/.test(behind);
  return body === '=' || TYPED.test(behind) || isOfProperty(file, at, before);
}

/** Whether the text before an accessor is a property, or the other accessor of one; variables of a function have none. */
function isOfProperty(file: CodeFile, at: number, before: string): boolean {
  if (!isAmongMembers(file, at)) return false;
  const statement = before.trimEnd();
  if (!statement.endsWith('}')) return PROPERTY.test(lastLine(statement));
  const open = file.structure().around(at - (Math.min(at, BEFORE_MAX) - statement.length) - 1);
  return ACCESSOR.test(lastLine(headBefore(file, open).trimEnd()));
}

const PROPERTY =
  /^\s*(?:(?:(?:[a-z]+|@[\w.:]{1,80}(?:\([^()]{0,80}\))?)\s+){0,8}(?:val|var)\s|[gs]et\s*\([^()]{0,120}\)[^=]{0,120}=)/;
const ACCESSOR = /(?<![\w$.])(?<!\bfun\s+)[gs]et\s*\([^()]{0,120}\)(?:\s*:[^{}=;]{1,120})?$/;

/** Whether what is around a place is the body of a type, or nothing. */
function isAmongMembers(file: CodeFile, at: number): boolean {
  const open = file.structure().around(at);
  return open === -1 || /(?<![\w$])(?:class|interface|object)(?![\w$])[^{};]*$/.test(headBefore(file, open));
}

function headBefore(file: CodeFile, open: number): string {
  return file.mask().slice(Math.max(0, open - BEFORE_MAX), Math.max(0, open));
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}
