import { after, before, type CodeText, type Span, type Token, wordBefore } from '../../lex/code-text.ts';
import { extentOf } from '../../lex/extent.ts';
import type { NamedCode } from '../reading.ts';

/**
 * What a script gives a name to: functions, classes, values and members, with the code of each. Values count too,
 * because tables of checks are asserted through by their name.
 */
export function findScriptFunctions(code: CodeText): readonly NamedCode[] {
  const found: NamedCode[] = [];
  for (const [at, token] of code.tokens.entries()) {
    const named = declared(code, at) ?? assigned(code, token) ?? member(code, token);
    if (named !== null) found.push(named);
  }
  return found;
}

function scopeOf(code: CodeText, at: number): Span {
  const open = code.structure.around(at);
  return open === -1
    ? { from: 0, to: code.mask.length }
    : { from: open, to: Math.min(code.structure.closeOf(open), code.mask.length) };
}

/** `function a`, `class A`, `const a =`. */
function declared(code: CodeText, at: number): NamedCode | null {
  const token = code.tokens[at];
  const name = code.tokens[at + 1];
  if (token === undefined || name === undefined || !/^(?:function|class|const|let|var)$/.test(token.word)) return null;
  if (!/^\s*(?:\*\s*)?$/.test(code.mask.slice(token.to, name.from)) || token.isMember) return null;
  const isValue = token.word.length < 6 && token.word !== 'class';
  const body = isValue ? 'statement' : 'braces';
  if (isValue && !/^\s*[=:]/.test(code.mask.slice(name.to, name.to + 20))) return null;
  const { end } = extentOf(
    code.structure,
    name.from,
    { name: name.word, kind: 'function', nameAt: 0, body },
    { language: 'script' },
  );
  const span = { from: token.from, to: end + 1 };
  const isAsync = isValue
    ? /^\s*(?::[^=]{0,80})?=\s*async\b/.test(code.mask.slice(name.to, name.to + 120))
    : wordBefore(code.mask, token.from) === 'async';
  return { name: name.word, span, scope: scopeOf(code, token.from), isAsync, isMember: false };
}

/** `exports.a = function`, `Foo.prototype.a = () =>`. */
function assigned(code: CodeText, token: Token): NamedCode | null {
  if (!token.isMember || code.mask[token.next] !== '=') return null;
  const value = code.mask.slice(token.next, token.next + 60);
  const isExport = token.receiver === 'exports' && /^=[^=]/.test(value);
  if (!isExport && !/^=\s*(?:async\b|function\b|\(|[\w$]+\s*=>)/.test(value)) return null;
  const declaration = { name: token.word, kind: 'function', nameAt: 0, body: 'statement' } as const;
  const { end } = extentOf(code.structure, token.from, declaration, { language: 'script' });
  const isAsync = /^=\s*async\b/.test(code.mask.slice(token.next, token.next + 30));
  return { name: token.word, span: { from: token.from, to: end + 1 }, scope: ALL, isAsync, isMember: true };
}

const ALL: Span = { from: 0, to: Number.MAX_SAFE_INTEGER };

/** `a() {` in a class or object, and `a: () => …`. */
function member(code: CodeText, token: Token): NamedCode | null {
  if (token.isMember) return null;
  const previous = code.mask[before(code.mask, token.from)] ?? '';
  return code.mask[token.next] === ':' ? property(code, token, previous) : method(code, token, previous);
}

function property(code: CodeText, token: Token, previous: string): NamedCode | null {
  const { mask, structure } = code;
  const head = mask.slice(token.next, token.next + 60);
  if (previous !== '{' && previous !== ',') return null;
  if (!/^:\s*(?:async\b|function\b|\(|[\w$]+\s*=>)/.test(head)) return null;
  const end = structure.closeOf(structure.around(token.from));
  let at = token.next;
  while (at < end && mask[at] !== ',') at = /[([{]/.test(mask[at] ?? '') ? structure.closeOf(at) + 1 : at + 1;
  return named(token, at, /^:\s*async\b/.test(head));
}

function method(code: CodeText, token: Token, previous: string): NamedCode | null {
  const { mask, structure } = code;
  if (token.open === -1 || /^(?:if|for|while|switch|catch|with|function|return|await)$/.test(token.word)) return null;
  const brace = after(mask, structure.closeOf(token.open) + 1);
  const word = wordBefore(mask, token.from);
  if (mask[brace] !== '{' || word === 'function' || !/^[{};,*\w]?$/.test(previous)) return null;
  return named(token, structure.closeOf(brace) + 1, word === 'async');
}

function named(token: Token, to: number, isAsync: boolean): NamedCode {
  return { name: token.word, span: { from: token.from, to }, scope: ALL, isAsync, isMember: true };
}
