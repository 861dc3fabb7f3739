import { findPhpDeclaration } from './declarations-dynamic.ts';
import { PYTHON_SPECIAL } from './declarations-other.ts';
import { findSwiftDeclaration } from './declarations-swift.ts';
import { commasOf } from './declarators.ts';
import type { ScannedLanguage } from './lex-rules.ts';
import { firstAfterBreaks } from './line-ends.ts';
import { isFallback } from './python-fallbacks.ts';
import type { Structure } from './structure.ts';
import type { Declarator, FindDeclaration, LineView } from './symbol.ts';

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
  /^\s*(?:\(\s*)?[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*(?:\s*,\s*[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)+(?=\s*[,)=])/;
const PYTHON_GIVEN = /^[\s,)]*=(?!=)/;
const PYTHON_NAME = /[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*/g;
/** `a = b = c = 0`: the first name, and those behind it. */
const PYTHON_CHAIN =
  /^(\s*[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*\s*=)((?:\s*[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*\s*=(?!=))+)/;

/** The names that one statement of Python gives values outside of functions: `a, b = 1, 2`, `a = b = 1`. */
export function findPythonNames(structure: Structure, line: LineView, from: number): readonly Declarator[] {
  if (line.inside !== '' || (line.insideOf !== null && line.insideOf !== 'class')) return [];
  const names = givenOn(line, from);
  if (line.insideOf === 'class') return names.filter(({ name }) => !PYTHON_SPECIAL.test(name));
  const isUnderCondition = /^\s/.test(line.masked);
  return isUnderCondition ? names.filter(({ nameAt }) => !isFallback(structure, nameAt)) : names;
}

function givenOn({ masked }: LineView, from: number): readonly Declarator[] {
  const [, first = '', chain = ''] = PYTHON_CHAIN.exec(masked) ?? [];
  if (chain !== '') return namesIn(chain, PYTHON_NAME, from + first.length, from);
  const list = PYTHON_NAMES.exec(masked)?.[0] ?? '';
  return list !== '' && PYTHON_GIVEN.test(masked.slice(list.length)) ? namesIn(list, PYTHON_NAME, from, from) : [];
}

/** The names behind the first one of a `let` or `var` of Swift: `let a, b: Int`. */
export function findSwiftNamesBehind(structure: Structure, line: LineView, from: number): readonly Declarator[] {
  return namesBehind(structure, line, from, SWIFT_LISTING);
}

/** The names behind the first one of constants or properties of PHP: `public $a, $b;`. */
export function findPhpNamesBehind(structure: Structure, line: LineView, from: number): readonly Declarator[] {
  return namesBehind(structure, line, from, PHP_LISTING);
}

interface Listing {
  readonly language: ScannedLanguage;
  /** What a line has that declares such names. */
  readonly word: RegExp;
  readonly find: FindDeclaration;
  /** A name behind a comma, and that something of a declaration follows it. */
  readonly name: RegExp;
}

const SWIFT_LISTING: Listing = {
  language: 'swift',
  word: /\b(?:let|var)\s/,
  find: findSwiftDeclaration,
  name: /`?([\w\u0080-\uffff]+)`?[ \t\r]*(?=[:=,;}]|$)/my,
};
const PHP_LISTING: Listing = {
  language: 'php',
  word: /\$|\bconst\s/i,
  find: findPhpDeclaration,
  name: /\$?([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)[ \t\r\n]*(?=[=,;])/y,
};

/** Names of one statement, and its characters outside of brackets; what has more is data. */
const NAMES_MAX = 100;
const CHARACTERS_MAX = 1_000;

/** A name on the line of the first one is told by the whole statement, one on a later line by itself. */
function namesBehind(
  structure: Structure,
  line: LineView,
  from: number,
  { language, word, find, name: pattern }: Listing,
): readonly Declarator[] {
  const { masked } = line;
  const first = word.test(masked) ? find(line) : null;
  if (first?.kind !== 'variable') return [];
  const commas = commasOf(structure, from + first.nameAt + first.name.length, language, CHARACTERS_MAX);
  return commas.slice(0, NAMES_MAX).flatMap((comma, index) => {
    const start = firstAfterBreaks(structure.mask, comma + 1);
    pattern.lastIndex = start;
    const [whole = '', name] = pattern.exec(structure.mask) ?? [];
    if (name === undefined) return [];
    const isBeside = start < from + masked.length;
    const until = isBeside ? undefined : commas[index + 1];
    const own = { headFrom: isBeside ? from : start, ...(until === undefined ? {} : { until }) };
    const nameAt = start + whole.indexOf(name);
    return [{ name, comma: null, nameAt, isTop: true, kind: 'variable', isOfOuter: true, ...own }];
  });
}

function namesIn(list: string, pattern: RegExp, at: number, headFrom: number): readonly Declarator[] {
  return [...list.matchAll(pattern)]
    .filter(([name]) => name !== '_')
    .map(({ 0: name, index }) => ({ name, comma: null, nameAt: at + index, isTop: true, kind: 'variable', headFrom }));
}
