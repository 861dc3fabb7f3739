import { wordBefore } from '../../lex/code-text.ts';
import type { CodeFile } from '../code-file.ts';
import { bindingAround } from '../names/binding-places.ts';
import { offsetOf } from '../names/declarations.ts';
import { importedNames } from '../names/import-names.ts';
import { fieldOf } from '../names/struct-fields.ts';
import type { Definition, Place } from '../reference.ts';
import type { TypeBody } from '../types/types-around.ts';
import { type Case, isShared, leadsTo } from './in-reach.ts';
import { typeOfName } from './receiver-types.ts';

/** A type as a field of Go is written to have it, and what the file knows that writes it. */
export interface FieldType {
  readonly there: Case;
  readonly type: string;
  readonly at: number;
}

/** Structs that one name may mean: one for each system that a package is built for. */
const STRUCTS_MAX = 20;
/** Types of one name in all packages. */
const TYPES_MAX = 400;
/** Behind the name of a field: others of the same type, and the type or a pointer to it. */
const FIELD_TYPE = /^(?:\s{0,20},\s{0,20}\w{1,80}){0,20}[ \t]+\*?((?:\w{1,80}\.)?[A-Za-z]\w{0,80})[ \t]*(?=[\n`}]|$)/;

/**
 * The type of `value.field` of Go, where the types of both are written: of the value around the place, of the field in its
 * struct. Null where that is not known, or several structs may be meant.
 */
export function typeOfGoField(one: Case, { path, at }: Place): FieldType | null {
  const [first = '', field = ''] = path;
  if (one.file.family !== 'go' || path.length !== 2) return null;
  const holder = typeOfName(one.file, first, at);
  const found = holder === null ? [] : structsOf(one, holder).map((struct) => fieldIn(one, struct, field));
  const [type, ...others] = found;
  return type !== undefined && type !== null && others.every((other) => other?.type === type.type) ? type : null;
}

/** The structs that a type's name may mean, with its package or without. */
function structsOf(one: Case, written: string): readonly TypeBody[] {
  const [name = '', from] = written.split('.').toReversed();
  const all = one.types.named.get(name) ?? [];
  if (all.length > TYPES_MAX) return [];
  const isMeant = (definition: Definition): boolean =>
    from === undefined
      ? isShared(one, definition)
      : one.names.named(from).some((imported) => leadsTo(one, imported, definition));
  const meant = all.filter(isMeant);
  return meant.length > STRUCTS_MAX
    ? []
    : meant.flatMap(({ file, symbol }) => one.types.bodies.get(`${file}\0${symbol.path}`) ?? []);
}

/** Types that are written for fields, found once for all places that ask for one; null where none is. */
const written = new WeakMap<TypeBody, Map<string, Pick<FieldType, 'type' | 'at'> | null>>();

function fieldIn(one: Case, struct: TypeBody, name: string): FieldType | null {
  const byName = written.get(struct) ?? new Map<string, Pick<FieldType, 'type' | 'at'> | null>();
  written.set(struct, byName);
  const before = byName.get(name);
  const field = before === undefined ? readField(struct, name) : before;
  byName.set(name, field);
  const { file } = struct;
  return field && { ...field, there: { ...one, file, names: importedNames(file), hidden: () => false } };
}

/** Characters behind a field's name that are read for its type. */
const TYPE_MAX = 300;

function readField({ file, key }: TypeBody, name: string): Pick<FieldType, 'type' | 'at'> | null {
  const symbol = file.symbols().find(({ path }) => `${file.path}\0${path}` === key);
  const field = symbol === undefined ? null : fieldOf(file, symbol, name);
  if (field === null) return null;
  const at = offsetOf(file, field.symbol);
  const [, type] = FIELD_TYPE.exec(file.mask().slice(at + name.length, at + name.length + TYPE_MAX)) ?? [];
  return type === undefined ? null : { type, at };
}

/** Whether a type of Go as it is written in a file, with its package or without, is the one that a definition is a member of. */
export function isOfGoType(
  one: Case,
  { type, at }: { readonly type: string; readonly at: number },
  definition: Definition,
): boolean {
  const [name = '', from] = type.split('.').toReversed();
  if (definition.container !== name) return false;
  return from === undefined
    ? isShared(one, definition) && !isOfFunction(one.file, name, at)
    : one.names.named(from).some((imported) => leadsTo(one, imported, definition));
}

/** Whether a function around a place has a type of its own by a name: what it is made with, or what is declared in it. */
function isOfFunction(file: CodeFile, name: string, at: number): boolean {
  const binding = bindingAround(file, name, at);
  if (binding === null) return false;
  const mask = file.mask();
  return mask[file.structure().around(binding.at)] === '[' || wordBefore(mask, binding.at) === 'type';
}
