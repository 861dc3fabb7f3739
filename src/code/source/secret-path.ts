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
  'id_ecdsa_sk',
  'id_ed25519',
  'id_ed25519_sk',
]);
/** `.env`, `.envrc` and what is set apart behind them: `.env.local`, `.env-local`. */
const ENVIRONMENT = /^\.env(?:rc)?(?:[._-]|$)/;
/** What `docker run --env-file` and its kin are given: `prod.env`. */
const ENVIRONMENT_OF = /.\.env$/;
const EXAMPLE = /[._-](?:examples?|sample|template|tpl|dist|defaults?|schema)$/;
const EXAMPLE_OF = /(?:^|[._-])(?:examples?|sample|template|tpl|dist|defaults?|schema)\.env$/;
/**
 * Values of Terraform's variables, and keys of service accounts and OAuth clients as their issuer calls them. Sources:
 * Terraform, "Assign values to input variables"; Google Cloud, "Create and delete service account keys".
 */
const VALUES =
  /\.tfvars(?:\.json)?$|(?:^|[._-])service[_-]?account(?:[._-]?(?:key|credentials?))?\.json$|^client_secret(?:[._-].*)?\.json$|^application_default_credentials\.json$|-firebase-adminsdk-[\w-]+\.json$/;
/** What editors and careful people leave beside a file. */
const COPY = /(?:~|\.(?:bak|backup|old|orig|save|sw[a-p]))$/;
/** Copies of copies; a name that has more of such endings is no copy. */
const COPIES_MAX = 16;
const EDITED = /\.sw[a-p]$/;
const KEY_MATERIAL = /\.(?:pem|key|p12|pfx|pkcs12|jks|keystore|kdbx|ppk|asc|gpg|tfstate|tfstate\.backup)$/;
const IN_FOLDER = /(?:^|\/)(?:\.aws\/credentials|\.docker\/config\.json|\.kube\/config|\.ssh\/[^/]+)$/;

/** Whether a path names a file that holds credentials: `.env`, private keys, key stores and the like, and copies of them. */
export function isSecretPath(path: string): boolean {
  // A path is quoted for any odd byte in it, also in a folder's name: what counts is the name that it stands for.
  const plain = path.startsWith('"') ? (pathBytes(path)?.toString('latin1') ?? path) : path;
  const lower = plain.toLowerCase();
  // A copy holds what its file holds; that of an editor hides behind a dot, also when it was copied itself.
  let whole = lower;
  let isEdited = false;
  for (let copies = 0; copies < COPIES_MAX && COPY.test(whole); copies++) {
    isEdited ||= EDITED.test(whole);
    whole = whole.replace(COPY, '');
  }
  const name = nameOf(whole);
  return isSecretName(name) || (isEdited && isSecretName(name.slice(1))) || isInSecretFolder(whole);
}

function isSecretName(name: string): boolean {
  if (NAMES.has(name)) return true;
  if (ENVIRONMENT.test(name)) return !EXAMPLE.test(name) && !/\.[jt]s$/.test(name);
  return KEY_MATERIAL.test(name) || VALUES.test(name) || (ENVIRONMENT_OF.test(name) && !EXAMPLE_OF.test(name));
}

function isInSecretFolder(path: string): boolean {
  return IN_FOLDER.test(path) && !path.endsWith('.pub') && nameOf(path) !== 'known_hosts';
}
