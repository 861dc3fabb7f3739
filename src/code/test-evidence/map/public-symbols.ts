import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import { exportedNames } from '../../lex/script-exports.ts';
import type { FileSymbol } from '../../lex/symbol.ts';
import { namesOf, outerOf } from '../../lex/symbol-path.ts';
import { reachesOf } from '../../lex/visibility.ts';
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
 * The symbols of a file with code to run that everyone can use, as far as the text tells: what a build exports by other
 * means is not among them.
 */
export function publicSymbols(file: SymbolFile): readonly FileSymbol[] {
  const { scanner, symbols } = file;
  const reaches = reachesOf(scanner, symbols);
  const kinds = new Map(symbols.map(({ path, kind }) => [path, kind]));
  const asksOnly = ASKING.has(scanner);
  const isGivenOut = scanner === 'script' ? scriptRule(file) : (FURTHER[scanner] ?? (() => true));
  return symbols.filter((symbol, at) => {
    if (!TESTABLE.has(symbol.kind) || (asksOnly && kinds.get(outerOf(symbol.path)) === 'interface')) return false;
    return (reaches[at] === 'everyone' || isSaidByScript(scanner, symbol)) && isGivenOut(symbol);
  });
}

/** Languages in which what stands in an interface has nothing to run; in others an extension adds code to it. */
const ASKING: ReadonlySet<ScannedLanguage> = new Set(['go', 'java', 'csharp']);

/** What is exported by its own name is for everyone, with an underscore as well. */
function isSaidByScript(scanner: ScannedLanguage, { depth }: FileSymbol): boolean {
  return scanner === 'script' && depth === 0;
}

type Rule = (symbol: FileSymbol) => boolean;

/** What has to hold in some languages beside. */
const FURTHER: Readonly<Partial<Record<ScannedLanguage, Rule>>> = {
  python: ({ depth, kind }) => depth === 0 || kind === 'method',
  // A method counts with its type.
  go: ({ path }) => namesOf(path).every((name) => /^\p{Lu}/u.test(name)),
  // A constructor is run by whatever needs one, `main` by nobody.
  java(symbol) {
    const isConstructor = symbol.kind === 'method' && symbol.name === containerOf(symbol);
    return !isConstructor && !(symbol.name === 'main' && /\bstatic\b/.test(symbol.signature));
  },
};

/** A method counts with its class: that has to be exported, too. */
function scriptRule({ symbols, mask }: SymbolFile): Rule {
  const exported = exportedNames(symbols, mask);
  const isExported = (symbol: FileSymbol): boolean =>
    /^export\b/.test(symbol.signature) ||
    (symbol.depth === 0 && !symbol.path.includes('/') && exported.has(symbol.name)) ||
    isAssignedOutside(symbol, exported);
  const classes = new Set(
    symbols.filter((symbol) => symbol.kind === 'class' && isExported(symbol)).map(({ path }) => path),
  );
  return (symbol) => {
    // What is only declared has nothing to run.
    if (/^(?:export\s+)?declare\b/.test(symbol.signature)) return false;
    const isMember = symbol.kind === 'method' && symbol.depth > 0;
    if (!isMember) return symbol.name !== 'default' && isExported(symbol);
    return classes.has(outerOf(symbol.path)) && symbol.name !== 'constructor';
  };
}

/**
 * `exports.x = …` and, where the object is exported, `app.use = …`, `Router.prototype.use = …` or what a call puts on it,
 * such as `defineGetter(app, 'fresh', …)`.
 */
function isAssignedOutside(symbol: FileSymbol, exported: ReadonlySet<string>): boolean {
  if (symbol.depth !== 0 || symbol.name.startsWith('_')) return false;
  if (/^(?:module\.)?exports\.[\w$]+\s*=/.test(symbol.signature)) return true;
  const owner = /^([\w$]+)\.(?:prototype\.)?[\w$]+\s*=/.exec(symbol.signature)?.[1];
  if (owner !== undefined) return exported.has(owner);
  const definedOn = /^(?:Object\.)?define[A-Z]/.test(symbol.signature) ? symbol.path.split('/', 1)[0] : undefined;
  return definedOn !== undefined && exported.has(definedOn);
}
