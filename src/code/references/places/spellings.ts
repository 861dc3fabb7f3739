import type { Definition } from '../reference.ts';
import { shortAttribute } from './csharp-attributes.ts';
import { shortSetter } from './ruby-setters.ts';

/** Names with the shorter ones of those that may be attributes: `getAttribute` is none, and `get` stands everywhere. */
export function spellingsOf(names: readonly string[]): readonly string[] {
  const short = (name: string): string | null =>
    shortSetter(name) ?? (/^[^\p{Lu}]/u.test(name) ? null : shortAttribute(name));
  return [...names, ...names.flatMap((name) => short(name) ?? [])];
}

/** Names that are declared, with the shorter ones of those whose language knows such. */
export function spellingsIn(definitions: ReadonlyMap<string, readonly Definition[]>): readonly string[] {
  const names = [...definitions];
  const ofShort = names.filter(([, all]) => all.some(({ family }) => family === 'csharp' || family === 'ruby'));
  return [...new Set([...definitions.keys(), ...spellingsOf(ofShort.map(([name]) => name))])];
}
