import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HeaderPlace } from '../questions/headers.types.ts';
import { makeLineAt } from '../text/lines.ts';
import { readersFor } from './choose-readers.ts';
import { majorOfRange } from './major-version.ts';

/** What all readers of a file find in it; helmet's version is 8 unless said otherwise. */
function read(path: string, text: string, major: number | null = 8): readonly HeaderPlace[] {
  const lineAt = makeLineAt(text);
  return readersFor(path)
    .filter(({ hint }) => hint.test(text))
    .flatMap((reader) => reader.read({ path, role: 'source', text, lineAt, majorOf: () => major }));
}

/** `name=value` of what is written, `name` of what is switched off. */
function shown(place: HeaderPlace | undefined): readonly string[] {
  return (place?.settings ?? []).map(({ name, value, by }) => (by === 'removed' ? `-${name}` : `${name}=${value}`));
}

describe('helmet', () => {
  const IMPORT = "import helmet from 'helmet';\n";

  test('helmet() sends the defaults of its version', () => {
    const [place] = read('app.js', `${IMPORT}app.use(helmet());`);
    expect(place).toMatchObject({ tool: 'helmet', line: 2 });
    expect(shown(place)).toContain('strict-transport-security=max-age=31536000; includeSubDomains');
    expect(shown(place)).toContain('-x-powered-by');
    const [old] = read('app.js', `${IMPORT}app.use(helmet());`, 7);
    expect(shown(old)).toContain('strict-transport-security=max-age=15552000; includeSubDomains');
  });

  test('options switch a header off or change it, and one made at run time has no value', () => {
    const text = `${IMPORT}app.use('/api', helmet({\n  frameguard: { action: 'deny' },\n  contentSecurityPolicy: false,\n  hsts: { maxAge: 10, includeSubDomains: false },\n  referrerPolicy: policyOf(env),\n}));`;
    const [place] = read('app.ts', text);
    expect(place?.scope).toBe('/api');
    expect(shown(place)).toEqual(
      expect.arrayContaining([
        'x-frame-options=DENY',
        '-content-security-policy',
        'strict-transport-security=max-age=10',
        'referrer-policy=null',
      ]),
    );
    expect(place?.settings.find(({ name }) => name === 'x-frame-options')?.line).toBe(3);
  });

  test('directives of a policy change only those of the defaults that they name', () => {
    const [place] = read(
      'app.js',
      `${IMPORT}app.use(helmet({ contentSecurityPolicy: { directives: { scriptSrc: ["'self'", 'a.example'] } } }));`,
    );
    expect(shown(place).join()).toContain("script-src 'self' a.example");
    expect(shown(place).join()).toContain("object-src 'none'");
  });

  test('nothing is claimed for a version that is not known, or for a name in a comment', () => {
    expect(shown(read('app.js', `${IMPORT}app.use(helmet());`, null)[0])).toEqual([]);
    expect(read('app.js', "// import helmet from 'helmet';\n// app.use(helmet());")).toEqual([]);
  });

  test('helmet directly behind require counts whole, and one of its headers alone', () => {
    const [all, one] = read(
      'app.js',
      "app.use(require('helmet')());\napp.use(require('helmet').frameguard({ action: 'deny' }));",
    );
    expect(shown(all)).toContain('x-content-type-options=nosniff');
    expect(shown(one)).toEqual(['x-frame-options=DENY']);
  });

  test('one header of helmet has the default of its version, and none when the version is not known', () => {
    const text = `${IMPORT}app.use(helmet.hsts());`;
    expect(shown(read('app.js', text, 7)[0])).toEqual([
      'strict-transport-security=max-age=15552000; includeSubDomains',
    ]);
    expect(shown(read('app.js', text, 8)[0])).toEqual([
      'strict-transport-security=max-age=31536000; includeSubDomains',
    ]);
    const [unknown] = read('app.js', text, null);
    expect(shown(unknown)).toEqual(['strict-transport-security=null']);
    expect(unknown?.notes.join()).toContain('is not told by one manifest');
  });

  test('a range within one major version decides the defaults, any other leaves them unknown', () => {
    expect(['^8.1.0', '~7.0', '8', '6.x', 'v5.0.1'].map(majorOfRange)).toEqual([8, 7, 8, 6, 5]);
    expect(['*', '>=4', '^7 || ^8', 'latest', 'workspace:^'].map(majorOfRange)).toEqual([null, null, null, null, null]);
  });
});

describe('header names in code', () => {
  test.each([
    ['a.js', "res.setHeader('X-Frame-Options', 'DENY');"],
    ['a.ts', "res.set({ 'X-Frame-Options': 'DENY' });"],
    ['a.go', 'w.Header().Set("X-Frame-Options", "DENY")'],
    ['a.go', 'c.Header("X-Frame-Options", "DENY")'],
    ['a.java', 'response.setHeader("X-Frame-Options", "DENY");'],
    ['a.py', "response.headers['X-Frame-Options'] = 'DENY'"],
    ['a.rb', "response.headers['X-Frame-Options'] = 'DENY'"],
    ['worker.js', "new Response('', { headers: { 'X-Frame-Options': 'DENY' } })"],
  ])('a header that is set is told: %s: %s', (path, text) => {
    expect(shown(read(path, text)[0])).toEqual(['x-frame-options=DENY']);
  });

  test.each([
    ['a.js', "// res.setHeader('X-Frame-Options', 'DENY');"],
    ['a.js', "res.get('X-Frame-Options');"],
    ['a.js', "request(app).get('/').expect('X-Frame-Options', 'DENY');"],
    ['a.js', "const text = \"res.set('X-Frame-Options', 'DENY')\";"],
    ['a.js', "const NAMES = { 'X-Frame-Options': 'the frame header' };"],
    ['a.py', "if response.headers['X-Frame-Options'] == 'DENY': pass"],
    ['a.go', 'got := w.Header().Get("X-Frame-Options")'],
  ])('what is not set is not claimed: %s: %s', (path, text) => {
    expect(read(path, text)).toEqual([]);
  });

  test('a value that is made at run time is not guessed', () => {
    // Written in two parts, because a linter takes it for a forgotten template.
    const template = `res.set('X-Frame-Options', \`${'$'}{mode}\`);`;
    expect(shown(read('a.js', "res.set('Content-Security-Policy', policy + ';');")[0])).toEqual([
      'content-security-policy=null',
    ]);
    expect(shown(read('a.js', template)[0])).toEqual(['x-frame-options=null']);
  });
});

test('a library whose options are not read is named, not guessed at', () => {
  const [place] = read('a.js', "const cors = require('cors');\napp.use(cors());");
  expect(place).toMatchObject({ tool: 'cors middleware', line: 1, settings: [] });
  expect(read('a.js', "// const cors = require('cors');")).toEqual([]);
  expect(read('a.py', '"""\nimport corsheaders\n"""\n')).toEqual([]);
  // The first that is code counts, whatever is commented out above it.
  expect(read('a.js', "// import cors from 'cors'\nimport cors from 'cors';")).toMatchObject([{ line: 2 }]);
});

describe('nginx', () => {
  test('an add_header of any name switches off those around it', () => {
    const text =
      'server {\n  add_header X-Frame-Options DENY always;\n  location /api/ {\n    add_header X-Build 12;\n  }\n}\n';
    const [, location] = read('nginx.conf', text);
    expect(location).toMatchObject({ line: 4, scope: 'server > location /api/', settings: [] });
    expect(location?.notes.join()).toContain('not sent here: x-frame-options');
  });

  const text =
    'server {\n  add_header X-Frame-Options DENY always;\n  add_header X-Content-Type-Options "nosniff";\n  location /api {\n    add_header Referrer-Policy no-referrer always;\n    include extra.conf;\n  }\n}\n';

  test('each block is told with its lines and with what it does not inherit', () => {
    const [server, location] = read('nginx.conf', text);
    expect(shown(server)).toEqual(['x-frame-options=DENY', 'x-content-type-options=nosniff']);
    expect(server?.notes).toEqual(['without "always" not sent with errors (4xx, 5xx): x-content-type-options']);
    expect(location).toMatchObject({ scope: 'server > location /api', line: 5 });
    expect(location?.notes[0]).toContain('not sent here: x-frame-options, x-content-type-options');
    expect(location?.notes).toContain('includes extra.conf, which is not followed');
  });

  test('comments set nothing, variables are not guessed', () => {
    const places = read(
      'sites-available/a',
      'server {\n  # add_header X-Frame-Options DENY;\n  add_header Content-Security-Policy $csp;\n}',
    );
    expect(places.map(shown)).toEqual([['content-security-policy=null']]);
  });

  test('more_set_headers of an inner block switches no add_header off', () => {
    const text =
      "server {\n  add_header X-Frame-Options DENY always;\n  location / {\n    more_set_headers 'Referrer-Policy: same-origin';\n  }\n}\n";
    const [, location] = read('nginx.conf', text);
    expect(shown(location)).toEqual(['referrer-policy=same-origin']);
    expect(location?.notes).toEqual([]);
  });
});

test('Apache: headers that are set and unset are told with the section around them', () => {
  const text =
    '<IfModule mod_headers.c>\n  Header always set X-Frame-Options "DENY"\n  Header unset X-Powered-By\n</IfModule>\n# Header set Referrer-Policy x\n';
  const [place] = read('.htaccess', text);
  expect(place).toMatchObject({ tool: 'apache', scope: 'IfModule mod_headers.c', line: 2 });
  expect(shown(place)).toEqual(['x-frame-options=DENY', '-x-powered-by']);
});

test('Caddyfile: a header of one line and those of a block are told with the path that they are for', () => {
  const text =
    'example.com {\n  header X-Frame-Options DENY\n  header /api {\n    -X-Powered-By\n    Referrer-Policy "no-referrer"\n  }\n}\n';
  const places = read('Caddyfile', text);
  expect(places.map(shown)).toEqual([['x-frame-options=DENY'], ['-x-powered-by', 'referrer-policy=no-referrer']]);
  expect(places[1]?.scope).toBe('example.com > /api');
});

test('next.config: rules are told through constants, and poweredByHeader takes a header away', () => {
  const text =
    "const securityHeaders = [{ key: 'X-Frame-Options', value: 'DENY' }];\nmodule.exports = {\n  poweredByHeader: false,\n  async headers() {\n    return [\n      { source: '/:path*', headers: securityHeaders },\n      { source: '/x', headers: [{ key: 'Referrer-Policy', value: make() }] },\n    ];\n  },\n};";
  const places = read('next.config.js', text);
  expect(places.map(shown)).toEqual([['-x-powered-by'], ['x-frame-options=DENY'], ['referrer-policy=null']]);
  expect(places[1]).toMatchObject({ scope: 'source /:path*', line: 6 });
});

test('headers in vercel.json, firebase.json, netlify.toml and _headers are told', () => {
  const rule = '[{ "source": "/(.*)", "headers": [{ "key": "X-Frame-Options", "value": "DENY" }] }]';
  expect(shown(read('vercel.json', `{ "headers": ${rule} }`)[0])).toEqual(['x-frame-options=DENY']);
  expect(shown(read('firebase.json', `{ "hosting": { "headers": ${rule} } }`)[0])).toEqual(['x-frame-options=DENY']);
  const toml = '[[headers]]\n  for = "/*"\n  [headers.values]\n    X-Frame-Options = "DENY"\n';
  expect(read('netlify.toml', toml)[0]).toMatchObject({ scope: 'for /*' });
  expect(shown(read('netlify.toml', toml)[0])).toEqual(['x-frame-options=DENY']);
  expect(shown(read('public/_headers', '# all\n/*\n  X-Frame-Options: DENY\n  ! X-Powered-By\n')[0])).toEqual([
    'x-frame-options=DENY',
    '-x-powered-by',
  ]);
});

test('Django: a setting in quotes ends with its line, whatever follows', () => {
  const [place] = read('a/settings.py', "X_FRAME_OPTIONS = 'SAMEORIGIN'\nSESSION_COOKIE_SECURE = env.bool('X')\n");
  expect(place?.settings).toMatchObject([{ name: 'x-frame-options', value: 'SAMEORIGIN' }]);
});

test('Spring Security: a referrer policy is told by its constant', () => {
  const text =
    'import org.springframework.security.web.SecurityFilterChain;\nclass A {\n  SecurityFilterChain f(HttpSecurity http) {\n    http.headers(h -> h.referrerPolicy(r -> r.policy(ReferrerPolicy.SAME_ORIGIN)));\n  }\n}\n';
  const [place] = read('A.java', text);
  expect(place?.settings).toContainEqual({ name: 'referrer-policy', value: 'same-origin', by: 'written', line: 4 });
});

test('helmet is found beside parts that are imported by name', () => {
  const text = "import helmet, { type HelmetOptions } from 'helmet';\napp.use(helmet());\n";
  const whole = "import helmet from 'helmet';\napp.use(helmet());\n";
  expect(read('app.ts', text)).toEqual(read('app.ts', whole));
  expect(read('app.ts', text)).toHaveLength(1);
});

test('Django: settings count with their middleware only', () => {
  const middleware =
    "MIDDLEWARE = [\n  'django.middleware.security.SecurityMiddleware',\n  'django.middleware.clickjacking.XFrameOptionsMiddleware',\n]\n";
  const [place] = read(
    'settings.py',
    `${middleware}SECURE_HSTS_SECONDS = 31_536_000\nSECURE_HSTS_PRELOAD = True\n# X_FRAME_OPTIONS = 'SAMEORIGIN'\n`,
  );
  expect(shown(place)).toEqual([
    'strict-transport-security=max-age=31536000; preload',
    'x-content-type-options=nosniff',
    'referrer-policy=same-origin',
    'cross-origin-opener-policy=same-origin',
    'x-frame-options=DENY',
  ]);
  expect(read('settings.py', 'SECURE_HSTS_SECONDS = 60\n')[0]?.notes.join()).toContain('do nothing');
});

test('Rails and Spring Security send what they send by default where it is not changed', () => {
  expect(shown(read('config/environments/production.rb', 'config.force_ssl = true\n')[0])).toEqual([
    'strict-transport-security=null',
  ]);
  const spring =
    'import org.springframework.security.config.annotation.web.builders.HttpSecurity;\nclass C {\n  SecurityFilterChain chain(HttpSecurity http) {\n    http.headers(h -> h.frameOptions(f -> f.sameOrigin()).contentSecurityPolicy(c -> c.policyDirectives("default-src \'self\'")));\n  }\n}';
  expect(shown(read('Config.java', spring)[0])).toEqual([
    'x-content-type-options=nosniff',
    'x-frame-options=SAMEORIGIN',
    'strict-transport-security=max-age=31536000 ; includeSubDomains',
    'x-xss-protection=0',
    "content-security-policy=default-src 'self'",
  ]);
});

test('no text makes a reader throw or give a line outside of the file', () => {
  const paths = [
    'a.js',
    'nginx.conf',
    '.htaccess',
    'Caddyfile',
    'next.config.js',
    'vercel.json',
    'netlify.toml',
    '_headers',
    'settings.py',
    'config/a.rb',
    'A.java',
    'a.go',
  ];
  const piece = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom(
      "import helmet from 'helmet';\n",
      'helmet({',
      "'X-Frame-Options'",
      ', ',
      'res.set(',
      'headers() { return [{',
      '{',
      '}',
      '[',
      ')',
      "MIDDLEWARE = ['django.middleware.security.SecurityMiddleware'",
      'add_header X-Frame-Options',
      ';',
      '\n',
      '"',
      '`',
      '${',
      'header {',
      '  X-Frame-Options: a',
      '/*',
      'headers',
      'SECURE_HSTS_SECONDS = ',
    ),
  );
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.array(piece, { maxLength: 40 }), (path, pieces) => {
      const text = pieces.join('');
      const lines = text.split('\n').length;
      for (const place of read(path, text)) {
        for (const line of [place.line, ...place.settings.map((setting) => setting.line)]) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
        }
      }
    }),
    { numRuns: 800 },
  );
});
