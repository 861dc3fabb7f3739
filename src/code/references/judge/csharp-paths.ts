import { namesOf } from '../../lex/symbol-path.ts';
import { isAliasInCSharp, namespaceOfCSharp } from '../names/csharp-names.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import { isType } from '../types/type-heads.ts';
import { type Case, knowsType } from './in-reach.ts';

/*
 * Types of C# by the namespaces and types before their names. Source: C# language specification, "Namespace and type names".
 */

/**
 * Whether words lead to what has some names, from where they stand: whole, or without what is around a place as well. Null
 * where that is not known.
 */
function leadsFrom(one: Case, words: readonly string[], full: readonly string[] | null): boolean | null {
  const [first = ''] = words;
  if (full === null || isAliasInCSharp(one.file, first)) return null;
  const path = first === 'global' ? words.slice(1) : words;
  const left = full.length - path.length;
  if (left < 0 || !path.every((word, at) => word === full[left + at])) return false;
  if (left === 0) return true;
  const own = namespaceOfCSharp(one.file);
  if (own === null) return null;
  const around = own.split('.');
  return full.slice(0, left).every((word, at) => word === around[at]);
}

/** The names of all that is around a declaration; null where its namespace is not known. */
function outerNames({ namespace, symbol }: Definition): readonly string[] | null {
  return namespace === null ? null : [...namespace.split('.'), ...namesOf(symbol.path).slice(0, -1)];
}

/**
 * Whether the words before a member lead to its type, as words of namespaces and types do; null where that is not known, as
 * where they begin with a type, which may be known by its namespace's import.
 */
export function isOfPath(one: Case, path: readonly string[], member: Definition): boolean | null {
  const leads = leadsFrom(one, path, outerNames(member));
  return leads === false && isWithinNamespace(path, member) ? null : leads;
}

/** Whether words lead to a member's type from within its namespace. */
function isWithinNamespace(path: readonly string[], { symbol }: Definition): boolean {
  const types = namesOf(symbol.path).slice(0, -1);
  const left = types.length - path.length;
  return left >= 0 && path.every((word, at) => word === types[left + at]);
}

/**
 * Types that the words before a name lead to through their namespaces, or types that they lie in: all that may be meant, where
 * one is known to be.
 */
export function typesOfPath(
  one: Case,
  { path, isOfUnknown }: Place,
  own: readonly Definition[],
): readonly Definition[] {
  if (one.file.family !== 'csharp' || path.length === 0 || isOfUnknown) return [];
  const types = own.filter(({ family, symbol }) => family === 'csharp' && isType(family, symbol));
  const leads = types.map((type) => leadsFrom(one, path, outerNames(type)));
  return leads.includes(true) ? types.filter((_, at) => leads[at] !== false) : [];
}

/**
 * Members of a type that is called like the value before the dot, which by custom is of that type: `order.Customer.Name`.
 * Only its name and what the file imports speak for it.
 */
export function ofValueCalledLikeType(one: Case, { path, at }: Place, own: readonly Definition[]): Verdict | null {
  const type = path.at(-1) ?? '';
  if (one.file.family !== 'csharp' || path.length < 2) return null;
  const meant = own.filter((member) => member.container === type && knowsType(one, { type, at }, member));
  return meant.length > 0 ? { evidence: 'import', meant } : null;
}
