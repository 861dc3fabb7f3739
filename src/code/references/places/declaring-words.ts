import type { ScannedLanguage } from '../../lex/lex-rules.ts';
import type { CodeFile } from '../code-file.ts';

/** Words after which a language declares a name: those that name nothing themselves, and those that may. */
interface Words {
  readonly reserved: string;
  /** These declare only what stands on their line: at its end they are a variable, a function or a type called so. */
  readonly contextual?: string;
  /** What a word has before it where it is a name or a symbol. */
  readonly isNameBehind?: string;
}

/**
 * Each word declares in its own language only: `fn` is a variable of Go like any other, and `type` a command of a shell.
 * Of Rust `type` is none, since a type of a trait that is given a value is used there. C tells by types (`declared.ts`).
 * Source: "Keywords" in the specification, reference or grammar of each language.
 */
const WORDS: Readonly<Record<Exclude<ScannedLanguage, 'c' | 'cpp'>, Words>> = {
  script: { reserved: 'function\\s*\\*?|class|enum', contextual: 'interface|namespace|module|type' },
  python: { reserved: 'def|class', contextual: 'type' },
  go: { reserved: 'func|type' },
  rust: { reserved: 'fn|struct|enum|trait|mod|macro_rules!', contextual: 'union' },
  java: { reserved: 'class|interface|enum', contextual: 'record|module' },
  kotlin: { reserved: 'fun|class|interface|object' },
  scala: { reserved: 'def|class|trait|object|type', contextual: 'enum' },
  csharp: { reserved: 'class|struct|interface|enum|namespace', contextual: 'record' },
  swift: { reserved: 'func|class|struct|enum|protocol|extension' },
  php: { reserved: 'function|class|interface|trait|namespace', contextual: 'enum' },
  ruby: { reserved: 'def|class|module', isNameBehind: '@:' },
  shell: { reserved: 'function' },
};

const PATTERNS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(WORDS).map(([language, words]) => [language, patternOf(words)]),
);

function patternOf({ reserved, contextual = reserved, isNameBehind = '' }: Words): RegExp {
  return new RegExp(`(?<![\\w$.${isNameBehind}])(?:(?:${reserved})\\s+|(?:${contextual})[ \\t]+)$`);
}

/** Whether code ends in a word after which its language declares a name. */
export function endsInDeclaringWord({ scanner }: CodeFile, code: string): boolean {
  return PATTERNS.get(scanner)?.test(code) ?? false;
}
