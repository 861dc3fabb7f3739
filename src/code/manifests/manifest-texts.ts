import { readUtf8 } from '../source/decode.ts';
import type { Source } from '../source/source.ts';
import { MANIFEST_LIMITS } from './limits.ts';
import { kindOfManifest } from './readers.ts';

/** Texts of manifests, each read once. */
export interface ManifestTexts {
  /** Null when it cannot be read, which is a gap. */
  one(path: string): Promise<string | null>;
  /** Those that could be read. */
  all(paths: readonly string[]): Promise<readonly { readonly path: string; readonly text: string }[]>;
}

/** The one way to texts: bounded by file, by all together and by time. */
export function makeManifestTexts(
  { source, deadlineAtMs }: { readonly source: Source; readonly deadlineAtMs: number },
  gaps: Set<string>,
): ManifestTexts {
  const known = new Map<string, string | null>();
  let left: number = MANIFEST_LIMITS.bytesMax;
  async function read(path: string): Promise<string | null> {
    if (performance.now() > deadlineAtMs) {
      gaps.add('the time did not suffice for all manifests');
      return null;
    }
    const isLock = kindOfManifest(path)?.role === 'lock';
    const bytesMax = isLock ? MANIFEST_LIMITS.lockBytesMax : MANIFEST_LIMITS.manifestBytesMax;
    const content = await source.read(path, Math.min(bytesMax, Math.max(left, 1)));
    if (!content.ok) {
      gaps.add(`${path} was not read: ${content.reason.replaceAll('_', ' ')}`);
      return null;
    }
    left -= content.bytes.length;
    const { text, problem } = readUtf8(content.bytes);
    if (problem !== null) gaps.add(`${path} was not read: ${problem}`);
    return text;
  }
  async function one(path: string): Promise<string | null> {
    const text = known.has(path) ? (known.get(path) ?? null) : await read(path);
    known.set(path, text);
    return text;
  }
  async function all(paths: readonly string[]): Promise<readonly { path: string; text: string }[]> {
    const found: { path: string; text: string }[] = [];
    for (const path of paths) {
      const text = await one(path);
      if (text !== null) found.push({ path, text });
    }
    return found;
  }
  return { one, all };
}
