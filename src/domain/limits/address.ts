import { makeLru } from '../../base/lru.ts';

/** Where every address that cannot be read is counted together: a forged one must not be a way around the limit. */
export const UNREADABLE_ADDRESS = 'unreadable';

/** Longest text of an IPv6 address with its zone. */
const ADDRESS_LENGTH_MAX = 64;

const IPV4 = /^(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/**
 * What an address is counted under (docs/contract.md, L4): IPv4 by itself, IPv4-mapped IPv6 as IPv4, other IPv6 by
 * its /64, because one subscriber owns at least that much and could use a fresh address for every request.
 */
export function addressKey(address: string): string {
  if (!address.includes(':')) return IPV4.test(address) ? address : UNREADABLE_ADDRESS;
  const groups = address.length <= ADDRESS_LENGTH_MAX ? ipv6Groups(address.split('%', 1)[0] ?? '') : null;
  if (groups === null) return UNREADABLE_ADDRESS;
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped)
    return `${groups
      .slice(0, 4)
      .map((group) => group.toString(16))
      .join(':')}::/64`;
  const [high = 0, low = 0] = groups.slice(6);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** IPv6 addresses whose key is kept at hand. */
const READ_ADDRESSES_MAX = 1_024;

/** `addressKey` with a memory: IPv6 takes microseconds to read, and a client comes again and again. */
export function makeAddressReader(): (address: string) => string {
  const keys = makeLru<string, string>(READ_ADDRESSES_MAX);
  return (address) => {
    if (!address.includes(':')) return addressKey(address);
    const known = keys.get(address);
    if (known !== undefined) return known;
    const key = addressKey(address);
    keys.set(address, key);
    return key;
  };
}

/** The eight 16-bit groups of an IPv6 address; null when it is none. Source: RFC 4291 §2.2. */
function ipv6Groups(text: string): readonly number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [left, right] = [readGroups(halves[0] ?? ''), readGroups(halves[1] ?? '')];
  if (left === null || right === null) return null;
  const missing = 8 - left.length - right.length;
  if (halves.length === 1) return missing === 0 ? left : null;
  return missing < 1 ? null : [...left, ...new Array<number>(missing).fill(0), ...right];
}

/** Groups between colons, the last of which may be a dotted IPv4 address. */
function readGroups(text: string): number[] | null {
  if (text === '') return [];
  const groups: number[] = [];
  const parts = text.split(':');
  for (const [index, part] of parts.entries()) {
    if (index === parts.length - 1 && IPV4.test(part)) {
      const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
      groups.push(a * 256 + b, c * 256 + d);
    } else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}
