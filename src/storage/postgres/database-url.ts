/** What libpq takes these for differs by version; here each means that the server must prove who it is. */
const TLS_MODES = /([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/;

const RAW_PASSWORD =
  'the password in it holds a character that must be written otherwise: @ as %40, / as %2F, : as %3A, ? as %3F, # as %23. Or leave it out, and set PGPASSWORD';

/**
 * The URL as the driver is to have it. Throws with a text that repeats nothing of it when its password is not encoded:
 * a part of the password would be taken for the host or the database, which are told to people.
 */
export function readDatabaseUrl(url: string): string {
  const [, authority = '', rest = ''] = /^[^:]*:\/\/([^/?#]*)(.*)$/s.exec(url) ?? [];
  const isTorn = authority.includes('@') ? authority.split('@').length > 2 : rest.includes('@');
  const path = /^[^?]*/.exec(rest)?.[0] ?? '';
  if (isTorn || path.includes('@')) throw new Error(RAW_PASSWORD);
  return url.replace(TLS_MODES, '$1verify-full');
}
