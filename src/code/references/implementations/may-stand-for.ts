import { escapeRegex } from '../../search/matcher.ts';
import { parametersOf } from '../places/typed-parameters.ts';
import type { Definition } from '../reference.ts';

/** What was asked for: members, of interfaces alone or not. */
export interface AskedMembers {
  readonly members: readonly Definition[];
  readonly isOfInterfaces: boolean;
}

/**
 * Whether a method may be code for one of some others by its own words: in Kotlin what says that it overrides, in Java nothing
 * static, in C# what overrides or is there for all where an interface asks for it. Sources: Kotlin language specification,
 * "Overriding"; JLS §8.4.8; C# language specification, "Override methods", "Interface implementations".
 */
export function mayStandFor(method: Definition, asked: AskedMembers): boolean {
  const {
    file,
    symbol: { signature },
  } = method;
  if (/\.kts?$/.test(file)) return /\boverride\b/.test(signature);
  if (file.endsWith('.java') && /\bstatic\s/.test(signature)) return false;
  if (file.endsWith('.cs') && !mayStandInCSharp(method, asked)) return false;
  return !/\.(?:cs|java)$/.test(file) || takesAsMany(method, asked.members);
}

function mayStandInCSharp(
  { symbol: { name, signature } }: Definition,
  { members, isOfInterfaces }: AskedMembers,
): boolean {
  const head = signature.slice(0, Math.max(0, signature.search(new RegExp(`(?<![\\w@])${escapeRegex(name)}(?!\\w)`))));
  const explicit = explicitInterface(head);
  if (explicit !== null) return members.length === 0 || members.some(({ container }) => container === explicit);
  if (!isOfInterfaces) return /(?<!\w)override\s/.test(head);
  return !/(?<!\w)(?:private|protected|internal)\s/.test(head);
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

/** Whether a method takes as many values as one of some others; true where that is not told. */
function takesAsMany(method: Definition, members: readonly Definition[]): boolean {
  const taken = parametersOf(method.symbol)?.length;
  if (taken === undefined) return true;
  const asked = members.map(({ symbol }) => parametersOf(symbol)?.length);
  return asked.length === 0 || asked.includes(undefined) || asked.includes(taken);
}
