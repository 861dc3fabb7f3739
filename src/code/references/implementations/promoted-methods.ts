import type { Definition } from '../reference.ts';
import type { ReferenceQuestion } from '../uses/reference-search.ts';
import { readEmbedded } from './embedded-methods.ts';
import { goTypeKey } from './go-types.ts';

/** For types of Go without a method of their own the one that they get from what they embed, of those that are given. */
export async function findPromoted(
  question: ReferenceQuestion,
  methods: readonly Definition[],
  types: readonly Definition[],
): Promise<ReadonlyMap<Definition, Definition>> {
  const structs = types.filter(({ family, symbol }) => family === 'go' && symbol.kind === 'struct');
  if (structs.length === 0) return new Map();
  const byType = new Map(methods.map((method) => [goTypeKey(method.file, method.container ?? ''), method]));
  const keyOfType = ({ file, symbol }: Definition): string => goTypeKey(file, symbol.name);
  const embedded = await readEmbedded(question, structs.map(keyOfType));
  const found = new Map<Definition, Definition>();
  for (const type of structs) {
    const seen = new Set([keyOfType(type)]);
    for (const key of seen) {
      const method = byType.get(key);
      if (method !== undefined) {
        found.set(type, method);
        break;
      }
      // Those that are embedded the least deeply come first, as in the language.
      for (const inner of embedded.get(key)?.types ?? []) seen.add(inner);
    }
  }
  return found;
}
