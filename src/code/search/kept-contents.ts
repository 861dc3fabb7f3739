import { KIB, MIB } from '../../base/units.ts';
import type { FileContent, Source } from '../source/source.ts';

/** Contents kept for one search. */
const KEPT_BYTES_MAX = 32 * MIB;
/** What an entry takes beside its bytes: a million empty files are no small thing to keep. */
const ENTRY_BYTES = KIB;

/** What a file was read as, by who took no more than so many bytes. */
interface Kept {
  readonly content: FileContent;
  readonly bytesMax: number;
}

/**
 * The same source, which reads a file once as far as there is room: a search goes over the files up to four times, and
 * what it shows must be what it counted. Who takes more bytes than the one before reads again what was too large.
 */
export function keepContents(source: Source): Source {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  return {
    ...source,
    async read(path, bytesMax) {
      const known = kept.get(path);
      if (known !== undefined && holdsFor(known, bytesMax)) return known.content;
      const content = await source.read(path, bytesMax);
      bytes += ENTRY_BYTES + (content.ok ? content.size : 0);
      if (bytes <= KEPT_BYTES_MAX) kept.set(path, { content, bytesMax });
      return content;
    },
  };
}

function holdsFor({ content, bytesMax: before }: Kept, bytesMax: number): boolean {
  if (content.ok) return content.size <= bytesMax;
  return content.reason !== 'too_large' || bytesMax <= before;
}
