import type { Node } from 'web-tree-sitter';
import { type Names, name } from './scanner-names.ts';

/** The name at the bottom of a declarator, and the declarator of a function on the way, if there is one. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one walk down the declarators of C, whose kinds are told on the way
function declared(node: Node | null): {
  readonly leaf: Node | null;
  readonly isFunction: boolean;
  readonly isPointer: boolean;
} {
  let isFunction = false;
  let isPointer = false;
  let leaf = node;
  for (let steps = 0; leaf !== null && steps < 20; steps += 1) {
    if (leaf.type === 'function_declarator') isFunction = true;
    if (leaf.type === 'parenthesized_declarator') isPointer = true;
    const next: Node | null =
      leaf.childForFieldName('declarator') ??
      (/parenthesized_declarator|reference_declarator|attributed_declarator|init_declarator/.test(leaf.type)
        ? leaf.namedChild(0)
        : null);
    if (next === null) break;
    leaf = next;
  }
  if (leaf?.type === 'operator_cast') return { leaf, isFunction: true, isPointer };
  while (
    leaf?.type === 'qualified_identifier' ||
    leaf?.type === 'template_function' ||
    leaf?.type === 'template_method'
  ) {
    const inner: Node | null = leaf.childForFieldName('name');
    if (inner === null) break;
    leaf = inner;
  }
  return { leaf, isFunction, isPointer };
}

const cType: Names = (node) => {
  if (node.childForFieldName('body') === null) return [];
  let target = node.childForFieldName('name');
  while (target !== null && target.childForFieldName('name') !== null) target = target.childForFieldName('name');
  return [target];
};
const cVariables: Names = (node) =>
  node.childrenForFieldName('declarator').flatMap((declarator) => cVariable(node, declarator));

function cVariable(node: Node, declarator: Node | null): readonly (Node | null)[] {
  const tops = [
    'translation_unit',
    'declaration_list',
    'preproc_ifdef',
    'preproc_if',
    'preproc_else',
    'preproc_elif',
    'linkage_specification',
  ];
  const { leaf, isFunction } = declared(declarator);
  let top: Node | null = node.parent;
  while (top !== null && /^preproc|template_declaration/.test(top.type)) top = top.parent;
  if (isInClass(node)) return isFunction ? [leaf] : [];
  const isExtern = /^extern\b(?!\s*")/.test(node.text.slice(0, 20)) && declarator?.type !== 'init_declarator';
  // What follows a brace is an attribute that the parser does not know.
  const isMacro = /^__\w+$/.test(leaf?.text ?? '');
  return tops.includes(top?.type ?? '') && !isFunction && !isExtern && !isMacro ? [leaf] : [];
}

function isInClass(node: Node): boolean {
  let outer = node.parent;
  while (outer !== null && /^preproc|template_declaration|access_specifier/.test(outer.type)) outer = outer.parent;
  return outer?.type === 'field_declaration_list';
}

const TEST_MACROS = /^(?:TYPED_)?TEST(?:_\w+)?$|_TEST_CASE$|^SCENARIO$/;
const cTypedef: Names = (node) => node.childrenForFieldName('declarator').map((child) => declared(child).leaf);

function isLocal(node: Node): boolean {
  let outer = node.parent;
  while (outer !== null && /^preproc|template_declaration/.test(outer.type)) outer = outer.parent;
  return outer?.type === 'compound_statement';
}

const cMacro: Names = (node) => (node.childForFieldName('value') === null ? [] : name(node));

/** Definitions in C, by the types of nodes. */
export const C: Readonly<Record<string, Names>> = {
  function_definition: (node) => {
    const { leaf } = declared(node.childForFieldName('declarator'));
    // To a parser the call of a test macro is a function of that name; the scanner knows it for a test.
    return node.childForFieldName('type') === null && TEST_MACROS.test(leaf?.text ?? '') ? [] : [leaf];
  },
  struct_specifier: cType,
  union_specifier: cType,
  class_specifier: cType,
  enum_specifier: cType,
  enumerator: name,
  type_definition: (node) => (isLocal(node) ? [] : cTypedef(node)),
  declaration: cVariables,
  preproc_def: cMacro,
  preproc_function_def: name,
};

/** Definitions in C++, by the types of nodes. */
export const CPP: Readonly<Record<string, Names>> = {
  ...C,
  namespace_definition: name,
  alias_declaration: (node) => (isLocal(node) ? [] : name(node)),
  type_definition: (node) => (isLocal(node) ? [] : cTypedef(node)),
  concept_definition: name,
  field_declaration: (node) => {
    const { leaf, isFunction, isPointer } = declared(node.childForFieldName('declarator'));
    return isFunction && !isPointer ? [leaf] : [];
  },
  friend_declaration: () => [],
};
