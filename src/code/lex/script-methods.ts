import type { Declaration, LineView } from './symbol.ts';

/**
 * A name before a parenthesis, in the body of a class or interface. It has the form of a call or of `if (`, so it is
 * asked only there, and what follows is looked at.
 */
const METHOD =
  /^(\s*(?:(?:public|private|protected|static|abstract|override|readonly|async|get|set|accessor|declare)\s+)*\*?\s*)(#?[\w$\u0080-\uffff]+)\s*(?:\?\s*)?(?=\(|<(?:[^;{]|\{[^{}]{0,300}\}){1,400}>\s*\(|<\s*$)/;

/** Words that stand before a parenthesis and are no names. */
const WORDS: ReadonlySet<string> = new Set([
  'if',
  'for',
  'while',
  'switch',
  'catch',
  'with',
  'return',
  'super',
  'function',
  'await',
  'typeof',
  'new',
  'import',
]);
/** Those of them that are never taken for a name: a value may begin with them. */
const NO_NAMES: ReadonlySet<string> = new Set(['super', 'function', 'await', 'typeof']);

/**
 * A method of a class or interface. A line of its body may also go on with a field or its type, so a name before what
 * may be type arguments or a call is one only where that can be told.
 */
export function findMethod(line: LineView): Declaration | null {
  const match = METHOD.exec(line.masked);
  const name = match?.[2];
  if (match == null || name === undefined || NO_NAMES.has(name)) return null;
  // Of an interface it is the signature of its constructor.
  if (name === 'new' && line.insideOf !== 'class') return null;
  const { ahead } = line;
  const open = ahead[match[0].length] === '<' ? afterArguments(ahead, match[0].length) : match[0].length;
  if (open === -1) return null;
  const isWord = WORDS.has(name);
  const prefix = match[1] ?? '';
  if (!(line.insideOf === 'class' || isWord) || isMethod(ahead, open, { name, isWord, isMarked: prefix.trim() !== '' }))
    return { name, kind: 'method', nameAt: prefix.length };
  return null;
}

interface Named {
  readonly name: string;
  readonly isWord: boolean;
  /** Whether a modifier stands before the name, which no call has. */
  readonly isMarked: boolean;
}

/**
 * Whether what opens here are the parameters of a method: by its body or its return type, else by what only a
 * declaration has. A word of the language needs one of the first two, and no blank as a statement has it.
 */
function isMethod(text: string, open: number, { name, isWord, isMarked }: Named): boolean {
  if (isWord && /\s/.test(text[open - 1] ?? '')) return false;
  const close = closeOf(text, open);
  if (close === -1) return !isWord;
  const after = text.slice(close + 1).trimStart();
  if (after.startsWith('{') || after.startsWith(':')) return true;
  if (isWord) return false;
  return isMarked || name === 'constructor' || TYPED.test(text.slice(open, close)) || isOverload(after, name);
}

/** A first parameter with its type. */
const TYPED = /^\(\s*(?:\.{3})?(?:(?:public|private|protected|readonly|override)\s+)*[\w$]+\s*\??:/;

/** Whether another declaration of the same name follows. */
function isOverload(after: string, name: string): boolean {
  const next = after.replace(/^;\s*/, '');
  return next.startsWith(name) && /^\s*[(<?]/.test(next.slice(name.length));
}

/** Where a parenthesis is closed; -1 where that is out of sight. */
function closeOf(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    else if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

/** The parenthesis behind type parameters; -1 where they are type arguments, or it is out of sight. */
export function afterArguments(text: string, open: number): number {
  const end = argumentsEnd(text, open);
  const after = end === -1 ? null : /^\s*\(/.exec(text.slice(end));
  return after === null ? -1 : end - 1 + after[0].length;
}

/** Behind the `>` that closes type arguments; -1 where that is out of sight. */
export function argumentsEnd(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === '<') depth += 1;
    else if (text[at] === '>' && text[at - 1] !== '=') depth -= 1;
    if (depth <= 0) return at + 1;
  }
  return -1;
}
