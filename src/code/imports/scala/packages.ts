import type { Structure } from '../../lex/structure.ts';
import { inPackage } from '../typed/names.ts';

const PACKAGE = /^[ \t]*package[^\S\n]+(?!object\b)([\w.`]{1,300})([^\S\n]*\n?[^\S\n]*\{)?/gm;

/** Packages of one file: nobody puts more into it. */
const PACKAGES_MAX = 20;

/** The packages of a Scala file. */
export interface ScalaPackages {
  /** Those around the first declarations, the innermost first; `['']` where there is none. */
  readonly own: readonly string[];
  /** The package around an offset. */
  at(offset: number): string;
}

/** A clause with what it holds: its block, else all that follows in the block around it. */
interface Clause {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * `package a.b` and then `package c`: what is in `a.b.c` and in `a.b` needs no import, what is in `a` does. A block,
 * `package d { … }`, ends, and another one behind it lies beside it.
 */
export function packagesOf(structure: Structure): ScalaPackages {
  const clauses: Clause[] = [];
  const around = (offset: number): string =>
    clauses.findLast(({ from, to }) => from <= offset && offset < to)?.name ?? '';
  const own: string[] = [];
  for (const match of [...structure.mask.matchAll(PACKAGE)].slice(0, PACKAGES_MAX)) {
    const outer = around(match.index);
    const name = inPackage((match[1] ?? '').replaceAll('`', ''), outer);
    if (outer === (own[0] ?? '')) own.unshift(name);
    clauses.push({ name, from: match.index, to: endOf(structure, match) });
  }
  return { own: own.length === 0 ? [''] : own, at: around };
}

function endOf({ mask, around, closeOf }: Structure, { 0: head, 2: brace, index }: RegExpExecArray): number {
  const open = brace === undefined ? around(index) : index + head.length - 1;
  return open === -1 ? mask.length : closeOf(open);
}
