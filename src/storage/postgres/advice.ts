import { isLateConnection, lineOf } from './failures.ts';

const AUTHORITY =
  'name the file of the authority that signed its certificate in the URL: sslmode=verify-full&sslrootcert=FILE';
const REACH = 'check host and port in the URL, and that PostgreSQL runs and listens there';
const RIGHTS = 'give the database and its tables to this role (alter database … owner to …)';

/** What to do about a failure, by its code: SQLSTATE of the server, or that of Node for network and TLS. */
const BY_CODE: ReadonlyMap<string, string> = new Map([
  ['28P01', 'check the user, and the password in the URL (@ is %40 there, / is %2F) or in PGPASSWORD'],
  ['28000', 'let this role and machine in (pg_hba.conf of the server)'],
  ['3D000', "make it: create database … owner … encoding 'UTF8'"],
  ['42501', RIGHTS],
  ['53300', 'raise max_connections: each node takes up to 10'],
  ['ECONNREFUSED', REACH],
  ['ENOTFOUND', REACH],
  ['ETIMEDOUT', REACH],
  ['EHOSTUNREACH', REACH],
  ['ENETUNREACH', REACH],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', AUTHORITY],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', AUTHORITY],
  ['SELF_SIGNED_CERT_IN_CHAIN', AUTHORITY],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', AUTHORITY],
  ['ERR_TLS_CERT_ALTNAME_INVALID', "write the host as the server's certificate has it"],
  ['CERT_HAS_EXPIRED', "renew the server's certificate"],
  ['ENOENT', 'the URL names a file that is not there'],
]);

/** The same by what the driver says where it gives no code. */
const BY_WORDS: readonly (readonly [words: string, said: string, advice: string])[] = [
  ['client password must be a', 'the server asks for a password', 'set PGPASSWORD, or put it into the URL'],
  [
    'does not support SSL',
    'the server has TLS switched off',
    'switch it on there (ssl = on), or, in a network that is yours alone, leave sslmode out of the URL',
  ],
];

/** Advice of Node's own, which names an option that nobody here can set. */
const OF_NODE = /; if the root CA is installed locally, try running Node\.js with --use-system-ca/;

/** What a failure says, with `hide` applied to the words of others, and what the operator can do about it, in one line. */
export function adviceOn(failure: unknown, hide: (said: string) => string = (said) => said): string {
  const line = lineOf(failure).replace(OF_NODE, '');
  if (isLateConnection(failure)) return `no answer in time: ${REACH}`;
  const known = BY_WORDS.find(([words]) => line.includes(words));
  if (known !== undefined) return `${known[1]}: ${known[2]}`;
  const advice = BY_CODE.get(codeOf(failure));
  return advice === undefined ? hide(line) : `${hide(line)}: ${advice}`;
}

function codeOf(failure: unknown): string {
  const [first] = failure instanceof AggregateError ? failure.errors : [failure];
  return first instanceof Error && 'code' in first && typeof first.code === 'string' ? first.code : '';
}
