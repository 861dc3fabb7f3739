import { makeLineIndex } from '../../text/lines.ts';
import type { ImportKind } from '../import-graph.ts';
import { IMPORT_LIMITS } from '../limits.ts';
import { addedPaths, besideOf } from './added-paths.ts';
import { inFunctions, inTypeBlocks } from './blocks.ts';

/** One module that a Python file names. */
export interface PythonMention {
  /** Leading dots of a relative import; 0 for an absolute one. */
  readonly level: number;
  /** Dotted; empty in `from . import a`. */
  readonly module: string;
  /** Names behind `import` of a `from`; null when the module itself is imported. */
  readonly names: readonly string[] | null;
  readonly line: number;
  readonly kind: ImportKind;
}

/** What a Python file says. */
export interface PythonFacts {
  readonly mentions: readonly PythonMention[];
  /** Folders, or their ends, that it adds to where it imports from. */
  readonly added: readonly string[];
  /** Who imports the modules beside it without their package: itself, as a program that is run; all beside it; nobody. */
  readonly beside: 'itself' | 'all' | null;
  /** Whether it holds no code at all, and so gives out nothing but the modules beside it. */
  readonly isEmpty: boolean;
  readonly isCut: boolean;
}

// At the start of a line, or behind `;` or the `:` of a one-line block.
const STATEMENT = /(?:^|[;:])[ \t\f]*(import|from)(?=[\s.\\])/gm;
// A backslash carries a line on.
const IMPORTED = /(?:[^\n;\\]|\\\r?\n)*/y;
const FROM =
  /(?:[^\S\n]|\\\r?\n)*((?:\.\s{0,20})*)([^\W\d.][\w.]*|[\u0080-\uffff][\w.\u0080-\uffff]*)?(?:[^\S\n]|\\\r?\n)*import(?!\w)(?:[^\S\n]|\\\r?\n)*/y;
const LISTED = /\([^()]*\)?|(?:[^\n;\\]|\\\r?\n)*/y;
const BY_NAME = /(?<![\w.])(?:importlib\.import_module|import_module|__import__)\(\s{0,80}(['"])/g;

/** Modules that a Python file imports; strings and comments are masked and so never seen. */
export function pythonMentions(text: string, mask: string): PythonFacts {
  const facts = { added: addedPaths(text, mask), beside: besideOf(text, mask), isEmpty: mask.trim() === '' };
  const kindAt = makeKinds(mask);
  const found: PythonMention[] = [];
  const lines = makeLineIndex(text);
  const statements = new RegExp(STATEMENT);
  for (let match = statements.exec(mask); match; match = statements.exec(mask)) {
    if (found.length >= IMPORT_LIMITS.mentionsPerFileMax) return { ...facts, mentions: found, isCut: true };
    const [whole, keyword = ''] = match;
    const at = match.index + whole.length - keyword.length;
    const read = readStatement(mask, keyword, match.index + whole.length);
    statements.lastIndex = read.end;
    const place = { line: lines.lineAt(at), kind: kindAt(at) };
    found.push(...read.named.map((name) => ({ ...name, ...place })));
  }
  const byName = importedByName(text, mask);
  const max = IMPORT_LIMITS.mentionsPerFileMax;
  return { ...facts, mentions: [...found, ...byName.slice(0, max)], isCut: byName.length > max };
}

/** What an import statement at an offset is to the program; offsets must rise. */
function makeKinds(mask: string): (at: number) => 'type' | 'deferred' | 'import' {
  const [isForTypes, isInFunction] = [inTypeBlocks(mask), inFunctions(mask)];
  return (at) => (isForTypes(at) ? 'type' : isInFunction(at) ? 'deferred' : 'import');
}

interface Statement {
  /** Each module of an `import`, or the one of a `from`. */
  readonly named: readonly Pick<PythonMention, 'level' | 'module' | 'names'>[];
  readonly end: number;
}

function readStatement(mask: string, keyword: string, at: number): Statement {
  if (keyword === 'import') {
    const list = matchAt(IMPORTED, mask, at)?.[0] ?? '';
    return { named: listed(list).map((module) => ({ level: 0, module, names: null })), end: at + list.length };
  }
  const head = matchAt(FROM, mask, at);
  if (!head) return { named: [], end: at };
  const [whole, dots = '', module = ''] = head;
  const level = dots.replace(/[^.]/g, '').length;
  const list = matchAt(LISTED, mask, at + whole.length)?.[0] ?? '';
  const names = listed(list);
  const isWhole = names.length > 0 && (module !== '' || level > 0);
  return { named: isWhole ? [{ level, module, names }] : [], end: at + whole.length + list.length };
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

/** The names of a list, without what they are called here. */
function listed(list: string): readonly string[] {
  const inner = list.replace(/^\(|\)$/g, '');
  return inner.split(',').flatMap((item) => {
    const name = /^[\s\\]*([^\s\\]+)/.exec(item)?.[1];
    return name !== undefined && /^(?:\*|[\w.\u0080-\uffff]+)$/.test(name) && name.length <= 300 ? [name] : [];
  });
}

/** `importlib.import_module('a.b')`: a literal names a module as well as a statement does. One more than are kept. */
function importedByName(text: string, mask: string): PythonMention[] {
  const found: PythonMention[] = [];
  const lines = makeLineIndex(text);
  const isInFunction = inFunctions(mask);
  for (const match of mask.matchAll(BY_NAME)) {
    const open = match.index + match[0].length;
    const literal = /^[\w.]{1,300}(?=(['"])\s{0,80}[,)])/.exec(text.slice(open, open + 400));
    if (!literal || literal[1] !== match[1] || literal[0].startsWith('.')) continue;
    if (found.length > IMPORT_LIMITS.mentionsPerFileMax) break;
    const kind = isInFunction(match.index) ? 'deferred' : 'dynamic';
    found.push({ level: 0, module: literal[0], names: null, line: lines.lineAt(open), kind });
  }
  return found;
}
