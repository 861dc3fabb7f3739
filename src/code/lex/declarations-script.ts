import { furtherDeclarators } from './declarators.ts';
import { type Assigned, furtherAssigned, readAssigned } from './script-assigned.ts';
import { isDefaultOfType } from './script-fields.ts';
import { findMethod } from './script-methods.ts';
import { methodsGivenOut, methodsOfPrototype } from './script-objects.ts';
import { definedProperties, findDefined } from './script-properties.ts';
import { valueKind } from './script-value.ts';
import type { Structure } from './structure.ts';
import type { Declaration, Declarator, FindDeclaration, LineView, SymbolKind } from './symbol.ts';

/**
 * A name as far as it matters here: everything beyond ASCII counts as a letter. What is no name there is refused by the
 * compiler of the code, not by us.
 */
const NAME = '[\\w$\\u0080-\\uffff]+';
/**
 * The patterns below are tried on one line of the mask, at most 400 characters: no repeat in them is nested in another
 * without a character that parts the two, so that a hostile line costs little more than an honest one.
 */
const EXPORT = '(?:export\\s+)?(?:default\\s+)?(?:declare\\s+)?';
const FUNCTION = new RegExp(`^\\s*${EXPORT}(?:async\\s+)?function\\b\\s*(?:\\*\\s*)?(?:(${NAME})\\s*)?[(<]`);
const CLASS = new RegExp(`^\\s*${EXPORT}(?:abstract\\s+)?(class|interface)\\s+(?!extends\\b|implements\\b)(${NAME})`);
/** Nameless exports are called `default`, which is the name that they are imported by. */
const NAMELESS_CLASS = /^\s*export\s+default\s+(?:abstract\s+)?class\b/;
const TYPE = new RegExp(`^\\s*${EXPORT}type\\s+(${NAME})\\s*(?:<|=(?!=))`);
const ENUM = new RegExp(`^\\s*${EXPORT}(?:const\\s+)?enum\\s+(${NAME})`);
const MODULE = new RegExp(`^\\s*${EXPORT}(?:namespace|module)\\s+(${NAME}(?:\\.${NAME})*)\\s*\\{`);
const VARIABLE = new RegExp(`^\\s*${EXPORT}(?:const|let|var)\\s+(${NAME})\\s*(?=[:=;,!]|$)`);
const KEYWORD = /^\s*(?:export\s+)?(?:declare\s+)?(?:const|let|var)(?=[\s{[]|$)/;
/** Ends with the word, as `VARIABLE` ends with the name: what the value is, `valueKind` tells from there on. */
const DEFAULT = /^\s*export\s+(default)(?=\s+(?:async\s*)?(?:\(|[\w$]+\s*=>))/;
/**
 * A field that is given a value which may be a function: `handle = async () => {`. Whether it is one, `valueKind`
 * tells.
 */
const FIELD = new RegExp(
  `^\\s*(?:(?:public|private|protected|static|override|readonly|declare)\\s+)*(#?${NAME})\\s*(?:[?!]\\s*)?(?::[^=;]{1,200})?=\\s*(?=async\\b|function\\b|\\(|<|${NAME}\\s*=>)`,
);
/**
 * The title follows as a literal: it is cut out of the original, since the mask has only fillers for it. Of words between
 * only those that runners know: `context.token('{')` is a call of anything.
 */
const TEST =
  /^\s*(?:describe|it|test|suite|context|bench)(?:\.(?:only|skip|todo|each|concurrent|sequential|serial|parallel|fails|failing|fail|fixme|slow|shuffle|cb|macro|always|describe|step|add|addTest)){0,3}\s*\(\s*(["'`])/;
/**
 * Declarations of TypeScript and JavaScript, JSX included. Inside of a class or interface only members count.
 * Elsewhere, statements; inside of parentheses and brackets, where no statement can stand, only tests.
 */
export const findScriptDeclaration: FindDeclaration = (line) => {
  if (line.insideOf === 'class' && line.inside === '{') return member(line);
  if (line.insideOf === 'interface' && line.inside === '{') return findMethod(line);
  const isStatement = line.inside !== '(' && line.inside !== '[';
  return (
    (isStatement
      ? (keyword(line) ?? variable(line) ?? assigned(line, 0) ?? (isTop(line) ? findDefined(line) : null))
      : null) ?? testCase(line)
  );
};

/** What begins with a word of the language; these need no look at the next lines. */
function keyword({ masked }: LineView): Declaration | null {
  return functionKeyword(masked) ?? classKeyword(masked) ?? typeKeyword(masked);
}

/**
 * The place of a name is looked for behind the keyword, here and below: in `function f` the letter stands in the
 * keyword, too.
 */
function functionKeyword(masked: string): Declaration | null {
  const match = FUNCTION.exec(masked);
  if (!match) return null;
  const name = match[1] ?? (masked.includes('default') ? 'default' : null);
  return name ? named(masked, name, 'function', match[1] ? masked.indexOf('function') + 8 : 0) : null;
}

function classKeyword(masked: string): Declaration | null {
  const match = CLASS.exec(masked);
  if (match)
    return named(
      masked,
      match[2] ?? '',
      match[1] === 'class' ? 'class' : 'interface',
      masked.search(/(?:class|interface)\s/) + 5,
    );
  return NAMELESS_CLASS.test(masked) ? named(masked, 'default', 'class') : null;
}

function typeKeyword(masked: string): Declaration | null {
  const type = TYPE.exec(masked)?.[1];
  if (type) return { ...named(masked, type, 'type', masked.search(/type\s/) + 4), body: 'statement' };
  const enumeration = ENUM.exec(masked)?.[1];
  if (enumeration) return named(masked, enumeration, 'enum', masked.search(/enum\s/) + 4);
  const module = MODULE.exec(masked)?.[1];
  return module ? named(masked, module, 'module', masked.search(/(?:namespace|module)\s/) + 6) : null;
}

// Variables count at the top level and in modules; what holds a function counts everywhere.
function variable(line: LineView): Declaration | null {
  if (isTypeParameter(line)) return null;
  const match = VARIABLE.exec(line.masked) ?? DEFAULT.exec(line.masked);
  if (!match) return null;
  const name = match[1] ?? '';
  const kind = valueKind(line.ahead.slice(match[0].length));
  if (kind === 'variable' && (name === 'default' || !isTop(line))) return null;
  return { name, kind: name === 'default' ? 'function' : kind, nameAt: match[0].lastIndexOf(name), body: 'statement' };
}

/** `const T` in a list of type parameters. Source: TypeScript 5.0, "const Type Parameters". */
function isTypeParameter({ masked, follows }: LineView): boolean {
  return /^\s*const\b/.test(masked) && (follows === '<' || follows === ',');
}

/** Whether a line stands where plain values are listed: at the top, in a namespace, `declare module '…' {` or `global {`. */
function isTop({ inside, insideOf, insideHead }: LineView): boolean {
  return inside === '' || insideOf === 'module' || (inside === '{' && /(?:["']|\bglobal)\s*$/.test(insideHead));
}

/** `app.use = function` and `exports.x = () =>`: how older code declares, with what a module is said to give out. */
function assigned(line: LineView, from: number): Declaration | null {
  const target = readAssigned(line, from);
  if (target === null) return null;
  const kind = valueKind(`= ${line.ahead.slice(target.valueAt)}`);
  if (kind === 'variable' && !(isTop(line) && target.isGivenOut)) return null;
  return declared(target, kind);
}

function declared({ name, nameAt, owner, isPassedOn, inner }: Assigned, kind: SymbolKind): Declaration {
  // What the whole module is has the name that it is declared by.
  if (inner !== null && kind !== 'variable') return { ...inner, kind, body: 'statement' };
  const more = { ...(owner === '' ? {} : { owner }), ...(isPassedOn ? { isLeaf: true } : {}) };
  return { name, kind, nameAt, body: 'statement', ...more };
}

/** The names of the statement that begins with a line, but for the first one where that stands on the line, too. */
export function findScriptDeclarators(structure: Structure, line: LineView, from: number): readonly Declarator[] {
  // The head of a loop may stand there.
  const keyword = line.inside === '(' || line.inside === '[' ? null : KEYWORD.exec(line.masked);
  if (keyword && isTypeParameter(line)) return [];
  if (keyword)
    return furtherDeclarators(structure, { from, behindKeyword: from + keyword[0].length, isTop: isTop(line) });
  if (line.inside === '(' || line.inside === '[') return [];
  const atTop = isTop(line)
    ? [...methodsGivenOut(structure, line, from), ...definedProperties(structure, line, from)]
    : [];
  const listed = atTop.length > 0 ? atTop : methodsOfPrototype(structure, line, from);
  return listed.length > 0 ? listed : furtherAssigned(line, from);
}

/** What such a name declares, `nameAt` its offset on its line. */
export function readScriptDeclarator(
  { name, comma, isTop }: Declarator,
  nameAt: number,
  line: LineView,
): Declaration | null {
  if (comma === null && /\.\s*$/.test(line.masked.slice(0, nameAt))) return assigned(line, nameAt);
  const kind = valueKind(line.ahead.slice(nameAt + name.length));
  return kind !== 'variable' || isTop ? { name, kind, nameAt, body: 'statement' } : null;
}

/**
 * A member of a class: a field with a function in it is a method to whoever looks for it; other fields have a rule of
 * their own.
 */
function member(line: LineView): Declaration | null {
  const field = FIELD.exec(line.masked);
  if (field) {
    const kind = isDefaultOfType(line, 0) ? null : valueKind(line.ahead.slice(field[0].lastIndexOf('=')));
    return kind === 'function' ? { ...named(line.masked, field[1] ?? '', 'method'), body: 'statement' } : null;
  }
  return findMethod(line);
}

/**
 * A test or group of tests, named by its title, of which the first 80 characters are enough to find it by. One whose
 * title is no literal has nothing to be named by.
 */
function testCase({ masked, ahead, aheadOriginal }: LineView): Declaration | null {
  const match = TEST.exec(masked);
  if (!match) return null;
  const from = match[0].length;
  const to = ahead.indexOf(match[1] ?? '', from);
  const title = aheadOriginal
    .slice(from, to === -1 ? from + 80 : Math.min(to, from + 80))
    .replace(/\s+/g, ' ')
    .trim();
  return title === '' ? null : { name: title, kind: 'test', nameAt: from, body: 'statement' };
}

/** A declaration with the place of its name, looked for from `from` on. */
function named(masked: string, name: string, kind: SymbolKind, from = 0): Declaration {
  return { name, kind, nameAt: Math.max(0, masked.indexOf(name, from)) };
}
