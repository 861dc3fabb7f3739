import type { FileSymbol } from '../../lex/symbol.ts';
import { namesOf } from '../../lex/symbol-path.ts';
import type { CodeFile, Family } from '../code-file.ts';
import type { Definition, Place } from '../reference.ts';
import { TYPE_KINDS } from '../types/type-heads.ts';
import { type Case, isReached, isShared, isStarredAt, leadsTo } from './in-reach.ts';
import { hasStar } from './outside.ts';

/** The name of a type where it stands: in scripts and Python with what is before its dots. */
export interface TypeName {
  readonly type: string;
  readonly at: number;
}

/** Languages in which a type of another file is imported, or named behind what is. */
const BY_IMPORT: ReadonlySet<Family> = new Set(['script', 'python']);

/** The name of a type without what is before its dots, where these are kept with it. */
export function bareType({ family }: CodeFile, type: string): string {
  return BY_IMPORT.has(family) ? (type.split('.').at(-1) ?? type) : type;
}

/** The words before a member as the name of a type; null where what is before the last dot tells nothing of that. */
export function writtenType({ family }: CodeFile, { path, at }: Place): TypeName | null {
  return BY_IMPORT.has(family) && !OF_ALL.has(path[0] ?? '') ? { type: path.join('.'), at } : null;
}

/** Words behind which stands what the file or the program has. */
const OF_ALL: ReadonlySet<string> = new Set('exports global globalThis module self this window'.split(' '));

/** Whether a type's name means, at a place of a file, the one that a definition is a member of. */
export function knowsType(one: Case, { type, at }: TypeName, definition: Definition): boolean {
  if (BY_IMPORT.has(one.file.family) && type.includes('.')) return knowsBehind(one, type, definition);
  if (definition.file === one.file.path) return true;
  const names = one.names.named(type);
  if (names.length > 0) return names.some((name) => leadsTo(one, name, definition));
  if (one.file.family === 'rust') return !declaresType(one.file, type) && isStarredAt(one, at, definition);
  if (BY_IMPORT.has(one.file.family)) return mayBeUnnamed(one, type, definition) && isReached(one, definition);
  return isShared(one, definition) || isReached(one, definition);
}

/** The same of a type behind dots (`nodes.Node`): one of the module that its first word has been imported for. */
function knowsBehind({ file, ...one }: Case, type: string, definition: Definition): boolean {
  const [first = ''] = type.split('.');
  const names = one.names.named(first);
  if (names.length === 0) {
    // A namespace of the file, or one that all files have.
    const isAround = namesOf(definition.symbol.path).includes(first);
    return isAround && (definition.file === file.path || isReached({ file, ...one }, definition));
  }
  return names.some((name) => {
    const modules = file.family === 'script' ? one.addresses.modulesOf(file.path, name) : [];
    return leadsTo({ file, ...one }, name, definition) || one.links.leadsTo(modules, definition.file);
  });
}

/** Whether a type of another file may be meant that no import names: one that all files have, or that a star brings in. */
function mayBeUnnamed(one: Case, type: string, { file, isAdded }: Definition): boolean {
  if (declaresType(one.file, type)) return false;
  return one.file.family === 'python' ? hasStar(one) : isAdded || /\.d\.[cm]?ts$/.test(file);
}

/** Names of the types that a file declares: each declaration of a name asks. */
const declaredTypes = new WeakMap<CodeFile, ReadonlySet<string>>();

function declaresType(file: CodeFile, name: string): boolean {
  const types = declaredTypes.get(file) ?? new Set(file.symbols().flatMap(typeName));
  declaredTypes.set(file, types);
  return types.has(name);
}

function typeName({ name, kind }: FileSymbol): readonly string[] {
  return TYPE_KINDS.has(kind) && kind !== 'impl' ? [name] : [];
}
