/** Why a change of keys was refused: a stable code, and a text that says what to do. */
export interface KeyProblem {
  readonly code:
    | 'invalid_name'
    | 'invalid_environment'
    | 'invalid_expiry'
    | 'invalid_monthly_cap'
    | 'invalid_tools'
    | 'invalid_overlap'
    | 'invalid_token'
    | 'plan_lacks_tool_scopes'
    | 'unknown_key'
    | 'unknown_account'
    | 'key_revoked'
    | 'key_expired'
    | 'legacy_key'
    | 'already_imported';
  readonly message: string;
}

/** Makes a refusal. */
export function keyProblem(code: KeyProblem['code'], message: string): KeyProblem {
  return { code, message };
}

/** The same for a key that does not exist and for one of another account, so that prefixes cannot be probed. */
export function unknownKey(prefix: string): KeyProblem {
  return keyProblem(
    'unknown_key',
    `There is no API key with the prefix ${safeExcerpt(prefix)}. List the keys to see it.`,
  );
}

/** A caller's text as it may be repeated in a message: short, printable, and never the part after a dot. */
export function safeExcerpt(text: string): string {
  const head = text.split('.', 1)[0] ?? '';
  return JSON.stringify(head.slice(0, 64)).replace(/[^\x20-\x7e]/g, '?');
}
