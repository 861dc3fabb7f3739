import type { CodeFile } from '../code-file.ts';
import { offsetOf } from '../names/declarations.ts';
import { type AnonymousType, bodyBehind } from './anonymous-types.ts';

/**
 * The types without names that constants of enums have in Java and Kotlin: `ROCK("a") { @Override … }`. Each derives from its
 * enum, whose name stands in its own head alone. Sources: JLS §8.9.1 "Enum Constants"; Kotlin language specification,
 * "Enum class declaration".
 */
export function constantBodies(file: CodeFile): readonly AnonymousType[] {
  if (file.scanner !== 'java' && file.scanner !== 'kotlin') return [];
  const symbols = file.symbols();
  const enums = new Map(symbols.filter(({ kind }) => kind === 'enum').map((symbol) => [symbol.path, symbol]));
  if (enums.size === 0) return [];
  return symbols.flatMap((constant) => {
    const { kind, name, path } = constant;
    const owner = kind === 'variable' ? enums.get(path.slice(0, path.lastIndexOf('/'))) : undefined;
    if (owner === undefined) return [];
    const at = offsetOf(file, constant);
    const open = bodyBehind(file, at + name.length);
    return open === null ? [] : [{ at, names: [{ name: owner.name, at: offsetOf(file, owner) }], open }];
  });
}
