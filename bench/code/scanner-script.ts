import type { Node } from 'web-tree-sitter';
import { type Names, name } from './scanner-names.ts';
import { definedByCall, objectMember, patternNames } from './scanner-objects.ts';

/** Whether a node stands at the top of its file, or of a namespace. */
function isAtTop(node: Node, tops: readonly string[]): boolean {
  return tops.includes(node.parent?.type ?? '');
}

const SCRIPT_TOPS = ['program', 'export_statement', 'ambient_declaration', 'statement_block'];
const FUNCTION_VALUES = ['arrow_function', 'function_expression', 'generator_function', 'class'];

/** A variable that holds a function counts everywhere, any other at the top of a file or namespace. */
const scriptVariable: Names = (node) => {
  const target = node.childForFieldName('name');
  const isFunction = FUNCTION_VALUES.includes(node.childForFieldName('value')?.type ?? '');
  const statement = node.parent;
  const isTop =
    statement !== null &&
    isAtTop(statement, SCRIPT_TOPS) &&
    (statement.parent?.type !== 'statement_block' || /module/.test(statement.parent.parent?.type ?? ''));
  if (target?.type !== 'identifier') return isTop ? patternNames(node) : [];
  return isTop || isFunction ? [target] : [];
};

const scriptMethod: Names = (node) => (node.parent?.type === 'object' ? objectMember(node) : typeMethod(node));

const typeMethod: Names = (node) =>
  /class_body|interface_body|object_type/.test(node.parent?.type ?? '') &&
  /class|interface/.test(node.parent?.parent?.type ?? '')
    ? name(node)
    : [];

const SCRIPT_NAMES = ['property_identifier', 'private_property_identifier', 'identifier'];
const scriptNames = (nodes: readonly (Node | null)[]): readonly (Node | null)[] =>
  nodes.filter((node) => SCRIPT_NAMES.includes(node?.type ?? ''));

/** Fields without a name of letters, as in quotes, are none to look for. */
const scriptField: Names = (node) =>
  scriptNames([node.childForFieldName('name') ?? node.childForFieldName('property')]);

/** What an interface asks for; object types elsewhere have no name. */
const scriptProperty: Names = (node) =>
  /interface/.test(node.parent?.type ?? '') || /interface_declaration/.test(node.parent?.parent?.type ?? '')
    ? scriptNames(name(node))
    : [];

/** A word before a parameter of a constructor makes a field of it. */
const scriptParameter: Names = (node) =>
  node.children.some((child) => /^(?:accessibility_modifier|readonly|override_modifier)$/.test(child?.type ?? ''))
    ? scriptNames([node.childForFieldName('pattern')])
    : [];

const scriptEnum: Names = (node) => scriptNames(node.childrenForFieldName('name'));

const scriptAssignment: Names = (node) => {
  const left = node.childForFieldName('left');
  const isFunction = FUNCTION_VALUES.includes(node.childForFieldName('right')?.type ?? '');
  return isFunction && left?.type === 'member_expression' && node.parent?.type === 'expression_statement'
    ? [left.childForFieldName('property')]
    : [];
};

const scriptModule: Names = (node) => (node.childForFieldName('name')?.type === 'string' ? [] : name(node));

/** Definitions in TypeScript and JavaScript, by the types of nodes. */
export const SCRIPT: Readonly<Record<string, Names>> = {
  function_declaration: name,
  generator_function_declaration: name,
  function_signature: name,
  class_declaration: name,
  abstract_class_declaration: name,
  interface_declaration: name,
  type_alias_declaration: name,
  enum_declaration: name,
  internal_module: scriptModule,
  module: scriptModule,
  method_definition: scriptMethod,
  method_signature: scriptMethod,
  abstract_method_signature: scriptMethod,
  public_field_definition: scriptField,
  property_signature: scriptProperty,
  required_parameter: scriptParameter,
  optional_parameter: scriptParameter,
  enum_body: scriptEnum,
  enum_assignment: (node) => scriptNames(name(node)),
  field_definition: scriptField,
  variable_declarator: scriptVariable,
  assignment_expression: scriptAssignment,
  pair: (node) => (FUNCTION_VALUES.includes(node.childForFieldName('value')?.type ?? '') ? objectMember(node) : []),
  call_expression: definedByCall,
};
