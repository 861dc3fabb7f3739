import { after, argumentsOf, type CodeText, type Span } from '../../lex/code-text.ts';

/** A function that stands as an argument. */
export interface Callback {
  readonly span: Span;
  /** Its code without the braces; of an arrow with an expression that expression. Null when it cannot be told. */
  readonly body: Span | null;
  /** Names of its plain parameters in order; empty texts for patterns. */
  readonly parameters: readonly string[];
  readonly isAsync: boolean;
}

const HEAD = /(async\b\s*)?(?:function\b\s*(?:\*\s*)?[\w$]*\s*|(?=\()|([\w$]+)\s*(?==>))/y;

/** Reads an argument as a function written in place; null when it is something else. */
function callbackAt(code: CodeText, span: Span): Callback | null {
  const { mask, structure } = code;
  HEAD.lastIndex = span.from;
  const head = HEAD.exec(mask);
  if (head === null || HEAD.lastIndex > span.to) return null;
  const isAsync = head[1] !== undefined;
  let at = after(mask, HEAD.lastIndex);
  let parameters: readonly string[] = head[2] === undefined ? [] : [head[2]];
  if (head[2] === undefined) {
    if (mask[at] !== '(') return null;
    parameters = argumentsOf(code, at).map(
      (argument) => PARAMETER.exec(mask.slice(argument.from, argument.to))?.[1] ?? '',
    );
    at = after(mask, structure.closeOf(at) + 1);
  }
  const body = bodyFrom(code, at, span.to);
  return body === 'none' ? null : { span, body, parameters, isAsync };
}

const PARAMETER = /^([\w$]+)/;

/** What follows the parameters: a return type, an arrow, braces. */
function bodyFrom(code: CodeText, from: number, end: number): Span | null | 'none' {
  const { mask, structure } = code;
  let at = from;
  if (mask[at] === ':') {
    const arrow = mask.indexOf('=>', at);
    const brace = mask.indexOf('{', at);
    at = arrow !== -1 && arrow < end && (brace === -1 || arrow < brace) ? arrow : brace;
    if (at === -1 || at >= end) return null;
  }
  const isArrow = mask.startsWith('=>', at);
  if (isArrow) at = after(mask, at + 2);
  if (mask[at] === '{') return { from: at + 1, to: Math.min(structure.closeOf(at), end) };
  if (!isArrow) return 'none';
  return { from: at, to: end };
}

/**
 * The function that an argument is or wraps: `co.wrap(function* () {…})`, `withServer(async (t) => {…})`. A wrapped one
 * takes the whole argument for its body, since the wrapper's code counts too.
 */
export function callbackIn(code: CodeText, span: Span): Callback | null {
  const plain = callbackAt(code, span);
  if (plain !== null) return plain;
  const open = code.mask.indexOf('(', span.from);
  if (
    open === -1 ||
    open >= span.to ||
    !/^[\w$.]+$/.test(code.mask.slice(span.from, Math.min(open, span.from + 200)))
  ) {
    return null;
  }
  for (const argument of argumentsOf(code, open)) {
    const inner = callbackAt(code, argument);
    if (inner !== null) return { ...inner, span, body: span };
  }
  return null;
}
