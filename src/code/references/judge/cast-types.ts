import { before } from '../../lex/code-text.ts';
import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import type { CodeFile } from '../code-file.ts';
import { separatorBefore } from '../places/path-before.ts';
import { typeOfGoValue } from './go-values.ts';

/** Characters in the brackets of a cast that are looked at. */
const CAST_MAX = 300;
/** A type with what is before its dots, and what it is made with. */
const TYPE = '((?:\\w{1,80}\\.){0,8}[A-Z]\\w{0,80})(?:<[\\w\\s.,<>?&]{0,120}>)?';
/** What is given the type: names, and one call at the end. */
const VALUE = '[\\w.]{1,120}(?:\\([^()]{0,120}\\))?';

/** `((Type) value)`. Sources: The Java Language Specification, "Cast Expressions"; C#, the same. */
const BEFORE_VALUE = new RegExp(`^\\s*\\(\\s*${TYPE}\\s*\\)\\s*${VALUE}\\s*$`);
/** `(value as Type)`. Sources: Kotlin, "Type checks and casts"; C#, "The as operator". */
const BEHIND_VALUE = new RegExp(`^\\s*${VALUE}\\s+as\\??\\s+${TYPE}\\s*$`);

const FORMS: Readonly<Partial<Record<ScannedLanguage, readonly RegExp[]>>> = {
  java: [BEFORE_VALUE],
  csharp: [BEFORE_VALUE, BEHIND_VALUE],
  kotlin: [BEHIND_VALUE],
};

/**
 * The name of the type that the brackets right before the dot of a name say their value has, which may be of one that derives
 * from it; null when they say none. Of Go with its package, and of what is made there as well.
 */
export function typeOfCast(file: CodeFile, at: number): string | null {
  if (file.family === 'go') return typeOfGoValue(file, at);
  const forms = FORMS[file.scanner];
  const mask = file.mask();
  const dot = forms === undefined ? -1 : separatorBefore(file, at);
  const close = dot === -1 ? -1 : before(mask, dot);
  const open = mask[close] === ')' ? file.structure().openOf(close) : -1;
  // Behind a name brackets hold what is given to a call.
  if (forms === undefined || open === -1 || close - open > CAST_MAX || isCalled(file, open)) return null;
  const within = mask.slice(open + 1, close);
  for (const form of forms) {
    const type = form.exec(within)?.[1];
    if (type !== undefined) return type;
  }
  return null;
}

/** What brackets follow that hold what is given to a call. */
const CALLED = /[\w$)\]>]\s*$/;
/** Words that brackets with a value may follow. */
const WORD = /(?<!\w)(?:return|throw|yield|else|case|await|in|is|not|and|or|when)\s*$/;

/** Whether brackets call what is before them; of Kotlin no line begins with those of a call. */
function isCalled({ scanner, mask }: CodeFile, open: number): boolean {
  const near = mask().slice(Math.max(0, open - 20), open);
  const ahead = scanner === 'kotlin' ? (near.split('\n').at(-1) ?? '') : near;
  return CALLED.test(ahead) && !WORD.test(ahead);
}
