import { nameIn } from './name-in.ts';
import type { Declaration, FindDeclaration, LineView, SymbolKind } from './symbol.ts';

const NAME = '(?:[\\w\\u0080-\\uffff]+|`[^`\\n]{1,100}`)';
const OPERATOR = '[-+*/<>=!&|%^~?.]+';
const HEAD = `^\\s*(?:@[\\w.]+(?:\\([^()\\n]{0,300}\\))?\\s+)*(?:(?:public|private|fileprivate|internal|open|package|static|final|override|required|convenience|mutating|nonmutating|lazy|weak|unowned|dynamic|indirect|optional|prefix|postfix|infix|async|isolated|nonisolated|distributed|borrowing|consuming|class(?=\\s+(?:func|var|let|subscript|override|final|public|private|internal|fileprivate|open)\\b))(?:\\([a-z]{1,10}\\))?\\s+)*`;
const TYPE = new RegExp(
  `${HEAD}(class|struct|enum|protocol|actor)\\s+(?!(?:func|var|let|subscript|override|final)\\b)(${NAME})`,
);
const EXTENSION = new RegExp(`${HEAD}extension\\s+([\\w.\\u0080-\\uffff]+)`);
const FUNC = new RegExp(`${HEAD}func\\s+(${NAME}|${OPERATOR})\\s*[(<]`);
const INIT = new RegExp(`${HEAD}(init|subscript)\\s*(?:[?!]\\s*)?[(<]`);
const DEINIT = new RegExp(`${HEAD}(deinit)\\s*\\{`);
const VALUE = new RegExp(`${HEAD}(?:var|let)\\s+(${NAME})`);
const ALIAS = new RegExp(`${HEAD}(?:typealias|associatedtype)\\s+(${NAME})`);
const MACRO = new RegExp(`${HEAD}macro\\s+(${NAME})\\s*[(<]`);

/** The words that a declaration of Swift begins with. */
export const SWIFT_FIRST_WORDS =
  /(?:@|(?:class|struct|enum|protocol|actor|extension|func|init|subscript|deinit|var|let|typealias|associatedtype|macro|public|private|fileprivate|internal|open|package|static|final|override|required|convenience|mutating|nonmutating|lazy|weak|unowned|dynamic|indirect|optional|prefix|postfix|infix|nonisolated|distributed)\b)/y;

const KINDS: Readonly<Record<string, SymbolKind>> = {
  class: 'class',
  actor: 'class',
  struct: 'struct',
  enum: 'enum',
  protocol: 'interface',
};
const TYPES: ReadonlySet<SymbolKind | null> = new Set(['class', 'struct', 'enum', 'interface', 'impl']);

/** Declarations of Swift. An extension is named as written; what is in it belongs to the type. */
export const findSwiftDeclaration: FindDeclaration = (line) => {
  const { masked } = line;
  if (line.inside === '(' || line.inside === '[') return null;
  const type = TYPE.exec(masked);
  if (type?.[2]) return behind(masked, type, type[2], KINDS[type[1] ?? ''] ?? 'class');
  const extended = EXTENSION.exec(masked)?.[1];
  if (extended) {
    const nameAt = nameIn(masked, extended, masked.indexOf('extension') + 9);
    return { name: `extension ${extended}`, kind: 'impl', nameAt, scope: extended.replaceAll('.', '/') };
  }
  return swiftFunction(line) ?? swiftMember(line);
};

function swiftFunction(line: LineView): Declaration | null {
  const { masked, insideOf } = line;
  const func = FUNC.exec(masked);
  if (!func?.[1]) return null;
  const isMember = TYPES.has(insideOf);
  const isTest = (isMember && /^test(?![a-z])/.test(func[1])) || /@Test\b/.test(`${line.above}\n${masked}`);
  const kind = isTest ? 'test' : isMember ? 'method' : 'function';
  return {
    ...behind(masked, func, func[1], kind),
    ...(insideOf === 'interface' ? { body: 'statement' as const } : {}),
  };
}

/** What is only a member, or at the top: in functions values are local. */
function swiftMember({ masked, inside, insideOf, isInHead }: LineView): Declaration | null {
  // `let count: Int` between type parameters of a method is one of them.
  if (isInHead) return null;
  if (insideOf === null ? inside !== '' : !TYPES.has(insideOf)) return null;
  const init = INIT.exec(masked) ?? DEINIT.exec(masked);
  if (init?.[1]) return behind(masked, init, init[1], 'method');
  const alias = ALIAS.exec(masked);
  if (alias?.[1]) return { ...behind(masked, alias, alias[1], 'type'), body: 'statement' };
  const macro = MACRO.exec(masked);
  if (macro?.[1]) return { ...behind(masked, macro, macro[1], 'macro'), body: 'statement' };
  const value = VALUE.exec(masked);
  return value?.[1] ? { ...behind(masked, value, value[1], 'variable'), body: 'statement' } : null;
}

/** The name is the last thing that the pattern took in, but for a bracket. */
function behind(masked: string, match: RegExpExecArray, name: string, kind: SymbolKind): Declaration {
  const nameAt = masked.lastIndexOf(name, match[0].length - name.length);
  const isQuoted = name.startsWith('`');
  return { name: name.replaceAll('`', ''), kind, nameAt: Math.max(0, nameAt) + (isQuoted ? 1 : 0) };
}
