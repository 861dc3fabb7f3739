import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const VSCODE = '@vscode/tree-sitter-wasm';
const REPOMIX = '@repomix/tree-sitter-wasms';

/** Where the grammar of a language lies: package and file. By `Language.id`; others have none. */
const GRAMMARS: Readonly<Record<string, readonly [folder: string, file: string]>> = {
  ts: [VSCODE, 'wasm/tree-sitter-typescript.wasm'],
  tsx: [VSCODE, 'wasm/tree-sitter-tsx.wasm'],
  js: [VSCODE, 'wasm/tree-sitter-javascript.wasm'],
  jsx: [VSCODE, 'wasm/tree-sitter-javascript.wasm'],
  py: [VSCODE, 'wasm/tree-sitter-python.wasm'],
  go: [VSCODE, 'wasm/tree-sitter-go.wasm'],
  rust: [VSCODE, 'wasm/tree-sitter-rust.wasm'],
  java: [VSCODE, 'wasm/tree-sitter-java.wasm'],
  c: [REPOMIX, 'out/tree-sitter-c.wasm'],
  cpp: [VSCODE, 'wasm/tree-sitter-cpp.wasm'],
  csharp: [VSCODE, 'wasm/tree-sitter-c-sharp.wasm'],
  ruby: [VSCODE, 'wasm/tree-sitter-ruby.wasm'],
  php: [VSCODE, 'wasm/tree-sitter-php.wasm'],
  swift: [REPOMIX, 'out/tree-sitter-swift.wasm'],
  shell: [VSCODE, 'wasm/tree-sitter-bash.wasm'],
};

const require = createRequire(import.meta.url);

/** Whether a language can be parsed, by its id. */
export function hasGrammar(languageId: string): boolean {
  return Object.hasOwn(GRAMMARS, languageId);
}

/** Absolute path of a language's grammar; null when there is none, or its package is not installed. */
export function grammarFile(languageId: string): string | null {
  const place = hasGrammar(languageId) ? GRAMMARS[languageId] : undefined;
  if (place === undefined) return null;
  try {
    return join(dirname(require.resolve(`${place[0]}/package.json`)), place[1]);
  } catch {
    return null;
  }
}

/** Absolute path of the parser's own WebAssembly, which exports what grammars import. */
export function runtimeFile(): string {
  return require.resolve('web-tree-sitter/web-tree-sitter.wasm');
}
