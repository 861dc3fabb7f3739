import { mayExtend } from '../places/csharp-parameters.ts';
import type { Definition, Place, Verdict } from '../reference.ts';
import type { Case } from './in-reach.ts';

/** The type that a method of C# extends. */
const EXTENDED = /[(\]]\s*this\s+(?:(?:ref|in|scoped|readonly)\s+)*(?:\w+\s*\.\s*){0,8}(\w+)/;

/**
 * Whether a method of C# that extends the type of what was found may be called there as well: which of them takes what is
 * given is told by types alone. Source: C# language specification, "Extension method invocations".
 */
export function mayBeExtension(
  { file }: Case,
  place: Place,
  { meant, own }: { readonly meant: Verdict['meant']; readonly own: readonly Definition[] },
): boolean {
  const isBare = place.path.length === 0 && !place.isOfUnknown;
  if (file.family !== 'csharp' || !place.isCall || isBare) return false;
  const types = new Set(meant.map(({ container }) => container));
  return own.some((rival) => {
    const { family, symbol } = rival;
    const extended = family === 'csharp' ? EXTENDED.exec(symbol.signature)?.[1] : undefined;
    return extended !== undefined && types.has(extended) && !meant.includes(rival) && mayExtend(file, place, symbol);
  });
}
