import type { HeaderPlace, HeaderSetting } from '../questions/headers.types.ts';
import { type HeaderFile, type HeaderReader, PLACES_PER_FILE_MAX, placeAt, withParts } from './header-file.ts';
import { type DefaultHeader, HELMET_DEFAULTS, HELMET_KNOWN, HONO_ASKED, HONO_DEFAULTS } from './helmet-defaults.ts';
import { optionSettings } from './helmet-options.ts';
import { type Literal, type MaskedText, readArguments } from './literal.ts';
import { maskFile } from './masked.ts';

const HELMETS = 'helmet|@fastify/helmet|fastify-helmet|koa-helmet';
/** helmet under a name of the file's own choice, by which its calls are found. */
const IMPORT = new RegExp(
  `(?:import\\s+(?:\\*\\s+as\\s+)?([\\w$]{1,60})(?:\\s*,\\s*\\{[^}]{0,300}\\})?\\s+from\\s+|(?:const|let|var)\\s+([\\w$]{1,60})\\s*=\\s*(?:await\\s+import|require)\\s*\\(\\s*)["'](${HELMETS})["']`,
  'g',
);
/** `app.use(require('helmet')())`: called where it is required. */
const DIRECT = new RegExp(`\\brequire\\s*\\(\\s*["'](${HELMETS})["']\\s*\\)(?:\\.([A-Za-z]{1,40}))?\\s*\\(`, 'g');
const HONO_IMPORT = /\bsecureHeaders\b[^;]{0,200}["']hono\/secure-headers["']/;

/** Imports of one file: for each, the file is searched for its calls. */
const IMPORTS_MAX = 4;

/** Major version of helmet inside a wrapper's major version. Source: the wrappers' own package.json. */
const INSIDE: Readonly<Record<string, Readonly<Record<number, number>>>> = {
  '@fastify/helmet': { 11: 7, 12: 7, 13: 8 },
};

/** In every file that `readHelmet` finds something in. */
export const HELMET_HINT = /helmet|secureHeaders/;

/** Calls of helmet in its forms, named or directly after `require`, and of Hono's secureHeaders. */
export const readHelmet: HeaderReader = (file) => {
  const masked = maskFile(file);
  if (masked === null) return [];
  const places: HeaderPlace[] = [];
  for (const match of [...file.text.matchAll(IMPORT)].slice(0, IMPORTS_MAX)) {
    const name = match[1] ?? match[2];
    if (name === undefined || !isCode(masked, match.index)) continue;
    places.push(...helmetCalls(file, masked, { name, packageName: match[3] ?? 'helmet', only: null }));
  }
  for (const imported of namedImports(file, masked)) places.push(...helmetCalls(file, masked, imported));
  for (const match of [...file.text.matchAll(DIRECT)].slice(0, PLACES_PER_FILE_MAX)) {
    const [whole, packageName = 'helmet', only = null] = match;
    if (!isCode(masked, match.index)) continue;
    const options = readArguments(masked, match.index + whole.length - 1)?.values[0];
    const place = { ...placeAt(file, packageName, match.index), scope: scopeOf(masked, match.index) };
    places.push(helmetPlace(file, { place, options, only }, { name: '', packageName, only: null }));
  }
  if (HONO_IMPORT.test(file.text)) places.push(...honoCalls(file, masked));
  return places.slice(0, PLACES_PER_FILE_MAX);
};

function isCode({ text, mask }: MaskedText, at: number): boolean {
  // The mask of a comment or a string differs from its text at every letter: a few tell as much as all.
  return mask.slice(at, at + 4) === text.slice(at, at + 4);
}

interface Imported {
  readonly name: string;
  readonly packageName: string;
  /** The one header that it stands for, as `hsts` does; null for all of them. */
  readonly only: string | null;
}

/** What helmet's parts are called in a file that takes them by their names. Source: helmet, "Reference", "standalone middleware". */
function namedImports(file: HeaderFile, masked: MaskedText): readonly Imported[] {
  const found = [...file.text.matchAll(NAMED)].slice(0, IMPORTS_MAX).filter(({ index }) => isCode(masked, index));
  const listed = found.flatMap(([, imported, required]) => (imported ?? required ?? '').split(',').slice(0, NAMES_MAX));
  return listed.flatMap((one) => {
    const [, own = '', name] = /^\s*([A-Za-z]{1,60})(?:(?:\s+as\s+|\s*:\s*)([\w$]{1,60}))?\s*$/.exec(one) ?? [];
    const isPart = HELMET_DEFAULTS.some(({ options }) => options.includes(own));
    return isPart ? [{ name: name ?? own, packageName: 'helmet', only: own }] : [];
  });
}

const NAMED =
  /\b(?:import\s+(?:[\w$]{1,60}\s*,\s*)?\{([^{}]{0,600})\}\s*from\s+|(?:const|let|var)\s+\{([^{}]{0,600})\}\s*=\s*require\s*\(\s*)["']helmet["']/g;
/** Names of one import that are looked for. */
const NAMES_MAX = 20;

function helmetCalls(file: HeaderFile, masked: MaskedText, imported: Imported): readonly HeaderPlace[] {
  const name = imported.name.replaceAll('$', '\\$');
  const calls = new RegExp(
    `(?<![\\w$.])${name}(?:\\.([A-Za-z]{1,40}))?\\s*\\(|\\.register\\s*\\(\\s*${name}\\s*(?=[,)])`,
    'g',
  );
  return [...masked.mask.matchAll(calls)].slice(0, PLACES_PER_FILE_MAX).flatMap((match) => {
    const isRegister = match[0].startsWith('.register');
    const open = masked.mask.indexOf('(', match.index);
    const read = readArguments(masked, open);
    // Fastify's `register(helmet, options)` takes the plugin first.
    const options = read?.values[isRegister ? 1 : 0];
    const place = { ...placeAt(file, imported.packageName, match.index), scope: scopeOf(masked, match.index) };
    return [helmetPlace(file, { place, options, only: match[1] ?? imported.only }, imported)];
  });
}

interface Call {
  readonly place: HeaderPlace;
  readonly options: Literal | undefined;
  /** `hsts` in `helmet.hsts()`; null for all of them. */
  readonly only: string | null;
}

function helmetPlace(file: HeaderFile, call: Call, { packageName }: Imported): HeaderPlace {
  const own = file.majorOf(packageName);
  const major = packageName === 'helmet' ? own : own === null ? null : (INSIDE[packageName]?.[own] ?? null);
  const isKnown = major !== null && major >= HELMET_KNOWN.from && major <= HELMET_KNOWN.to;
  const version = isKnown
    ? `defaults of helmet ${major}, which package.json asks for`
    : `the version of ${packageName} is not told by one manifest, so its defaults are not listed`;
  const rows = rowsOf(isKnown ? major : null, call.only);
  const options: Literal | undefined =
    call.only === null || call.options === undefined
      ? call.options
      : { kind: 'map', at: call.options.at, isWhole: true, entries: new Map([[call.only, call.options]]) };
  const asked = askedOf(isKnown ? major : null, rows, call.only);
  const { line } = call.place;
  const { settings, notes } = optionSettings({ rows, asked, options, line, lineAt: file.lineAt, major });
  const removed: HeaderSetting = { name: 'x-powered-by', value: null, line: call.place.line, by: 'removed' };
  // helmet() also takes X-Powered-By away, which no row of headers that are sent can say.
  const isWhole = call.only === null && isKnown && !isSwitchedOff(options, ['xPoweredBy', 'hidePoweredBy']);
  return withParts(call.place, {
    settings: isWhole ? [...settings, removed] : settings,
    notes: [...(call.only === null || !isKnown ? [version] : []), ...notes],
  });
}

/** The defaults of a version, or of one header of it. */
function rowsOf(major: number | null, only: string | null): readonly DefaultHeader[] {
  const own = HELMET_DEFAULTS.filter((row) => only === null || row.options.includes(only));
  const fitting = major === null ? [] : own.filter((row) => major >= row.from && (row.to === null || major <= row.to));
  if (only === null || fitting.length > 0) return fitting;
  // Called alone, a header is sent in versions too that leave it out of helmet(). Without a version its value is what
  // the call writes, or not known.
  return own.slice(-1).map((row) => (major === null ? { ...row, value: null } : row));
}

/** Headers that helmet sends when its options ask for them; of a version that is not known their values are not told. */
function askedOf(major: number | null, rows: readonly DefaultHeader[], only: string | null): readonly DefaultHeader[] {
  if (only !== null) return [];
  const sent = new Set(rows.map(({ name }) => name));
  const last = new Map(HELMET_DEFAULTS.map((row) => [row.name, row]));
  // What a version no longer knows has an end among the defaults, but for the one that is only no default any more.
  const known = [...last.values()].filter(({ name, to }) => to === null || name === 'cross-origin-embedder-policy');
  const asked = known.filter(({ name }) => !sent.has(name));
  return major === null ? asked.map((row) => ({ ...row, value: null })) : asked;
}

function isSwitchedOff(options: Literal | undefined, names: readonly string[]): boolean {
  if (options?.kind !== 'map') return false;
  return names.some((name) => {
    const value = options.entries.get(name);
    return value?.kind === 'flag' && !value.flag;
  });
}

function honoCalls(file: HeaderFile, masked: MaskedText): readonly HeaderPlace[] {
  return [...masked.mask.matchAll(/(?<![\w$.])secureHeaders\s*\(/g)].slice(0, PLACES_PER_FILE_MAX).map((match) => {
    const options = readArguments(masked, match.index + match[0].length - 1)?.values[0];
    const place = { ...placeAt(file, 'hono secureHeaders', match.index), scope: scopeOf(masked, match.index) };
    const { lineAt } = file;
    const read = optionSettings({
      rows: HONO_DEFAULTS,
      asked: HONO_ASKED,
      options,
      line: place.line,
      lineAt,
      major: null,
    });
    return withParts(place, { settings: read.settings, notes: ['defaults of hono 4', ...read.notes] });
  });
}

/** The path that a middleware is mounted on, when one is written before it. */
function scopeOf({ mask, text }: MaskedText, at: number): string | null {
  const before = mask.slice(Math.max(0, at - 120), at);
  const mounted = /\.(?:use|all)\s*\(\s*(["'`])[^"'`\n]{0,80}\1\s*,\s*$/.exec(before);
  if (mounted === null) return null;
  const start = at - before.length + mounted.index;
  return /["'`]([^"'`\n]{0,80})/.exec(text.slice(start, at))?.[1] ?? null;
}
