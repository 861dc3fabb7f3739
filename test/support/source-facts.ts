import { parseSync } from 'oxc-parser';

/** One reference from a file to another module, in any of the forms that TypeScript has. */
interface ModuleReference {
  readonly specifier: string;
  readonly form: 'import' | 'type import' | 're-export' | 'dynamic import' | 'type query';
}

/** What the house rules need to know of one file. */
export interface SourceFacts {
  readonly references: readonly ModuleReference[];
  /** Uses of what only one place may use, such as `process.env`. */
  readonly uses: readonly string[];
  readonly hasDefaultExport: boolean;
  /** Statements at top level that do something when the file is imported. */
  readonly topLevelCalls: number;
  /** Generator functions and classes inside of a function. */
  readonly madePerCall: number;
  /** Patterns, and texts that such are made of, that take quadratic time for blanks or exponential time for brackets. */
  readonly slowPatterns: readonly string[];
}

type Node = Readonly<Record<string, unknown>> & { readonly type: string };

/** Parses a file, since a search by regular expressions would miss forms and find comments. */
export function readFacts(path: string, text: string): SourceFacts {
  const parsed = parseSync(path, text, { lang: 'ts' });
  if (parsed.errors.length > 0) throw new Error(`${path}: ${parsed.errors[0]?.message}`);
  const facts = {
    references: [] as ModuleReference[],
    uses: [] as string[],
    slowPatterns: [] as string[],
    hasDefaultExport: false,
  };
  const pieces = piecesOf(parsed.program);
  visit(parsed.program, (node) => {
    const reference = referenceOf(node);
    if (reference !== null) facts.references.push(reference);
    const use = useOf(node);
    if (use !== null) facts.uses.push(use);
    const pattern = (node.regex as { readonly pattern?: string } | undefined)?.pattern ?? composed(node, pieces);
    if (pattern !== null && isSlow(pattern)) facts.slowPatterns.push(pattern);
    if (node.type === 'ExportDefaultDeclaration') facts.hasDefaultExport = true;
  });
  const body = (parsed.program as unknown as { body: Node[] }).body;
  return { ...facts, topLevelCalls: body.filter(isTopLevelCall).length, madePerCall: countMadePerCall(body, false) };
}

/** Two runs of blanks with no more than an optional sign between them: where neither leads on, every split of the blanks is tried. */
const SLOW = /(\\s|\[ \\t\])[*+](?:\\.|\[[^\]]*\]|[^\\\s()|*+?{}])\?\1[*+]/;

/** What is repeated, beginning and ending with signs of its own, between which anything may stand: also those signs. */
const NESTED =
  /\(\?:\\?[^\s()](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()\\[\]])*?(?<!\\)\.[*+{](?:\\.|\[(?:\\.|[^\]\\])*\]|[^()\\[\]])*\)(?:[*+]|\{\d+,\})/;

function isSlow(pattern: string): boolean {
  return SLOW.test(pattern) || NESTED.test(pattern);
}

/** Texts that a file gives names to, by these, which patterns are composed of. */
function piecesOf(program: unknown): ReadonlyMap<string, string> {
  const pieces = new Map<string, string>();
  visit(program, (node) => {
    if (node.type !== 'VariableDeclarator') return;
    const value = composed(node.init, pieces);
    if (value !== null) pieces.set(name(node.id), value);
  });
  return pieces;
}

/** What a text or template says, with the pieces that are known in it; a piece that is not known is one of a kind. */
function composed(value: unknown, pieces: ReadonlyMap<string, string>): string | null {
  const node = value as Node | null | undefined;
  if (node?.type === 'Identifier') return pieces.get(name(node)) ?? null;
  if (node?.type === 'BinaryExpression' && node.operator === '+') {
    const [before, behind] = [composed(node.left, pieces), composed(node.right, pieces)];
    return before === null && behind === null ? null : `${before ?? '(?:_)'}${behind ?? '(?:_)'}`;
  }
  if (node?.type !== 'TemplateLiteral') return text(node);
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
  const expressions = node.expressions as readonly unknown[];
  return quasis
    .map(
      (quasi, at) =>
        quasi.value.cooked + (at < expressions.length ? (pieces.get(name(expressions[at])) ?? '(?:_)') : ''),
    )
    .join('');
}

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
const CLASSES = ['ClassDeclaration', 'ClassExpression'];

function countMadePerCall(value: unknown, isInFunction: boolean): number {
  if (typeof value !== 'object' || value === null) return 0;
  const { type, generator } = value as Partial<Node>;
  const isFunction = typeof type === 'string' && FUNCTIONS.includes(type);
  const isMade = (isFunction && generator === true) || (typeof type === 'string' && CLASSES.includes(type));
  const within = Object.values(value).map((child) => countMadePerCall(child, isInFunction || isFunction));
  return within.reduce((sum, count) => sum + count, isInFunction && isMade ? 1 : 0);
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  if (typeof (value as Node).type === 'string') see(value as Node);
  for (const child of Object.values(value)) visit(child, see);
}

function text(value: unknown): string | null {
  const literal = value as { readonly value?: unknown } | null | undefined;
  return typeof literal?.value === 'string' ? literal.value : null;
}

function referenceOf(node: Node): ModuleReference | null {
  const specifier = text(node.source);
  if (node.type === 'ImportDeclaration' && specifier !== null) {
    return { specifier, form: node.importKind === 'type' ? 'type import' : 'import' };
  }
  if ((node.type === 'ExportNamedDeclaration' || node.type === 'ExportAllDeclaration') && specifier !== null) {
    return { specifier, form: 're-export' };
  }
  if (node.type === 'ImportExpression' && specifier !== null) return { specifier, form: 'dynamic import' };
  if (node.type === 'TSImportType') {
    const argument = text(node.source) ?? text((node.argument as { literal?: unknown } | undefined)?.literal);
    if (argument !== null) return { specifier: argument, form: 'type query' };
  }
  return null;
}

function useOf(node: Node): string | null {
  if (node.type === 'MemberExpression') {
    const path = `${name(node.object)}.${name(node.property)}`;
    if (path === 'process.env' || path === 'Date.now') return path;
    if (path.startsWith('console.')) return 'console';
  }
  if (node.type === 'NewExpression' && name(node.callee) === 'Date') {
    return (node.arguments as unknown[]).length === 0 ? 'new Date()' : null;
  }
  if (node.type === 'CallExpression' && name(node.callee) === 'fetch') return 'fetch';
  if (node.type === 'CallExpression' && name(node.callee) === 'setInterval') return 'setInterval';
  return null;
}

function name(node: unknown): string {
  const identifier = node as { readonly type?: string; readonly name?: string } | null;
  return identifier?.type === 'Identifier' ? (identifier.name ?? '') : '';
}

function isTopLevelCall(node: Node): boolean {
  if (node.type !== 'ExpressionStatement') return false;
  const expression = node.expression as Node;
  return expression.type === 'CallExpression' || expression.type === 'AwaitExpression';
}
