import type { Pom } from './pom.ts';

/** Rounds in which properties of properties are filled in. */
const ROUNDS_MAX = 8;
const FILLED_MAX = 1_000;

/** What a pom says of a property, its own or one that Maven makes of the project; null when it says nothing. */
export function pomProperty({ group, version, artifact, parent, properties }: Pom, name: string): string | null {
  const [, owner, field] = /^((?:project|pom)(?:\.parent)?|parent)\.(version|groupId|artifactId)$/.exec(name) ?? [];
  if (owner === undefined || field === undefined) return properties.get(name) ?? null;
  if (owner.endsWith('parent')) {
    const said = { version: parent?.version, groupId: parent?.group, artifactId: parent?.artifact };
    return said[field as keyof typeof said] ?? null;
  }
  const said = { version, groupId: group, artifactId: artifact?.text ?? '' };
  return said[field as keyof typeof said];
}

/** Puts properties in; one that is not known stays as it is written. */
export function fillPom(text: string, propertyOf: (name: string) => string | null): string {
  let filled = text;
  // A property may be made of others, and of itself twice: rounds and length end that.
  for (let i = 0; i < ROUNDS_MAX && filled.includes('${') && filled.length < FILLED_MAX; i++) {
    filled = filled.replace(/\$\{([\w.-]{1,200})\}/g, (whole, name: string) => propertyOf(name) ?? whole);
  }
  return filled.slice(0, FILLED_MAX);
}
