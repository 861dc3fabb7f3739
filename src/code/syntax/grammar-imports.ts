/** What is read of a module: names only. */
interface WasmName {
  readonly name: string;
}

/** The part of `WebAssembly` in use. */
interface Wasm {
  readonly Module: {
    new (bytes: Uint8Array): object;
    exports(module: object): readonly WasmName[];
    imports(module: object): readonly WasmName[];
  };
}

// `as`: it is there in every Node, but its types come with those of browsers only.
const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Wasm };

/**
 * Given by the linking itself; and the end of a failed assertion, where to stop by a missing function is as good as
 * by one that is there.
 */
const LINKED = [
  'memory',
  '__indirect_function_table',
  '__stack_pointer',
  '__memory_base',
  '__table_base',
  '__assert_fail',
];

/**
 * Names that a grammar imports and nobody provides. Calling one would end in the middle of a parse with the parser's
 * memory in disorder, so a grammar that has any is not used at all. Both are given as their files' bytes, of which the
 * names are read; nothing of them is run.
 */
export function missingImports(grammarBytes: Uint8Array, runtimeBytes: Uint8Array): readonly string[] {
  const { Module } = WebAssembly;
  const grammar = new Module(grammarBytes);
  const runtime = new Module(runtimeBytes);
  const provided = new Set([
    ...namesOf(Module.exports(runtime)),
    // What the runtime itself is given is given to grammars too.
    ...namesOf(Module.imports(runtime)),
    ...namesOf(Module.exports(grammar)),
    ...LINKED,
  ]);
  return namesOf(Module.imports(grammar)).filter((name) => !provided.has(name));
}

function namesOf(list: readonly WasmName[]): readonly string[] {
  return list.map(({ name }) => name);
}
