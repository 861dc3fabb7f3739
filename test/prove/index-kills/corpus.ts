import { createHash } from 'node:crypto';
import { makeFolder, type TempFolder } from '../../support/repository.ts';
import type { Random } from '../support/random.ts';

/** A text of the corpus. */
export interface CorpusFile {
  readonly path: string;
  readonly blobId: string;
  readonly text: string;
}

/** Files of made-up code, and texts to look for in them. */
export interface Corpus {
  readonly folder: TempFolder;
  /** In byte order of their paths. */
  readonly files: readonly CorpusFile[];
  /** Words that are in some file, in many or in none. */
  readonly needles: readonly string[];
}

const FUNCTIONS_MAX = 40;
const NEEDLES = 40;

/** Writes a corpus of some 4 KB a file. */
export function makeCorpus(random: Random, count: number): Corpus {
  const word = (): string => Math.floor(random() ** 3 * 4_000).toString(36);
  const makeText = (): string =>
    Array.from({ length: 1 + Math.floor(random() * FUNCTIONS_MAX) }, () => {
      const body = Array.from({ length: 6 }, () => `  call_${word()}(value_${word()}, "${word()} ${word()}");`);
      return `export function do_${word()}(first: string) {\n${body.join('\n')}\n}\n`;
    }).join('\n');
  const specs: Record<string, string> = {};
  for (let at = 0; at < count; at++) specs[`d${at % 50}/f${at}.ts`] = makeText();
  const files = Object.entries(specs)
    .map(([path, text]) => ({ path, text, blobId: blobIdOf(text) }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  const needles = Array.from({ length: NEEDLES }, (_, at) => `${['call_', 'value_', 'do_'][at % 3]}${word()}`);
  return { folder: makeFolder(specs), files, needles: [...needles, 'nowhere_at_all'] };
}

function blobIdOf(text: string): string {
  return createHash('sha1')
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest('hex');
}
