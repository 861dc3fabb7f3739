import type { Structure } from './structure.ts';
import type { Declarator, LineView } from './symbol.ts';

const GO_NAMES = /^((?:(?:const|var)\s+|\s+)[\p{L}_][\p{L}\w]*)((?:\s*,\s*[\p{L}_][\p{L}\w]*)+)/u;
const GO_GROUP = /(?:^|\n)(?:const|var)\s*$/;
const GO_NAME = /[\p{L}_][\p{L}\w]*/gu;

/** The names behind the first one of a value of Go, at the top or in a group there: `var ErrA, ErrB = …`. */
export function findGoNamesBehind(_structure: Structure, line: LineView, from: number): readonly Declarator[] {
  const { masked, inside } = line;
  if (inside === '' ? !/^(?:const|var)\b/.test(masked) : inside !== '(' || !GO_GROUP.test(line.insideHead)) return [];
  const [, first = '', list = ''] = GO_NAMES.exec(masked) ?? [];
  // The statement is that of the first name, which is not around the others.
  return namesIn(list, GO_NAME, from + first.length, from).map((one) => ({ ...one, isOfOuter: true }));
}

const PYTHON_NAMES =
  /^(?:\(\s*)?[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*(?:\s*,\s*[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)+(?=\s*[,)=])/;
const PYTHON_GIVEN = /^[\s,)]*=(?!=)/;
const PYTHON_NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g;

/** The names that one statement of Python gives values at the top: `a, b = 1, 2`. */
export function findPythonNames(_structure: Structure, line: LineView, from: number): readonly Declarator[] {
  const { masked } = line;
  const list = line.inside === '' ? (PYTHON_NAMES.exec(masked)?.[0] ?? '') : '';
  return list !== '' && PYTHON_GIVEN.test(masked.slice(list.length)) ? namesIn(list, PYTHON_NAME, from, from) : [];
}

function namesIn(list: string, pattern: RegExp, at: number, headFrom: number): readonly Declarator[] {
  return [...list.matchAll(pattern)]
    .filter(([name]) => name !== '_')
    .map(({ 0: name, index }) => ({ name, comma: null, nameAt: at + index, isTop: true, kind: 'variable', headFrom }));
}
