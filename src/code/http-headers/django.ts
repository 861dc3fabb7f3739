import type { HeaderSetting } from '../questions/headers.types.ts';
import { type HeaderFile, type HeaderReader, placeAt, withParts } from './header-file.ts';
import { type Literal, type MaskedText, readLiteral } from './literal.ts';
import { maskFile } from './masked.ts';

const SECURITY = 'django.middleware.security.SecurityMiddleware';
const FRAMES = 'django.middleware.clickjacking.XFrameOptionsMiddleware';
/** At the start of a line only: an indented one stands in a branch whose condition is not known here. */
const SETTING = /^(SECURE_\w{2,60}|X_FRAME_OPTIONS)[ \t]*(?::[^=\n]{0,40})?=(?!=)/gm;

/** Settings of one file that are read; Django has twenty. */
const SETTINGS_MAX = 100;

/** In every file that `readDjango` finds something in. */
export const DJANGO_HINT = /^(?:SECURE_|X_FRAME_OPTIONS)|\bMIDDLEWARE(?:_CLASSES)?\b/m;

/** Django's settings of security, and the middleware that they need. */
export const readDjango: HeaderReader = (file) => {
  const isSettings = /\bMIDDLEWARE(?:_CLASSES)?\b/.test(file.text) && file.text.includes('django');
  // Settings are often split over files, of which one holds the middleware and another only values.
  const masked = isSettings || /^(?:SECURE_|X_FRAME_OPTIONS)/m.test(file.text) ? maskFile(file) : null;
  if (masked === null) return [];
  const values = settingsIn(file, masked);
  const security = middlewareAt(masked, SECURITY);
  const frames = middlewareAt(masked, FRAMES);
  if (values.size === 0 && security === -1 && frames === -1) return [];
  const line = (at: number): number | null => (at === -1 ? null : file.lineAt(at));
  const settings = [
    ...hsts(values),
    ...simple(values, {
      setting: 'SECURE_CONTENT_TYPE_NOSNIFF',
      name: 'x-content-type-options',
      line: line(security),
      standard: 'nosniff',
    }),
    ...simple(values, {
      setting: 'SECURE_REFERRER_POLICY',
      name: 'referrer-policy',
      line: line(security),
      standard: 'same-origin',
    }),
    ...simple(values, {
      setting: 'SECURE_CROSS_ORIGIN_OPENER_POLICY',
      name: 'cross-origin-opener-policy',
      line: line(security),
      standard: 'same-origin',
    }),
    ...simple(values, { setting: 'X_FRAME_OPTIONS', name: 'x-frame-options', line: line(frames), standard: 'DENY' }),
  ];
  const first = Math.min(
    ...settings.map((setting) => setting.line),
    line(security) ?? Infinity,
    line(frames) ?? Infinity,
  );
  const place = {
    ...placeAt(file, 'django', 0),
    line: Number.isFinite(first) ? first : ([...values.values()][0]?.line ?? 1),
  };
  return [withParts(place, { settings, notes: notesOf(values, security !== -1, frames !== -1) })];
};

/** The settings that a file gives, by their names; of one given twice the last counts. */
function settingsIn({ lineAt }: HeaderFile, masked: MaskedText): Map<string, { literal: Literal; line: number }> {
  const values = new Map<string, { literal: Literal; line: number }>();
  for (const match of [...masked.mask.matchAll(SETTING)].slice(0, SETTINGS_MAX)) {
    const literal = readLiteral(masked, match.index + match[0].length).value;
    values.set(match[1] ?? '', { literal, line: lineAt(match.index) });
  }
  return values;
}

function middlewareAt({ text, mask }: MaskedText, name: string): number {
  let at = text.indexOf(name);
  // A comment above may speak of it: there the mask has no quote before it.
  while (at > 0 && !isWholeText(mask, at - 1, at + name.length)) at = text.indexOf(name, at + 1);
  return at > 0 ? at : -1;
}

/** Whether quotes of code stand at both offsets: in a longer text, such as a docstring, only its filling does. */
function isWholeText(mask: string, open: number, close: number): boolean {
  return /["']/.test(mask[open] ?? '') && mask[close] === mask[open];
}

type Values = ReadonlyMap<string, { readonly literal: Literal; readonly line: number }>;

function hsts(values: Values): HeaderSetting[] {
  const seconds = values.get('SECURE_HSTS_SECONDS');
  if (seconds === undefined) return [];
  const { literal, line } = seconds;
  const base = { name: 'strict-transport-security', line };
  if (literal.kind !== 'number') return [{ ...base, value: null, by: 'written' }];
  // Zero is Django's own default, and means that no header is sent.
  if (literal.number === 0) return [{ ...base, value: null, by: 'removed' }];
  const [subdomains, preload] = ['SECURE_HSTS_INCLUDE_SUBDOMAINS', 'SECURE_HSTS_PRELOAD'].map(
    (name) => values.get(name)?.literal,
  );
  const isKnown = [subdomains, preload].every((flag) => flag === undefined || flag.kind === 'flag');
  const isOn = (flag: Literal | undefined): boolean => flag?.kind === 'flag' && flag.flag;
  const value = `max-age=${literal.number}${isOn(subdomains) ? '; includeSubDomains' : ''}${isOn(preload) ? '; preload' : ''}`;
  return [{ ...base, value: isKnown ? value : null, by: 'written' }];
}

interface Simple {
  readonly setting: string;
  readonly name: string;
  /** Of the middleware that sends it; null when it is not listed in this file. */
  readonly line: number | null;
  /** What Django 4.0 and later send when the setting is not written. */
  readonly standard: string;
}

function simple(values: Values, { setting, name, line, standard }: Simple): HeaderSetting[] {
  const given = values.get(setting);
  if (given === undefined) return line === null ? [] : [{ name, value: standard, line, by: 'default' }];
  const { literal } = given;
  if (literal.kind === 'text') return [{ name, value: literal.text, line: given.line, by: 'written' }];
  // A name or a call, such as `env('…')`: the header is set, to what is not told here.
  if (literal.kind !== 'flag') return [{ name, value: null, line: given.line, by: 'written' }];
  if (!literal.flag) return [{ name, value: null, line: given.line, by: 'removed' }];
  return [{ name, value: standard, line: given.line, by: 'written' }];
}

function notesOf(values: Values, hasSecurity: boolean, hasFrames: boolean): readonly string[] {
  const needsSecurity = [...values.keys()].some((name) => name.startsWith('SECURE_'));
  const redirect = values.get('SECURE_SSL_REDIRECT')?.literal;
  return [
    ...(needsSecurity && !hasSecurity
      ? ['SecurityMiddleware is not listed in this file: without it the SECURE_ settings do nothing']
      : []),
    ...(values.has('X_FRAME_OPTIONS') && !hasFrames
      ? ['XFrameOptionsMiddleware is not listed in this file: without it X_FRAME_OPTIONS does nothing']
      : []),
    ...(hasSecurity || hasFrames ? ['defaults are those of Django 4.0 and later'] : []),
    ...(redirect?.kind === 'flag' && redirect.flag ? ['SECURE_SSL_REDIRECT sends http to https'] : []),
    'another settings file may override these; HSTS is sent over https only',
  ];
}
