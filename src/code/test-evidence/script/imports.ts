import { type CodeText, lineOf, type Token } from '../../lex/code-text.ts';

/** One name that an import brings into a file. */
export interface Binding {
  readonly specifier: string;
  /** Its name in the module; `*` for the module as a whole, `default` for its default. */
  readonly imported: string;
  readonly line: number;
}

/** The imports of a script: the names, and the modules that were named at all. */
export interface ScriptImports {
  readonly bindings: ReadonlyMap<string, Binding>;
  /** Specifiers with the first line that names each. */
  readonly modules: ReadonlyMap<string, number>;
}

/**
 * The imports of a script by `import`, `require`, and destructuring of either; no resolution. What is assigned from a
 * member (`require('tap').test`) is known by that member's name.
 */
export function readScriptImports(code: CodeText): ScriptImports {
  const bindings = new Map<string, Binding>();
  const modules = new Map<string, number>();
  for (const token of code.tokens) {
    const specifier = specifierAt(code, token);
    if (specifier === null) continue;
    const origin = { specifier, line: lineOf(code, token.from) };
    if (!modules.has(specifier)) modules.set(specifier, origin.line);
    if (token.word === 'from') readClause(code, token.from, origin, bindings);
    else if (token.open !== -1) readRequire(code, token, origin, bindings);
  }
  return { bindings, modules };
}

/** The module that `from "…"`, `require("…")`, `import "…"` or `import("…")` names; null for any other word. */
function specifierAt(code: CodeText, token: Token): string | null {
  if (token.isMember || (token.word !== 'from' && token.word !== 'require' && token.word !== 'import')) return null;
  return literalAt(code, token.word === 'from' || token.open === -1 ? token.next : token.open + 1);
}

interface Origin {
  readonly specifier: string;
  readonly line: number;
}

function literalAt(code: CodeText, quote: number): string | null {
  const mark = code.mask[quote];
  if (mark !== '"' && mark !== "'" && mark !== '`') return null;
  const end = code.mask.indexOf(mark, quote + 1);
  return end === -1 || end - quote > 300 ? null : code.text.slice(quote + 1, end);
}

/** How far back of `from` or `require` the names are looked for: long lists of names, but no whole file. */
const CLAUSE_CHARACTERS_MAX = 3_000;

function readClause(code: CodeText, at: number, origin: Origin, bindings: Map<string, Binding>): void {
  const text = code.mask.slice(Math.max(0, at - CLAUSE_CHARACTERS_MAX), at);
  const start = text.lastIndexOf('import');
  if (start === -1 || text.slice(start).includes(';')) return;
  const clause = text.slice(start + 'import'.length);
  if (/^\s*type\b(?!\s*,|\s*$)/.test(clause)) return;
  const all = /\*\s*as\s+([\w$]+)/.exec(clause)?.[1];
  if (all !== undefined) bindings.set(all, { ...origin, imported: '*' });
  const single = /^\s*([\w$]+)/.exec(clause)?.[1];
  if (single !== undefined) bindings.set(single, { ...origin, imported: 'default' });
  const open = clause.indexOf('{');
  if (open !== -1) readNames(clause.slice(open + 1), /\bas\b/, origin, bindings);
}

function readRequire(
  code: CodeText,
  token: { readonly from: number; readonly open: number },
  origin: Origin,
  bindings: Map<string, Binding>,
): void {
  const text = code.mask.slice(Math.max(0, token.from - CLAUSE_CHARACTERS_MAX), token.from);
  const tail = code.mask.slice(code.structure.closeOf(token.open) + 1, code.structure.closeOf(token.open) + 80);
  const member = /^\s*\.\s*([\w$]+)/.exec(tail)?.[1];
  // `import x = require()` and `const x = await import()` too.
  const single = /([\w$]+)\s*(?::[^=,;{}()]{0,80})?=\s*(?:await\s*)?$/.exec(text)?.[1];
  if (single !== undefined) bindings.set(single, { ...origin, imported: member ?? '*' });
  const names = /\{([^{}=;]{0,2000})\}\s*=\s*(?:await\s*)?$/.exec(text.slice(text.lastIndexOf('{')))?.[1];
  if (names !== undefined) readNames(names, /:/, origin, bindings);
}

function readNames(list: string, separator: RegExp, origin: Origin, bindings: Map<string, Binding>): void {
  for (const part of list.split('}')[0]?.split(',') ?? []) {
    const [imported, local] = part
      .replace(/^\s*type\s+(?=[\w$])/, '')
      .split(separator)
      .map((name) => name.trim());
    if (imported === undefined || !/^[\w$]+$/.test(imported)) continue;
    bindings.set(local === undefined ? imported : local, { ...origin, imported });
  }
}
