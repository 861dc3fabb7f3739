import { after, before } from '../../lex/code-text.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { isField } from '../../search/symbols-of.ts';
import type { CodeFile } from '../code-file.ts';
import { sideOfThis } from '../names/class-sides.ts';
import { scriptBindingFrom } from '../names/local-names.ts';
import { isBehindClass, standsInType } from '../places/type-positions.ts';
import type { Definition, Place } from '../reference.ts';
import { typeOfField } from './field-types.ts';
import { type Case, leadsTo } from './in-reach.ts';
import { typeOfMade, typeOfName } from './receiver-types.ts';

/** Whether a place of a script asks for something of another sort than a declaration: a type, a value, the other side of a class. */
export function isOfOtherScriptSort(one: Case, place: Place, definition: Definition): boolean {
  if (one.file.family !== 'script') return false;
  const { symbol } = definition;
  return (
    isTypePlace(one, place, symbol) ||
    isTypeOfScript(one, place, definition) ||
    isNeverMade(one, place, symbol) ||
    isNeverValue(one, place, symbol) ||
    isOfOtherSide(one, place, definition)
  );
}

/**
 * Whether TypeScript asks for a type, be it behind a module (`t.Import`), where TypeScript declares only a value: a name
 * for both means the one or the other by where it stands. What JavaScript declares may be a class for TypeScript.
 * Source: The TypeScript Handbook, "Declaration Merging", the table of what declares a type and what a value.
 */
function isTypeOfScript({ file, names }: Case, place: Place, { file: path, symbol, container }: Definition): boolean {
  if (container !== null || (symbol.kind !== 'variable' && symbol.kind !== 'function')) return false;
  return (
    isTypeScript(file.path) && isTypeScript(path) && names.around(place.at).length === 0 && isWrittenType(file, place)
  );
}

function isTypeScript(path: string): boolean {
  return /\.[cm]?tsx?$/.test(path);
}

/** By the place, since each declaration of its name asks. */
const writtenTypes = new WeakMap<Place, boolean>();

/** Whether a name stands where TypeScript has a type, with what is before its dots. */
function isWrittenType(file: CodeFile, place: Place): boolean {
  const known = writtenTypes.get(place);
  if (known !== undefined) return known;
  const mask = file.mask();
  const from = place.at - (/[\w$.]+$/.exec(mask.slice(Math.max(0, place.at - PATH_MAX), place.at))?.[0].length ?? 0);
  const ahead = before(mask, from);
  // `<Row />` of JSX stands behind no name, and `f<Row>()` behind one.
  const isTag = mask[ahead] === '<' && !/[\w$)\]]/.test(mask[ahead - 1] ?? '');
  const isWritten = !isTag && standsInType(file, from);
  writtenTypes.set(place, isWritten);
  return isWritten;
}

/** Characters before the last dot of a name. */
const PATH_MAX = 100;

/** Whether a script asks for a type where only a value is declared: types and values have their names apart. */
function isTypePlace({ file: { mask }, names }: Case, { at }: Place, { kind }: FileSymbol): boolean {
  // A list of imports renames by the same word.
  if (names.around(at).length > 0 || (kind !== 'variable' && kind !== 'function')) return false;
  return /\b(?:as|satisfies)\s+$|\b(?:let|const|var)\s+[\w$]+\s*[!?]?:\s*$/.test(
    mask().slice(Math.max(0, at - 80), at),
  );
}

/**
 * Whether a script makes something by the bare name of what makes nothing, or calls what cannot be called: `new Set()`
 * means no interface or field, `t.Import()` no type.
 */
function isNeverMade({ file: { mask } }: Case, { at, path, isCall, isPlain }: Place, symbol: FileSymbol): boolean {
  if (isCall && !isPlain && (symbol.kind === 'interface' || symbol.kind === 'type')) return true;
  if (path.length > 0 || (symbol.kind !== 'interface' && !isField(symbol))) return false;
  return /\bnew\s+$/.test(mask().slice(Math.max(0, at - 20), at));
}

/**
 * Whether a value is asked for where only a type is declared: what a class extends is a value, and so is what stands
 * before a dot, unless it is a namespace. Source: The TypeScript Handbook, "Declaration Merging", the same table.
 */
function isNeverValue({ file }: Case, { at, name }: Place, { kind }: FileSymbol): boolean {
  if (kind !== 'interface' && kind !== 'type') return false;
  const mask = file.mask();
  const next = after(mask, at + name.length);
  if (/^(?:[?!]?\.)(?![.\d])/.test(mask.slice(next, next + 3))) return true;
  return /(?<![\w$.])instanceof\s+$/.test(mask.slice(Math.max(0, at - 40), at)) || isBehindClass(mask, at);
}

/** Whether a member is asked for of what has not got it: a class has none of what is made of it, and the other way round. */
function isOfOtherSide(one: Case, place: Place, definition: Definition): boolean {
  const { side } = definition;
  const [first] = place.path;
  if (side === null || (first === undefined && !place.isOfUnknown)) return false;
  if (place.path.length === 1 && (first === 'this' || first === 'super')) {
    const own = sideOfThis(one.file, place.at);
    return own !== null && own !== side;
  }
  return side === 'static' ? isOfValue(one, place) : isOfClass(one, place, definition);
}

/** Whether what stands before the dot has the type that is written for it, and so is made of a class. */
function isOfValue({ file }: Case, { path, isOfUnknown, at }: Place): boolean {
  const [first = '', second] = path;
  if (isOfUnknown) return path.length === 0 && typeOfMade(file, at) !== null;
  if (path.length === 1) return typeOfName(file, first, at) !== null;
  return path.length === 2 && first === 'this' && typeOfField(file, second ?? '', at) !== null;
}

/** Whether what stands before the dot is the class that declares a member: by its name, in its file or by an import of it. */
function isOfClass(one: Case, { path, at }: Place, definition: Definition): boolean {
  const [first = ''] = path;
  if (path.length !== 1 || first !== definition.container || scriptBindingFrom(one.file, first, at) !== -1)
    return false;
  if (definition.file === one.file.path) return one.names.named(first).length === 0;
  // A default may be something that is made of it and called like it.
  return one.names.named(first).some((name) => name.imported === first && leadsTo(one, name, definition));
}
