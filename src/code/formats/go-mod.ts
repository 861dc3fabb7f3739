import { numberedLines } from './lines.ts';

/** What a go.mod says. */
export interface GoMod {
  /** Null where it names none, which Go itself refuses. */
  readonly module: { readonly path: string; readonly line: number } | null;
  /** Version of the language that it asks for, such as `1.22`; null when it says none. */
  readonly go: string | null;
  readonly requires: readonly GoRequire[];
  readonly replaces: readonly GoReplace[];
}

/** One module that is required. */
export interface GoRequire {
  readonly path: string;
  readonly version: string;
  /** Whether only others need it, as Go itself marks it. */
  readonly isIndirect: boolean;
  /** 1-based. */
  readonly line: number;
}

/** `old [version] => new [version]`. */
export interface GoReplace {
  readonly path: string;
  /** Null: every version. */
  readonly version: string | null;
  readonly target: string;
  /** Null where the target is a folder. */
  readonly targetVersion: string | null;
}

/** Reads a go.mod. Source: Go Modules Reference, "go.mod files". */
export function parseGoMod(text: string): GoMod {
  let module: GoMod['module'] = null;
  let go: string | null = null;
  const requires: GoRequire[] = [];
  const replaces: GoReplace[] = [];
  for (const { verb, words, comment, line } of directives(text)) {
    const [first = '', version] = words;
    if (first === '') continue;
    if (verb === 'module') module ??= { path: first, line };
    else if (verb === 'go') go ??= first;
    else if (verb === 'require' && version !== undefined) {
      requires.push({ path: first, version, isIndirect: /^\/\/\s*indirect\b/.test(comment), line });
    } else if (verb === 'replace') replaces.push(...replaceOf(words));
  }
  return { module, go, requires, replaces };
}

function replaceOf(words: readonly string[]): readonly GoReplace[] {
  const arrow = words.indexOf('=>');
  const [path, version = null] = words.slice(0, Math.max(arrow, 0));
  const [target, targetVersion = null] = words.slice(arrow + 1);
  return path === undefined || target === undefined ? [] : [{ path, version, target, targetVersion }];
}

/** The folders that a go.work uses, as written. Source: Go Modules Reference, "go.work files". */
export function parseGoWork(text: string): readonly string[] {
  return [...directives(text)].flatMap(({ verb, words }) => (verb === 'use' && words[0] ? [words[0]] : []));
}

interface Directive {
  readonly verb: string;
  /** Without their quotes. */
  readonly words: readonly string[];
  /** From its slashes on; empty without one. */
  readonly comment: string;
  readonly line: number;
}

/** The directives in their order, those of a block (`require (`) one by one with the verb of the block. */
function* directives(text: string): Generator<Directive> {
  let block: string | null = null;
  for (const [whole, line] of numberedLines(text)) {
    const { row, comment } = splitComment(whole);
    const opened: string | undefined = block === null ? /^(\w+)\s*\($/.exec(row)?.[1] : undefined;
    if (row === ')') block = null;
    else if (opened !== undefined) block = opened;
    else if (row !== '') {
      const [first = '', ...rest] = row.split(/\s+/).map(unquote);
      yield { verb: block ?? first, words: block === null ? rest : [first, ...rest], comment, line };
    }
  }
}

function splitComment(line: string): { readonly row: string; readonly comment: string } {
  const at = line.indexOf('//');
  return at === -1 ? { row: line.trim(), comment: '' } : { row: line.slice(0, at).trim(), comment: line.slice(at) };
}

function unquote(word: string): string {
  return word.replace(/^["`](.*)["`]$/, '$1');
}
