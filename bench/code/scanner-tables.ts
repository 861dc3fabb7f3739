import type { Node } from 'web-tree-sitter';
import { C, CPP } from './scanner-c.ts';
import { type Names, name } from './scanner-names.ts';
import { SCRIPT } from './scanner-script.ts';

/*
 * What counts as a definition in the syntax trees of each language, by node types alone: written from the grammars, not
 * from the scanner. Local variables and parts of imports are none.
 */

const PYTHON: Readonly<Record<string, Names>> = {
  function_definition: name,
  class_definition: name,
  assignment: (node) => {
    const left = node.childForFieldName('left');
    const around = aroundAssignment(node);
    // A module's names are those with a value; those of a class may have a type alone.
    const isListed = around === 'module' ? node.childForFieldName('right') !== null : around === 'class_definition';
    return isListed && left?.type === 'identifier' ? [left] : [];
  },
};

/** What a value is given in, be it in a condition there, or behind another name: `a = b = 1`. */
function aroundAssignment(node: Node): string | undefined {
  let outer = node.parent;
  while (outer !== null && /^(?:assignment|block|\w+_statement|\w+_clause)$/.test(outer.type)) outer = outer.parent;
  return outer?.type;
}

const isGoTop = (node: Node): boolean => {
  const list = node.parent;
  const declaration = list !== null && /_list$/.test(list.type) ? list.parent : list;
  return declaration?.parent?.type === 'source_file';
};
const goTop: Names = (node) => (isGoTop(node) ? name(node) : []);
const GO: Readonly<Record<string, Names>> = {
  function_declaration: name,
  method_declaration: name,
  // What an interface with a name asks for.
  method_elem: (node) => (node.parent?.parent?.type === 'type_spec' && isGoTop(node.parent.parent) ? name(node) : []),
  type_spec: goTop,
  type_alias: goTop,
  const_spec: goTop,
  var_spec: goTop,
};

const rustValue: Names = (node) =>
  node.parent?.type === 'block' || node.childForFieldName('name')?.text === '_' ? [] : name(node);
const RUST: Readonly<Record<string, Names>> = {
  function_item: name,
  function_signature_item: name,
  struct_item: name,
  enum_item: name,
  enum_variant: name,
  union_item: name,
  trait_item: name,
  mod_item: name,
  type_item: name,
  associated_type: name,
  const_item: rustValue,
  static_item: rustValue,
  macro_definition: name,
};

const javaField: Names = (node) =>
  node.namedChildren
    .filter((child) => child?.type === 'variable_declarator')
    .map((child) => child?.childForFieldName('name') ?? null);
const javaComponents: Names = (node) => [
  ...name(node),
  ...(node.childForFieldName('parameters')?.namedChildren ?? []).map(
    (child) => child?.childForFieldName('name') ?? child?.namedChildren.at(-1)?.childForFieldName('name') ?? null,
  ),
];
const JAVA: Readonly<Record<string, Names>> = {
  class_declaration: name,
  interface_declaration: name,
  enum_declaration: name,
  record_declaration: javaComponents,
  enum_constant: name,
  annotation_type_declaration: name,
  method_declaration: name,
  constructor_declaration: name,
  compact_constructor_declaration: name,
  annotation_type_element_declaration: name,
  field_declaration: javaField,
  constant_declaration: javaField,
};

/** C# tells all fields, and events that are declared like one. */
const csharpField: Names = (node) => {
  const declaration = node.namedChildren.find((child) => child?.type === 'variable_declaration');
  const variables = (declaration?.namedChildren ?? []).filter((child) => child?.type === 'variable_declarator');
  return variables.map((variable) => variable?.childForFieldName('name') ?? variable?.namedChild(0));
};
const csharpRecord: Names = (node) => {
  const list = node.namedChildren.find((child) => child?.type === 'parameter_list');
  return [...name(node), ...(list?.namedChildren ?? []).map((child) => child?.childForFieldName('name') ?? null)];
};
const CSHARP: Readonly<Record<string, Names>> = {
  class_declaration: name,
  struct_declaration: name,
  interface_declaration: name,
  enum_declaration: name,
  enum_member_declaration: name,
  record_declaration: csharpRecord,
  record_struct_declaration: csharpRecord,
  delegate_declaration: name,
  method_declaration: name,
  constructor_declaration: name,
  property_declaration: name,
  namespace_declaration: name,
  file_scoped_namespace_declaration: name,
  field_declaration: csharpField,
  event_field_declaration: csharpField,
};

const rubyConstant: Names = (node) => {
  const left = node.childForFieldName('left');
  let outer = node.parent;
  while (outer !== null && !/^(?:method|singleton_method|program|class|module)$/.test(outer.type)) outer = outer.parent;
  return left?.type === 'constant' && !/method/.test(outer?.type ?? '') ? [left] : [];
};
const rubyType: Names = (node) => {
  const target = node.childForFieldName('name');
  return [target?.type === 'scope_resolution' ? target.childForFieldName('name') : target];
};
/** What is read or set of an object by a method without a body, and another name for a method. */
const rubyCall: Names = (node) => {
  const method = node.childForFieldName('method')?.text ?? '';
  const symbols = (node.childForFieldName('arguments')?.namedChildren ?? []).filter(
    (argument) => argument?.type === 'simple_symbol',
  );
  if (method === 'alias_method') return symbols.slice(0, 1);
  return /^attr_(?:reader|writer|accessor)$/.test(method) ? symbols : [];
};
const rubyAlias: Names = (node) => {
  const target = node.childForFieldName('name');
  return target?.type === 'global_variable' ? [] : [target];
};
const RUBY: Readonly<Record<string, Names>> = {
  alias: rubyAlias,
  call: rubyCall,
  class: rubyType,
  module: rubyType,
  method: name,
  singleton_method: name,
  assignment: rubyConstant,
  operator_assignment: rubyConstant,
};

const phpProperty: Names = (node) => [node.childForFieldName('name')?.namedChild(0) ?? null];
const PHP: Readonly<Record<string, Names>> = {
  class_declaration: name,
  interface_declaration: name,
  trait_declaration: name,
  enum_declaration: name,
  function_definition: name,
  method_declaration: name,
  namespace_definition: name,
  enum_case: name,
  property_element: phpProperty,
  property_promotion_parameter: phpProperty,
  const_element: (node) => [node.childForFieldName('name') ?? node.namedChild(0)],
};

const SWIFT_BODIES = /^(?:class_body|enum_class_body|protocol_body|source_file)$/;
const swiftProperty: Names = (node) => {
  if (!SWIFT_BODIES.test(node.parent?.type ?? '')) return [];
  const pattern = node.childForFieldName('name');
  const inner = pattern?.descendantsOfType('simple_identifier')[0] ?? pattern;
  return pattern?.text.startsWith('(') ? [] : [inner];
};
const SWIFT: Readonly<Record<string, Names>> = {
  class_declaration: (node) => (node.childForFieldName('declaration_kind')?.type === 'extension' ? [] : name(node)),
  protocol_declaration: name,
  function_declaration: name,
  protocol_function_declaration: name,
  init_declaration: (node) => [node.children.find((child) => child?.type === 'init') ?? null],
  subscript_declaration: (node) => [node.children.find((child) => child?.type === 'subscript') ?? null],
  deinit_declaration: (node) => [node.children.find((child) => child?.type === 'deinit') ?? null],
  property_declaration: swiftProperty,
  protocol_property_declaration: swiftProperty,
  enum_entry: (node) => node.childrenForFieldName('name'),
  typealias_declaration: (node) => (SWIFT_BODIES.test(node.parent?.type ?? '') ? name(node) : []),
  associatedtype_declaration: name,
};

/** By `Language.id`. */
export const DEFINITIONS: Readonly<Record<string, Readonly<Record<string, Names>>>> = {
  ts: SCRIPT,
  tsx: SCRIPT,
  js: SCRIPT,
  py: PYTHON,
  go: GO,
  rust: RUST,
  java: JAVA,
  c: C,
  cpp: CPP,
  csharp: CSHARP,
  ruby: RUBY,
  php: PHP,
  swift: SWIFT,
  shell: { function_definition: name },
};
