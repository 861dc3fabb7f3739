import { cutText } from '../shared/answer.ts';
import { maskKeys, redactSecrets, safeText } from '../shared/safe-text.ts';

/** Characters of one text of others on a line. */
const QUOTED_MAX = 160;

/** A text of others on one line: quoted, without secrets, nothing hidden, bounded. */
export function quote(text: string, charactersMax = QUOTED_MAX): string {
  return JSON.stringify(plain(text, charactersMax));
}

/** The same without the quotes, for a value of JSON. */
export function plain(text: string, charactersMax = QUOTED_MAX): string {
  return cutText(safeText(redactSecrets(maskKeys(text)).text).replaceAll('\n', ' '), charactersMax);
}
