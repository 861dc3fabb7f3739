import type { ScannedLanguage } from './lex-rules.ts';
import { isNameCode } from './masking.ts';
import type { FileSymbol, SymbolKind } from './symbol.ts';

/**
 * Who may use a declaration, as far as its own line and what encloses it tell.
 * - `own`: its own file; of Go its package, whose files stand together; what stands in a function is that function's.
 * - `project`: other files, too, but not everyone: its package or module, what derives from its type, or by custom
 *   nobody else (`_name`).
 * - `everyone`: nothing keeps it from others. What a script gives out its line alone does not tell: see `exportedNames`.
 */
export type Reach = 'own' | 'project' | 'everyone';

/** The reach of each symbol of a file, in their order. */
export function reachesOf(scanner: ScannedLanguage | null, symbols: readonly FileSymbol[]): readonly Reach[] {
  const rule = scanner === null ? byWords : (RULES[scanner] ?? byWords);
  // Symbols come outer before inner, so the last one less deep is the outer one.
  const around: Enclosing[] = [];
  return symbols.map((symbol) => {
    around.length = Math.min(around.length, symbol.depth);
    const outer = around.at(-1) ?? null;
    const isLocal = outer !== null && (outer.isLocal || outer.kind === 'function' || outer.kind === 'method');
    const isOfEnum = outer?.kind === 'enum' && symbol.kind === 'variable' && !MODIFIED.test(wordsBefore(symbol));
    const reach = isLocal ? 'own' : isOfEnum ? outer.reach : rule(symbol, outer?.kind ?? null);
    around[symbol.depth] = { kind: symbol.kind, isLocal, reach };
    return reach;
  });
}

interface Enclosing {
  readonly kind: SymbolKind;
  readonly isLocal: boolean;
  readonly reach: Reach;
}

/** What only a field has before its name: a member of an enum reaches as far as that. */
const MODIFIED = /\b(?:public|private|fileprivate|protected|internal|static|final|const|va[lr]|let)\b/;

type Rule = (symbol: FileSymbol, outer: SymbolKind | null) => Reach;

const RULES: Readonly<Partial<Record<ScannedLanguage, Rule>>> = {
  // No type is a member of a class: what looks like one stands in the value of a property. Source: TypeScript's handbook, "Classes".
  script: (symbol, outer) =>
    symbol.name.startsWith('#') || (outer === 'class' && /^(?:type|interface|enum)$/.test(symbol.kind))
      ? 'own'
      : byWords(symbol),
  python: ({ path }) => (/(?:^|\/)_/.test(path) ? 'project' : 'everyone'),
  go: ({ name }) => (/^\p{Lu}/u.test(name) ? 'everyone' : 'own'),
  rust(symbol, outer) {
    const words = wordsBefore(symbol);
    if (/\bpub\b/.test(words)) return /\bpub\s*\(/.test(words) ? 'project' : 'everyone';
    // A trait's methods reach as far as the trait, a macro as far as its attribute says: neither stands on the line.
    return outer === 'trait' || symbol.kind === 'macro' ? 'project' : 'own';
  },
  java(symbol, outer) {
    const words = wordsBefore(symbol);
    if (/\bprivate\b/.test(words)) return 'own';
    return /\bpublic\b/.test(words) || outer === 'interface' ? 'everyone' : 'project';
  },
  csharp(symbol, outer) {
    const words = wordsBefore(symbol);
    if (/\bpublic\b/.test(words)) return 'everyone';
    if (/\b(?:internal|protected)\b/.test(words)) return 'project';
    // Each file that names a namespace opens a part of its own.
    if (/\b(?:private|file)\b/.test(words) || symbol.kind === 'module') return 'own';
    // Without a word: members are private but for those of interfaces, types internal unless in another.
    if (outer === 'interface' || outer === 'enum') return 'everyone';
    return outer === null || outer === 'module' ? 'project' : 'own';
  },
  c: ofC,
  cpp: ofC,
};

/** `static` keeps to its file what stands in no type. */
function ofC(symbol: FileSymbol, outer: SymbolKind | null): Reach {
  const isOfFile = (outer === null || outer === 'module') && /\bstatic\b/.test(wordsBefore(symbol));
  return isOfFile ? 'own' : byCustom(symbol);
}

function byCustom({ name }: FileSymbol): Reach {
  return name.startsWith('_') ? 'project' : 'everyone';
}

/** Elsewhere what is kept from others says so. Swift's `private(set)` keeps nothing but the setting. */
function byWords(symbol: FileSymbol): Reach {
  const words = wordsBefore(symbol);
  if (/\b(?:file)?private\b(?![[(])/.test(words)) return 'own';
  if (/\b(?:protected|internal)\b|\bprivate\[/.test(words)) return 'project';
  return byCustom(symbol);
}

/** What stands before the name: behind it, `private` may be that of a parameter or constructor. */
function wordsBefore({ signature, name }: FileSymbol): string {
  for (let at = signature.indexOf(name); at !== -1 && at < signature.length; at = signature.indexOf(name, at + 1)) {
    const isWhole = !isNameCode(signature.charCodeAt(at - 1)) && !isNameCode(signature.charCodeAt(at + name.length));
    if (isWhole) return signature.slice(0, at);
  }
  return signature;
}
