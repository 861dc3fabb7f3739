import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshFolder } from '../test/support/fresh-folder.ts';
import { explainListenFailure, readTlsFiles } from './start-failures.ts';

const at = { host: '10.9.8.7', port: 3900, setting: 'PORTICO_PORT' };
const failure = (code: string) => Object.assign(new Error(`listen ${code}`), { code });

describe('a door that does not open', () => {
  test.each([
    ['EADDRINUSE', /port 3900 on 10\.9\.8\.7 is taken.*PORTICO_PORT/],
    ['EACCES', /may not listen on port 3900.*PORTICO_PORT/],
    ['EADDRNOTAVAIL', /"10\.9\.8\.7" is no address of this machine.*PORTICO_HOST/],
    ['ENOTFOUND', /PORTICO_HOST/],
  ])('because of %s says what is in the way and what to do', (code, text) => {
    const cause = failure(code);
    expect(explainListenFailure(cause, at)).toMatchObject({ message: expect.stringMatching(text), cause });
  });

  test('for another reason keeps its own text', () => {
    const other = failure('EMFILE');
    expect(explainListenFailure(other, at)).toBe(other);
  });
});

describe('files of TLS', () => {
  test('that are missing or of another kind are refused by the setting that names them', () => {
    const file = join(freshFolder(), 'file.pem');
    expect(() => readTlsFiles({ certFile: file, keyFile: file })).toThrow(/^PORTICO_TLS_CERT: .*ENOENT/);
    writeFileSync(file, '-----BEGIN CERTIFICATE-----');
    expect(() => readTlsFiles({ certFile: file, keyFile: file })).toThrow(/^PORTICO_TLS_KEY: .*no PEM block/);
  });
});
