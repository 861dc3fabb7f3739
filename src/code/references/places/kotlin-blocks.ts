import { before, wordBefore } from '../../lex/code-text.ts';
import { FILLER } from '../../lex/mask.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { escapeRegex } from '../../search/matcher.ts';
import { type CodeFile, startOfLine } from '../code-file.ts';
import { functionsAround } from './functions-around.ts';
import { typeArgumentsStart } from './type-arguments.ts';

/*
 * Blocks of Kotlin that are given to functions: what these declare tells alone whether a block has a receiver of its own.
 * Sources: Kotlin, "Function literals with receiver"; its standard library and that of coroutines.
 */

/** Brackets around a place that are looked at. */
const BRACKETS_MAX = 50;

/**
 * Words of the language, and functions of its libraries, whose block has no receiver of its own, or one of coroutines, which
 * has next to nothing. Behind a dot `run` and `apply` have one, which others tell: alone they have that around them.
 */
const WITHOUT_RECEIVER = new Set(
  (
    'if else for while do when try catch finally init get set apply with ' +
    'async coroutineScope launch runBlocking supervisorScope withContext withTimeout withTimeoutOrNull ' +
    'all also any associate associateBy associateWith check checkNotNull count distinctBy dropWhile filter filterIndexed ' +
    'filterNot filterNotTo filterTo find first firstOrNull flatMap flatMapTo fold forEach forEachIndexed getOrElse getOrPut ' +
    'groupBy ifBlank ifEmpty indexOfFirst indexOfLast joinTo joinToString last lastOrNull lazy let map mapIndexed mapKeys ' +
    'mapNotNull mapTo mapValues maxBy maxByOrNull maxOf minBy minByOrNull minOf none onEach partition reduce removeAll ' +
    'removeIf repeat require requireNotNull retainAll run single singleOrNull sortBy sortedBy sortedByDescending ' +
    'sortedWith sumBy sumOf synchronized takeIf takeUnless takeWhile thread use useLines withLock zip'
  ).split(' '),
);

/** Whether a block around a place, behind an offset, may have a receiver of its own, as far as its own words tell. */
export function mayBeInReceiverBlock(file: CodeFile, at: number, from: number): boolean {
  const { around } = file.structure();
  const bodies = new Set(functionsAround(file, at).map((symbol) => bodyOf(file, symbol)));
  let bracket = around(at);
  for (let step = 0; step < BRACKETS_MAX && bracket > from; step += 1) {
    if (file.mask()[bracket] === '{' && !bodies.has(bracket) && mayHaveReceiver(file, bracket)) return true;
    bracket = around(bracket);
  }
  return false;
}

/** Characters of the head of a function that are looked at. */
const HEAD_MAX = 2_000;

/** The brace of a function's body; -1 where that is a value. */
function bodyOf(file: CodeFile, { name, line }: FileSymbol): number {
  const from = startOfLine(file, line);
  const head = file.mask().slice(from, from + HEAD_MAX);
  const own = new RegExp(`(?<!\\w)\`?${escapeRegex(name)}\`?\\s?\\(`).exec(head);
  if (own === null) return -1;
  const close = file.structure().closeOf(from + own.index + own[0].length - 1);
  const rest = file.mask().slice(close + 1, close + 1 + HEAD_MAX);
  const open = rest.search(/[={]/);
  return rest[open] === '{' ? close + 1 + open : -1;
}

/** Whether what a brace opens may be a block with a receiver: none is a branch, a part of a text, or given to a known function. */
function mayHaveReceiver(file: CodeFile, brace: number): boolean {
  const mask = file.mask();
  // What stands before it in a text is filler, the sign of it too.
  if (mask[brace - 1] === FILLER) return false;
  const label = /\w+@\s*$/.exec(mask.slice(Math.max(0, brace - 100), brace))?.[0] ?? '';
  let end = before(mask, brace - label.length) + 1;
  if (mask.slice(end - 2, end) === '->') return false;
  if (mask[end - 1] === ')') end = before(mask, file.structure().openOf(end - 1)) + 1;
  if (mask[end - 1] === '>') end = Math.max(0, typeArgumentsStart(file, end - 1));
  return !WITHOUT_RECEIVER.has(wordBefore(mask, end));
}
