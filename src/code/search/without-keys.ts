import { makeTextCheck } from './text-check.ts';

const MARK = 'PRIVATE KEY';

/** False only for bytes that hold no private key. */
export const mayHoldKeys = makeTextCheck(Buffer.from(MARK));

/**
 * Hides the bodies of private keys. Only here are the lines around a line still known; a body's line on its own looks
 * like any data.
 */
export function withoutKeys(text: string): string {
  if (!text.includes(MARK)) return text;
  let isInside = false;
  const shown = text.split('\n').map((line) => {
    if (/-----(?:BEGIN|END) [A-Z0-9 ]{0,40}PRIVATE KEY/.test(line)) {
      isInside = line.includes('-----BEGIN ');
      return line;
    }
    // Code that only names the mark is followed by code.
    return isInside && /^[\s"'`+,\\rn]*[A-Za-z0-9+/=]{16,}/.test(line) ? '[REDACTED:private-key]' : line;
  });
  return shown.join('\n');
}
