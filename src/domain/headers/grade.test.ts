import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Evidence } from './evidence.ts';
import { findExtras } from './extra-checks.ts';
import type { HeaderField } from './fields.ts';
import { gradeEvidence, gradeOf, scoreOf } from './grade.ts';
import { meaningOf } from './results.ts';

const URL = 'https://shop.example.com/';

/** A page over https whose http address redirects, with these headers and this text. */
function evidence(fields: readonly HeaderField[], rest: Partial<Evidence> = {}): Evidence {
  return {
    fields,
    html: '',
    url: URL,
    cookies: fields.flatMap(([name, value]) => (name === 'set-cookie' ? [{ value, url: URL }] : [])),
    https: { kind: 'verified', fields },
    http: {
      kind: 'answered',
      route: [
        { url: 'http://shop.example.com/', status: 301 },
        { url: URL, status: 200 },
      ],
    },
    cors: { fields: [], origin: 'https://other.example' },
    ...rest,
  };
}

function resultOf(test: string, own: Evidence): string | undefined {
  return gradeEvidence(own, 'page').tests.find((one) => one.test === test)?.result;
}

const HTML: HeaderField = ['content-type', 'text/html'];

describe('the score is the one of the Observatory', () => {
  test('a page without any header loses 70 points: D', () => {
    expect(gradeEvidence(evidence([HTML]), 'page')).toMatchObject({ score: 30, grade: 'D' });
  });

  test('bonuses count from 90 on only', () => {
    expect(scoreOf([{ modifier: -10 }, { modifier: 5 }, { modifier: 10 }])).toBe(105);
    expect(scoreOf([{ modifier: -15 }, { modifier: 5 }, { modifier: 10 }])).toBe(85);
  });

  test('grades change at their bounds', () => {
    const letters = [100, 99, 90, 89, 85, 80, 75, 70, 65, 60, 50, 45, 40, 30, 25, 24, 0].map(gradeOf).join(' ');
    expect(letters).toBe('A+ A A A- A- B+ B B B- C+ C C- D+ D D- F F');
  });

  test('tests that were not made count nothing and are named', () => {
    const own = evidence([['x-frame-options', 'DENY']], { html: null, http: { kind: 'not_tested', why: 'pasted' } });
    const { skipped, score } = gradeEvidence(own, 'page');
    expect(skipped).toEqual([
      { test: 'redirection', why: 'pasted' },
      { test: 'subresource-integrity', why: 'the body of the page is not known' },
    ]);
    expect(score).toBe(50);
  });

  test('an answer of an API is not judged by what only pages have', () => {
    const { tests } = gradeEvidence(evidence([['content-type', 'application/json']]), 'api');
    expect(tests.map((one) => one.test)).toEqual([
      'cookies',
      'cross-origin-resource-sharing',
      'redirection',
      'strict-transport-security',
      'x-content-type-options',
      'cross-origin-resource-policy',
    ]);
  });
});

describe('policies', () => {
  test.each([
    ["default-src 'none'", 'csp-implemented-with-no-unsafe-default-src-none'],
    ["default-src 'self'", 'csp-implemented-with-no-unsafe'],
    ["default-src 'self'; style-src 'unsafe-inline'", 'csp-implemented-with-unsafe-inline-in-style-src-only'],
    ["default-src 'self'; img-src http:", 'csp-implemented-with-insecure-scheme-in-passive-content-only'],
    ["default-src 'self' 'unsafe-eval'", 'csp-implemented-with-unsafe-eval'],
    ["script-src 'self' 'unsafe-inline'; object-src 'none'", 'csp-implemented-with-unsafe-inline'],
    [
      "script-src 'nonce-abcdefgh' 'unsafe-inline'; object-src 'none'; style-src 'none'",
      'csp-implemented-with-no-unsafe',
    ],
    ["default-src 'self'; connect-src http://a.example", 'csp-implemented-with-insecure-scheme'],
    ["script-src 'strict-dynamic'; object-src 'none'", 'csp-header-invalid'],
    ["default-src 'self'; default-src 'none'", 'csp-header-invalid'],
    ["default-src 'self'; report-uri /a; report-uri /b", 'csp-implemented-but-duplicate-directives'],
  ])('%s -> %s', (policy, result) => {
    expect(resultOf('content-security-policy', evidence([HTML, ['content-security-policy', policy]]))).toBe(result);
  });

  test('a policy that only reports blocks nothing', () => {
    const own = evidence([HTML, ['content-security-policy-report-only', "default-src 'self'"]]);
    expect(resultOf('content-security-policy', own)).toBe('csp-not-implemented-but-reporting-enabled');
  });

  test('a policy in the page counts, but cannot forbid framing by itself there', () => {
    const html = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'">`;
    expect(resultOf('content-security-policy', evidence([HTML], { html }))).toBe('csp-implemented-with-no-unsafe');
    const hidden = `<!-- ${html} --><script>'${html}'</script>`;
    expect(resultOf('content-security-policy', evidence([HTML], { html: hidden }))).toBe('csp-not-implemented');
  });
});

describe('cookies', () => {
  const hsts: HeaderField = ['strict-transport-security', 'max-age=31536000'];
  const cookieResult = (value: string, ...more: HeaderField[]): string | undefined =>
    resultOf('cookies', evidence([HTML, ['set-cookie', value], ...more]));

  test('the worst flag of all decides', () => {
    expect(cookieResult('a=1; Secure; HttpOnly; SameSite=Lax')).toBe(
      'cookies-secure-with-httponly-sessions-and-samesite',
    );
    expect(cookieResult('a=1; Secure')).toBe('cookies-secure-with-httponly-sessions');
    expect(cookieResult('a=1')).toBe('cookies-without-secure-flag');
    expect(cookieResult('a=1', hsts)).toBe('cookies-without-secure-flag-but-protected-by-hsts');
    expect(cookieResult('SESSID=1; HttpOnly')).toBe('cookies-session-without-secure-flag');
    expect(cookieResult('SESSID=1; Secure')).toBe('cookies-session-without-httponly-flag');
    expect(cookieResult('csrf=1; Secure')).toBe('cookies-anticsrf-without-samesite-flag');
    expect(cookieResult('a=1; Secure; SameSite=Nonsense')).toBe('cookies-samesite-flag-invalid');
  });

  test('an empty Domain leaves the one before it', () => {
    const cookie = 'a=1; Secure; Domain=com; Domain=';
    expect(resultOf('cookies', evidence([['set-cookie', cookie]]))).toBe('cookies-not-found');
  });

  test('what browsers drop does not count', () => {
    expect(cookieResult('__Host-a=1; Secure; Path=/; Domain=example.com')).toBe('cookies-not-found');
    expect(cookieResult('a=1; Domain=other.example')).toBe('cookies-not-found');
  });
});

test('the way from http is followed', () => {
  const route = (...urls: string[]): Evidence =>
    evidence([HTML], { http: { kind: 'answered', route: urls.map((url) => ({ url, status: 301 })) } });
  expect(resultOf('redirection', route('http://a.example/'))).toBe('redirection-missing');
  expect(resultOf('redirection', route('http://a.example/', 'https://b.example/'))).toBe(
    'redirection-off-host-from-http',
  );
  expect(resultOf('redirection', route('http://a.example/', 'http://a.example/x'))).toBe('redirection-not-to-https');
  expect(resultOf('redirection', route('http://a.example/', 'http://a.example/x', 'https://a.example/'))).toBe(
    'redirection-not-to-https-on-initial-redirection',
  );
});

test('scripts of other sites need integrity', () => {
  const page = (html: string): string | undefined => resultOf('subresource-integrity', evidence([HTML], { html }));
  expect(page('<p>')).toBe('sri-not-implemented-but-no-scripts-loaded');
  expect(page('<script src="/a.js"></script>')).toBe('sri-not-implemented-but-all-scripts-loaded-from-secure-origin');
  expect(page('<script src="https://cdn.example.net/a.js"></script>')).toBe(
    'sri-not-implemented-but-external-scripts-loaded-securely',
  );
  expect(page('<script src="//cdn.example.net/a.js"></script>')).toBe(
    'sri-not-implemented-and-external-scripts-not-loaded-securely',
  );
  expect(page('<script src="https://cdn.example.net/a.js" integrity="sha384-x"></script>')).toBe(
    'sri-implemented-and-external-scripts-loaded-securely',
  );
});

describe('a page is read as a browser reads it', () => {
  const script = '<script src="https://cdn.example.net/x.js"></script>';
  const meta = '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'">';
  const integrityOf = (html: string) => resultOf('subresource-integrity', evidence([HTML], { html }));
  const policyOf = (html: string) => resultOf('content-security-policy', evidence([HTML], { html }));

  test('a policy within noscript is none where scripts run', () => {
    expect(policyOf(`<noscript>${meta}</noscript>`)).toBe('csp-not-implemented');
    expect(policyOf(`<noscript></noscript>${meta}`)).not.toBe('csp-not-implemented');
  });

  test('a script of a picture that ends in itself hides nothing behind it', () => {
    const svg = '<svg><script href="https://cdn.example.net/x.js"/></svg>';
    expect(policyOf(svg + meta)).not.toBe('csp-not-implemented');
    expect(integrityOf(svg + script)).toBe('sri-not-implemented-but-external-scripts-loaded-securely');
    expect(integrityOf(`<svg>${script}</svg>`)).toBe('sri-not-implemented-but-all-scripts-loaded-from-secure-origin');
  });

  test('a page within a picture is one', () => {
    const inside = `<svg><foreignObject>${script}</foreignObject></svg>`;
    expect(integrityOf(inside)).toBe('sri-not-implemented-but-external-scripts-loaded-securely');
  });

  test('what follows plaintext is text', () => {
    expect(integrityOf(`<plaintext>${script}`)).toBe('sri-not-implemented-but-no-scripts-loaded');
  });
});

test('an origin that is echoed with credentials is found out only where the question is known', () => {
  const fields: HeaderField[] = [
    ['access-control-allow-origin', 'https://other.example'],
    ['access-control-allow-credentials', 'true'],
  ];
  const start = 'cross-origin-resource-sharing-implemented-with';
  const asked = evidence([HTML], { cors: { fields, origin: 'https://other.example' } });
  expect(resultOf('cross-origin-resource-sharing', asked)).toBe(`${start}-universal-access`);
  const pasted = evidence([HTML, ...fields], { cors: null });
  expect(resultOf('cross-origin-resource-sharing', pasted)).toBe(`${start}-restricted-access`);
});

test('whatever is sent is graded without a throw, and every result has its meaning', () => {
  const names = [
    'content-security-policy',
    'set-cookie',
    'strict-transport-security',
    'x-frame-options',
    'referrer-policy',
    'content-type',
    'access-control-allow-origin',
    'cross-origin-resource-policy',
  ];
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom(
      "default-src 'self'",
      'a=1; Secure',
      'max-age=1',
      'text/html',
      '%zz/',
      "script-src 'nonce-x' http://%",
      '; ;',
    ),
  );
  const field = fc.tuple(fc.constantFrom(...names), value);
  const html = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.constantFrom('<script src=', '<meta name=referrer content=x>', '<!--', '<base href="//"><script src="a">'),
  );
  fc.assert(
    fc.property(fc.array(field, { maxLength: 12 }), html, (fields, page) => {
      const { tests, score } = gradeEvidence(evidence([HTML, ...fields], { html: page }), 'page');
      expect(score).toBeGreaterThanOrEqual(0);
      for (const one of tests) expect(meaningOf(one.result)?.test).toBe(one.test);
    }),
    { numRuns: 400 },
  );
});

describe('a page that was made to be slow is graded as far as it is read, and the answer says so', () => {
  const page = (html: string): Evidence => evidence([HTML], { html });
  const told = (html: string): readonly string[] => findExtras(page(html), 'page').map(({ id }) => id);
  const csp = (content: string): string => `<meta http-equiv="content-security-policy" content="${content}">`;
  // Without a bound the square of this number is some 200 million comparisons: minutes.
  const many = csp("default-src 'self'").repeat(15_000);

  test('of thousands of policies the first count', () => {
    expect(resultOf('content-security-policy', page(many))).toBe('csp-implemented-with-no-unsafe');
    expect(told(many)).toContain('policies-cut');
    expect(told(csp("default-src 'self'").repeat(50))).not.toContain('policies-cut');
  });

  test('a policy that is too long by itself is not one that is missing', () => {
    const long = csp(`default-src 'self'; img-src ${'a.example '.repeat(20_000)}`);
    expect(resultOf('content-security-policy', page(long))).toBe('csp-implemented-with-no-unsafe');
    expect(told(long)).toContain('policies-cut');
  });

  test('tags and attributes are counted together, however they are dealt out', () => {
    for (const html of ['<a>'.repeat(70_000), `<a ${'b '.repeat(70_000)}>`]) expect(told(html)).toContain('page-cut');
    expect(told('<a>'.repeat(50_000))).not.toContain('page-cut');
  });

  test('a tag with hundreds of attributes hides nothing behind it', () => {
    const html = `<a ${Array.from({ length: 300 }, (_, at) => `b${at}`).join(' ')}>${csp("default-src 'none'")}`;
    expect(resultOf('content-security-policy', page(html))).toBe('csp-implemented-with-no-unsafe-default-src-none');
  });
});
