import { FILLER } from '../../lex/mask.ts';
import type { FileSymbol, SymbolKind } from '../../lex/symbol.ts';
import { type CodeFile, lineAt } from '../code-file.ts';
import { functionsAround } from '../places/functions-around.ts';
import type { Side } from './class-sides.ts';

/*
 * Of Ruby a class has methods itself (`def self.name`, and what stands in `class << self`), and what is made of it has the
 * others. What a module declares may be asked of either. Source: Ruby documentation, "Methods", "Scope".
 */

const METHODS: ReadonlySet<SymbolKind> = new Set(['method', 'test', 'variable']);

/** What `self` is in these may be one of what others are made of as well. */
const OF_EVERY_CLASS: ReadonlySet<string> = new Set(['BasicObject', 'Object', 'Module', 'Class']);

/** Sides of the members of files, found once: each place of a name asks for those of all that it may mean. */
const sides = new WeakMap<FileSymbol, Side | 'unclear'>();

/** The side of a method or attribute of Ruby; null for what is of no class, or may be of either side. */
export function rubySideOf(file: CodeFile, symbol: FileSymbol): Side | null {
  const known = sides.get(symbol) ?? findSide(file, symbol) ?? 'unclear';
  sides.set(symbol, known);
  return known === 'unclear' ? null : known;
}

function findSide(file: CodeFile, symbol: FileSymbol): Side | null {
  if (!METHODS.has(symbol.kind) || /^\p{Lu}/u.test(symbol.name)) return null;
  const type = file
    .symbols()
    .findLast(({ kind, line, endLine }) => isTypeKind(kind) && line < symbol.line && symbol.line <= endLine);
  if (type === undefined || OF_EVERY_CLASS.has(type.name)) return null;
  if (isOfClassItself(symbol)) return 'static';
  const opener = openerOf(file, symbol, type);
  if (opener === 'own') return 'static';
  return opener === 'type' && type.kind === 'class' ? 'made' : null;
}

function isTypeKind(kind: SymbolKind): boolean {
  return kind === 'class' || kind === 'module';
}

/** Whether a method is written as that of a class itself. */
function isOfClassItself({ signature }: FileSymbol): boolean {
  return /^(?:[a-z_]\w*[ (] ?)?def (?:self|[A-Z]\w*) ?\./.test(signature);
}

const OPENS_OWN = /^\s*class\s*<<\s*self\b/;
/** What stands as far to the left as its methods by some customs, and opens nothing. */
const OPENS_NOTHING = /^\s*(?:private|protected|public|elsif|else|rescue|ensure|end)\b/;
/** What says whether there are any, and is no body of its own. */
const OPENS_SAME = /^\s*(?:if|unless|begin)\b/;

/** What a method stands right in by how far its line is indented: the head of its type, `class << self`, or anything else. */
function openerOf(file: CodeFile, symbol: FileSymbol, type: FileSymbol): 'type' | 'own' | 'else' {
  const above = linesAbove(file);
  let line = above[symbol.line] ?? 0;
  while (line > type.line && OPENS_SAME.test(lineOf(file, line))) line = above[line] ?? 0;
  if (line > type.line) return OPENS_OWN.test(lineOf(file, line)) ? 'own' : 'else';
  return line === type.line ? 'type' : 'else';
}

/** The line that each line of a file stands below, found once. */
const aboveOf = new WeakMap<CodeFile, Int32Array>();

/** By the number of each line the last one before it that is indented less and may open something; 0 without such. */
function linesAbove(file: CodeFile): Int32Array {
  const known = aboveOf.get(file);
  if (known !== undefined) return known;
  const count = file.structure().lineStarts.length;
  const above = new Int32Array(count + 1);
  const open: { readonly line: number; readonly indent: number }[] = [];
  for (let line = 1; line <= count; line += 1) {
    const text = lineOf(file, line);
    const indent = indentOf(text);
    if (!/\S/.test(text)) continue;
    while ((open.at(-1)?.indent ?? -1) >= indent) open.pop();
    above[line] = open.at(-1)?.line ?? 0;
    if (text[indent] !== FILLER && !OPENS_NOTHING.test(text)) open.push({ line, indent });
  }
  aboveOf.set(file, above);
  return above;
}

function lineOf(file: CodeFile, line: number): string {
  const { lineStarts } = file.structure();
  return file.mask().slice(lineStarts[line - 1] ?? 0, lineStarts[line]);
}

function indentOf(line: string): number {
  return /^[ \t]*/.exec(line)?.[0].length ?? 0;
}

/** Calls whose blocks have another `self` than what is around them. */
const OTHER_SELF =
  /\b(?:define_(?:singleton_)?method|(?:instance|class|module)_(?:eval|exec)|(?:Class|Module|Struct)\.new|Data\.define)\b/;
/** Of a method before a name that is looked at. */
const BEFORE_NAME_MAX = 5_000;

/**
 * What `self` is in the method around an offset; null outside of methods, and where a block may have another one: what a
 * class calls itself may run a block for each that is made of it (`before_action { name }`).
 */
export function rubySideOfSelf(file: CodeFile, at: number): Side | null {
  const method = functionsAround(file, at).at(-1);
  if (method === undefined) return null;
  const from = file.structure().lineStarts[method.line - 1] ?? 0;
  const before = file.mask().slice(from, at);
  if (before.length > BEFORE_NAME_MAX || lineAt(file, at) > method.endLine) return null;
  if (/\bdo\b|\{/.test(before) && OTHER_SELF.test(before)) return null;
  const side = rubySideOf(file, method);
  return side === 'static' && isInBlock(before) ? null : side;
}

/** What comes of these as often as it may: their blocks have the `self` around them. Source: Ruby documentation, `Enumerable`. */
const SAME_SELF =
  /(?<![\w:@$])(?:each\w*|\w*map|select|filter|reject|find|detect|(?:any|all|none)\?|\w+_by|inject|reduce|sum|count|times|tap|then|fetch|loop|synchronize)(?:\([^()]{0,100}\)| [\w:@]{1,100})?[ \t]*$/;
/** A head of a block, and the words that end in the same one. */
const OPENS_DO = /\bdo(?:[ \t]*\|[^|\n]{0,200}\|)?[ \t\r]*$/;
const LOOPS = /^\s*(?:while|until|for)\b/;

/** Whether the end of a piece of a method is in a block of what is no loop: by its braces, and by how far its lines are indented. */
function isInBlock(before: string): boolean {
  const [head = '', ...lines] = before.split('\n');
  let indent = indentOf(lines.at(-1) ?? head);
  const heads = lines
    .slice(0, -1)
    .toReversed()
    .filter((line) => {
      const isHead = /\S/.test(line) && indentOf(line) < indent;
      if (isHead) indent = indentOf(line);
      return isHead && OPENS_DO.test(line) && !LOOPS.test(line);
    });
  const opened = heads.map((line) => line.slice(0, line.search(OPENS_DO)));
  return [...opened, ...openBraces(before)].some((call) => !SAME_SELF.test(call));
}

/** What stands on the line before each brace that is not closed. */
function openBraces(text: string): readonly string[] {
  const open: number[] = [];
  for (const { 0: sign, index } of text.matchAll(/[{}]/g)) {
    if (sign === '{') open.push(index);
    else open.pop();
  }
  return open.map((at) => text.slice(text.lastIndexOf('\n', at) + 1, at));
}
