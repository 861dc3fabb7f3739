import { arePartsOfOne, isPart } from '../judge/findings.ts';
import type { Definition } from '../reference.ts';
import type { ReferenceTexts } from '../texts.ts';
import { isType } from '../types/type-heads.ts';
import { gatherDeclared } from '../uses/known.ts';

/**
 * Tells for a type of C# what its members say of where they are declared (`owner`): in it, or in another part of it in its
 * folder. Source: C# language specification, "Partial type declarations".
 */
export async function partsInCSharp(
  texts: Pick<ReferenceTexts, 'declaring'>,
  types: readonly Definition[],
): Promise<(type: Definition) => ReadonlySet<string>> {
  const names = new Set(
    types.filter((type) => type.family === 'csharp' && isPart(type)).map(({ symbol }) => symbol.name),
  );
  const { definitions } = names.size === 0 ? { definitions: new Map() } : await gatherDeclared(texts, names);
  return (type) => {
    const same: readonly Definition[] = isPart(type) ? (definitions.get(type.symbol.name) ?? []) : [];
    return new Set(
      [type, ...same.filter((other) => isType(other.family, other.symbol) && arePartsOfOne(type, other))].map(ownerOf),
    );
  };
}

function ownerOf({ file, symbol }: Definition): string {
  return `${file}\0${symbol.path}`;
}
