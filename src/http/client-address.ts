import { BlockList, isIP } from 'node:net';

/** Finds the address of the caller behind a socket and its `X-Forwarded-For`. */
export type ClientAddress = (socketAddress: string, forwardedFor: readonly string[]) => string;

/** Most hops of `X-Forwarded-For` that are looked at, from the right. */
const HOPS_MAX = 16;

/**
 * The caller's address: the socket's, unless that is a trusted proxy; then the rightmost hop that is not one. What
 * stands further left was written by the caller and proves nothing. Throws on a proxy that is no address or CIDR.
 */
export function makeClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const trusted = makeTrustedProxies(trustedProxies);
  return (socketAddress, forwardedFor) => {
    let address = normalAddress(socketAddress);
    if (!trusted(address)) return address;
    const hops = forwardedFor.join(',').split(',').slice(-HOPS_MAX).reverse();
    for (const hop of hops) {
      const next = hopAddress(hop.trim());
      if (next === null) return address;
      address = next;
      if (!trusted(address)) return address;
    }
    return address;
  };
}

/** Whether the address is this machine's own. */
export function isLoopback(address: string): boolean {
  const plain = normalAddress(address);
  return plain === '::1' || (isIP(plain) === 4 && plain.startsWith('127.'));
}

/** An IPv4 address in IPv6 clothes (`::ffff:1.2.3.4`) as IPv4; other addresses unchanged. */
export function normalAddress(address: string): string {
  const plain = address.toLowerCase().split('%', 1)[0] ?? '';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1];
  return mapped ?? plain;
}

/** Whether an address is one of the trusted proxies. Throws on one that is no address or CIDR. */
export function makeTrustedProxies(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (isIP(address) === 0) throw new Error(`"${proxy}" is no address or CIDR`);
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, prefixLength(proxy, bits, family === 'ipv6' ? 128 : 32), family);
  }
  // Most services have none: then no request pays for the question.
  if (proxies.length === 0) return () => false;
  return (address) => isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function prefixLength(proxy: string, bits: string, bitsMax: number): number {
  const length = /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  if (!(length <= bitsMax)) throw new Error(`"${proxy}" has no prefix length of 0 to ${bitsMax}`);
  return length;
}

/** `1.2.3.4`, `1.2.3.4:5678`, `[2001:db8::1]:5678` or `2001:db8::1` as an address; null for anything else. */
function hopAddress(hop: string): string | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(hop)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(hop)?.[1] ?? hop;
  return isIP(bare) === 0 ? null : normalAddress(bare);
}
