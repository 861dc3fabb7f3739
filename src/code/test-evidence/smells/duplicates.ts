import { lineOf } from '../../lex/code-text.ts';
import type { Reading } from '../reading.ts';
import type { CaseSmell } from './judge-assertions.ts';

/**
 * Cases with the same title in the same block. Titles that are computed, and languages that refuse a second function of
 * one name or tell them by their parameters, are no subject.
 */
export function findDuplicates({ code, cases }: Reading, parents: readonly (number | null)[]): readonly CaseSmell[] {
  if (code.language === 'rust' || code.language === 'java') return [];
  const first = new Map<string, number>();
  const found: CaseSmell[] = [];
  for (const [index, { title, isLiteral, isParameterised, kind, at }] of cases.entries()) {
    if (!isLiteral || isParameterised || kind === 'suite' || title === '') continue;
    const key = `${parents[index] ?? ''}\0${code.language === 'python' ? indentAt(code.mask, at) : code.structure.around(at)}\0${title}`;
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, at);
      continue;
    }
    const says = code.language === 'python' ? 'replaces the function of the same name' : 'has the title of the one';
    found.push([index, { kind: 'duplicate', at, detail: `${says} on line ${lineOf(code, earlier)}` }]);
  }
  return found;
}

function indentAt(mask: string, at: number): number {
  return at - (mask.lastIndexOf('\n', at) + 1);
}
