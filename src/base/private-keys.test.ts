import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cutKeyBodies, hideKeyBodies } from './private-keys.ts';

/** Made up here; its marks are joined so that no scanner takes this file for a leak. */
const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj'.repeat(3);
const BEGIN = `-----BEGIN RSA ${'PRIVATE'} KEY-----`;
const END = `-----END RSA ${'PRIVATE'} KEY-----`;

/** The body in lines of a width. */
function wrapped(width: number): readonly string[] {
  return BODY.match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
}

/** Whether something of a key stands in a text. */
function isLeaking(text: string): boolean {
  const shown = text.replaceAll(/[^A-Za-z0-9]/g, '');
  return Array.from({ length: BODY.length - 6 }, (_, at) => BODY.slice(at, at + 7)).some((part) =>
    shown.includes(part),
  );
}

/** A key, each line of which is written by a form. */
function keyIn(form: (line: string) => string, width = 64): string {
  return ['before', form(BEGIN), ...wrapped(width).map(form), form(END), 'after'].join('\n');
}

const FORMS: Readonly<Record<string, (line: string) => string>> = {
  'as it is': (line) => line,
  'removed in a patch': (line) => `-${line}`,
  'added in a patch': (line) => `+${line}`,
  'commented out with #': (line) => `# ${line}`,
  'commented out with //': (line) => `    // ${line}`,
  'commented out with a star': (line) => ` * ${line}`,
  'quoted in a mail': (line) => `> > ${line}`,
  'in a table': (line) => `| ${line} |`,
  'a string each': (line) => `  "${line}\\n" +`,
  'bytes each': (line) => `  b'${line}\\n'`,
  'with line ends of Windows': (line) => `${line}\r`,
  'with numbers': (line) => `12: ${line}`,
  'in calls': (line) => `  sb.append("${line}\\n");`,
  'in commands': (line) => `echo "${line}" >> /root/.ssh/id`,
  'in marks of XML': (line) => `<line>${line}</line>`,
  'in a log': (line) => `2020-01-01T00:00:00Z INFO ${line}`,
};

describe('a private key', () => {
  test.each(Object.entries(FORMS))('%s disappears, line by line, and nothing else does', (_name, form) => {
    const text = keyIn(form);
    const hidden = hideKeyBodies(text).split('\n');
    expect(isLeaking(hidden.join('\n'))).toBe(false);
    expect(hidden).toHaveLength(text.split('\n').length);
    expect([hidden.at(0), hidden.at(-1)]).toEqual(['before', 'after']);
    expect(hidden[1]).toContain(BEGIN);
    expect(hidden.at(-2)).toContain(END);
    expect(isLeaking(cutKeyBodies(text))).toBe(false);
  });

  test.each([76, 64, 48, 16, 15, 8, 4])('in lines of %d signs disappears', (width) => {
    for (const text of [keyIn((line) => line, width), keyIn((line) => `# ${line}`, width)]) {
      expect(isLeaking(hideKeyBodies(text))).toBe(false);
    }
  });

  test('whose marks stay while its body is replaced disappears', () => {
    const lines = wrapped(64);
    const patch = [` ${BEGIN}`, ...lines.map((line) => `-${line}`), ...lines.map((line) => `+${line}`), ` ${END}`];
    expect(hideKeyBodies(patch.join('\n')).split('\n').slice(1, -1)).toEqual(
      Array.from({ length: 2 * lines.length }, () => '[REDACTED:private-key]'),
    );
    // Both marks replaced too: the second end has no beginning right before it.
    const whole = [`-${BEGIN}`, `+${BEGIN}`, `-${lines[0]}`, `-${END}`, `+${lines[1]}`, `+${lines[2]}`, `+${END}`];
    expect(isLeaking(hideKeyBodies(whole.join('\n')))).toBe(false);
  });

  test('on one line disappears with its line kept', () => {
    for (const between of ['\\n', '\\r\\n', '\\\\n', ' ', '\r', ';', '|', '<br>', '&#10;', '\\u000a']) {
      for (const width of [64, 16]) {
        const text = `a = "${[BEGIN, ...wrapped(width), END].join(between)}"; next();\n`;
        expect(isLeaking(hideKeyBodies(text)), between).toBe(false);
        expect(hideKeyBodies(text)).toMatch(/^a = .*; next\(\);\n$/s);
      }
    }
  });

  test('that lost one of its marks disappears up to the code', () => {
    const body = wrapped(64).join('\n');
    expect(hideKeyBodies(`${BEGIN}\n${body}\n\nnext();\nabc`)).toMatch(/KEY-----\n(?:\[RED\S+\n){3}\nnext\(\);\nabc$/);
    expect(hideKeyBodies(`call();\n${body}\n${END}\nabc`)).toMatch(/^call\(\);\n(?:\[RED\S+\n){3}-----END/);
  });

  test('with headers, in other forms of the marks, beside comments and in calls disappears', () => {
    const [one = '', two = '', three = ''] = wrapped(64);
    const texts = [
      `${BEGIN}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A1B\n\n${one}\n${two}\n${END}`,
      `-----BEGIN PGP ${'PRIVATE'} KEY BLOCK-----\nVersion: 2\n\n${one}\n=${two}\n-----END PGP ${'PRIVATE'} KEY BLOCK-----`,
      `---- BEGIN SSH2 ENCRYPTED ${'PRIVATE'} KEY ----\n${one}\n${two}\n---- END SSH2 ENCRYPTED ${'PRIVATE'} KEY ----`,
      `"${BEGIN}\\n"\n // the first part\n + "${one}\\n"\n // and so on\n + "${two}"\n + "${END}"`,
      `k = '${BEGIN}\\n';\nk += '${one}\\n';\nk += '${two}\\n';\nk += '${END}';`,
      `{"key":"${BEGIN}\\n${one.replaceAll('9', '\\/')}\\n${three}\\n${END}\\n"}`,
    ];
    for (const text of texts) expect(isLeaking(hideKeyBodies(text)), text).toBe(false);
  });
});

test('code that only names the marks stays as it is', () => {
  const code = [
    `const HEAD = "${BEGIN}"; if (text.includes(HEAD)) refuse();`,
    `const BEGIN = '${BEGIN}';\nvalidatePrivateKeyFormat(value1);\nif (A1) {\n  return;\n} else {\n  break;\n}\nconst END = '${END}';`,
    `begin: '${BEGIN}',\nend: '${END}',\nname: 'x',`,
    `Write ${BEGIN} before\nand ${END} behind it, see src/code/Read/piece2.ts`,
    `if (line.endsWith('${END}'))\n  stop();`,
    `${BEGIN}\n[REDACTED:private-key]\n${END}`,
  ];
  for (const text of code) {
    expect(hideKeyBodies(text)).toBe(text);
    expect(cutKeyBodies(text)).toBe(text);
  }
});

test('hiding twice changes nothing more, and no line is lost', () => {
  const part = fc.constantFrom(BEGIN, END, ...wrapped(40), '\n', '\\n', '# ', '-', '"', 'if (a) {', 'A: b', ' ');
  fc.assert(
    fc.property(fc.array(part), (parts) => {
      const once = hideKeyBodies(parts.join(''));
      expect(once.split('\n')).toHaveLength(parts.join('').split('\n').length);
      expect(hideKeyBodies(once)).toBe(once);
    }),
  );
});

test('hiding costs as many steps as a text is long, also of a hostile one', () => {
  for (const part of [BEGIN, `${BEGIN}\n`, `${END}\nA1b\n`, '\\', '-', '\\n', 'A1b/', '# ', 'a: ', 'BEGIN A ', '\n']) {
    const text = `${BEGIN}\n${part.repeat(Math.ceil(400_000 / part.length))}${BODY}\n${END}`;
    // Minutes where each place is read on from, which the time that a test has does not allow.
    expect(hideKeyBodies(text), part).toContain(END);
  }
});
