import type { HeaderSetting } from '../questions/headers.types.ts';
import { type HeaderFile, type HeaderReader, isHeaderName, placeAt, withParts } from './header-file.ts';
import { type Literal, type MaskedText, readLiteral, readNamedArguments } from './literal.ts';
import { maskFile } from './masked.ts';

/** In every file that `readRails` finds something in. */
export const RAILS_HINT = /default_headers|force_ssl|content_security_policy\s+do/;
/** In every file that `readSpring` finds something in. */
export const SPRING_HINT = /HttpSecurity/;

/** Rails: `default_headers`, `force_ssl`, and the policy's initializer. */
export const readRails: HeaderReader = (file) => {
  const masked = maskFile(file);
  if (masked === null) return [];
  const settings: HeaderSetting[] = [];
  const notes: string[] = [];
  readDefaultHeaders(file, masked, { settings, notes });
  const ssl = /\bforce_ssl\s*=\s*true\b/.exec(masked.mask);
  if (ssl !== null) {
    settings.push({ name: 'strict-transport-security', value: null, line: file.lineAt(ssl.index), by: 'default' });
    notes.push('force_ssl redirects to https and sends HSTS with the values of ssl_options or of the Rails version');
  }
  const policy = /\bcontent_security_policy\s+do\b/.exec(masked.mask);
  if (policy !== null) {
    settings.push({ name: 'content-security-policy', value: null, line: file.lineAt(policy.index), by: 'written' });
    notes.push('the policy is put together at run time: read the block for its directives');
  }
  const first = settings[0];
  return first === undefined
    ? []
    : [withParts({ ...placeAt(file, 'rails', 0), line: first.line }, { settings, notes })];
};

/** Tables of one file that are read. */
const WRITTEN_MAX = 10;

interface Collected {
  readonly settings: HeaderSetting[];
  readonly notes: string[];
}

function readDefaultHeaders(file: HeaderFile, masked: MaskedText, { settings, notes }: Collected): void {
  const written = masked.mask.matchAll(
    /\bdefault_headers\s*(?:=\s*(?=\{)|\.merge!\s*\((?!\s*\{)|\.merge!\s*\(\s*(?=\{))/g,
  );
  for (const match of [...written].slice(0, WRITTEN_MAX)) {
    const at = match.index + match[0].length;
    const map = masked.mask[at] === '{' ? readLiteral(masked, at).value : readNamedArguments(masked, at - 1);
    // Assigned, not merged: the framework's own defaults are gone with it.
    if (match[0].includes('=')) notes.push('replaces the default headers of Rails, so that only these are sent');
    for (const [name, value] of entriesOf(map)) {
      if (!isHeaderName(name)) continue;
      const text = value.kind === 'text' ? value.text : null;
      settings.push({ name: name.toLowerCase(), value: text, line: file.lineAt(value.at), by: 'written' });
    }
  }
}

function entriesOf(map: Literal | null): Iterable<readonly [string, Literal]> {
  return map?.kind === 'map' ? map.entries : [];
}

/** Spring Security sends these unless they are switched off. Source: its reference, "Security HTTP Response Headers". */
const SPRING_DEFAULTS: readonly (readonly [name: string, value: string, option: string])[] = [
  ['x-content-type-options', 'nosniff', 'contentTypeOptions'],
  ['x-frame-options', 'DENY', 'frameOptions'],
  ['strict-transport-security', 'max-age=31536000 ; includeSubDomains', 'httpStrictTransportSecurity'],
  ['x-xss-protection', '0', 'xssProtection'],
];

/** Spring Security's `HttpSecurity`, with what its `headers` says in a recognizable form. */
export const readSpring: HeaderReader = (file) => {
  if (!file.text.includes('org.springframework.security') || !file.text.includes('HttpSecurity')) return [];
  const masked = maskFile(file);
  if (masked === null) return [];
  const { mask } = masked;
  // Without a chain the file only speaks of one, as a helper or a test does.
  const chain = /\bSecurityFilterChain\s+\w+\s*\(|\bconfigure\s*\(\s*HttpSecurity\b|\bhttp\s*(?:\.\s*)?\{/.exec(mask);
  if (chain === null) return [];
  const isOff =
    /\bheaders\s*\(\s*(?:\)\s*\.\s*disable\s*\(|[\w.]+::disable\s*\)|\w+\s*->\s*\w+\s*\.\s*disable\s*\()/.exec(mask);
  const place = placeAt(file, 'spring-security', chain.index);
  if (isOff !== null) {
    const line = file.lineAt(isOff.index);
    const settings = SPRING_DEFAULTS.map(([name]): HeaderSetting => ({ name, value: null, line, by: 'removed' }));
    return [withParts(place, { settings, notes: ['headers() is disabled'] })];
  }
  // Without the defaults only what is spoken of is sent. Source: its reference, "Default Security Headers".
  const disabled = mask.search(/\bdefaultsDisabled\s*\(|\bdefaultsDisabled\s*=\s*true\b/);
  const settings = SPRING_DEFAULTS.map(([name, value, option]): HeaderSetting => {
    // What is not spoken of keeps its default.
    const at = mask.search(new RegExp(`\\b${option}\\s*[({]`));
    if (at === -1 && disabled !== -1) return { name, value: null, line: file.lineAt(disabled), by: 'removed' };
    if (at === -1) return { name, value, line: place.line, by: 'default' };
    return { name, ...optionOf(mask.slice(at, at + 160), name), line: file.lineAt(at) };
  });
  settings.push(...referrerOf(file, mask));
  const policy = /\b(?:contentSecurityPolicy|policyDirectives)\s*\(\s*(?=")/.exec(mask);
  if (policy !== null) {
    const literal = readLiteral(masked, policy.index + policy[0].length).value;
    const value = literal.kind === 'text' ? literal.text : null;
    settings.push({ name: 'content-security-policy', value, line: file.lineAt(policy.index), by: 'written' });
  }
  const notes = [
    ...(disabled === -1 ? [] : ['defaultsDisabled(): only headers that are spoken of are sent']),
    'defaults of Spring Security 6; HSTS is sent over https only',
    'with several filter chains, each has its own headers',
  ];
  return [withParts(place, { settings, notes })];
};

/** Sent only when it is spoken of. Constants are called like the values: SAME_ORIGIN. */
function referrerOf(file: HeaderFile, mask: string): readonly HeaderSetting[] {
  const at = mask.search(/\breferrerPolicy\s*[({]/);
  if (at === -1) return [];
  const option = optionOf(mask.slice(at, at + 160), 'referrer-policy');
  const constant = /^[^;]{0,120}?\bReferrerPolicy\s*\.\s*([A-Z_]{4,40})\b/.exec(mask.slice(at, at + 200))?.[1];
  const value = option.by === 'written' ? (constant?.toLowerCase().replaceAll('_', '-') ?? null) : null;
  return [{ name: 'referrer-policy', ...option, value, line: file.lineAt(at) }];
}

/** What the code after an option's name says of it. */
function optionOf(code: string, name: string): Pick<HeaderSetting, 'value' | 'by'> {
  const own = /^[^;]{0,120}/.exec(code)?.[0] ?? '';
  if (/^\w+\s*\(\s*(?:\)\s*\.\s*disable\b|[\w.]+::disable|\w+\s*->\s*\w+\s*\.\s*disable\b)/.test(own))
    return { value: null, by: 'removed' };
  const isSame = /^\w+\s*\(\s*(?:\)\s*\.\s*sameOrigin\b|[\w.]+::sameOrigin|\w+\s*->\s*\w+\s*\.\s*sameOrigin\b)/.test(
    own,
  );
  return { value: name === 'x-frame-options' && isSame ? 'SAMEORIGIN' : null, by: 'written' };
}
