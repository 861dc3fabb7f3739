import type { Code } from './route-code.ts';

/** What a call takes, up to the bracket that ends it, and the calls in it. */
const ARGUMENTS = /(?:[^()]|\((?:[^()]|\([^()]{0,200}\)){0,200}\)){0,1000}/y;
const CALLS = /\((?:[^()]|\([^()]{0,200}\)){0,200}\)/g;
const LITERAL = /(["'])([^"'\\\n]{0,300})\1(?=\s{0,40}[,)])/y;

/**
 * The literal that a call is given by a name, from an offset behind its bracket on; null where that is no literal, undefined
 * where it is not given.
 */
export function argumentAfter({ text, mask }: Code, from: number, name: RegExp): string | null | undefined {
  ARGUMENTS.lastIndex = from;
  const own = (ARGUMENTS.exec(mask)?.[0] ?? '').replace(CALLS, (call) => ' '.repeat(call.length));
  const match = name.exec(own);
  if (match === null) return undefined;
  LITERAL.lastIndex = from + match.index + match[0].length;
  return LITERAL.exec(text)?.[2] ?? null;
}
