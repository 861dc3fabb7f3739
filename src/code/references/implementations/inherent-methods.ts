import type { ScanEnd } from '../../search/scan.ts';
import type { Definition } from '../reference.ts';
import type { ReferenceTexts } from '../texts.ts';
import { keyOf } from '../uses/target.ts';

/**
 * Some methods without those of Rust that a type has of itself (`impl Shop { fn open }`): whatever they are called, they
 * are no trait's. Source: The Rust Reference, "Implementations".
 */
export async function withoutInherent(
  texts: Pick<ReferenceTexts, 'at'>,
  methods: readonly Definition[],
): Promise<{ readonly methods: readonly Definition[]; readonly end: ScanEnd | null }> {
  const rust = methods.filter(({ family }) => family === 'rust');
  if (rust.length === 0) return { methods, end: null };
  const inherent = new Set<string>();
  const end = await texts.at([...new Set(rust.map(({ file }) => file))].sort(), (file) => {
    const blocks = file.symbols().filter(({ kind }) => kind === 'impl');
    for (const method of rust.filter((one) => one.file === file.path)) {
      const { line } = method.symbol;
      const block = blocks.findLast(({ startLine, endLine }) => startLine <= line && line <= endLine);
      if (block !== undefined && !/\sfor\s(?!<)/.test(block.signature)) inherent.add(keyOf(method));
    }
  });
  return { methods: methods.filter((method) => !inherent.has(keyOf(method))), end };
}
