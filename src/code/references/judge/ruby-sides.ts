import type { FileSymbol } from '../../lex/symbol.ts';
import type { CodeFile } from '../code-file.ts';
import { offsetOf } from '../names/declarations.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Place, Verdict } from '../reference.ts';

/** What these have every class has, too. */
const OF_EVERY_CLASS: ReadonlySet<string> = new Set(['BasicObject', 'Object', 'Module', 'Class']);

/** Of a method before a name that is looked at for blocks. */
const BEFORE_NAME_MAX = 5_000;

/**
 * Whether a name of Ruby is said by a method of a class itself, and found was only what objects of the class have:
 * `def self.badge = name` asks the class. A block may have another `self`, and what is indented otherwise than the method
 * may be in a body of its own: neither is told apart. Source: Ruby documentation, "Methods", "Scope".
 */
export function isOfOtherSide(file: CodeFile, { name, path, at }: Place, { evidence, meant }: Verdict): boolean {
  const [first] = meant;
  const isSelf = path.length === 0 || (path.length === 1 && path[0] === 'self');
  // A constant is the class's own.
  if (file.family !== 'ruby' || evidence !== 'exact' || !isSelf || /^\p{Lu}/u.test(name)) return false;
  const method = functionsAround(file, at).at(-1);
  if (method === undefined || !isOfClassItself(method) || mayBeInBlock(file, offsetOf(file, method), at)) return false;
  const type = classAround(file, method.line);
  if (type === undefined || type.name !== first?.container || OF_EVERY_CLASS.has(type.name)) return false;
  const indent = indentOf(file, method);
  const isOfObjects = (symbol: FileSymbol): boolean =>
    type.line < symbol.line &&
    symbol.line <= type.endLine &&
    !isOfClassItself(symbol) &&
    indentOf(file, symbol) === indent;
  return meant.every(({ file: declaring, symbol }) => declaring === file.path && isOfObjects(symbol));
}

function isOfClassItself({ signature }: FileSymbol): boolean {
  return /^(?:[a-z_]\w*[ (] ?)?def (?:self|[A-Z]\w*) ?\./.test(signature);
}

function mayBeInBlock({ mask }: CodeFile, from: number, at: number): boolean {
  return at - from > BEFORE_NAME_MAX || /\bdo\b|\{/.test(mask().slice(from, at));
}

/** The innermost class or module around a line, where that is a class: a module may extend itself. */
function classAround(file: CodeFile, line: number): FileSymbol | undefined {
  const type = file
    .symbols()
    .findLast(
      ({ kind, line: from, endLine }) => (kind === 'class' || kind === 'module') && from < line && line <= endLine,
    );
  return type?.kind === 'class' ? type : undefined;
}

/** The blanks that the line of a symbol begins with. */
function indentOf(file: CodeFile, symbol: FileSymbol): string {
  const start = file.structure().lineStarts[symbol.line - 1] ?? 0;
  return /^[ \t]*/.exec(file.mask().slice(start, start + symbol.column))?.[0] ?? '';
}
