import type { CodeFile } from '../code-file.ts';
import { annotationOfKey, chosenByLabel } from '../places/java-keys.ts';
import { type JavaSort, javaSorts } from '../places/java-sorts.ts';
import { argumentCount, takenBy } from '../places/typed-parameters.ts';
import type { Definition, Place } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import { isConstructor } from './constructors.ts';
import { typeOfField } from './field-types.ts';
import { type Finding, sameFile } from './findings.ts';
import { type Case, isReached, isShared } from './in-reach.ts';
import { judgeOfType } from './judge-member.ts';
import { typeOfName } from './receiver-types.ts';

/** Whether a place of Java asks for another sort of thing than a declaration of Java is: types, methods and variables are apart. */
export function isOfOtherJavaSort({ file }: Case, place: Place, definition: Definition): boolean {
  if (file.scanner !== 'java' || !definition.file.endsWith('.java')) return false;
  const own = sortsOf(definition);
  if (own.length === 0) return false;
  const asked = javaSorts(file, place);
  return !own.some((sort) => asked.includes(sort)) || (own.includes('method') && !mayTake(file, place, definition));
}

/** Whether a method may be called with as many values as stand in the brackets behind a place, if they do. */
function mayTake(file: CodeFile, place: Place, { symbol, isComponent }: Definition): boolean {
  const given = isComponent ? null : argumentCount(file, place);
  const taken = given === null ? null : takenBy(symbol);
  if (given === null || taken === null) return true;
  return taken.isAny ? given >= taken.types.length - 1 : given === taken.types.length;
}

const METHODS: ReadonlySet<Definition['symbol']['kind']> = new Set(['method', 'function', 'test']);

/** None where it is not known; constructors are called by the names of their types. */
function sortsOf(definition: Definition): readonly JavaSort[] {
  const { family, symbol, isComponent } = definition;
  if (isType(family, symbol)) return ['type'];
  if (symbol.kind === 'variable') return isComponent ? ['value', 'method'] : ['value'];
  if (isConstructor(definition)) return [];
  return METHODS.has(symbol.kind) ? ['method'] : [];
}

/**
 * What the label of a `switch` means: a constant of the enum that is chosen by, whatever is in scope by that name; and the
 * element of an annotation that is given a value. Null for all else.
 */
export function judgeLabel(one: Case, place: Place, own: readonly Definition[]): Finding {
  if (one.file.scanner !== 'java') return null;
  const annotation = annotationOfKey(one.file, place);
  if (annotation !== null) return judgeOfType(one, { type: annotation, at: place.at }, own);
  const constants = own.filter(isEnumConstant);
  const chosen = constants.length === 0 ? null : chosenByLabel(one.file, place);
  if (chosen === null) return null;
  const type = typeOfChosen(one, chosen, place.at);
  const known = type === null ? null : judgeOfType(one, { type, at: place.at }, constants);
  if (known !== null && known !== 'unclear') return known;
  // Without a rival it is the only enum of the project that has such a constant.
  const isOnly = type === null && sameFile(own) && constants.length === own.length;
  const reached = isOnly
    ? constants.filter((it) => isShared(one, it) || isReached(one, it) || it.file === one.file.path)
    : [];
  return reached.length > 0 ? { evidence: 'import', meant: reached } : 'unclear';
}

/** The type that is written for what a `switch` chooses by: a variable or field; null when it is more than that. */
function typeOfChosen({ file }: Case, chosen: string, at: number): string | null {
  const [, self, name] = /^(this\s*\.\s*)?([\p{L}_$][\p{L}\p{N}_$]*)$/u.exec(chosen) ?? [];
  if (name === undefined) return null;
  return self === undefined ? typeOfName(file, name, at) : typeOfField(file, name, at);
}

/** Of an enum's constants the text begins with their names, of fields with their types. */
function isEnumConstant({ file, symbol }: Definition): boolean {
  if (symbol.kind !== 'variable' || !file.endsWith('.java')) return false;
  const text = symbol.signature.replace(/^(?:@\S+\s+)+/, '');
  return text.startsWith(symbol.name) && !/^(?:[\w$<.[]|\s+[\w$])/.test(text.slice(symbol.name.length));
}
