import { isGlobalOfLanguage } from '../../../lex/builtin-names.ts';
import type { ScannedLanguage } from '../../../lex/lex-rules.ts';
import { isNameCode } from '../../../lex/masking.ts';
import type { UseForm } from './packed-uses.ts';

/** What the imports of a file say. */
export interface Imports {
  /** Null for a language without a scanner. */
  readonly scanner: ScannedLanguage | null;
  /** Names that they bring into the file. */
  readonly names: ReadonlySet<string>;
  /** All words of their statements, those of paths with them. */
  readonly words: ReadonlySet<string>;
  /** Whether a name that stands alone is a word of the language there. */
  isWord(at: number, name: string): boolean;
}

/** One name of a file's code. */
interface Place {
  readonly mask: string;
  readonly at: number;
  readonly name: string;
  readonly imports: Imports;
}

/** Receivers that stand for what the code is part of. */
const OWN = /^(?:this|self|Self|cls|super|base|parent|static|\$this)$/;
/** Longer receivers are none. */
const RECEIVER_CHARACTERS_MAX = 80;

/** A use of a name. */
export interface NameUse {
  readonly form: UseForm;
  /** The name that stands before it; empty where there is none. */
  readonly receiver: string;
}

/**
 * What a name is counted under, for which a place and a declaration agree: Rust calls macros with a mark behind, and
 * nothing else. Source: The Rust Reference, "Macro Invocation".
 */
export function countedAs(name: string, isMacro: boolean): string {
  return isMacro ? `${name}!` : name;
}

/** Whether a name that ends at an offset is that of a macro which Rust calls there. */
export function isMacroCall(mask: string, end: number, { scanner }: Imports): boolean {
  return scanner === 'rust' && mask[end] === '!' && mask[end + 1] !== '=';
}

/** How a name is used; null where it is the language's own, which no import of the file takes from it. */
export function readUse({ mask, at, name, imports }: Place): NameUse | null {
  const end = receiverEnd(mask, at);
  if (end === null) {
    if (imports.isWord(at, name)) return null;
    const isBuiltin = imports.scanner !== null && isGlobalOfLanguage(imports.scanner, name);
    return isBuiltin && !imports.names.has(name) ? null : { form: 'free', receiver: '' };
  }
  const start = receiverStart(mask, end);
  const receiver = mask.slice(start, end);
  return { form: formBehind({ mask, start, end, receiver }, imports), receiver };
}

interface Receiver {
  readonly mask: string;
  readonly start: number;
  readonly end: number;
  readonly receiver: string;
}

function formBehind({ mask, start, end, receiver }: Receiver, imports: Imports): UseForm {
  if (receiver === '') return 'member';
  if (OWN.test(receiver)) return 'own';
  if (isBehindValue(mask, start)) return 'member';
  return showsWhose(receiver, mask[end] === ':', imports) ? 'qualified' : 'member';
}

/** Whether a receiver is a module or a type, not a value. */
function showsWhose(receiver: string, isPath: boolean, { scanner, names }: Imports): boolean {
  if (names.has(receiver)) return true;
  if (scanner === null || isGlobalOfLanguage(scanner, receiver)) return false;
  // Of Go what begins with a capital is a field as well; its packages are all imported.
  return isPath || (scanner !== 'go' && /^\p{Lu}/u.test(receiver));
}

/** Where the receiver ends behind which a name stands; null for a name that stands by itself. */
function receiverEnd(mask: string, at: number): number | null {
  const last = mask[at - 1];
  if (last === '.') {
    // `...rest` and `0..end`
    if (mask[at - 2] === '.') return null;
    return '?!&'.includes(mask[at - 2] ?? '.') ? at - 2 : at - 1;
  }
  if (last === '>' && mask[at - 2] === '-') return at - 2;
  return last === ':' && mask[at - 2] === ':' ? at - 2 : null;
}

function receiverStart(mask: string, end: number): number {
  let start = end;
  while (start > 0 && end - start < RECEIVER_CHARACTERS_MAX && isNameCode(mask.charCodeAt(start - 1))) start--;
  return start;
}

/** `a.b.name`: whatever b is, it is one of a's. Paths of modules go on with two colons, or are types. */
function isBehindValue(mask: string, start: number): boolean {
  return mask[start - 1] === '.' && !/\p{Lu}/u.test(mask[start] ?? '');
}
