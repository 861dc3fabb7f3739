/** Longer texts of others are cut: no fact that is told needs more. */
const TEXT_LENGTH_MAX = 2_000;

/** The value as an object with unknown fields; null when it is none. */
export function recordOf(value: unknown): Readonly<Record<string, unknown>> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  // An object that JSON gave has text keys; what they hold stays unknown.
  return value as Readonly<Record<string, unknown>>;
}

/** A field of an object as it is; undefined when there is none, also for names that every object inherits. */
export function fieldOf(value: unknown, name: string): unknown {
  const record = recordOf(value);
  return record !== null && Object.hasOwn(record, name) ? record[name] : undefined;
}

/** A text field, cut at a length that is enough for any fact; null when it is no text. */
export function textIn(value: unknown, name: string): string | null {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field.slice(0, TEXT_LENGTH_MAX) : null;
}

/** The first so many items of a list field; empty when it is no list. */
export function listIn(value: unknown, name: string, itemsMax: number): readonly unknown[] {
  const field = fieldOf(value, name);
  return Array.isArray(field) ? field.slice(0, itemsMax) : [];
}

/** The texts in a list field. */
export function textsIn(value: unknown, name: string, itemsMax: number): readonly string[] {
  return listIn(value, name, itemsMax)
    .filter((item) => typeof item === 'string')
    .map((item) => item.slice(0, TEXT_LENGTH_MAX));
}

/** A date field; null when it is no date. */
export function dateIn(value: unknown, name: string): Date | null {
  const text = textIn(value, name);
  const date = text === null ? null : new Date(text);
  return date === null || Number.isNaN(date.getTime()) ? null : date;
}

/**
 * The https address of a repository from the many ways in which packages write it: URLs of any scheme, `git@host:path`,
 * `owner/name`. Null when it names no host that a browser could open.
 */
export function repositoryUrlOf(text: string | null): string | null {
  if (text === null) return null;
  const short = /^(?:(github|gitlab|bitbucket):)?([\w.-]+\/[\w.-]+)$/.exec(text.trim());
  const host = short?.[1] === 'gitlab' ? 'gitlab.com' : short?.[1] === 'bitbucket' ? 'bitbucket.org' : 'github.com';
  const long = text
    .trim()
    .replace(/^git@([\w.-]+):/, 'https://$1/')
    .replace(/^(?:git\+)?(?:ssh|git|http|https):\/\/(?:git@)?/, 'https://');
  const url = URL.parse(short === null ? long : `https://${host}/${short[2]}`);
  if (url === null || url.protocol !== 'https:' || url.username !== '' || !url.hostname.includes('.')) return null;
  return `https://${url.host}${url.pathname.replace(/\.git$/, '').replace(/\/+$/, '')}`;
}
