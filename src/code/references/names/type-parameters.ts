import { after, before, wordBefore } from '../../lex/code-text.ts';
import { type CodeFile, endOfLineAt, startOfLine } from '../code-file.ts';
import { startsMember } from '../places/script-members.ts';
import { typeArgumentsEnd, typeArgumentsStart } from '../places/type-arguments.ts';
import type { Place } from '../reference.ts';
import { isOperator, parameterScope } from './function-heads.ts';
import type { Range } from './scopes.ts';

/** Words before a parameter for a type. */
const MODIFIERS = /(?:\b(?:const|in|out)\s+){1,3}$/;
/** What a type or function is declared by, before the list of its parameters for types. */
const DECLARED = /(?:^|[^\w$.])(type|interface|class|function)(?:[\s*]+([\w$]+))?$/;

/** Where a parameter for a type that a place of a script declares holds; null where it declares none for sure. */
export function typeParameterScope(file: CodeFile, { at, name }: Pick<Place, 'at' | 'name'>): Range | null {
  const mask = file.mask();
  if (!/^(?:[,>]|=(?!>)|extends\b)/.test(mask.slice(after(mask, at + name.length), after(mask, at + name.length) + 8)))
    return null;
  const from = at - (MODIFIERS.exec(mask.slice(Math.max(0, at - 40), at))?.[0].length ?? 0);
  if (!/[<,]/.test(mask[before(mask, from)] ?? '')) return null;
  const open = typeArgumentsStart(file, from);
  if (open === -1) return null;
  const end = typeArgumentsEnd(file, open, 'declared');
  if (end === -1) return null;
  const [, word, declared] = DECLARED.exec(mask.slice(Math.max(0, open - 120), open)) ?? [];
  if (word !== undefined && word !== 'function') return ofSymbol(file, { open, name: declared ?? '' });
  return ofFunction(file, { open, paren: after(mask, end), isDeclared: word === 'function' });
}

/** To the last line of a type that is declared. */
function ofSymbol(file: CodeFile, { open, name }: { readonly open: number; readonly name: string }): Range | null {
  const line = file.structure().lineAt(open) + 1;
  const symbol = file.symbols().find((one) => one.name === name && one.line === line);
  return symbol === undefined ? null : { from: open, to: startOfLine(file, symbol.endLine + 1) };
}

interface Listed {
  readonly open: number;
  readonly paren: number;
  readonly isDeclared: boolean;
}

/** To the end of a function's body, or of the line of its head where it has none; null for what calls with types. */
function ofFunction(file: CodeFile, { open, paren, isDeclared }: Listed): Range | null {
  const mask = file.mask();
  if (mask[paren] !== '(') return null;
  const close = file.structure().closeOf(paren);
  const next = mask.slice(after(mask, close + 1), after(mask, close + 1) + 2);
  const word = wordBefore(mask, open);
  const isNamed = word !== '' && !/^(?:async|return|default|new|yield)$/.test(word);
  const isHead = isDeclared || (isNamed ? isMember(file, open - word.length, next) : isArrow(mask, open, next));
  if (!isHead) return null;
  return { from: open, to: parameterScope(file, paren)?.to ?? endOfLineAt(file, close) };
}

function isMember(file: CodeFile, at: number, next: string): boolean {
  const from = file.mask()[at - 1] === '#' ? at - 1 : at;
  return /^[:{]/.test(next) && startsMember(file, from);
}

function isArrow(mask: string, open: number, next: string): boolean {
  const last = before(mask, open);
  if (/[)\]]/.test(mask[last] ?? '')) return false;
  // In a choice it may be a cast: `a ? <B>(c) : d`.
  return next === '=>' || (next[0] === ':' && mask[last] !== '?' && !isOperator(mask, last));
}
