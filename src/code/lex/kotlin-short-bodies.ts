import { findKotlinDeclaration } from './declarations-jvm.ts';
import { membersOfOneLine } from './one-line-bodies.ts';
import type { Listed } from './scan-lines.ts';
import type { Structure } from './structure.ts';
import type { Declarator, SymbolKind } from './symbol.ts';

const TYPES: ReadonlySet<SymbolKind> = new Set(['class', 'interface', 'enum']);

/**
 * The functions and properties of a body of Kotlin that stands on one line: `companion object { fun of() = Box(1) }`. All
 * others begin a line.
 */
export function kotlinMembersOfLine(structure: Structure, listed: Listed): readonly Declarator[] {
  return TYPES.has(listed.kind) ? membersOfOneLine(structure, listed, findKotlinDeclaration) : [];
}
