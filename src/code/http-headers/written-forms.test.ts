import { describe, expect, test } from 'vitest';
import type { HeaderPlace } from '../questions/headers.types.ts';
import { makeLineAt } from '../text/lines.ts';
import { readersFor } from './choose-readers.ts';

/** What all readers of a file find in it; helmet's version is 8 unless said otherwise. */
function read(path: string, text: string, major: number | null = 8): readonly HeaderPlace[] {
  const lineAt = makeLineAt(text);
  return readersFor(path)
    .filter(({ hint }) => hint.test(text))
    .flatMap((reader) => reader.read({ path, role: 'source', text, lineAt, majorOf: () => major }));
}

/** `name=value` of what is written, `name` of what is switched off, of all places. */
function shown(path: string, text: string, major: number | null = 8): readonly string[] {
  return read(path, text, major).flatMap(({ settings }) =>
    settings.map(({ name, value, by }) => (by === 'removed' ? `-${name}` : `${name}=${value}`)),
  );
}

function notes(path: string, text: string): readonly string[] {
  return read(path, text).flatMap((place) => place.notes);
}

describe('Django', () => {
  const LISTED = "MIDDLEWARE = [\n  'django.middleware.security.SecurityMiddleware',\n]\nSECURE_HSTS_SECONDS = 60\n";

  test.each([
    '# see django.middleware.security.SecurityMiddleware\n',
    '"""\nUses \'django.middleware.security.SecurityMiddleware\'.\n"""\n',
  ])('a middleware is listed although a comment or docstring above speaks of it: %j', (above) => {
    expect(notes('settings.py', above + LISTED).join()).not.toContain('not listed');
    expect(shown('settings.py', above + LISTED)).toContain('x-content-type-options=nosniff');
  });
});

describe('next.config', () => {
  const RULE = "[{ source: '/(.*)', headers: [{ key: 'X-Frame-Options', value: 'DENY' }] }]";

  test('of several returns all lists are told, and that one of them is taken at run time', () => {
    const text = `module.exports = {\n  async headers() {\n    if (!prod) return [];\n    return ${RULE};\n  },\n};\n`;
    expect(shown('next.config.js', text)).toEqual(['x-frame-options=DENY']);
    expect(notes('next.config.js', text)).toEqual([
      'headers() returns one of several lists: which, is decided at run time',
    ]);
  });

  test('what another method or an inner function returns is none of its rules', () => {
    const rewrites = "async rewrites() { return [{ source: '/old', destination: '/new' }]; }";
    const called = `module.exports = { async headers() { return makeHeaders(); }, ${rewrites} };`;
    const unread = 'headers() does not return a literal list: what it sets is not told here';
    expect(read('next.config.js', called).map((place) => place.scope)).toEqual([null]);
    expect(notes('next.config.js', called)).toEqual([unread]);
    const inner = `module.exports = { async headers() { const a = b.map(() => { return ${RULE}; }); return a; } };`;
    expect(notes('next.config.js', inner)).toEqual([unread]);
    const block = `module.exports = { async headers() { if (prod) { return ${RULE}; } else { return more(); } } };`;
    expect(shown('next.config.js', block)).toEqual(['x-frame-options=DENY']);
    expect(notes('next.config.js', block).join()).toContain('not every list');
    expect(shown('next.config.js', `export default { headers: async () => (${RULE}), ${rewrites} }`)).toEqual([
      'x-frame-options=DENY',
    ]);
  });
});

describe('options and switches', () => {
  test('Spring Security without its defaults sends only what is spoken of', () => {
    const chain = (rest: string): string =>
      `import org.springframework.security.config.annotation.web.builders.HttpSecurity;\nclass S { SecurityFilterChain chain(HttpSecurity http) { http.headers(h -> h.defaultsDisabled()${rest}); } }\n`;
    expect(shown('S.java', chain('.frameOptions(f -> f.sameOrigin())'))).toEqual([
      '-x-content-type-options',
      'x-frame-options=SAMEORIGIN',
      '-strict-transport-security',
      '-x-xss-protection',
    ]);
  });

  test('a header that is no default is told where an option asks for it', () => {
    const helmet = (options: string): string => `import helmet from 'helmet';\napp.use(helmet({ ${options} }));\n`;
    const embedder = 'cross-origin-embedder-policy=require-corp';
    expect(shown('a.js', helmet('crossOriginEmbedderPolicy: true'))).toContain(embedder);
    expect(shown('a.js', helmet('hsts: false')).join()).not.toContain('embedder');
    expect(shown('a.js', helmet("frameguard: { action: 'deny' }"), null)).toEqual(['x-frame-options=DENY']);
    const hono =
      "import { secureHeaders } from 'hono/secure-headers'\napp.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: [] }, crossOriginEmbedderPolicy: true }))\n";
    expect(shown('a.ts', hono)).toEqual(expect.arrayContaining(['content-security-policy=null', embedder]));
  });
});

test('parts of helmet that are imported by their names are told', () => {
  const text =
    "import { contentSecurityPolicy, hsts as h, unknown } from 'helmet';\napp.use(h({ maxAge: 1 }));\napp.use(contentSecurityPolicy());\napp.use(unknown());\n";
  const found = shown('a.ts', text);
  expect(found).toContain('strict-transport-security=max-age=1; includeSubDomains');
  expect(found.join()).toContain("content-security-policy=default-src 'self'");
  expect(found).toHaveLength(2);
  expect(shown('a.js', "const { frameguard } = require('helmet');\napp.use(frameguard());\n")).toEqual([
    'x-frame-options=SAMEORIGIN',
  ]);
  expect(shown('a.js', "// import { hsts } from 'helmet';\napp.use(hsts());\n")).toEqual([]);
});

test('Apache: a value may stand on the next line and in either quotes', () => {
  const text =
    'Header always set Content-Security-Policy \\\n  "default-src \'self\'"\nHeader set Referrer-Policy \'no-referrer; "x"\'\nHeader set X-Frame-Options DENY\\\r\n\nHeader unset X-Powered-By \\';
  expect(shown('.htaccess', text)).toEqual([
    "content-security-policy=default-src 'self'",
    'referrer-policy=no-referrer; "x"',
    'x-frame-options=DENY',
    '-x-powered-by',
  ]);
  expect(read('.htaccess', text)[0]?.settings.map(({ line }) => line)).toEqual([1, 3, 4, 6]);
});

test('Caddy: what replaces a part of a value and what stands below are no values', () => {
  const text =
    'a.com {\n  header Content-Security-Policy <<EOF\n    x\n    EOF\n  header Referrer-Policy foo bar\n  header X-Frame-Options DENY\n}\n';
  expect(shown('Caddyfile', text)).toEqual([
    'content-security-policy=null',
    'referrer-policy=null',
    'x-frame-options=DENY',
  ]);
});

test('headers that PHP, ASP.NET and Rails set in their own ways are told', () => {
  const php =
    '<?php\nheader("X-Frame-Options: DENY");\nheader(\'Content-Security-Policy: default-src \\\'self\\\'\', true);\nheader("Referrer-Policy: $policy");\n// header("X-XSS-Protection: 0");\nheader_remove(\'X-Powered-By\');\n';
  expect(shown('index.php', php).toSorted()).toEqual([
    '-x-powered-by',
    "content-security-policy=default-src 'self'",
    'referrer-policy=null',
    'x-frame-options=DENY',
  ]);
  const cs =
    'c.Response.Headers.Append("X-Frame-Options", "DENY");\nc.Response.Headers.TryAdd("Referrer-Policy", "a");\n';
  expect(shown('A.cs', cs)).toEqual(['x-frame-options=DENY', 'referrer-policy=a']);
  const rails =
    "config.action_dispatch.default_headers.merge!('X-Frame-Options' => 'DENY', 'Referrer-Policy' => a(1))\n";
  expect(shown('config/application.rb', rails)).toEqual(['x-frame-options=DENY', 'referrer-policy=null']);
});

test('hostile texts of these forms end in time', () => {
  for (const [file, part] of [
    ['.htaccess', 'Header set X-Frame-Options \\\n'],
    ['.htaccess', "Header '"],
    ['a.php', 'header("X-Frame-Options: \''],
    ['a.php', 'header("X-Frame-Options: a\\'],
    ['a.rb', "default_headers.merge!('X-Frame-Options' => "],
    ['next.config.js', 'headers() { return f(() => { '],
    ['settings.py', '# MIDDLEWARE django.middleware.security.SecurityMiddleware\n'],
  ] as const) {
    expect(read(file, part.repeat(40_000))).toBeDefined();
  }
});
