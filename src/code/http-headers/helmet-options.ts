import type { HeaderSetting } from '../questions/headers.types.ts';
import type { DefaultHeader } from './helmet-defaults.ts';
import type { Literal } from './literal.ts';

/** What the options of a call make of the defaults. */
export interface OptionReading {
  readonly rows: readonly DefaultHeader[];
  /** Headers that are sent where an option of them is written alone. */
  readonly asked: readonly DefaultHeader[];
  /** Undefined when none are given. */
  readonly options: Literal | undefined;
  /** Line of the call, for what is not written itself. */
  readonly line: number;
  readonly lineAt: (offset: number) => number;
  /** Of helmet; null when not known or another middleware. */
  readonly major: number | null;
}

/** The settings of a call of helmet or secureHeaders; options that are made at run time leave no value. */
export function optionSettings(reading: OptionReading): { settings: HeaderSetting[]; notes: readonly string[] } {
  const { options, rows, line } = reading;
  if (options !== undefined && options.kind !== 'map') {
    return { settings: [], notes: ['its options are made at run time: what is sent is not told here'] };
  }
  const entries = options?.entries ?? new Map<string, Literal>();
  const asked = reading.asked.filter((row) => row.options.some((name) => entries.has(name)));
  const settings = [...rows, ...asked].map((row): HeaderSetting => {
    const option = row.options.map((name) => entries.get(name)).find((value) => value !== undefined);
    const base = { name: row.name, line: option === undefined ? line : reading.lineAt(option.at) };
    if (option === undefined) return { ...base, value: row.value, by: 'default' };
    if (option.kind === 'flag') {
      if (!option.flag) return { ...base, value: null, by: 'removed' };
      return { ...base, value: row.value, by: asked.includes(row) ? 'written' : 'default' };
    }
    return { ...base, value: optionValue(row, option, reading.major), by: 'written' };
  });
  const isOpen = options !== undefined && !options.isWhole;
  return { settings, notes: isOpen ? ['further options are spread in at run time and may change this'] : [] };
}

/** The value that an option writes; null when it cannot be told. */
function optionValue(row: DefaultHeader, option: Literal, major: number | null): string | null {
  if (option.kind === 'text') return option.text;
  if (option.kind !== 'map' || !option.isWhole) return null;
  const { entries } = option;
  switch (row.name) {
    case 'strict-transport-security':
      return hstsValue(entries);
    case 'x-frame-options':
      // helmet takes `deny` in any case and sends capitals.
      return textAt(entries, 'action')?.toUpperCase() ?? null;
    case 'content-security-policy':
      return policyValue(row, entries, major);
    default:
      return textAt(entries, 'policy') ?? textAt(entries, 'permittedPolicies');
  }
}

function textAt(entries: ReadonlyMap<string, Literal>, key: string): string | null {
  const value = entries.get(key);
  // Referrer-Policy may be a list, of which browsers take the last that they know.
  if (value?.kind === 'list') {
    const items = value.items.map((item) => (item.kind === 'text' ? item.text : null));
    return items.includes(null) ? null : items.join(',');
  }
  return value?.kind === 'text' ? value.text : null;
}

function hstsValue(entries: ReadonlyMap<string, Literal>): string | null {
  const [age, subdomains, preload] = ['maxAge', 'includeSubDomains', 'preload'].map((key) => entries.get(key));
  if (age?.kind !== 'number') return null;
  const isFlag = (value: Literal | undefined): boolean => value === undefined || value.kind === 'flag';
  if (!isFlag(subdomains) || !isFlag(preload)) return null;
  const includes = subdomains?.kind !== 'flag' || subdomains.flag;
  const isPreload = preload?.kind === 'flag' && preload.flag;
  return `max-age=${age.number}${includes ? '; includeSubDomains' : ''}${isPreload ? '; preload' : ''}`;
}

/** Directives over the defaults; from helmet 5 on the defaults are used unless `useDefaults` is false. */
function policyValue(row: DefaultHeader, entries: ReadonlyMap<string, Literal>, major: number | null): string | null {
  const directives = entries.get('directives');
  const uses = entries.get('useDefaults');
  const isReportOnly = entries.get('reportOnly');
  // Report-only goes out under another name, and without a version it is not known whether the defaults are merged in.
  if (directives?.kind !== 'map' || !directives.isWhole || isReportOnly !== undefined || major === null) return null;
  if (uses !== undefined && uses.kind !== 'flag') return null;
  const usesDefaults = uses === undefined ? major >= 5 : uses.flag;
  const policy = new Map<string, string>();
  for (const part of usesDefaults ? (row.value ?? '').split(';') : []) {
    const [name = '', ...sources] = part.split(' ');
    policy.set(name, sources.join(' '));
  }
  for (const [key, value] of directives.entries) {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const sources = sourcesOf(value);
    if (sources === undefined) return null;
    if (sources === null) policy.delete(name);
    else policy.set(name, sources);
  }
  return [...policy].map(([name, sources]) => (sources === '' ? name : `${name} ${sources}`)).join(';');
}

/** Null switches a directive off; undefined is made at run time. */
function sourcesOf(value: Literal): string | null | undefined {
  if (value.kind === 'text') return value.text;
  if (value.kind !== 'list') return undefined;
  const sources = value.items.map((item) => (item.kind === 'text' ? item.text : null));
  return sources.includes(null) ? undefined : sources.join(' ');
}
