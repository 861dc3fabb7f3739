import { before } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import { separatorBefore } from '../places/path-before.ts';
import type { Definition, Place } from '../reference.ts';
import type { Case } from './in-reach.ts';
import { isImplicit } from './may-be-member.ts';

/** A dot right behind a name, or behind the sign that asks for what is optional; two dots are a range. */
const ASKED = /^[?!]?\.(?!\.)/;

/**
 * Whether Swift cannot mean a declaration where a name stands. A function that is not called has no members, so that what
 * is asked for one is a value: `self.tableView.reloadData()`. What is told by the type that is expected, `.accept`, is of
 * that type itself, and nothing that is made of it has. Source: The Swift Programming Language, "Function Types" and
 * "Implicit Member Expression".
 */
export function isOfOtherSwiftSort({ file }: Case, { at, name }: Place, { symbol }: Definition): boolean {
  const { kind } = symbol;
  if (file.family !== 'swift' || name === 'init') return false;
  const isFunction = kind === 'method' || kind === 'function';
  if (isFunction && ASKED.test(file.mask().slice(at + name.length, at + name.length + 3))) return true;
  return isOfMade(symbol) && isImplicit(file, at) && !isChained(file, at) && !isKeyPath(file, at);
}

/** Whether a member is one of what is made of a type: a value or function that is not static, which may stand above its head. */
function isOfMade({ signature, path, startLine, line }: Definition['symbol']): boolean {
  if (startLine < line) return false;
  const head = /^(.*?)(?<![\w`])(?:var|let|func)(?![\w`])/.exec(signature)?.[1];
  return path.includes('/') && head !== undefined && !/(?<!\w)(?:static|class|case)(?!\w)/.test(head);
}

/** Words behind which a value begins, so that a dot there asks for nothing before it. */
const BEFORE_VALUE =
  /(?<![\w.`])(?:return|throw|try|await|case|let|var|in|is|as|if|guard|while|where|switch|else|default|yield|some|any|consume|copy|each)$/;
/** Characters of such a word, and of one before it. */
const WORD_MAX = 12;

/** Whether a blank before a dot may stand in the middle of a chain: `box .name`, `all.map { $0 } .name`. */
function isChained(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  const end = before(mask, separatorBefore(file, at)) + 1;
  return /[\w)\]}"`]/.test(mask.charAt(end - 1)) && !BEFORE_VALUE.test(mask.slice(Math.max(0, end - WORD_MAX), end));
}

/** `\.name` leads to what a value has. Source: The Swift Programming Language, "Key-Path Expression". */
function isKeyPath(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  return mask[before(mask, separatorBefore(file, at))] === '\\';
}
