import { isGlobalOfLanguage, isMemberOfLanguage } from '../../../lex/builtin-names.ts';
import { languageOf } from '../../../lex/languages.ts';
import type { FileSymbol } from '../../../lex/symbol.ts';
import { containerOf } from '../../../search/symbols-of.ts';

/**
 * Whether a name means something of the language wherever nothing else is said: a use of it is none of the declaration.
 * `File` is Ruby's own class, whatever a project calls a class within one of its modules; a method may be named `when`.
 * `console.warn = function` replaces what the language gives, and who warns does not ask for that.
 */
export function isNameOfLanguage(path: string, symbol: Pick<FileSymbol, 'name' | 'path' | 'kind'>): boolean {
  const scanner = languageOf(path)?.scanner ?? null;
  // At the top of a file such a class is Ruby's own, opened again.
  if (scanner === 'ruby') return RUBY_WORDS.has(symbol.name) || RUBY_CLASSES.has(symbol.name);
  const owner = scanner === 'script' && symbol.kind === 'function' ? containerOf(symbol) : null;
  if (owner === null || !isGlobalOfLanguage('script', owner)) return false;
  // `Array.prototype.last` is new, and the project's own.
  return isMemberOfLanguage('script', symbol.name) || /^\p{Ll}/u.test(owner);
}

/** Words that no script has for a name of its own where they stand alone. Source: ECMA-262, "Keywords and Reserved Words". */
export const SCRIPT_WORDS: ReadonlySet<string> = new Set(
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
);

// Source: Ruby's documentation, "Keywords".
const RUBY_WORDS = new Set(
  'alias and begin break case class def defined do else elsif end ensure false for if in module next nil not or redo rescue retry return self super then true undef unless until when while yield'.split(
    ' ',
  ),
);

// Source: Ruby's documentation, "Core Classes" and "Standard Library".
const RUBY_CLASSES = new Set(
  'Array BasicObject BigDecimal Binding CGI CSV Class Comparable Complex Data Date DateTime Digest Dir ERB Encoding Enumerable Enumerator Error Exception Fiber File FileUtils Float GC Hash IO IOError IPAddr Integer JSON Kernel Logger Marshal MatchData Math Method Module Monitor Mutex NameError NilClass NoMethodError NotImplementedError Numeric Object ObjectSpace OpenSSL OpenStruct Pathname Proc Process Psych Queue RDoc Ractor Random Range Rational Regexp RuntimeError Set Shellwords Signal Singleton Socket StandardError String StringIO Struct Symbol Tempfile Thread Time Timeout TracePoint TypeError URI YAML Zlib'.split(
    ' ',
  ),
);
