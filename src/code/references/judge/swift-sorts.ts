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
  return isOfMade(symbol) && isImplicit(file, at) && !isKeyPath(file, at);
}

/** Whether a member is one of what is made of a type: a value or function that is not static. */
function isOfMade({ signature, path }: Definition['symbol']): boolean {
  const head = /^(.*?)(?<![\w`])(?:var|let|func)(?![\w`])/.exec(signature)?.[1];
  return path.includes('/') && head !== undefined && !/(?<!\w)(?:static|class|case)(?!\w)/.test(head);
}

/** `\.name` leads to what a value has. Source: The Swift Programming Language, "Key-Path Expression". */
function isKeyPath(file: CodeFile, at: number): boolean {
  const mask = file.mask();
  return mask[before(mask, separatorBefore(file, at))] === '\\';
}
