import { makeLineIndex } from '../../search/lines.ts';
import type { ImportKind } from '../import-graph.ts';
import { IMPORT_LIMITS } from '../limits.ts';

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
  readonly isCut: boolean;
}

// At the start of a line, or behind `;` or the `:` of a one-line block. A backslash carries a line on.
const STATEMENT =
  /(?:^|[;:])[^\S\n]*(?:import[^\S\n]+((?:[^\n;\\]|\\\r?\n)*)|from[^\S\n]*(?:\\\r?\n[^\S\n]*)?(\.[.\s]*|(?=\s))[^\S\n]*([^\s;,()'"\\]*)[^\S\n]*(?:\\\r?\n[^\S\n]*)?\bimport\b[^\S\n]*(\([^()]*\)?|(?:[^\n;\\]|\\\r?\n)*))/gm;
const TYPE_BLOCK = /^(?:if|elif)[^\S\n]+(?:\w{1,80}\.)?TYPE_CHECKING[^\S\n]*:/;
const BY_NAME = /(?<![\w.])(?:importlib\.import_module|import_module|__import__)\(\s{0,80}(['"])/g;

/** Modules that a Python file imports; strings and comments are masked and so never seen. */
export function pythonMentions(text: string, mask: string): PythonFacts {
  const blocks = typeBlocks(mask);
  const found: PythonMention[] = [];
  const lines = makeLineIndex(text);
  for (const match of mask.matchAll(STATEMENT)) {
    if (found.length >= IMPORT_LIMITS.mentionsPerFileMax) return { mentions: found, isCut: true };
    const at = match.index + match[0].search(/import|from/);
    const place = { line: lines.lineAt(at), kind: isWithin(blocks, at) ? 'type' : 'import' } as const;
    found.push(...named(match).map((name) => ({ ...name, ...place })));
  }
  return { mentions: [...found, ...importedByName(text, mask)], isCut: false };
}

/** What a statement names: each module of an `import`, the one of a `from`. */
function named(match: RegExpExecArray): readonly Pick<PythonMention, 'level' | 'module' | 'names'>[] {
  const [, modules, dots = '', module = '', list = ''] = match;
  if (modules !== undefined) return listed(modules).map((name) => ({ level: 0, module: name, names: null }));
  const level = dots.replace(/[^.]/g, '').length;
  const names = listed(list);
  return names.length > 0 && (module !== '' || level > 0) ? [{ level, module, names }] : [];
}

/** The names of a list, without what they are called here. */
function listed(list: string): readonly string[] {
  const inner = list.replace(/^\(|\)$/g, '');
  return inner.split(',').flatMap((item) => {
    const name = /^[\s\\]*([^\s\\]+)/.exec(item)?.[1];
    return name !== undefined && /^(?:\*|[\w.\u0080-\uffff]+)$/.test(name) && name.length <= 300 ? [name] : [];
  });
}

/** `importlib.import_module('a.b')`: a literal names a module as well as a statement does. */
function importedByName(text: string, mask: string): PythonMention[] {
  const found: PythonMention[] = [];
  const lines = makeLineIndex(text);
  for (const match of mask.matchAll(BY_NAME)) {
    const open = match.index + match[0].length;
    const literal = /^[\w.]{1,300}(?=(['"])\s{0,80}[,)])/.exec(text.slice(open, open + 400));
    if (!literal || literal[1] !== match[1] || literal[0].startsWith('.')) continue;
    if (found.length >= IMPORT_LIMITS.mentionsPerFileMax) break;
    found.push({ level: 0, module: literal[0], names: null, line: lines.lineAt(open), kind: 'dynamic' });
  }
  return found;
}

interface Block {
  readonly start: number;
  readonly end: number;
}

/** The blocks that only a type checker runs, by their indentation; in order. */
function typeBlocks(mask: string): readonly Block[] {
  const blocks: Block[] = [];
  let open: { start: number; indent: number } | null = null;
  if (!mask.includes('TYPE_CHECKING')) return blocks;
  for (let from = 0; from <= mask.length; ) {
    const newline = mask.indexOf('\n', from);
    const end = newline === -1 ? mask.length : newline;
    const line = mask.slice(from, end);
    const code = line.trimStart();
    const indent = line.length - code.length;
    if (open !== null && code.trim() !== '' && indent <= open.indent && !code.startsWith(')')) {
      blocks.push({ start: open.start, end: from });
      open = null;
    }
    if (open === null && TYPE_BLOCK.test(code)) open = { start: from, indent };
    from = end + 1;
  }
  return open === null ? blocks : [...blocks, { start: open.start, end: mask.length }];
}

function isWithin(blocks: readonly Block[], at: number): boolean {
  return blocks.some(({ start, end }) => start <= at && at < end);
}
