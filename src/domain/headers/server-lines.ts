/** A header that would mend a test. */
export interface HeaderFix {
  readonly name: string;
  readonly value: string;
}

/** How a server is told things. */
export interface ServerLines {
  headers(fixes: readonly HeaderFix[]): readonly string[];
  readonly redirect: readonly string[];
  readonly cookies: readonly string[];
  readonly notes: readonly string[];
}

const quoted = (text: string): string => JSON.stringify(text);
/** Single quotes as JavaScript has them: values of ours contain single quotes themselves, so that double ones are used. */
const pairs = (fixes: readonly HeaderFix[], indent: string): readonly string[] =>
  fixes.map(({ name, value }) => `${indent}'${name}': ${quoted(value)},`);
const headersFile = (fixes: readonly HeaderFix[]): readonly string[] => [
  '# _headers',
  '/*',
  ...fixes.map(({ name, value }) => `  ${name}: ${value}`),
];

/**
 * The syntax of each server. Checked by loading it: `nginx -t`, `apachectl configtest`, the frameworks by a request.
 * Values are our own, so that nothing has to be escaped but quotes.
 */
export const SERVER_LINES = {
  nginx: {
    headers: (fixes) => fixes.map(({ name, value }) => `add_header ${name} ${quoted(value)} always;`),
    redirect: [
      '# a server block of its own, in place of the one of port 80',
      'server {',
      '  listen 80;',
      '  server_name example.com;',
      '  return 301 https://$host$request_uri;',
      '}',
    ],
    cookies: ['# where proxy_pass stands; nginx 1.19.3 or later', 'proxy_cookie_flags ~ secure httponly samesite=lax;'],
    notes: ['a block with an add_header of its own inherits none: put all lines into every such block'],
  },
  apache: {
    headers: (fixes) => fixes.map(({ name, value }) => `Header always set ${name} ${quoted(value)}`),
    redirect: [
      'RewriteEngine On',
      'RewriteCond %{HTTPS} off',
      'RewriteRule ^ https://%{HTTP_HOST}%{REQUEST_URI} [R=301,L]',
    ],
    cookies: [
      'Header edit Set-Cookie "(?i)^((?:(?!;\\s*secure(?:;|$)).)+)$" "$1; Secure"',
      'Header edit Set-Cookie "(?i)^((?:(?!;\\s*httponly(?:;|$)).)+)$" "$1; HttpOnly"',
      'Header edit Set-Cookie "(?i)^((?:(?!;\\s*samesite=).)+)$" "$1; SameSite=Lax"',
    ],
    notes: ['needs mod_headers (a2enmod headers)'],
  },
  caddy: {
    headers: (fixes) => ['header {', ...fixes.map(({ name, value }) => `\t${name} ${quoted(value)}`), '}'],
    redirect: ['# a site address without a scheme or port redirects http to https by itself'],
    cookies: ['# cookies are set by the application behind: add Secure, HttpOnly and SameSite there'],
    notes: [],
  },
  express: {
    headers: (fixes) => [
      'app.use((req, res, next) => {',
      '  res.set({',
      ...pairs(fixes, '    '),
      '  });',
      '  next();',
      '});',
    ],
    redirect: [
      "app.set('trust proxy', 1); // number of proxies in front",
      "app.use((req, res, next) => (req.secure ? next() : res.redirect(301, 'https://' + req.hostname + req.originalUrl)));",
    ],
    cookies: [
      "// express-session: cookie: { secure: true, httpOnly: true, sameSite: 'lax' }; res.cookie takes the same options",
    ],
    notes: ['place it before the routes'],
  },
  hono: {
    headers: (fixes) => [
      "app.use('*', async (c, next) => {",
      '  await next();',
      ...fixes.map(({ name, value }) => `  c.header('${name}', ${quoted(value)});`),
      '});',
    ],
    redirect: [
      "app.use('*', async (c, next) => {",
      "  if (c.req.header('x-forwarded-proto') === 'http') return c.redirect(c.req.url.replace('http:', 'https:'), 301);",
      '  await next();',
      '});',
    ],
    cookies: ["// setCookie(c, name, value, { secure: true, httpOnly: true, sameSite: 'Lax' })"],
    notes: ['place it before the routes'],
  },
  fastify: {
    headers: (fixes) => [
      "fastify.addHook('onRequest', async (request, reply) => {",
      '  reply.headers({',
      ...pairs(fixes, '    '),
      '  });',
      '});',
    ],
    redirect: [
      '// needs the option trustProxy behind a proxy',
      "fastify.addHook('onRequest', async (request, reply) => {",
      "  if (request.protocol === 'http') return reply.code(301).header('location', 'https://' + request.hostname + request.url).send();",
      '});',
    ],
    cookies: ["// @fastify/cookie: reply.setCookie(name, value, { secure: true, httpOnly: true, sameSite: 'lax' })"],
    notes: ['register it before the routes'],
  },
  next: {
    headers: (fixes) => [
      '// next.config.js',
      'module.exports = {',
      '  async headers() {',
      '    return [{',
      "      source: '/:path*',",
      '      headers: [',
      ...fixes.map(({ name, value }) => `        { key: '${name}', value: ${quoted(value)} },`),
      '      ],',
      '    }];',
      '  },',
      '};',
    ],
    redirect: ['// http to https is done by the host or the proxy in front of Next.js'],
    cookies: ["// cookies().set(name, value, { secure: true, httpOnly: true, sameSite: 'lax' })"],
    notes: ['merge it with the configuration that there is'],
  },
  cloudflare: {
    headers: headersFile,
    redirect: ['# SSL/TLS > Edge Certificates > Always Use HTTPS: on'],
    cookies: ['# cookies are set by the application: add Secure, HttpOnly and SameSite there'],
    notes: ['_headers is read by Pages and by static assets of Workers, not for answers of Functions'],
  },
  vercel: {
    headers: (fixes) => {
      const headers = fixes.map(({ name, value }) => ({ key: name, value }));
      return JSON.stringify({ headers: [{ source: '/(.*)', headers }] }, null, 2).split('\n');
    },
    redirect: [],
    cookies: [],
    notes: ['for vercel.json; Vercel redirects http to https by itself; cookies are set by the application'],
  },
  netlify: {
    headers: headersFile,
    redirect: ['# Domain management > HTTPS > Force HTTPS: on'],
    cookies: ['# cookies are set by the application: add Secure, HttpOnly and SameSite there'],
    notes: ['_headers stands in the publish folder; it does not apply to answers of functions'],
  },
  django: {
    headers: djangoLines,
    redirect: ['SECURE_SSL_REDIRECT = True'],
    cookies: [
      'SESSION_COOKIE_SECURE = True',
      'CSRF_COOKIE_SECURE = True',
      'SESSION_COOKIE_HTTPONLY = True',
      'SESSION_COOKIE_SAMESITE = "Lax"',
    ],
    notes: [
      'needs django.middleware.security.SecurityMiddleware and clickjacking.XFrameOptionsMiddleware in MIDDLEWARE',
      'behind a proxy also SECURE_PROXY_SSL_HEADER, or Django takes https for http',
    ],
  },
} as const satisfies Readonly<Record<string, ServerLines>>;

const DJANGO_SETTINGS: Readonly<Record<string, string>> = {
  'Strict-Transport-Security': 'SECURE_HSTS_SECONDS = 31536000',
  'X-Content-Type-Options': 'SECURE_CONTENT_TYPE_NOSNIFF = True',
  'Referrer-Policy': 'SECURE_REFERRER_POLICY = "strict-origin-when-cross-origin"',
  'X-Frame-Options': 'X_FRAME_OPTIONS = "SAMEORIGIN"',
};

/** Settings where Django has them; a middleware of one's own for the rest. */
function djangoLines(fixes: readonly HeaderFix[]): readonly string[] {
  const settings = fixes.map(({ name }) => DJANGO_SETTINGS[name]).filter((line) => line !== undefined);
  const others = fixes.filter(({ name }) => DJANGO_SETTINGS[name] === undefined);
  const middleware = [
    '# yourapp/middleware.py; add "yourapp.middleware.security_headers" to MIDDLEWARE',
    'def security_headers(get_response):',
    '    def middleware(request):',
    '        response = get_response(request)',
    ...others.map(({ name, value }) => `        response["${name}"] = ${quoted(value)}`),
    '        return response',
    '    return middleware',
  ];
  return [...(settings.length > 0 ? ['# settings.py', ...settings] : []), ...(others.length > 0 ? middleware : [])];
}
