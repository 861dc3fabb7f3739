import { BlockList, isIP } from 'node:net';

/*
 * Addresses that no request from outside may lead to. For IPv4 everything is public but what the IANA special-purpose
 * registry takes out; for IPv6 nothing is public but the global unicast block, less what the registry takes out of it.
 * So the forms that carry an IPv4 address inside (mapped, NAT64, 6to4, Teredo) are refused whole: nobody publishes a
 * site under them, and each is a way to write a private address.
 */

/** Not public, as `network/bits`. Source: IANA IPv4 special-purpose address registry; RFC 6890. */
const NOT_PUBLIC_V4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Link-local, with the metadata services of most clouds.
  '169.254.0.0/16',
  // A service of one cloud to its machines, inside of a public block.
  '168.63.129.16/32',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

/** The one block of IPv6 that is public. Source: RFC 4291, section 2.4. */
const PUBLIC_V6 = '2000::/3';

/** Not public inside of that block. Source: IANA IPv6 special-purpose address registry. */
const NOT_PUBLIC_V6 = [
  // IETF protocol assignments: Teredo, benchmarking, ORCHID and others.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
] as const;

const notPublicV4 = blockList(NOT_PUBLIC_V4, 'ipv4');
const notPublicV6 = blockList(NOT_PUBLIC_V6, 'ipv6');
const publicV6 = blockList([PUBLIC_V6], 'ipv6');

/** Whether an address, as a resolver or a URL parser writes it, is one of the public internet. False for what is no address. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !notPublicV4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return publicV6.check(address, 'ipv6') && !notPublicV6.check(address, 'ipv6');
}

function blockList(networks: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return list;
}
