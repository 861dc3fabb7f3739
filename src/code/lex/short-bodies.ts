import { findRustDeclaration } from './declarations-other.ts';
import { findSwiftDeclaration } from './declarations-swift.ts';
import { casesOfEnum, membersOfEnum } from './members.ts';
import { membersOfOneLine } from './one-line-bodies.ts';
import type { Listed } from './scan-lines.ts';
import type { Structure } from './structure.ts';
import type { Declarator, LineView, SymbolKind } from './symbol.ts';

/*
 * Items of Rust and members of Swift begin their lines, but where a whole body stands on one: `impl Shape for Box { fn
 * area(&self) -> f64 { 1.0 } }`.
 */

const RUST_BODIES: ReadonlySet<SymbolKind> = new Set(['impl', 'trait', 'module']);
const SWIFT_BODIES: ReadonlySet<SymbolKind> = new Set(['class', 'struct', 'enum', 'interface', 'impl']);

/** The members of an enum of Rust, and the items of a body of one line. */
export function rustMembers(structure: Structure, listed: Listed): readonly Declarator[] {
  const ofLine = RUST_BODIES.has(listed.kind) ? membersOfOneLine(structure, listed, findRustDeclaration) : [];
  return [...membersOfEnum(structure, listed), ...ofLine];
}

const EXTERN = /^\s*(?:unsafe\s+)?extern\s*(?:"[^"]{0,20}"\s*)?\{/;

/** The items of a block of Rust without a name that stands on one line: `extern "C" { fn f(); }`. */
export function rustExternItems(structure: Structure, { masked }: LineView, from: number): readonly Declarator[] {
  const head = EXTERN.exec(masked)?.[0];
  if (head === undefined) return [];
  const bodyOpen = from + head.length - 1;
  return membersOfOneLine(structure, { kind: 'module', nameAt: from, bodyOpen, end: bodyOpen }, findRustDeclaration);
}

/** The cases of an enum of Swift, and the members of a body of one line. */
export function swiftMembers(structure: Structure, listed: Listed): readonly Declarator[] {
  const ofLine = SWIFT_BODIES.has(listed.kind) ? membersOfOneLine(structure, listed, findSwiftDeclaration) : [];
  return [...casesOfEnum(structure, listed), ...ofLine];
}
