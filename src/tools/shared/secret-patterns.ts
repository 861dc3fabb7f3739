/** A kind of credential and how it is known. The groups before and after the secret itself stay. */
export interface SecretPattern {
  readonly kind: string;
  /** Global; linear time: fixed beginnings, bounded counts, and a look-behind so that a run is tried once. */
  readonly expression: RegExp;
  /** Which group is the secret; 0 for the whole. */
  readonly group: number;
  /** Settles what the expression alone cannot. */
  readonly isSecret?: (secret: string, whole: string) => boolean;
}

/** Credentials with an unmistakable form, the most specific first. Sources: each issuer's published token format. */
export const SECRET_PATTERNS: readonly SecretPattern[] = [
  // Also behind the letter of an escape: a pasted log line may hold `\nmcp_live_…`.
  whole('portico-key', /mcp_(?!sk_)[a-z0-9]{1,16}_[a-z0-9-]{3,40}\.[0-9A-Za-z]{20,64}(?![0-9A-Za-z])/g),
  whole('portico-key', /mcp_sk_[A-Za-z0-9_-]{16,128}/g),
  whole('aws-access-key', /(?<![\w-])(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}(?![A-Za-z0-9])/g),
  whole('github-token', /(?<![\w-])(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255})/g),
  whole('gitlab-token', /(?<![\w-])gl(?:pat|dt|rt|ptt|ft|soat|cbt|imt|agent)-[A-Za-z0-9_-]{20,128}/g),
  whole('slack-token', /(?<![\w-])(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{16,255}/g),
  whole(
    'slack-webhook',
    /(?<![\w.-])hooks\.slack\.com\/services\/T[A-Z0-9]{6,14}\/B[A-Z0-9]{6,14}\/[A-Za-z0-9]{16,32}/g,
  ),
  whole('stripe-key', /(?<![\w-])(?:[sr]k_(?:live|test)_[A-Za-z0-9]{16,247}|whsec_[A-Za-z0-9+/=]{24,128})/g),
  whole(
    'google-key',
    /(?<![\w-])(?:AIza[A-Za-z0-9_-]{35}(?![\w-])|GOCSPX-[A-Za-z0-9_-]{28}(?![\w-])|ya29\.[\w-]{20,512})/g,
  ),
  whole('npm-token', /(?<![\w-])npm_[A-Za-z0-9]{36}(?!\w)/g),
  whole('pypi-token', /(?<![\w-])pypi-AgE[A-Za-z0-9_-]{50,512}/g),
  whole('ai-api-key', /(?<![\w-])sk-(?:ant|proj|svcacct)-[A-Za-z0-9_-]{20,255}/g),
  whole('sendgrid-key', /(?<![\w-])SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}(?![\w-])/g),
  whole('jwt', /(?<![\w-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{16,1024}/g),
  {
    kind: 'url-password',
    expression: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@"'`<>]{0,200}:([^\s/@"'`<>]{3,200})@/gi,
    group: 1,
    isSecret: (password) => !isPlaceholder(password),
  },
  {
    kind: 'bearer-token',
    expression: /(?<![\w-])bearer ([A-Za-z0-9._~+/-]{20,512}={0,2})/gi,
    group: 1,
    isSecret: (token) => isRandomLooking(token),
  },
  assignment(/(?:"([^"\s]{16,256})"|'([^'\s]{16,256})'|`([^`\s]{16,256})`)/),
  // The unquoted form of environment and YAML files: the value ends the line.
  assignment(/([A-Za-z0-9+/=_.~!@#%^&*-]{16,256})(?=[ \t]{0,4}(?:#|$))/),
];

/**
 * Matches where one of the patterns does, and elsewhere, since it takes no account of case. They stand side by side, so
 * none may refer to a group by its number.
 */
export const ANY_SECRET = new RegExp(
  [...new Set(SECRET_PATTERNS.map(({ expression }) => `(?:${expression.source})`))].join('|'),
  'im',
);

/** Whether a text has the make-up of a generated secret: no word, path, address or placeholder. */
function isRandomLooking(text: string): boolean {
  if (text.length < 16 || isPlaceholder(text) || /^(?:https?:|\.{0,2}\/|[a-z]+:\/\/)/i.test(text)) return false;
  // A template or a call makes the value elsewhere: it is not literal.
  if (/\$\{|\w\(/.test(text)) return false;
  return classChanges(text) >= 3 && bitsPerCharacter(text) >= 3;
}

const PLACEHOLDER =
  /^(?:\$|%|<|\{|\[|\*{3}|x{3}|\.{3}|your|my[-_]|change|example|dummy|fake|test|placeholder|redacted|password|passwd|pass|pwd|secret|token|key|user|username|admin|root)/i;

/** A stand-in such as `${PASSWORD}`, `<token>`, `xxxx` or `password`. */
function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text) && (text.length < 16 || !/^[A-Za-z0-9+/=_-]+$/.test(text) || classChanges(text) < 4);
}

/** What follows a secret's name when the value is about the secret, not the secret itself. */
const ABOUT =
  /(?:hash|digest|sha\d*|id|ids|url|uri|name|path|file|endpoint|header|type|field|regex|pattern|length|count|label|title|text|hint|message|prefix)$/i;

function assignment(value: RegExp): SecretPattern {
  const name = /(?:password|passwd|passphrase|secret|token|api_?key|access_?key|private_?key|credential)(\w{0,24})/;
  const sign = /["'\]]{0,2}[ \t]{0,4}(?::[ \t]?[A-Za-z]{1,12}[ \t]?)?(?:=>|:=|[:=])[ \t]{0,4}/;
  return {
    kind: 'secret-assignment',
    expression: new RegExp(`${name.source}${sign.source}${value.source}`, 'gim'),
    // Groups: 1 the rest of the name, 2 and on the value in one of its quotations.
    group: 2,
    isSecret: (secret, whole) => !ABOUT.test(/^\w+/.exec(whole)?.[0] ?? '') && isRandomLooking(secret),
  };
}

function whole(kind: string, expression: RegExp): SecretPattern {
  return { kind, expression, group: 0 };
}

/** How often letters and digits take turns: words and versions do it once or twice, random text many times. */
function classChanges(text: string): number {
  let changes = 0;
  let before = '';
  for (const character of text) {
    const now = /\d/.test(character) ? 'digit' : /[A-Za-z]/.test(character) ? 'letter' : before;
    if (before !== '' && now !== before) changes++;
    before = now;
  }
  return changes;
}

/** Shannon entropy of the text's own characters. */
function bitsPerCharacter(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}
