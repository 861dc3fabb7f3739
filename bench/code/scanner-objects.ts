import type { Node } from 'web-tree-sitter';

// What scripts declare by patterns, in objects and by calls, as their syntax trees have it.

/** Objects in the object that is declared. */
const DEPTH_MAX = 2;

const IDENTIFIERS = ['identifier', 'property_identifier'];

/** The names that a pattern at the top binds, unless its value is what an import gives. */
export function patternNames(declarator: Node): readonly Node[] {
  const value = declarator.childForFieldName('value');
  if (value === null || isImport(value) || importedNames(value).has(firstName(value))) return [];
  const pattern = declarator.childForFieldName('name');
  return (pattern?.descendantsOfType(['identifier', 'shorthand_property_identifier_pattern']) ?? []).filter(
    (node): node is Node => node !== null && isBound(node, pattern),
  );
}

/** Defaults and computed keys stand in a pattern and are not bound by it. */
function isBound(name: Node, pattern: Node | null): boolean {
  for (let at = name; at.parent !== null && at.id !== pattern?.id; at = at.parent) {
    const { parent } = at;
    if (/assignment_pattern$/.test(parent.type) && parent.childForFieldName('left')?.id !== at.id) return false;
    if (/^(?:computed_property_name|arguments|arrow_function|call_expression)$/.test(parent.type)) return false;
  }
  return true;
}

/** `require()`, `await import()`, in brackets, and a member of it. */
function isImport(value: Node): boolean {
  if (/^(?:parenthesized_expression|await_expression)$/.test(value.type)) return isImport(value.namedChild(0) ?? value);
  if (/^(?:member|subscript)_expression$/.test(value.type)) return isImport(value.childForFieldName('object') ?? value);
  return (
    value.type === 'call_expression' && /^(?:require|import)$/.test(value.childForFieldName('function')?.text ?? '')
  );
}

/** The name that a path of names begins with; empty for other values. */
function firstName(value: Node): string {
  if (value.type === 'identifier') return value.text;
  return value.type === 'member_expression'
    ? firstName(value.childForFieldName('object') ?? value.child(0) ?? value)
    : '';
}

function importedNames(node: Node): ReadonlySet<string> {
  let root = node;
  while (root.parent !== null) root = root.parent;
  const imports = root.descendantsOfType('import_clause');
  const required = root
    .descendantsOfType('variable_declarator')
    .filter((one) => isImport(one?.childForFieldName('value') ?? node))
    .map((one) => one?.childForFieldName('name') ?? null);
  const names = [...imports, ...required].flatMap((one) => (one === null ? [] : (one.text.match(/[\w$]+/g) ?? [])));
  return new Set(names);
}

/** A function in an object that is declared or given out at the top. */
export function objectMember(member: Node): readonly Node[] {
  const name = member.childForFieldName('name') ?? member.childForFieldName('key');
  if (name === null || !IDENTIFIERS.includes(name.type)) return [];
  let object = member.parent;
  for (let depth = 1; depth <= DEPTH_MAX && object?.type === 'object'; depth += 1) {
    if (isDeclared(object)) return [name];
    object = object.parent?.type === 'pair' ? object.parent.parent : null;
  }
  return [];
}

function isDeclared(object: Node): boolean {
  const holder = object.parent;
  if (holder?.type === 'export_statement') return true;
  const top = holder?.parent;
  const isTop = /^(?:program|export_statement)$/.test(top?.parent?.type ?? '');
  if (holder?.type === 'variable_declarator') return isTop && holder.childForFieldName('name')?.type === 'identifier';
  const left = holder?.type === 'assignment_expression' ? (holder.childForFieldName('left')?.text ?? '') : '';
  return isTop && /^(?:module\.)?exports(?:\.[\w$]+)?$/.test(left);
}

/** The properties that `Object.defineProperties` puts on a name. */
export function definedByCall(call: Node): readonly Node[] {
  if (call.childForFieldName('function')?.text !== 'Object.defineProperties') return [];
  if (call.parent?.type !== 'expression_statement' || call.parent.parent?.type !== 'program') return [];
  const object = call.childForFieldName('arguments')?.namedChild(1);
  const pairs = object?.namedChildren.filter((child) => child?.type === 'pair') ?? [];
  return pairs.flatMap((pair) => {
    const key = pair?.childForFieldName('key');
    const isObject = pair?.childForFieldName('value')?.type === 'object';
    return isObject && key?.type === 'property_identifier' ? [key] : [];
  });
}
