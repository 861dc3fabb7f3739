import { escapeRegex } from '../../search/matcher.ts';
import type { CodeFile, Family } from '../code-file.ts';
import { bodyOf } from '../names/local-names.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Place } from '../reference.ts';
import { typeAround } from '../types/type-heads.ts';
import { firstMatches, onlyOne, type Said, saidOf, typesOf } from './receiver-types.ts';

/** Whether the type of a name is known by nothing but what is called to make its value. */
export function isOfCall(file: CodeFile, { path, at }: Pick<Place, 'path' | 'at'>): boolean {
  if (file.scanner !== 'kotlin') return false;
  const name = path.at(-1) ?? '';
  const said = path.length === 1 ? saidOf(file, name, at) : saidOfField(file, name, at);
  return said.length > 0 && said.every(({ isCalled }) => isCalled);
}

/**
 * The name of the type that a field surely has which is named through `this` or its like: by what stands in the type
 * itself, or by a parameter that one of its functions puts into the field.
 */
export function typeOfField(file: CodeFile, name: string, at: number): string | null {
  const said = saidOfField(file, name, at);
  return onlyOne(file, said.length > 0 ? said : saidOfPut(file, name, at));
}

function saidOfField(file: CodeFile, name: string, at: number): readonly Said[] {
  return typesOf(file, name).filter((one) => isOfField(file, one, { name, at }));
}

/** What puts a value into a field, by the name of what is put where that is all that is said. */
const PUT: Readonly<Partial<Record<Family, (field: string) => RegExp>>> = {
  php: (field) => new RegExp(`\\$this\\s*->\\s*${field}\\s*(?:\\?\\?)?=(?![=>])\\s*(?:\\$(\\w+)\\s*;)?`, 'g'),
  python: (field) =>
    new RegExp(
      `(?<![\\w.])self\\.${field}[ \\t]*(?:,[^=\\n;]{0,200})?=(?!=)[ \\t]*(?:(\\w+)[ \\t]*(?:;|\\r?$))?`,
      'gm',
    ),
};

/**
 * What is written of a field's type by the parameters that are put into it under other names: `$this->logger = $to`;
 * nothing where anything else is put there as well.
 */
function saidOfPut(file: CodeFile, field: string, at: number): readonly Said[] {
  const type = typeAround(file, at);
  if (type === null) return [];
  const puts = putsOf(file, field).filter(({ index }) => typeAround(file, index)?.name === type.name);
  const said = puts.map(({ 0: all, 1: name, index }) =>
    name === undefined || all.includes(',') ? [] : saidOf(file, name, index),
  );
  return said.every((one) => one.length > 0) ? said.flat() : [];
}

/** What is put into fields of one name in a file, found once for all their places. */
const known = new WeakMap<CodeFile, Map<string, readonly RegExpExecArray[]>>();
/** Fields of one file that are looked for, and what is put into one: with more of it nothing is said of a field. */
const FIELDS_MAX = 300;
const PUTS_MAX = 100;

function putsOf(file: CodeFile, field: string): readonly RegExpExecArray[] {
  const byField = known.get(file) ?? new Map<string, readonly RegExpExecArray[]>();
  known.set(file, byField);
  const before = byField.get(field);
  if (before !== undefined) return before;
  const pattern = byField.size < FIELDS_MAX ? PUT[file.family]?.(escapeRegex(field)) : undefined;
  const puts = pattern === undefined ? [] : firstMatches(file.mask(), pattern);
  const all = puts.length > PUTS_MAX ? [] : puts;
  byField.set(field, all);
  return all;
}

/** Whether a type that is written somewhere is that of a field of the type around an offset. */
function isOfField(file: CodeFile, said: Said, { name, at }: { readonly name: string; readonly at: number }): boolean {
  const type = typeAround(file, at);
  if (type === null || typeAround(file, said.at)?.name !== type.name) return false;
  const around = functionsAround(file, said.at).at(-1);
  if (around === undefined) return true;
  const ahead = file.mask().slice(Math.max(0, said.at - 40), said.at);
  if (/\b(?:public|private|protected|readonly)\s+$/.test(ahead)) return true;
  const field = escapeRegex(name);
  const put =
    file.family === 'php'
      ? new RegExp(`\\$this\\s*->\\s*${field}\\s*=\\s*\\$${field}(?!\\w|\\s*->)`)
      : new RegExp(`(?<![\\w$.])(?:this|self)\\s*\\.\\s*${field}\\s*=\\s*${field}(?![\\w$.([])`);
  return put.test(bodyOf(file, around));
}
