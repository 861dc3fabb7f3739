import type { FileSymbol } from '../../lex/symbol.ts';
import { makeLineIndex } from '../../text/lines.ts';

/**
 * Properties that are put on an object by a call at the top level: `Object.defineProperty(app, 'router', …)` and helpers
 * named alike, such as `defineGetter(req, 'fresh', …)`. No declaration says so, which is why the symbols lack them.
 */
export function definedProperties(mask: string, text: string): readonly FileSymbol[] {
  const found: FileSymbol[] = [];
  const index = makeLineIndex(mask);
  for (const match of mask.matchAll(DEFINER)) {
    const line = index.lineAt(match.index);
    // The name stands in a literal, of which the mask has only the quotes.
    const nameAt = match.index + match[0].length;
    const name = /^[A-Za-z_$][\w$]{0,79}(?=['"])/.exec(text.slice(nameAt, nameAt + 82))?.[0];
    const owner = match[1];
    if (name === undefined || owner === undefined || found.length >= FOUND_MAX) continue;
    const lines = linesOf(mask, match.index);
    found.push({
      name,
      path: `${owner}/${name}`,
      kind: 'method',
      startLine: line,
      line,
      endLine: line + lines,
      column: nameAt - match.index + 1,
      signature: `${owner}.${name} =`,
      depth: 0,
    });
  }
  return found;
}

const DEFINER = /^(?:Object\.)?define[A-Z]\w{1,40}\(\s?([A-Za-z_$][\w$]{0,79})\s?,\s?['"]/gm;
const FOUND_MAX = 500;
/** How far a closing parenthesis is looked for. */
const EXTENT_MAX = 20_000;

/** Line ends up to the parenthesis that closes the first one. */
function linesOf(mask: string, from: number): number {
  let depth = 0;
  let lines = 0;
  for (let at = from; at < mask.length && at < from + EXTENT_MAX; at += 1) {
    const character = mask[at];
    if (character === '\n') lines += 1;
    else if (character === '(') depth += 1;
    else if (character === ')' && --depth === 0) return lines;
  }
  return 0;
}
