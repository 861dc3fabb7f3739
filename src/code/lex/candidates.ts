import type { ScannedLanguage } from './lex-rules.ts';
import { isNameCode } from './masking.ts';
import type { Scan } from './scan-state.ts';
import type { Group, Head } from './statement-head.ts';

/** A name before a pair of parentheses. */
export interface Candidate {
  readonly name: string;
  readonly nameAt: number;
  /** Names before it with `::` or `.`, from the outside in. */
  readonly owners: readonly string[];
  /** Where its whole name begins, owners included. */
  readonly from: number;
  readonly group: Group;
}

/** Words of C before a parenthesis that name nothing, with those of its compilers. Source: ISO C23, 6.4.1. */
const C_WORDS =
  'if for while do switch return else case goto sizeof alignof alignas typeof typeof_unqual static_assert asm __asm__ ' +
  '__attribute__ __attribute __declspec __typeof__ _Alignas _Static_assert defined void int char bool unsigned signed ' +
  'long short float double const static struct';

/**
 * The same of each language: what one keeps for itself is a name in another, as the `lock()` and `when()` of Java.
 * Sources: C++23, [lex.key]; JLS §3.9; C# language specification, "Keywords" and "Contextual keywords".
 */
const NO_NAMES: Readonly<Partial<Record<ScannedLanguage, ReadonlySet<string>>>> = {
  c: words(C_WORDS),
  cpp: words(`${C_WORDS} new delete try catch throw using decltype noexcept explicit requires this`),
  java: words(
    'if for while do switch return catch else case goto new throw try assert void int char float double long short ' +
      'const static synchronized this super',
  ),
  csharp: words(
    'if for foreach while do switch return catch else case goto new throw try using lock fixed await yield sizeof typeof ' +
      'nameof default checked unchecked void int char bool float double long short const static struct when where base this',
  ),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

/** How far back a name and its owners are looked for. */
const NAME_CHARACTERS_MAX = 200;

const OPERATOR = /\boperator(?:\s*\[\s*\]|\s*""\s*\w+|\s*[^\w\s("]{1,3}|\s+\w[\w\s:*&<>,.?]{0,80})\s*$/;

/** The names before the parentheses of a head, in their order; `parts` are the characters between an owner and a name. */
export function candidatesOf(scan: Scan, head: Head, parts: '::' | '.'): readonly Candidate[] {
  const { mask } = scan.structure;
  const noNames = NO_NAMES[scan.language];
  const found: Candidate[] = [];
  for (let index = 0; index < head.groups.length; index += 1) {
    const group = head.groups[index];
    if (group === undefined || (head.colonAt !== -1 && group.open > head.colonAt)) break;
    const next = head.groups[index + 1];
    const candidate = candidateAt(mask, head.declarationFrom, group, parts);
    if (candidate === null) continue;
    if (candidate.name === 'operator' && next !== undefined) {
      found.push({ ...candidate, name: 'operator()', group: next });
      index += 1;
    } else if (noNames?.has(candidate.name) !== true) found.push(candidate);
  }
  return found;
}

/** Whether what stands between parentheses are values and so no parameters: one of them is a number or a text. */
export function holdsValues(inside: string): boolean {
  return /(?:^|,)\s*["'\d]/.test(inside);
}

function candidateAt(mask: string, from: number, group: Group, parts: '::' | '.'): Candidate | null {
  const start = Math.max(from, group.nameEnd - NAME_CHARACTERS_MAX);
  const before = mask.slice(start, group.nameEnd);
  const operator = before.includes('operator') ? OPERATOR.exec(before) : null;
  const nameAt = operator?.index ?? lastNameAt(before);
  // `@Name(…)` is an annotation.
  if (nameAt === -1 || before[nameAt - 1] === '@') return null;
  const { owners, at } = ownersBefore(before, nameAt, parts);
  const text = before.slice(nameAt).trim();
  return {
    name: operator === null ? text.replace(/\s+/g, '') : operatorName(text),
    nameAt: start + nameAt,
    owners,
    from: start + at,
    group,
  };
}

/** Where the name begins that a text ends with, the `~` of a destructor included; -1 when it ends with none. */
function lastNameAt(text: string): number {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) <= 0x20) end -= 1;
  let at = end;
  while (at > 0 && (isNameCode(text.charCodeAt(at - 1)) || text[at - 1] === '$')) at -= 1;
  if (at === end || /\d/.test(text[at] ?? '')) return -1;
  const before = text.slice(0, at).trimEnd();
  return before.endsWith('~') ? before.length - 1 : at;
}

/** Names of operators are written without blanks, those of conversions with one. */
function operatorName(text: string): string {
  const what = text.slice('operator'.length).trim();
  return /^\w/.test(what) ? `operator ${what.replace(/\s+/g, ' ')}` : `operator${what.replace(/\s+/g, '')}`;
}

/** Owners directly before an offset: `a::B<T>::`, at most five. */
function ownersBefore(text: string, from: number, parts: '::' | '.'): { owners: readonly string[]; at: number } {
  const owners: string[] = [];
  let at = from;
  for (let steps = 0; steps < 5; steps += 1) {
    const head = text.slice(0, at).trimEnd();
    if (!head.endsWith(parts)) break;
    const end = beforeAngles(head.slice(0, -parts.length).trimEnd());
    const name = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*$/.exec(end)?.[0];
    if (name === undefined) break;
    owners.unshift(name);
    at = end.length - name.length;
  }
  return { owners, at };
}

/** The text without type arguments at its end. */
function beforeAngles(text: string): string {
  if (!text.endsWith('>')) return text;
  let depth = 0;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] === '>') depth += 1;
    else if (text[at] === '<') depth -= 1;
    if (depth === 0) return text.slice(0, at).trimEnd();
  }
  return text;
}
