import { describe, expect, test } from 'vitest';
import { isLoopback, makeClientAddress, normalAddress } from './client-address.ts';

describe('with trusted proxies', () => {
  const address = makeClientAddress(['10.0.0.0/8', '192.0.2.1', '2001:db8::/32']);

  test.each([
    ['198.51.100.1', ['203.0.113.1'], '198.51.100.1', 'a stranger is not believed'],
    ['10.1.2.3', [], '10.1.2.3', 'a proxy without the header speaks for itself'],
    ['10.1.2.3', ['203.0.113.1'], '203.0.113.1', 'a proxy is believed'],
    ['::ffff:10.1.2.3', ['203.0.113.1'], '203.0.113.1', 'also in IPv6 clothes'],
    ['10.1.2.3', ['6.6.6.6, 203.0.113.1'], '203.0.113.1', 'the rightmost hop counts'],
    ['10.1.2.3', ['6.6.6.6, 203.0.113.1, 10.9.9.9'], '203.0.113.1', 'trusted hops are passed over'],
    ['10.1.2.3', ['6.6.6.6', '203.0.113.1'], '203.0.113.1', 'two headers are one list'],
    ['10.1.2.3', ['10.1.1.1, 10.2.2.2'], '10.1.1.1', 'the leftmost when all are trusted'],
    ['10.1.2.3', ['6.6.6.6, garbage'], '10.1.2.3', 'nothing beyond what cannot be read'],
    ['10.1.2.3', ['203.0.113.1:4711'], '203.0.113.1', 'a port is left out'],
    ['2001:db8::1', ['[2a00::5]:443'], '2a00::5', 'IPv6 in brackets'],
    ['192.0.2.1', ['203.0.113.1'], '203.0.113.1', 'a single address is trusted'],
    ['192.0.2.2', ['203.0.113.1'], '192.0.2.2', 'its neighbour is not'],
  ])('%s with %j is %s: %s', (socket, forwarded, expected) => {
    expect(address(socket, forwarded)).toBe(expected);
  });
});

test.each(['localhost', '10.0.0.0/33', '10.0.0.0/x', '', '2001:db8::/129'])('%j is refused as a proxy', (proxy) => {
  expect(() => makeClientAddress([proxy])).toThrow(`"${proxy}" `);
});

test('one address has one form', () => {
  expect(normalAddress('::FFFF:127.0.0.1')).toBe('127.0.0.1');
  expect(normalAddress('fe80::1%eth0')).toBe('fe80::1');
  expect(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'].every(isLoopback)).toBe(true);
  expect(['128.0.0.1', '::2', '10.0.0.1', '127.evil.example'].filter(isLoopback)).toEqual([]);
});
