import { PARAMETER_PROBE_CHARACTERS, parametersAt } from './parameters.ts';
import type { Listed } from './scan-lines.ts';
import { afterSpaces } from './statement-head.ts';
import type { Structure } from './structure.ts';
import type { Declaration, Declarator, LineView } from './symbol.ts';

const NAME = '[A-Za-z_$\\u0080-\\uffff][\\w$\\u0080-\\uffff]*';
const DECORATORS = '(?:@[\\w$.]+(?:\\([^()]{0,200}\\))?\\s+)*';
const MODIFIERS = '(?:(?:public|private|protected|static|abstract|override|readonly|declare|accessor)\\s+)*';
/** A field with its type, its value, or only what ends it. */
const FIELD = new RegExp(`^(\\s*${DECORATORS}${MODIFIERS})(#?${NAME})\\s*(?:[?!]\\s*)?(?=:|=(?![=>])|;|$)`);
/** Words that a colon may stand behind in what is no field of a class; in an interface stands no statement. */
const NO_FIELD: ReadonlySet<string> = new Set(['case', 'default', 'new', 'return', 'throw', 'yield', 'await']);

/** A field of a class, or a property that an interface asks for, whose value is no function: those are methods. */
export function findScriptField(line: LineView): Declaration | null {
  const isMember = line.inside === '{' && (line.insideOf === 'class' || line.insideOf === 'interface');
  const match = isMember ? FIELD.exec(line.masked.trimEnd()) : null;
  const [whole = '', before = '', name = ''] = match ?? [];
  if (match === null || isNoField(line, name) || line.isCarriedOn || line.isInHead) return null;
  if (isDefaultOfType(line, whole.length)) return null;
  // A name alone may be the end of a longer statement, unless a word or sign says what it is.
  const isAlone = !/[:=;]/.test(line.masked[whole.length] ?? '');
  if (isAlone && before.trim() === '' && !name.startsWith('#')) return null;
  return { name, kind: 'variable', nameAt: before.length, body: 'statement' };
}

function isNoField({ insideOf }: LineView, name: string): boolean {
  return NO_FIELD.has(name) && insideOf !== 'interface';
}

/**
 * Whether what stands here, as `T = any,`, is in a list of type parameters: a property that an interface asks for has no
 * value, and no comma ends a member of a class. Source: TypeScript's grammar, "TypeMember" and "ClassElement".
 */
export function isDefaultOfType({ insideOf, masked, follows }: LineView, nameEnd: number): boolean {
  return insideOf === 'interface' ? masked[nameEnd] === '=' : follows === ',';
}

const CONSTRUCTOR = /constructor[ \t]*(?=\()/y;
const PROPERTY = new RegExp(
  `^\\s*${DECORATORS}(?:(?:public|private|protected|readonly|override)\\s+)+(${NAME})\\s*(?:[?:=]|$)`,
);

/** The fields that the parameters of a constructor declare by a word before them. */
export function parameterFields(structure: Structure, { kind, nameAt }: Listed): readonly Declarator[] {
  const { mask } = structure;
  CONSTRUCTOR.lastIndex = nameAt;
  if (kind !== 'method' || !CONSTRUCTOR.test(mask)) return [];
  const open = CONSTRUCTOR.lastIndex;
  return parametersAt(structure, open).flatMap(({ from, to }) => {
    const match = PROPERTY.exec(mask.slice(from, Math.min(to, from + PARAMETER_PROBE_CHARACTERS)));
    const name = match?.[1];
    if (match == null || name === undefined) return [];
    const comma = from === open + 1 ? null : from - 1;
    const place = from + match[0].lastIndexOf(name);
    const headFrom = afterSpaces(mask, from);
    return [{ name, comma, nameAt: place, isTop: true, kind: 'variable', headFrom, until: to, isOfOuter: true }];
  });
}
