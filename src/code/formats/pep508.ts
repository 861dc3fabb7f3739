/** One requirement in the form of PEP 508. */
export interface Requirement {
  readonly name: string;
  /** With their brackets, as written; empty when there are none. */
  readonly extras: string;
  /** The version part as written, without marker; an address where one is given; null when there is neither. */
  readonly requested: string | null;
  /** Where it comes from when an address is given. */
  readonly origin: string | null;
  /** The environment that it is for, as written, on one line of bounded length; null for every one. */
  readonly marker: string | null;
}

/** Characters of a marker that are told. */
const MARKER_MAX = 120;

/** Reads one requirement; null when it is none. Source: PEP 508. */
export function readRequirement(text: string): Requirement | null {
  const found = /^([A-Za-z0-9](?:[\w.-]{0,212}[A-Za-z0-9])?)\s*(?:(\[[^\]]{0,200}\])\s*)?(.*)$/s.exec(text.trim());
  if (found?.[1] === undefined) return null;
  const [, name, extras = '', rest = ''] = found;
  if (rest.startsWith('@')) {
    const address = rest.slice(1).trim();
    const requested = address.split(';', 1)[0]?.trimEnd() ?? null;
    return { name, extras, requested, origin: addressWords(address), marker: markerOf(address) };
  }
  const version = (rest.split(';', 1)[0] ?? '')
    .trim()
    .replace(/^\((.*)\)$/s, '$1')
    .trim();
  // A word where a comparison should be: not a requirement but prose, or a form that is not known.
  if (version !== '' && !/^(?:[<>=!~]=?|===)/.test(version)) return null;
  return { name, extras, requested: version === '' ? null : version, origin: null, marker: markerOf(rest) };
}

/** What stands behind the first semicolon. */
function markerOf(rest: string): string | null {
  const at = rest.indexOf(';');
  const marker = at === -1 ? '' : rest.slice(at + 1, at + 1 + 4 * MARKER_MAX);
  const line = marker.replace(/\s+/g, ' ').trim();
  if (line === '') return null;
  return line.length <= MARKER_MAX ? line : `${line.slice(0, MARKER_MAX - 1)}…`;
}

/**
 * What a requirement asks for behind its name, as it is written, with the environment that it is for: `[socks]>=2`,
 * `@ https://…`, `>=2 ; os_name == "nt"`; empty when that is nothing.
 */
export function requirementText({ extras, requested, origin, marker }: Requirement): string {
  const place = origin === null ? '' : ' @ ';
  const text = requested === null ? extras : `${extras}${place}${requested}`;
  return `${text}${marker === null ? '' : ` ; ${marker}`}`.trim();
}

/** Where an address leads, in a word. */
export function addressWords(address: string): string {
  if (/^(?:git|hg|svn|bzr)[+:@]/.test(address)) return address.slice(0, 3) === 'git' ? 'git' : 'version control';
  return /^https?:/.test(address) ? 'address of a file' : 'file';
}

/** Names are the same whatever their case and separators. Source: PEP 503, "Normalized Names". */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/[-_.]+/g, '-');
}
