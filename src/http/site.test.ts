import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { findForeign, makeSite } from './site.ts';

const settings = { baseUrl: 'https://portico.example', allowedHosts: null, allowedOrigins: null, isTls: false };

/** As much of a request as is looked at. */
function asking(headersDistinct: Record<string, string[]>): IncomingMessage {
  // Nothing else of a request is read here.
  return { headersDistinct } as unknown as IncomingMessage;
}

test.each([
  ['https://portico.example', 'portico.example', null],
  ['https://portico.example', 'portico.example:443', null],
  ['https://portico.example', 'portico.example:80', 'foreign_host'],
  ['https://portico.example', 'portico.example:3900', 'foreign_host'],
  ['http://portico.example', 'portico.example:80', null],
  ['http://portico.example', 'portico.example:443', 'foreign_host'],
  ['https://portico.example:8443', 'portico.example:8443', null],
  ['https://portico.example:8443', 'portico.example', 'foreign_host'],
])('of %s the Host %s is %s, with the usual port written out or not [S14]', (baseUrl, host, foreign) => {
  const site = makeSite({ ...settings, baseUrl }, 3900);

  expect(findForeign(site, asking({ host: [host] }))).toBe(foreign);
});

test('hosts that the operator names are the only ones [S14]', () => {
  const site = makeSite({ ...settings, allowedHosts: ['inner.example'] }, 3900);

  expect(findForeign(site, asking({ host: ['inner.example'] }))).toBeNull();
  expect(findForeign(site, asking({ host: ['portico.example'] }))).toBe('foreign_host');
});
