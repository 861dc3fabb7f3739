import type { HeaderPlace, HeaderSetting } from '../questions/headers.types.ts';
import type { PathRole } from '../source/path-role.ts';

/** A file that may decide over headers. */
export interface HeaderFile {
  readonly path: string;
  readonly role: PathRole;
  readonly text: string;
  /** Line of an offset, from 1. */
  lineAt(offset: number): number;
  /** Major version that the nearest manifest asks of a package; null when it asks for none, or not for one major. */
  majorOf(packageName: string): number | null;
}

/** Finds the places of one kind in a file. Never throws, whatever the text. */
export type HeaderReader = (file: HeaderFile) => readonly HeaderPlace[];

/** A reader, and a pattern without which it finds nothing in a text: most files need no reading at all. */
export interface HintedReader {
  readonly hint: RegExp;
  readonly read: HeaderReader;
}

/** Longest value that leaves the engine. */
const VALUE_CHARACTERS_MAX = 1_500;
/** Longest scope of a place. */
export const SCOPE_CHARACTERS_MAX = 120;
/** Places of one file that are kept. */
export const PLACES_PER_FILE_MAX = 60;
/** Settings of one place that are kept: more than there are headers of security, each set and taken away. */
export const SETTINGS_MAX = 40;

/** Starts a place; `at` is the offset of what is configured. */
export function placeAt(file: HeaderFile, tool: string, at: number): HeaderPlace {
  return { tool, file: file.path, role: file.role, line: file.lineAt(at), scope: null, settings: [], notes: [] };
}

/** A place with all its parts, bounded. */
export function withParts(
  place: HeaderPlace,
  parts: Partial<Pick<HeaderPlace, 'scope' | 'settings' | 'notes'>>,
): HeaderPlace {
  const scope = parts.scope ?? place.scope;
  const settings = (parts.settings ?? place.settings).slice(0, SETTINGS_MAX).map(clipSetting);
  return {
    ...place,
    scope: scope === null ? null : oneLine(scope, SCOPE_CHARACTERS_MAX),
    settings,
    notes: parts.notes ?? place.notes,
  };
}

function clipSetting(setting: HeaderSetting): HeaderSetting {
  return { ...setting, value: setting.value === null ? null : oneLine(setting.value, VALUE_CHARACTERS_MAX) };
}

/** A text on one line, bounded. */
function oneLine(text: string, charactersMax: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= charactersMax ? line : `${line.slice(0, charactersMax - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Response headers that this is about. Others, such as Cache-Control, decide nothing about security by themselves. */
const NAMES: ReadonlySet<string> = new Set([
  'access-control-allow-credentials',
  'access-control-allow-origin',
  'clear-site-data',
  'content-security-policy',
  'content-security-policy-report-only',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'expect-ct',
  'feature-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-powered-by',
  'x-xss-protection',
]);

/** In every text that names one of them. */
export const NAMES_HINT = new RegExp([...NAMES].join('|'), 'i');

/** Whether a name is one of the headers that this is about. */
export function isHeaderName(name: string): boolean {
  return NAMES.has(name.toLowerCase());
}
