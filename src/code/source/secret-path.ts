import { nameOf } from '../text/paths.ts';
import { pathBytes } from './path-bytes.ts';

/*
 * Files that by their name hold credentials. Refused by name, since what is in them need not look like a secret; what
 * looks like one elsewhere is redacted by the tools. Examples and public halves are no secrets.
 */

const NAMES = new Set([
  '.netrc',
  '_netrc',
  '.pgpass',
  '.git-credentials',
  '.htpasswd',
  '.dockercfg',
  '.pypirc',
  '.vault_pass',
  'id_rsa',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
]);
const ENVIRONMENT = /^\.env(?:rc)?(?:\.|$)/;
const EXAMPLE = /\.(?:example|examples|sample|template|tpl|dist|defaults?|schema)$/;
const KEY_MATERIAL = /\.(?:pem|key|p12|pfx|pkcs12|jks|keystore|kdbx|ppk|asc|gpg|tfstate|tfstate\.backup)$/;
const IN_FOLDER = /(?:^|\/)(?:\.aws\/credentials|\.docker\/config\.json|\.kube\/config|\.ssh\/[^/]+)$/;

/** Whether a path names a file that holds credentials: `.env`, private keys, key stores and the like. */
export function isSecretPath(path: string): boolean {
  // A path is quoted for any odd byte in it, also in a folder's name: what counts is the name that it stands for.
  const plain = path.startsWith('"') ? (pathBytes(path)?.toString('latin1') ?? path) : path;
  const lower = plain.toLowerCase();
  const name = nameOf(lower);
  if (NAMES.has(name)) return true;
  if (ENVIRONMENT.test(name)) return !EXAMPLE.test(name) && !/\.[jt]s$/.test(name);
  return KEY_MATERIAL.test(name) || (IN_FOLDER.test(lower) && !name.endsWith('.pub') && name !== 'known_hosts');
}
