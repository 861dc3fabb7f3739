import { readFileSync } from 'node:fs';

/** Version of the package; its file stands one folder above this one, in a checkout as in a build. */
export function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  // Our own file, whose version npm has checked.
  return (JSON.parse(text) as { version: string }).version;
}
