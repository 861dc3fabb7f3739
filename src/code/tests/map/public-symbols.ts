import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { containerOf } from '../../search/symbols-of.ts';

/** What tells whether a symbol can be used from outside of its file. */
export interface SymbolFile {
  readonly scanner: ScannedLanguage;
  readonly symbols: readonly FileSymbol[];
  /** The text with only its code left. */
  readonly mask: string;
}

/** Kinds that can be tested: what only describes, such as an interface, has nothing to run. */
const TESTABLE: ReadonlySet<FileSymbol['kind']> = new Set(['function', 'method', 'class', 'macro']);

/**
 * The symbols of a file with code to run that other files can use, as far as the text tells: what a build exports by
 * other means is not among them.
 */
export function publicSymbols(file: SymbolFile): readonly FileSymbol[] {
  const isPublic = makeRule(file);
  return file.symbols.filter((symbol) => TESTABLE.has(symbol.kind) && isPublic(symbol));
}

function makeRule(file: SymbolFile): (symbol: FileSymbol) => boolean {
  switch (file.scanner) {
    case 'script':
      return scriptRule(file);
    case 'python':
      return pythonRule;
    case 'go':
      return goRule;
    case 'rust':
      return (symbol) => /^(?:default\s+)?pub\s/.test(symbol.signature) && symbol.kind !== 'macro';
    case 'java':
      return javaRule(file);
    default:
      return wordRule;
  }
}

/** A method counts with its class: that has to be exported, too. */
function scriptRule({ symbols, mask }: SymbolFile): (symbol: FileSymbol) => boolean {
  const listed = exportedNames(mask);
  const isExported = (symbol: FileSymbol): boolean =>
    /^export\b/.test(symbol.signature) ||
    (symbol.depth === 0 && !symbol.path.includes('/') && listed.has(symbol.name)) ||
    isAssignedOutside(symbol, listed);
  const classes = new Set(
    symbols.filter((symbol) => symbol.kind === 'class' && isExported(symbol)).map(({ path }) => path),
  );
  return (symbol) => {
    const isMember = symbol.kind === 'method' && symbol.depth > 0;
    if (!isMember) return symbol.name !== 'default' && isExported(symbol);
    const owner = symbol.path.slice(0, symbol.path.lastIndexOf('/'));
    const isHidden = /^[#_]|^constructor$/.test(symbol.name) || /^(?:private|protected)\b/.test(symbol.signature);
    return classes.has(owner) && !isHidden;
  };
}

/** `exports.x = …` and, where the object is exported, `app.use = …` or `Router.prototype.use = …`. */
function isAssignedOutside(symbol: FileSymbol, listed: ReadonlySet<string>): boolean {
  if (symbol.depth !== 0 || symbol.name.startsWith('_')) return false;
  if (/^(?:module\.)?exports\.[\w$]+\s*=/.test(symbol.signature)) return true;
  const owner = /^([\w$]+)\.(?:prototype\.)?[\w$]+\s*=/.exec(symbol.signature)?.[1];
  return owner !== undefined && listed.has(owner);
}

/** Names in `export { a, b as c }`, `export default a`, `module.exports = a` and `module.exports = { a, b: c }`. */
function exportedNames(mask: string): ReadonlySet<string> {
  const names = new Set<string>();
  const single =
    /(?:\bexport\s+default|\bmodule\.exports(?:\.[\w$]+)?\s*=|\bexports\s*=|\bexports\.[\w$]+\s*=)\s*(?:exports\s*=\s*|module\.exports\s*=\s*)?([A-Za-z_$][\w$]*)/g;
  for (const match of mask.matchAll(single)) names.add(match[1] ?? '');
  const aliased = /\b(?:var|let|const)\s+([A-Za-z_$][\w$]*)\s*=\s*(?:module\.)?exports\b(?!\.)/g;
  for (const match of mask.matchAll(aliased)) names.add(match[1] ?? '');
  const list = /(?:\bexport\s*|\bmodule\.exports\s*=\s*)\{([^{}]{0,8000})\}(?!\s*from)/g;
  for (const match of mask.matchAll(list)) {
    for (const part of (match[1] ?? '').split(',')) {
      const name = /^\s*(?:[\w$]+\s*:\s*)?([A-Za-z_$][\w$]*)\s*(?:as\s+[\w$]+\s*)?$/.exec(part)?.[1];
      if (name !== undefined) names.add(name);
    }
  }
  return names;
}

/** An underscore is Python's word for private; what is declared inside of a function is nobody else's. */
function pythonRule(symbol: FileSymbol): boolean {
  if (symbol.path.split('/').some((name) => name.startsWith('_'))) return false;
  return symbol.depth === 0 || symbol.kind === 'method';
}

function goRule(symbol: FileSymbol): boolean {
  return symbol.path.split('/').every((name) => /^\p{Lu}/u.test(name));
}

/** Elsewhere what is kept from others says so in its own line; C's `static` does for functions of a file. */
function wordRule(symbol: FileSymbol): boolean {
  if (/\b(?:private|fileprivate|protected|internal)\b/.test(symbol.signature)) return false;
  return !symbol.name.startsWith('_') && !(symbol.depth === 0 && /^static\b/.test(symbol.signature));
}

function javaRule({ symbols }: SymbolFile): (symbol: FileSymbol) => boolean {
  const kinds = new Map(symbols.map(({ path, kind }) => [path, kind]));
  return (symbol) => {
    const owner = symbol.path.slice(0, Math.max(0, symbol.path.lastIndexOf('/')));
    const isConstructor = symbol.kind === 'method' && symbol.name === containerOf(symbol);
    if (isConstructor || kinds.get(owner) === 'interface') return false;
    return /\bpublic\b/.test(symbol.signature) && !(symbol.name === 'main' && /\bstatic\b/.test(symbol.signature));
  };
}
