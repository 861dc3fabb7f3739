import type { Node } from 'web-tree-sitter';
import { definedByCall, objectMember, patternNames } from './scanner-objects.ts';

/*
 * What counts as a definition in the syntax trees of each language, by node types alone: written from the grammars, not
 * from the scanner. Local variables and parts of imports are none.
 */

/** The nodes of the names that a node of this type defines. */
export type Names = (node: Node) => readonly (Node | null)[];

const name: Names = (node) => [node.childForFieldName('name')];
const none: Names = () => [];

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

const SCRIPT: Readonly<Record<string, Names>> = {
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

const PYTHON: Readonly<Record<string, Names>> = {
  function_definition: name,
  class_definition: name,
  assignment: (node) => {
    const left = node.childForFieldName('left');
    const isTop = node.parent?.type === 'expression_statement' && node.parent.parent?.type === 'module';
    const isGiven = isTop ? node.childForFieldName('right') !== null : isPythonMember(node);
    return isGiven && left?.type === 'identifier' ? [left] : [];
  },
};

/** What stands in the body of a class or in a condition there: a value, or the type of one. */
function isPythonMember(node: Node): boolean {
  let outer = node.parent?.type === 'expression_statement' ? node.parent.parent : null;
  while (outer !== null && /^(?:block|\w+_statement|\w+_clause)$/.test(outer.type)) outer = outer.parent;
  return outer?.type === 'class_definition';
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
const C: Readonly<Record<string, Names>> = {
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
const CPP: Readonly<Record<string, Names>> = {
  ...C,
  namespace_definition: name,
  alias_declaration: (node) => (isLocal(node) ? [] : name(node)),
  type_definition: (node) => (isLocal(node) ? [] : cTypedef(node)),
  concept_definition: name,
  field_declaration: (node) => {
    const { leaf, isFunction, isPointer } = declared(node.childForFieldName('declarator'));
    return isFunction && !isPointer ? [leaf] : [];
  },
  friend_declaration: none,
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
/** What is read or set of an object by a method without a body. */
const rubyAttributes: Names = (node) =>
  /^attr_(?:reader|writer|accessor)$/.test(node.childForFieldName('method')?.text ?? '')
    ? (node.childForFieldName('arguments')?.namedChildren ?? []).filter(
        (argument) => argument?.type === 'simple_symbol',
      )
    : [];
const RUBY: Readonly<Record<string, Names>> = {
  call: rubyAttributes,
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
