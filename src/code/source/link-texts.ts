import { SOURCE_LIMITS } from './limits.ts';
import type { Source, SourceEntry } from './source.ts';

/** Links that are read; of further ones it is only known that they are links. */
const LINKS_MAX = 2_000;

/** What each link of a project says, by its path; empty where that was not read. Nothing is opened that a link leads to. */
export type LinkTexts = () => Promise<ReadonlyMap<string, string>>;

/** Reads the links among entries when they are first asked for. */
export function makeLinkTexts(source: Pick<Source, 'read'>, entries: readonly SourceEntry[]): LinkTexts {
  let known: Promise<ReadonlyMap<string, string>> | null = null;
  return () => {
    known ??= readLinks(source, entries);
    return known;
  };
}

async function readLinks(
  source: Pick<Source, 'read'>,
  entries: readonly SourceEntry[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  for (const { kind, path } of entries) {
    if (kind !== 'symlink') continue;
    const content = texts.size < LINKS_MAX ? await source.read(path, SOURCE_LIMITS.symlinkBytesMax) : null;
    const text = content?.ok === false && content.reason === 'symlink' ? content.detail : '';
    // Of a text that long the end may be missing.
    texts.set(path, text.length < SOURCE_LIMITS.symlinkBytesMax ? text : '');
  }
  return texts;
}
