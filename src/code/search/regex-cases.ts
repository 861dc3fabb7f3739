import { LOOKS_BACK, SETS_CASE, wideOf } from './regex-readings.ts';
import type { RegexToken } from './regex-tokens.ts';

// Groups with flags of their own (`(?i:…)`) are written out, every character with its other cases. V8 has such groups, but
// 13 and 14 lose matches with them: `/(?i:\p{L}A)/v` finds nothing in a text of two bytes a character, and under the flag
// `v` classes beside them are read wrongly.

/**
 * The pieces of a pattern without flags, to be tried with none; `ignoresCase` says how case counts outside of such groups.
 * Null where a reference back would have to take another case than it refers to, which nothing but a flag can say. Case is
 * folded as Unicode's simple folding has it, and before a class is turned or joined with another one, as ripgrep does.
 */
export function spellGroups(tokens: readonly RegexToken[], ignoresCase: boolean): readonly RegexToken[] | null {
  const known = new Map<string, RegexToken>();
  const scopes = [ignoresCase];
  const spelled: RegexToken[] = [];
  for (const token of tokens) {
    const ignores = scopes.at(-1) ?? ignoresCase;
    const isBorder = token.type === 'other';
    if (isBorder && ignores && LOOKS_BACK.test(token.source)) return null;
    if (isBorder && token.source.startsWith('(')) scopes.push(scopeOf(token.source) ?? ignores);
    if (isBorder && token.source === ')' && scopes.length > 1) scopes.pop();
    spelled.push(ignores ? inAnyCase(token, known) : withoutFlags(token));
  }
  return spelled;
}

function scopeOf(opening: string): boolean | null {
  return SETS_CASE.test(opening) ? opening.startsWith('(?i') : null;
}

function withoutFlags(token: RegexToken): RegexToken {
  return token.type === 'other' && SETS_CASE.test(token.source) ? { type: 'other', source: '(?:' } : token;
}

/** By its source once for all pieces that are the same. */
function inAnyCase(token: RegexToken, known: Map<string, RegexToken>): RegexToken {
  if (!hasCase(token)) return withoutFlags(token);
  const spelled = known.get(token.source) ?? withOtherCases(token);
  known.set(token.source, spelled);
  return spelled;
}

function hasCase({ type, source }: RegexToken): boolean {
  return type === 'other' ? /^\\[pP]\{/.test(source) : type !== 'quantifier';
}

function withOtherCases(token: RegexToken): RegexToken {
  const plain = asClass(token);
  const source = wideOf(plain);
  const [exact, folded] = ['gv', 'giv'].map((flags) => new Set(cased().match(new RegExp(source, flags))));
  const added = without(folded, exact);
  const removed = without(exact, folded);
  if (added === '' && removed === '') return token;
  const isTurned = plain.source.startsWith('[^');
  // Letters mean themselves in every class.
  if (plain.type === 'class' && (isTurned ? added : removed) === '')
    return { type: 'class', source: `${plain.source.slice(0, -1)}${isTurned ? removed : added}]` };
  const left = removed === '' ? source : `[${source}--[${removed}]]`;
  return { type: 'sets', source: `[${left}${added}]` };
}

function without(those: ReadonlySet<string> | undefined, others: ReadonlySet<string> | undefined): string {
  return [...(those ?? [])].filter((one) => others?.has(one) !== true).join('');
}

/** A class of scripts is turned after its other cases were added. */
function asClass(token: RegexToken): RegexToken {
  if (token.type === 'literal') return { type: 'class', source: `[${token.source}]` };
  if (token.type !== 'other') return token;
  const turn = token.source.startsWith('\\P') ? '^' : '';
  return { type: 'class', source: `[${turn}\\p${token.source.slice(2)}]` };
}

/** Every character that has another case, looked for once: none lies beyond the second plane. */
function cased(): string {
  if (allCased !== null) return allCased;
  allCased = '';
  for (let code = 0; code < 0x2_0000; code++) {
    if (code === 0x3400) code = 0xa000; // Ideographs
    if (code === 0xac00) code = 0xf900; // Hangul, surrogates, private use
    const character = String.fromCodePoint(code);
    const hasOther = character.toLowerCase() !== character || character.toUpperCase() !== character;
    if (hasOther) allCased += character;
  }
  return allCased;
}

let allCased: string | null = null;
