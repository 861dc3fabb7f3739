import type { Random } from '../support/random.ts';

/** A made-up site: what it answers, and how it is reached. */
export interface HeaderSet {
  /** Names in any case; a name with several values was sent several times. */
  readonly headers: readonly (readonly [name: string, values: readonly string[]])[];
  readonly scheme: 'https' | 'http';
  readonly html: string;
  /** Addresses from http on; null when nothing answers there. */
  readonly route: readonly string[] | null;
  readonly isCertificateValid: boolean;
  /** Null when the question from another origin was not answered. */
  readonly cors: readonly (readonly [name: string, value: string])[] | null;
}

/** The host of every set, and the origin that the question from elsewhere names. */
export const HOST = 'shop.example.com';
export const ORIGIN = 'https://elsewhere.example.net';

/** One set, odd and plain values mixed. */
export function generateSet(random: Random): HeaderSet {
  const headers: [string, readonly string[]][] = [];
  const maybe = (share: number, name: string, values: () => readonly string[]): void => {
    if (random() < share) headers.push([oddCase(random, name), values()]);
  };
  maybe(0.75, 'content-security-policy', () => some(random, 1, random() < 0.25 ? 3 : 1, () => policy(random)));
  maybe(0.15, 'content-security-policy-report-only', () => [policy(random)]);
  maybe(0.7, 'strict-transport-security', () => [hsts(random)]);
  maybe(0.6, 'x-frame-options', () => [pick(random, FRAME)]);
  maybe(0.7, 'x-content-type-options', () => [pick(random, SNIFF)]);
  maybe(0.6, 'referrer-policy', () => some(random, 1, random() < 0.2 ? 2 : 1, () => referrer(random)));
  maybe(0.5, 'cross-origin-resource-policy', () => [pick(random, CORP)]);
  maybe(0.5, 'set-cookie', () => some(random, 1, 4, () => cookie(random)));
  maybe(0.9, 'content-type', () => [pick(random, TYPES)]);
  maybe(0.3, 'access-control-allow-origin', () => [pick(random, ORIGINS)]);
  maybe(0.3, 'server', () => ['nginx/1.25.3']);
  return {
    headers,
    scheme: random() < 0.9 ? 'https' : 'http',
    html: page(random),
    route: random() < 0.15 ? null : route(random),
    isCertificateValid: random() < 0.93,
    cors: random() < 0.5 ? null : cors(random),
  };
}

const FRAME = [
  'DENY',
  'SAMEORIGIN',
  'deny',
  ' SameOrigin ',
  'ALLOW-FROM https://a.example',
  'ALLOWALL',
  'DENY, DENY',
  'none',
  '',
];
const SNIFF = ['nosniff', 'NoSniff', ' nosniff', 'nosniff;', 'nosniff, nosniff', 'sniff', ''];
const CORP = [
  'same-origin',
  'same-site',
  'cross-origin',
  'Same-Origin',
  ' same-site ',
  'none',
  'same-origin, same-site',
  '',
];
const TYPES = [
  'text/html',
  'text/html; charset=utf-8',
  'text/html;charset=UTF-8',
  'application/xhtml+xml',
  'application/json',
  'TEXT/HTML',
  'text/html ; charset=x',
  'text/plain',
];
const ORIGINS = ['*', ' * ', ORIGIN, ORIGIN.toUpperCase(), 'https://a.example', 'null', '', '*, *'];
const REFERRERS = [
  'no-referrer',
  'same-origin',
  'strict-origin',
  'strict-origin-when-cross-origin',
  'origin',
  'origin-when-cross-origin',
  'unsafe-url',
  'no-referrer-when-downgrade',
  'No-Referrer',
  'never',
  'default',
  '',
];

function referrer(random: Random): string {
  return some(random, 1, 3, () => pick(random, REFERRERS)).join(pick(random, [', ', ',', ' , ', ' ']));
}

function hsts(random: Random): string {
  const ages = [
    '0',
    '1',
    '15551999',
    '15552000',
    '15768000',
    '31536000',
    '63072000',
    '-1',
    'abc',
    '',
    '1e9',
    '"31536000"',
    '31536000.5',
    ' 31536000',
    '99999999999999999999',
  ];
  const parts = [
    ...(random() < 0.92 ? [pick(random, ['max-age=', 'Max-Age=', 'max-age =', 'maxage=']) + pick(random, ages)] : []),
    ...(random() < 0.5 ? [pick(random, ['includeSubDomains', 'includesubdomains', 'includeSubDomain'])] : []),
    ...(random() < 0.4 ? ['preload'] : []),
    ...(random() < 0.08 ? [`max-age=${pick(random, ages)}`] : []),
  ];
  if (random() < 0.3) parts.reverse();
  return parts.join(pick(random, ['; ', ';', ' ; ', ', ']));
}

const DIRECTIVES = [
  'default-src',
  'script-src',
  'style-src',
  'img-src',
  'media-src',
  'object-src',
  'font-src',
  'connect-src',
  'frame-src',
  'base-uri',
  'form-action',
  'frame-ancestors',
  'script-src-elem',
  'worker-src',
  'manifest-src',
  'Script-Src',
  'upgrade-insecure-requests',
  'block-all-mixed-content',
  'report-uri',
  'report-to',
  'sandbox',
  'unknown-directive',
];
const SOURCES = [
  "'self'",
  "'none'",
  "'unsafe-inline'",
  "'unsafe-eval'",
  "'strict-dynamic'",
  "'nonce-r4nd0mR4nd0mR4nd0m'",
  "'sha256-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789+/abcde='",
  "'sha512-xyz'",
  "'unsafe-hashes'",
  "'report-sample'",
  'https:',
  'http:',
  'ftp:',
  'data:',
  'blob:',
  '*',
  'https://*',
  'http://*',
  'http://*.*',
  'https://cdn.example.com',
  'https://cdn.example.com/',
  'https://cdn.example.com/js/',
  'https://cdn.example.com/js/app.js',
  'https://cdn.example.com/js',
  '*.example.com',
  'http://insecure.example.com',
  'ftp://files.example.com',
  'cdn.example.com',
  "'SELF'",
  'https://a.example/%zz',
  '/',
  '/reports',
];
const PLAIN = [
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'",
  "default-src 'self'",
  "default-src 'self'; frame-ancestors 'none'; object-src 'none'",
  "script-src 'nonce-abc123abc123' 'strict-dynamic' https: 'unsafe-inline'; object-src 'none'; base-uri 'none'",
  "default-src 'none'",
  "default-src https: 'unsafe-inline' 'unsafe-eval'",
  'upgrade-insecure-requests',
  "frame-ancestors 'self'",
  "default-src 'self'; img-src http: https: data:",
  "default-src 'self'; style-src 'self' 'unsafe-inline'",
];

function policy(random: Random): string {
  if (random() < 0.3) return pick(random, PLAIN);
  if (random() < 0.03)
    return pick(random, [
      '',
      ';',
      'a',
      'img-src',
      'default-src',
      ' ; ; ;;; ',
      "default-src 'self'; default-src 'none'",
    ]);
  const names = distinct(some(random, 1, 6, () => pick(random, DIRECTIVES)));
  if (random() < 0.06) names.push(pick(random, ['report-uri', 'report-to', 'report-uri', pick(random, names)]));
  return names
    .map((name) => [name, ...sources(random, name)].join(pick(random, [' ', ' ', '  '])))
    .join(pick(random, ['; ', ';', ' ; ', ';;']));
}

function sources(random: Random, name: string): readonly string[] {
  if (name.startsWith('report')) return ['/reports'];
  if (/^(?:upgrade|block)/.test(name)) return [];
  return some(random, 0, 4, () => pick(random, random() < 0.5 ? SOURCES.slice(0, 6) : SOURCES));
}

function cookie(random: Random): string {
  const names = [
    'a',
    'theme',
    'session',
    'SESSID',
    'JSESSIONID',
    'login_token',
    'csrftoken',
    'XSRF-CSRF',
    '__Host-sess',
    '__Host-id',
    '__Secure-x',
    'heroku-session-affinity',
    'PHPSESSID',
    '',
    'x y',
  ];
  const flags = [
    'Secure',
    'HttpOnly',
    'SameSite=Lax',
    'SameSite=Strict',
    'SameSite=None',
    'samesite=lax',
    'SameSite',
    'SameSite=',
    'SameSite=Invalid',
    'SameSite = Lax',
    'Path=/',
    'Path=/app',
    'path',
    'Domain=example.com',
    `Domain=.${HOST}`,
    'Domain=other.example.org',
    'Domain=com',
    'Max-Age=3600',
    'Max-Age=0',
    'Expires=Wed, 21 Oct 2037 07:28:00 GMT',
    'secure',
    'HTTPONLY',
    'Partitioned',
    'Priority=High',
    '',
  ];
  const common = flags.slice(0, 4);
  const own = some(random, 0, 6, () => pick(random, random() < 0.6 ? common : flags));
  return [`${pick(random, names)}=${pick(random, ['1', 'abc', '', '"q"', 'a=b'])}`, ...own].join(
    pick(random, ['; ', ';']),
  );
}

function route(random: Random): readonly string[] {
  const places = [
    `https://${HOST}/`,
    `http://${HOST}/next`,
    'https://www.example.com/',
    'http://www.example.com/',
    `https://${HOST}/de/`,
  ];
  return [
    `http://${HOST}/`,
    ...(random() < 0.5 ? [`https://${HOST}/`] : some(random, 0, 3, () => pick(random, places))),
  ];
}

function cors(random: Random): readonly (readonly [string, string])[] {
  const credentials = pick(random, ['true', 'TRUE', ' true ', 'false', '1']);
  const own: (readonly [string, string])[] = [];
  if (random() < 0.8) own.push(['Access-Control-Allow-Origin', pick(random, ORIGINS).trim()]);
  if (random() < 0.6) own.push(['Access-Control-Allow-Credentials', credentials]);
  return own;
}

function page(random: Random): string {
  const addresses = [
    '/app.js',
    'app.js',
    './x/app.js',
    '//cdn.example.net/x.js',
    'https://cdn.example.net/x.js',
    'http://cdn.example.net/x.js',
    `https://${HOST}/a.js`,
    'https://static.example.com/a.js',
    'http://static.example.com/a.js',
    'HTTPS://CDN.EXAMPLE.NET/X.js',
    'data:text/javascript,1',
    'https://10.0.0.1/x.js',
    'https://shop.example.co.uk/x.js',
    '',
    ' https://cdn.example.net/x.js',
    'https:cdn.example.net/x.js',
    'https://cdn.example.net/x.js?a=1&amp;b=2',
  ];
  const element = (): string => {
    const src = random() < 0.85 ? ` src=${quote(random, pick(random, addresses))}` : '';
    const integrity = random() < 0.4 ? ` integrity=${quote(random, pick(random, ['sha384-abc', 'sha256-x', '']))}` : '';
    const tag = pick(random, ['script', 'script', 'SCRIPT', 'Script']);
    return `<${tag}${random() < 0.2 ? ' async' : ''}${src}${integrity}${random() < 0.3 ? ' crossorigin' : ''}>${pick(random, ['', 'var a="<script src=http://x.example/y.js>"', '1 < 2'])}</${tag}>`;
  };
  const wrap = (text: string): string =>
    pick(random, [
      text,
      text,
      text,
      `<!-- ${text} -->`,
      `<noscript>${text}</noscript>`,
      `<template>${text}</template>`,
      `<div>${text}</div>`,
      `<textarea>${text}</textarea>`,
    ]);
  const meta = (): string => {
    const content = random() < 0.5 ? policy(random) : referrer(random);
    const name = pick(random, [
      'http-equiv="Content-Security-Policy"',
      'http-equiv="content-security-policy "',
      'name="referrer"',
      'name="Referrer"',
      'http-equiv="refresh"',
      'name="viewport"',
    ]);
    return `<meta ${name} content="${content.replaceAll('"', '&quot;')}">`;
  };
  const head = some(random, 0, random() < 0.4 ? 3 : 0, meta).join('\n');
  const body = some(random, 0, 4, () => wrap(element())).join('\n');
  return random() < 0.05
    ? ''
    : `<!doctype html><html><head><title>A <script> page</title>${head}</head><body>${body}</body></html>`;
}

function quote(random: Random, text: string): string {
  return pick(random, [`"${text}"`, `'${text}'`, `"${text}"`]);
}

function oddCase(random: Random, name: string): string {
  const title = name.replace(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
  return pick(random, [name, title, name.toUpperCase()]);
}

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}

function some<Item>(random: Random, least: number, most: number, make: () => Item): Item[] {
  return Array.from({ length: least + Math.floor(random() * (most - least + 1)) }, make);
}

function distinct(items: readonly string[]): string[] {
  const seen = new Set<string>();
  return items.filter((item) => !seen.has(item.toLowerCase()) && seen.add(item.toLowerCase()));
}
