import { makeLineIndex } from '../../text/lines.ts';

/** `const { a, b: c } = require(…)` at the beginning of a line, which is at the top. */
const PATTERN = /^(?:const|let|var)\s+\{([^{}=]{0,2000})\}\s*=\s*(?:\(\s*)?(?:await\s+)?(?:require|import)\s*(?=\()/gm;

/**
 * Names that a script takes by a pattern from what an import gives, with their lines. They are no symbols, as those of
 * `import { a } from` are none; but variables they are, so that who had one of that name has it still.
 */
export function namesOfImportPatterns(mask: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const lines = makeLineIndex(mask);
  for (const { index, 0: whole, 1: list = '' } of mask.matchAll(PATTERN)) {
    const from = index + whole.indexOf('{') + 1;
    for (const { index: at, 1: name = '' } of list.matchAll(/([\w$\u0080-\uffff]+)\s*(?=,|$)/g)) {
      found.set(name, lines.lineAt(from + at));
    }
  }
  return found;
}
