/*
 * Ways to write an address that is not public. Each is a URL's host as somebody might type it: dotted, short, decimal,
 * octal, hexadecimal, full-width, with a final dot, mapped into IPv6 and through the IPv6 transition mechanisms.
 */

/** Not public, one of each block and the ends of the blocks. */
const INSIDE_V4 = [
  '0.0.0.0',
  '0.255.255.255',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.7',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
] as const;

const INSIDE_V6 = [
  '::',
  '::1',
  '0:0:0:0:0:0:0:1',
  '::ffff:0:127.0.0.1',
  '100::1',
  '2001::1',
  '2001:2::1',
  '2001:10::1',
  '2001:db8::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff:ffff::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
] as const;

const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'printer.local',
  'metadata.google.internal',
  'metadata',
  'kubernetes.default.svc.cluster.local',
  'router.home.arpa',
  'intranet',
  'hidden.onion',
] as const;

/** Hosts of URLs, brackets included; more than 300, each once. */
export function insideHosts(): readonly string[] {
  return [...new Set([...INSIDE_V4.flatMap(writtenV4), ...INSIDE_V6.map((host) => `[${host}]`), ...NAMES])];
}

/** The same addresses as name servers would give them. */
export const INSIDE_ADDRESSES: readonly string[] = [
  ...INSIDE_V4,
  ...INSIDE_V6,
  ...INSIDE_V4.map((address) => `::ffff:${address}`),
  'fe80::1%eth0',
  'not-an-address',
  '',
];

function writtenV4(address: string): readonly string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const hex = whole.toString(16).padStart(8, '0');
  const pair = `${hex.slice(0, 4)}:${hex.slice(4)}`;
  return [
    address,
    `${address}.`,
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${whole}`,
    `0x${hex}`,
    `0X${hex.toUpperCase()}`,
    `0${whole.toString(8)}`,
    [a, b, c, d].map((part) => `0x${part.toString(16)}`).join('.'),
    [a, b, c, d].map((part) => `0${part.toString(8)}`).join('.'),
    `0x${a.toString(16)}.${b}.0${c.toString(8)}.${d}`,
    [...address].map((unit) => (unit === '.' ? '。' : String.fromCodePoint(unit.charCodeAt(0) + 0xfee0))).join(''),
    encodeURIComponent(address).replaceAll('.', '%2e'),
    `[::ffff:${address}]`,
    `[::ffff:${pair}]`,
    `[::${address}]`,
    `[64:ff9b::${address}]`,
    `[64:ff9b:1::${address}]`,
    `[2002:${pair}::1]`,
    `[2001:0:4136:e378:8000:63bf:${((~whole >>> 16) & 0xffff).toString(16)}:${(~whole & 0xffff).toString(16)}]`,
  ];
}
