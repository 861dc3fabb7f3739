import { nameIn } from './name-in.ts';
import {
  PHP_CONST_HEAD,
  PHP_DEFINE_HEAD,
  PHP_FUNCTION_HEAD,
  PHP_HEAD,
  PHP_KINDS,
  PHP_NAME,
  PHP_PROPERTY_HEAD,
  PHP_TYPE_HEAD,
  PHP_TYPES,
} from './php-head.ts';
import type { Structure } from './structure.ts';
import type { Declaration, Declarator, FindDeclaration, LineView, SymbolKind } from './symbol.ts';

const PHP_LINE = `^\\s*(?:<\\?php\\s+)?${PHP_HEAD}`;
const PHP_TYPE = new RegExp(`${PHP_LINE}${PHP_TYPE_HEAD}(${PHP_NAME})`, 'i');
const PHP_FUNCTION = new RegExp(`${PHP_LINE}${PHP_FUNCTION_HEAD}(${PHP_NAME})[ \\t]*\\(`, 'i');
const PHP_CONST = new RegExp(`${PHP_LINE}${PHP_CONST_HEAD}(${PHP_NAME})[ \\t]*=`, 'i');
const PHP_PROPERTY = new RegExp(`^\\s*${PHP_PROPERTY_HEAD}(${PHP_NAME})[ \\t\\r]*(?:[=;,{]|$)`, 'i');
const PHP_DEFINE = new RegExp(`^\\s*(?:<\\?php\\s+)?${PHP_DEFINE_HEAD}(?=(${PHP_NAME})["'][ \\t]*,)`, 'i');
const PHP_NAMESPACE = /^\s*(?:<\?php\s+)?namespace\s+([\w\\]+)\s*[;{]/i;

/** The words that a declaration of PHP begins with. */
export const PHP_FIRST_WORDS =
  /(?:#\[|<\?php|(?:class|interface|trait|enum|function|const|namespace|public|private|protected|static|abstract|final|readonly|var)\b|(?:if[ \t]*\([ \t]*![ \t]*)?[@\\]{0,2}defined?[ \t]*\()/iy;

/** Declarations of PHP. Its words may be written in any case. */
export const findPhpDeclaration: FindDeclaration = (line) => {
  const { masked } = line;
  if (line.inside === '(' || line.inside === '[') return null;
  const type = PHP_TYPE.exec(masked);
  if (type?.[2]) return last(masked, type, type[2], PHP_KINDS[type[1]?.toLowerCase() ?? ''] ?? 'class');
  const func = PHP_FUNCTION.exec(masked);
  if (func?.[1]) return last(masked, func, func[1], phpFunctionKind(line, func[1]));
  const constant = PHP_CONST.exec(masked);
  if (constant?.[1]) return { ...last(masked, constant, constant[1], 'variable'), body: 'statement' };
  const property = PHP_TYPES.has(line.insideOf) ? PHP_PROPERTY.exec(masked) : null;
  if (property?.[1]) {
    // Behind the brace of a property stands what is done to get and set it.
    const body = property[0].endsWith('{') ? 'braces' : 'statement';
    return { ...last(masked, property, property[1], 'variable'), body };
  }
  const namespace = PHP_NAMESPACE.exec(masked);
  if (!namespace?.[1]) return definedInPhp(line);
  // A namespace without braces is for the rest of the file: names in it are looked for without it.
  const isBlock = namespace[0].endsWith('{');
  return { ...last(masked, namespace, namespace[1], 'module'), body: isBlock ? 'braces' : 'line', scope: '' };
};

/** A constant that a call defines at the top, for the whole program. Source: PHP manual, "define". */
function definedInPhp({ masked, original, isAtTop }: LineView): Declaration | null {
  if (!/\bdefine[ \t]*\(/i.test(masked)) return null;
  const [head, name] = PHP_DEFINE.exec(original) ?? [];
  if (head === undefined || name === undefined || !isAtTop) return null;
  const tellsFrom = head.search(/define[^(]*\([^(]*$/i);
  return { name, kind: 'variable', nameAt: head.length, tellsFrom, body: 'statement' };
}

function phpFunctionKind(line: LineView, name: string): SymbolKind {
  const isMember =
    PHP_TYPES.has(line.insideOf) || /^\s*(?:public|private|protected|abstract|final|static)\b/i.test(line.masked);
  if (!isMember) return 'function';
  return /^test(?![a-z])/.test(name) || /#\[(?:\w+\\)*Test\b|@test\b/.test(line.above) ? 'test' : 'method';
}

/** Ruby's names; a method's may end in `?`, `!` or `=`, or be an operator. */
const RUBY_METHOD_NAME =
  '[A-Za-z_\\u0080-\\uffff][\\w\\u0080-\\uffff]*(?:[?!](?![=~])|[?!](?==[=~>])|=(?![=~>]))?|\\[\\]=?|[+\\-!~]@|\\*\\*|<=>|===?|=~|![=~]?|<<|>>|<=|>=|[+\\-*/%<>&|^~`]';
const RUBY_METHOD = new RegExp(
  `^\\s*(?:[a-z_]\\w*[ (]\\s*)?def\\s+((?:self|@{0,2}[A-Za-z_]\\w*)\\s*\\.\\s*)?(${RUBY_METHOD_NAME})`,
);
/** Another name for a method, by the language's own word or, in a type, by the call that does the same. */
const RUBY_ALIAS = new RegExp(
  `^\\s*(?:alias\\s+:?|(?:(?:private|protected|public)[ \\t]+)?alias_method\\b[ \\t(]*:)(${RUBY_METHOD_NAME})(?=[\\s,])`,
);
const RUBY_TYPE =
  /^\s*(class|module)\s+(?:::)?((?:[A-Z\u0080-\uffff][\w\u0080-\uffff]*::)*)([A-Z\u0080-\uffff][\w\u0080-\uffff]*)/;
const RUBY_CONSTANT = /^\s*([A-Z]\w*)\s*(?:\|\||&&)?=(?![=~>])/;
const RUBY_TEST = /^\s*(?:RSpec\.)?(?:describe|context|it|specify|test|should|scenario|feature)\s*(?:\(\s*)?(["'])/;

/** The words that a declaration of Ruby begins with; `private def` and its like begin with a name. */
export const RUBY_FIRST_WORDS =
  /(?:(?:(?:(?:private|protected|public)[ \t]+)?(?:attr_(?:reader|writer|accessor)|alias_method)|alias|class|module|def|describe|context|it|specify|test|should|scenario|feature|RSpec)\b|[A-Z]\w*\s*(?:\|\||&&)?=|[a-z_]\w*[ (]\s*def\b)/y;

/** Declarations of Ruby. Its blocks end with `end` at the depth of their head, see scan-lines.ts. */
export const findRubyDeclaration: FindDeclaration = (line) => {
  const { masked } = line;
  const method = RUBY_METHOD.exec(masked);
  if (method?.[2]) return rubyMethod(line, method, method[2]);
  const type = RUBY_TYPE.exec(masked);
  if (type?.[3]) {
    const nameAt = type[0].length - type[3].length;
    const kind = type[1] === 'class' ? 'class' : 'module';
    const owner = (type[2] ?? '')
      .split('::')
      .filter((name) => name !== '')
      .join('/');
    return { name: type[3], kind, nameAt, owner, ...(isWhole(masked) ? { body: 'line' as const } : {}) };
  }
  return rubyTest(line) ?? rubyAttribute(line) ?? rubyAlias(line) ?? rubyConstant(line);
};

/** What is read or set of an object by a method without a body: `attr_reader :a, :b`. */
const RUBY_ATTRIBUTES =
  /^\s*(?:(?:private|protected|public)[ \t]+)?attr_(?:reader|writer|accessor)\b[ \t(]*:([a-z_]\w*)/;
/** Behind the first name, over lines as long as these end in a comma. */
const NEXT_ATTRIBUTE = /[ \t]*,\s*:([a-z_]\w*)/y;
const ATTRIBUTES_MAX = 100;

function rubyAttribute({ masked, insideOf }: LineView): Declaration | null {
  const match = insideOf === 'class' || insideOf === 'module' ? RUBY_ATTRIBUTES.exec(masked) : null;
  const name = match?.[1];
  if (match == null || name === undefined) return null;
  return { name, kind: 'variable', nameAt: match[0].length - name.length, body: 'statement' };
}

/** The names behind the first one of a list of attributes. */
export function findRubyDeclarators({ mask }: Structure, line: LineView, from: number): readonly Declarator[] {
  const first = rubyAttribute(line);
  if (first === null) return [];
  const found: Declarator[] = [];
  NEXT_ATTRIBUTE.lastIndex = from + first.nameAt + first.name.length;
  while (found.length < ATTRIBUTES_MAX) {
    const comma = NEXT_ATTRIBUTE.lastIndex;
    const name = NEXT_ATTRIBUTE.exec(mask)?.[1];
    if (name === undefined) break;
    found.push({ name, comma, nameAt: NEXT_ATTRIBUTE.lastIndex - name.length, isTop: true, kind: 'variable' });
  }
  return found;
}

function rubyAlias({ masked, insideOf }: LineView): Declaration | null {
  const match = RUBY_ALIAS.exec(masked);
  const name = match?.[1];
  if (match == null || name === undefined) return null;
  const isInType = insideOf === 'class' || insideOf === 'module';
  if (!isInType && masked.includes('alias_method')) return null;
  const nameAt = match[0].length - name.length;
  return { name, kind: isInType ? 'method' : 'function', nameAt, body: 'statement' };
}

function rubyMethod(line: LineView, match: RegExpExecArray, name: string): Declaration {
  const { masked } = line;
  const nameAt = match[0].length - name.length;
  const isTest = name.startsWith('test_') && line.insideOf === 'class';
  const kind = isTest
    ? 'test'
    : line.insideOf === 'class' || line.insideOf === 'module' || match[1]
      ? 'method'
      : 'function';
  // `def a = b` has no end; a setter's `=` stands before its parenthesis.
  const rest = masked.slice(match[0].length);
  const isEndless = /^\s*(?:\((?:[^()]|\([^()]*\))*\)\s*)?=(?![=~>])\s*\S?/.test(rest) && !/[\w\]]=$/.test(name);
  return { name, kind, nameAt, ...(isEndless || isWhole(rest) ? { body: 'line' as const } : {}) };
}

/** Whether a block begins and ends on its line. */
function isWhole(masked: string): boolean {
  return /(?:[;\s)])end\s*$/.test(masked.trimEnd()) || /;\s*end\b/.test(masked);
}

/** A test or group of them, named by its title. */
function rubyTest({ masked, original }: LineView): Declaration | null {
  const match = RUBY_TEST.exec(masked);
  if (!match || !/\bdo\b|\{/.test(masked)) return null;
  const from = match[0].length;
  const to = masked.indexOf(match[1] ?? '', from);
  const title = original.slice(from, Math.min(from + 80, to === -1 ? original.length : to)).trim();
  if (title === '') return null;
  return { name: title, kind: 'test', nameAt: from, ...(/\bdo\b/.test(masked) ? {} : { body: 'line' as const }) };
}

/** A class or module that is made with a block: `Point = Struct.new(:x, :y) do`. */
const RUBY_MADE = /^\s*([A-Z]\w*)\s*=\s*(?:::)?(Struct|Class|Module|Data)\s*\.\s*(?:new|define)\b/;
const OPENS_BLOCK = /(?:\bdo|\{)\s*(?:\|[^|]{0,100}\|)?\s*$/;

/** The same where what it is made of stands on several lines. */
const OPENS_LATER = /^[^\n(]{1,200}\([^()]{0,600}\)[ \t]*(?:do\b|\{)[ \t]*(?:\|[^|\n]{0,100}\|)?[ \t\r]*(?:\n|$)/;

/** Constants, but not in methods, where they cannot be set. */
function rubyConstant({ masked, inside, insideOf, ahead }: LineView): Declaration | null {
  const name = RUBY_CONSTANT.exec(masked)?.[1];
  if (!name || inside !== '' || insideOf === 'method') return null;
  const nameAt = nameIn(masked, name, 0);
  const made = RUBY_MADE.exec(masked)?.[2];
  if (made === undefined) return { name, kind: 'variable', nameAt, body: 'statement' };
  const kind = made === 'Module' ? 'module' : 'class';
  const isOpened = OPENS_BLOCK.test(masked) || OPENS_LATER.test(ahead);
  return { name, kind, nameAt, ...(isOpened ? {} : { body: 'statement' as const }) };
}

const SHELL_FUNCTION =
  /^\s*(?:function\s+([^\s(){}<>;&|"'$`=]+)\s*(?:\(\s*\))?|([^\s(){}<>;&|"'$`=]+)\s*\(\s*\))\s*(?=[{(\n\r]|$)/;

/** The words that a function of a shell begins with. */
export const SHELL_FIRST_WORDS = /(?:function\s|[\w.:@+\-\u0080-\uffff]+[ \t]*\(\s*\))/y;

/** Functions of shells. */
export const findShellDeclaration: FindDeclaration = ({ masked, inside, ahead }) => {
  if (inside === '(' && !/^\s*function\s/.test(masked)) return null;
  const match = SHELL_FUNCTION.exec(masked);
  const name = match?.[1] ?? match?.[2];
  if (!match || !name || !/^\s*[{(]/.test(ahead.slice(match[0].length))) return null;
  const from = match[1] ? masked.indexOf('function') + 8 : 0;
  return { name, kind: 'function', nameAt: nameIn(masked, name, from) };
};

function last(masked: string, match: RegExpExecArray, name: string, kind: SymbolKind): Declaration {
  return { name, kind, nameAt: Math.max(0, masked.lastIndexOf(name, match[0].length - name.length)) };
}
