import { describe, expect, test } from 'vitest';
import type { HeaderPlace } from '../questions/headers.types.ts';
import { readersFor } from './choose-readers.ts';
import { makeLineAt } from './header-file.ts';

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
