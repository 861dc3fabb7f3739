import { before, type CodeText, type Span, wordBefore } from '../lex/code-text.ts';

/** What a block in braces is run by. */
export type BlockKind = 'function' | 'if' | 'else' | 'try' | 'catch' | 'finally' | 'loop' | 'switch' | 'other';

/** A block in braces. */
export interface Block {
  readonly kind: BlockKind;
  readonly open: number;
  readonly close: number;
}

const BY_WORD: Readonly<Record<string, BlockKind>> = {
  if: 'if',
  else: 'else',
  try: 'try',
  catch: 'catch',
  finally: 'finally',
  for: 'loop',
  while: 'loop',
  do: 'loop',
  loop: 'loop',
  switch: 'switch',
  match: 'switch',
  select: 'switch',
  fn: 'function',
  func: 'function',
  function: 'function',
};

/**
 * What a brace of a script, Java, Go or Rust opens, by the words before it. An object literal, a class and what is not
 * known is `other`.
 */
export function blockAt(code: CodeText, open: number): Block {
  return { kind: kindOf(code, open), open, close: code.structure.closeOf(open) };
}

function kindOf(code: CodeText, open: number): BlockKind {
  const { mask } = code;
  const last = before(mask, open);
  const arrow = mask.slice(Math.max(0, last - 1), last + 1);
  if (arrow === '=>' || (arrow === '->' && code.language === 'java')) return 'function';
  if (code.language === 'go' || code.language === 'rust') return kindByHead(code, open);
  if (mask[last] === ')') return kindByParentheses(code, code.structure.openOf(last));
  return BY_WORD[wordBefore(mask, open)] ?? (isTyped(code, open) ? 'function' : 'other');
}

/** What a word with parentheses begins: `if (…) {`, or a function by its name. */
function kindByParentheses({ mask }: CodeText, open: number): BlockKind {
  const word = wordBefore(mask, open);
  if (word === 'if' && wordBefore(mask, before(mask, open) - 1) === 'else') return 'else';
  return BY_WORD[word] ?? (word === 'with' || word === 'synchronized' ? 'other' : 'function');
}

/** `(a): Promise<void> {` of TypeScript and `void a() throws B {` of Java. */
function isTyped(code: CodeText, open: number): boolean {
  const head = code.mask.slice(Math.max(0, open - 200), open);
  return code.language === 'java'
    ? /\)\s*throws\s+[\w.,\s]+$/.test(head)
    : /\)\s*:\s*[\w$.<>[\]|&,\s]+$/.test(head) && !/[;{}]/.test(head.slice(head.lastIndexOf(')')));
}

/** Characters of a head without parentheses that are looked at. */
const HEAD_CHARACTERS_MAX = 300;

/** Go and Rust have no parentheses around conditions: the first word of the statement tells. */
function kindByHead(code: CodeText, open: number): BlockKind {
  const head = headOf(code, open);
  const line = /(?:^|\n)[^\n]*\S\s*$/.exec(head)?.[0] ?? head;
  if (/\bfunc\b|\bfn\b|\|[^|]*\|\s*(?:->[^|]*)?$/.test(line)) return 'function';
  if (/^\s*else\b/.test(head)) return 'else';
  return BY_WORD[/\b(?:if|for|while|loop|match|switch|select)\b/.exec(line)?.[0] ?? ''] ?? 'other';
}

/** The text of a statement up to its brace. */
function headOf({ mask, structure, language }: CodeText, open: number): string {
  let at = open - 1;
  for (let steps = 0; at >= 0 && steps < HEAD_CHARACTERS_MAX; steps += 1) {
    const character = mask[at] ?? '';
    if (character === ')' || character === ']') at = Math.max(structure.openOf(at), 0);
    else if ('{}('.includes(character)) break;
    // `if x := f(); x > 0 {` goes on over its semicolon.
    else if (character === ';' && (language === 'rust' || mask.slice(at, open).includes('\n'))) break;
    at -= 1;
  }
  return mask.slice(at + 1, open);
}

/** The blocks around an offset from the inside out, up to the braces of `within`; at most 40. */
export function blocksAround(code: CodeText, at: number, within: Span): readonly Block[] {
  const blocks: Block[] = [];
  let open = code.structure.around(at);
  for (let depth = 0; open >= within.from && depth < 40; depth += 1) {
    if (code.mask[open] === '{') blocks.push(blockAt(code, open));
    open = code.structure.around(open);
  }
  return blocks;
}
