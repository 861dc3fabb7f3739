import type { Node } from 'web-tree-sitter';

/** The nodes of the names that a node of a syntax tree defines. */
export type Names = (node: Node) => readonly (Node | null)[];

/** What calls its name `name`. */
export const name: Names = (node) => [node.childForFieldName('name')];
