import type { Node, Tree } from 'web-tree-sitter';
import type { Extent, NameMark } from './parse-messages.ts';

/** Fields by which a node leads to the name that it declares, in all grammars in use. */
const NAME_FIELDS = ['name', 'declarator', 'left', 'pattern', 'key', 'property', 'path', 'bound_identifier'] as const;

/**
 * Nodes that are only written around a declaration, with its keywords or decorators, and belong to it when it is the
 * only one in them.
 */
const WRAPPERS =
  /^(?:export_statement|export_declaration|decorated_definition|template_declaration|lexical_declaration|variable_declaration|variable_statement|type_declaration|const_declaration|var_declaration|field_declaration|local_variable_declaration|expression_statement|ambient_declaration|declaration|declaration_list_item|type_definition|linkage_specification)$/;

/** Parts of declarations that C's grammars have around names: to end at one means that the way up was not understood. */
const INNER =
  /^(?:pointer|function|array|parenthesized|reference|qualified)_(?:declarator|identifier)$|^template_(?:type|function|method)$|^user_type$/;

/** A name of a pattern of a script with its default: the scanner tells it by the whole statement. */
const OF_PATTERN = /^(?:object_)?assignment_pattern$/;

/** Nodes before the head: what is said about a declaration rather than by it. */
const ANNOTATION =
  /^(?:decorator|attribute|attribute_list|attribute_item|annotation|marker_annotation|comment|line_comment|block_comment)$/;

/** Nodes from a name to its declaration: no grammar has more. */
const STEPS_MAX = 16;

/** The extents of the declarations of some names. */
export function extentsOf(tree: Tree, text: string, marks: readonly NameMark[]): readonly (Extent | null)[] {
  return marks.map((mark) => extentOf(tree, text, mark));
}

/** Null where the name is not what its declaration is called, or the tree is only a guess there. */
function extentOf(tree: Tree, text: string, mark: NameMark): Extent | null {
  const point = { row: mark.row, column: mark.column };
  const leaf = tree.rootNode.namedDescendantForPosition(point, { row: mark.row, column: mark.column + 1 });
  if (leaf === null) return null;
  const node = mark.isCall ? callAround(leaf) : declarationOf(leaf);
  if (node === null || node.isError || node.hasError || OF_PATTERN.test(node.type)) return null;
  const { startPosition, endPosition } = node;
  // A node that takes the line break in ends on the line before.
  const endRow =
    endPosition.column === 0 && endPosition.row > startPosition.row ? endPosition.row - 1 : endPosition.row;
  const inner = headOf(node, leaf);
  return { startLine: startPosition.row + 1, endLine: endRow + 1, headFrom: inner.from, headTo: trimEnd(text, inner) };
}

function callAround(leaf: Node): Node | null {
  let node: Node | null = leaf;
  for (let steps = 0; node !== null && steps < STEPS_MAX; steps++, node = node.parent) {
    if (!/(?:call|invocation)/.test(node.type)) continue;
    return node.parent !== null && WRAPPERS.test(node.parent.type) ? node.parent : node;
  }
  return null;
}

/** Up from a name as long as it is the name of what is around it, then through what is only written around that. */
function declarationOf(leaf: Node): Node | null {
  let node = leaf;
  let isNamed = false;
  for (let steps = 0; steps < STEPS_MAX && node.parent !== null; steps++) {
    const { parent } = node;
    if (leadsTo(parent, node)) isNamed = true;
    else if (!isNamed || !isOnlyIn(parent, node)) break;
    // Members of an enum of TypeScript are names of its body, and nothing is around each of them.
    if (parent.type === 'enum_body') break;
    node = parent;
  }
  return isNamed && !INNER.test(node.type) ? node : null;
}

function leadsTo(parent: Node, node: Node): boolean {
  // The name of what Swift extends, and of what a C pointer to a function is called.
  if (parent.type === 'user_type' || parent.type === 'parenthesized_declarator') return parent.namedChildCount === 1;
  if (parent.type === 'impl_item') return parent.childForFieldName('type')?.id === node.id;
  return NAME_FIELDS.some((field) => parent.childrenForFieldName(field).some((child) => child?.id === node.id));
}

/** Whether a wrapper holds this one declaration and no other beside it. */
function isOnlyIn(parent: Node, node: Node): boolean {
  if (!WRAPPERS.test(parent.type)) return false;
  return parent.namedChildren.every((child) => child === null || child.id === node.id || child.type !== node.type);
}

interface Head {
  readonly from: number;
  readonly to: number;
}

/** From the first word that is no annotation to the body, or to the end of what has none. */
function headOf(node: Node, leaf: Node): Head {
  return { from: firstWord(node), to: bodyStart(node, leaf) ?? node.endIndex };
}

function firstWord(node: Node): number {
  for (const child of node.children) {
    if (child === null || ANNOTATION.test(child.type)) continue;
    const isHolder =
      child.type === 'modifiers' || child.namedChildren.some((one) => one !== null && ANNOTATION.test(one.type));
    const isFirstAnnotated = isHolder && child.children.some((one) => one !== null && ANNOTATION.test(one.type));
    if (!isFirstAnnotated) return child.startIndex;
    const own = child.children.find((one) => one !== null && !ANNOTATION.test(one.type));
    if (own != null) return own.startIndex;
  }
  return node.startIndex;
}

/** Where the body of the declaration begins: the first body on the way from the outermost node to the name. */
function bodyStart(node: Node, leaf: Node): number | null {
  for (let at: Node | null = leaf; at !== null; at = at.parent) {
    const body = at.childForFieldName('body') ?? bodyOfValue(at);
    // What a member of an enum of Rust is made of is its head.
    if (body?.type === 'ordered_field_declaration_list' && at.type === 'enum_variant') return null;
    if (body !== null && body.startIndex > leaf.startIndex) return body.startIndex;
    if (at.id === node.id) return null;
  }
  return null;
}

/** `const f = () => {…}`: the body is that of the value. */
function bodyOfValue(node: Node): Node | null {
  const value = node.childForFieldName('value') ?? node.childForFieldName('right');
  return value?.childForFieldName('body') ?? null;
}

function trimEnd(text: string, { from, to }: Head): number {
  let end = to;
  while (end > from && /\s/.test(text[end - 1] ?? '')) end -= 1;
  return end;
}
