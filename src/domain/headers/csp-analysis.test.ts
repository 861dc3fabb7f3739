import fc from 'fast-check';
import { expect, test } from 'vitest';
import { analysePolicies, analysePolicy } from './csp-analysis.ts';

test('a strict policy has no severe weakness', () => {
  const { weaknesses } = analysePolicy(
    "script-src 'nonce-r4nd0mr4nd0m' 'strict-dynamic'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  );
  expect(weaknesses.filter(({ level }) => level !== 'low')).toEqual([]);
});

test('inline scripts, wildcards and unknown directives are found', () => {
  const texts = analysePolicy("script-src 'unsafe-inline' *; scripts-src 'self'").weaknesses.map(({ text }) => text);
  expect(texts).toContain('injected inline scripts run');
  expect(texts).toContain('allows every host');
  expect(texts).toContain('browsers know no such directive');
});

test('newer directives are known', () => {
  const { weaknesses } = analysePolicy(
    "default-src 'none'; fenced-frame-src 'none'; require-trusted-types-for 'script'",
  );
  expect(weaknesses.some(({ text }) => text === 'browsers know no such directive')).toBe(false);
});

test('frame-ancestors * is called what it is', () => {
  const { weaknesses } = analysePolicy("default-src 'self'; frame-ancestors *");
  expect(weaknesses).toContainEqual(expect.objectContaining({ level: 'medium', directive: 'frame-ancestors' }));
});

test('a comma ends a policy, as browsers have it', () => {
  const fields = [['content-security-policy', "default-src 'self', script-src 'none'"]] as const;
  const policies = analysePolicies({
    fields,
    html: null,
    url: 'https://a.example/',
    cookies: [],
    https: { kind: 'none' },
    http: { kind: 'no_http' },
    cors: null,
  });
  expect(policies.map(({ directives }) => directives)).toEqual([
    [['default-src', "'self'"]],
    [['script-src', "'none'"]],
  ]);
});

test('no policy makes the analysis throw', () => {
  const word = fc.constantFrom(
    'script-src',
    'default-src',
    "'nonce-x'",
    "'sha256-a'",
    '*',
    'https:',
    'http://a.b',
    ';',
    ',',
    '__proto__',
    'constructor',
    "'strict-dynamic'",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.array(word, { maxLength: 30 }).map((words) => words.join(' ')),
        fc.string({ unit: 'binary' }),
      ),
      (policy) => {
        expect(analysePolicy(policy).weaknesses).toBeInstanceOf(Array);
      },
    ),
    { numRuns: 300 },
  );
});

test('sources beyond the bound are not looked up one by one, and the answer says so', () => {
  const list = (count: number): string =>
    `script-src ${Array.from({ length: count }, (_, at) => `a${at}.b`).join(' ')}`;
  const texts = (count: number): string => JSON.stringify(analysePolicy(list(count)).weaknesses);
  expect(texts(251)).toContain('so many sources');
  expect(texts(250)).not.toContain('so many sources');
  expect(texts(2_000)).toContain('only its first 8000 characters');
});
