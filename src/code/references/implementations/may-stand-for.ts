import { escapeRegex } from '../../search/matcher.ts';
import type { Definition } from '../reference.ts';
import { type AskedMembers, takesTheSame } from './parameter-shapes.ts';

/**
 * Whether a method may be code for one of some others by its own words: in Kotlin what says that it overrides, in Java nothing
 * static or private, in C# what overrides or is there for all where an interface asks for it. Sources: Kotlin language specification,
 * "Overriding"; JLS §8.4.8; C# language specification, "Override methods", "Interface implementations".
 */
export function mayStandFor(method: Definition, asked: AskedMembers): boolean {
  const {
    file,
    symbol: { signature },
  } = method;
  if (/\.kts?$/.test(file)) return /\boverride\b/.test(signature);
  if (!/\.(?:cs|java)$/.test(file)) return true;
  const maySo = file.endsWith('.cs') ? mayStandInCSharp(method, asked) : mayStandInJava(method);
  return maySo && takesTheSame(method, asked);
}

/** Nothing static or private, and no field; what a record is made of is a method of that name as well (JLS §8.10.3). */
function mayStandInJava({ symbol: { kind, signature }, isComponent }: Definition): boolean {
  return kind === 'variable' ? isComponent : !/\b(?:static|private)\s/.test(signature);
}

/**
 * Whether a method of a type may be code for one of what the type derives from: an interface of C# hides that, unless the
 * method says whose it is. Source: C# language specification, "Interface members".
 */
export function mayStandIn({ file, symbol }: Definition, method: Definition): boolean {
  return !file.endsWith('.cs') || symbol.kind !== 'interface' || explicitInterface(headOf(method)) !== null;
}

function mayStandInCSharp(method: Definition, { members, isOfInterfaces }: AskedMembers): boolean {
  const head = headOf(method);
  const explicit = explicitInterface(head);
  if (explicit !== null) return members.length === 0 || members.some(({ container }) => container === explicit);
  if (!isOfInterfaces) return /(?<!\w)override\s/.test(head);
  return !/(?<!\w)(?:private|protected|internal)\s/.test(head);
}

/** What stands before the name of a method. */
function headOf({ symbol: { name, signature } }: Definition): string {
  const at = signature.search(new RegExp(`(?<![\\w@])${escapeRegex(name)}(?!\\w)`));
  return signature.slice(0, Math.max(0, at));
}

/** The interface that is written before a method's name (`string IName<T>.Name()`), without what it is made with; null for none. */
function explicitInterface(head: string): string | null {
  const written = head.trimEnd();
  if (!written.endsWith('.')) return null;
  let at = written.length - 1;
  let depth = 0;
  do {
    at -= 1;
    if (written[at] === '>') depth += 1;
    if (written[at] === '<') depth -= 1;
  } while (at > 0 && depth > 0);
  return /(\w+)\s*$/.exec(written.slice(0, written[at] === '<' ? at : at + 1))?.[1] ?? null;
}
