import { numberedLines } from '../formats/lines.ts';
import type { ManifestScope } from '../questions/manifests.types.ts';
import { facts, lockByName, type ManifestReader, type Pinned, type Wanted, wantedOf } from './manifest.ts';
import { isPublicRegistry, registryWords } from './public-registry.ts';

/** Gemfile: calls of `gem` that are written out. It is a program and is not run. Source: Bundler, "gemfile". */
export const readGemfile: ManifestReader = (text) => {
  const wanted: Wanted[] = [];
  const blocks: Block[] = [];
  let other: string | null = null;
  for (const [whole, line] of numberedLines(text)) {
    const row = whole.replace(/(?:^|\s)#.*$/, '');
    const source = /^\s*source\s*\(?\s*["']([^"']+)["']/.exec(row)?.[1];
    const isBlock = /\bdo\b\s*(?:\|[^|]*\|)?\s*$/.test(row);
    if (source !== undefined && !isBlock && !isPublicRegistry('gem', source)) other = registryWords(source);
    if (isBlock) blocks.push(blockOf(row, source));
    // They too close with `end`, which must not close the group around them.
    else if (/^\s*(?:if|unless|case)\b/.test(row)) blocks.push({ scope: null, origin: null });
    else if (/^\s*end\b/.test(row)) blocks.pop();
    const found = gemIn(row, line, blocks);
    if (found !== null) wanted.push(found);
  }
  const global = other;
  return facts({
    wanted: global === null ? wanted : wanted.map((one) => ({ ...one, origin: one.origin ?? global })),
  });
};

interface Block {
  readonly scope: ManifestScope | null;
  readonly origin: string | null;
}

function blockOf(row: string, source: string | undefined): Block {
  const isDev = /^\s*group\b.*:(?:development|test|ci|lint|docs?)\b/.test(row);
  if (/^\s*(?:git|github|path)\b/.test(row)) return { scope: null, origin: /^\s*path\b/.test(row) ? 'path' : 'git' };
  const origin = source === undefined || isPublicRegistry('gem', source) ? null : registryWords(source);
  return { scope: isDev ? 'dev' : null, origin };
}

function gemIn(row: string, line: number, blocks: readonly Block[]): Wanted | null {
  const found = /^\s*gem\s*\(?\s*["']([\w.-]{1,200})["'](.*)$/.exec(row);
  if (found?.[1] === undefined) return null;
  const rest = found[2] ?? '';
  const requested = versionsIn(rest);
  const option = /\b(git|github|gitlab|bitbucket|gist|path|source)(?::|["']?\s*=>)\s*["']([^"']*)/.exec(rest);
  const isPublicSource = option?.[1] === 'source' && isPublicRegistry('gem', option[2] ?? '');
  const own =
    option === null || isPublicSource
      ? null
      : option[1] === 'path'
        ? 'path'
        : option[1] === 'source'
          ? registryWords(option[2] ?? '')
          : 'git';
  const isDev = /\bgroups?(?::|\s*=>)[^#]*:(?:development|test)\b/.test(rest);
  return wantedOf({
    ecosystem: 'gem',
    name: found[1],
    requested,
    scope: isDev ? 'dev' : (blocks.findLast(({ scope }) => scope !== null)?.scope ?? 'runtime'),
    line,
    origin: own ?? blocks.findLast(({ origin }) => origin !== null)?.origin ?? null,
  });
}

/** The leading texts after the name are version requirements; all must hold. */
function versionsIn(rest: string): string | null {
  const list = /^\s*,\s*\[?\s*((?:["'][^"']{1,60}["']\s*,?\s*){1,6})/.exec(rest)?.[1] ?? '';
  const versions = [...list.matchAll(/["']([^"']*)["']/g)].map((found) => found[1] ?? '');
  const valid = versions.filter((version) => /^\s*(?:[<>=~!]+\s*)?\d/.test(version));
  return valid.length === 0 ? null : valid.join(', ');
}

/** *.gemspec: `add_dependency` and its kin. */
export const readGemspec: ManifestReader = (text) => {
  const wanted: Wanted[] = [];
  let owner: string | null = null;
  for (const [whole, line] of numberedLines(text)) {
    const row = whole.replace(/(?:^|\s)#.*$/, '');
    owner ??= /^\s*\w+\.name\s*=\s*["']([\w.-]+)["']/.exec(row)?.[1] ?? null;
    const found = /\.add_(?:(development)_|runtime_)?dependency\s*\(?\s*["']([\w.-]{1,200})["'](.*)$/.exec(row);
    if (found?.[2] === undefined) continue;
    const scope = found[1] === undefined ? 'runtime' : 'dev';
    wanted.push(wantedOf({ ecosystem: 'gem', name: found[2], requested: versionsIn(found[3] ?? ''), scope, line }));
  }
  return facts({ wanted, owner });
};

/** Gemfile.lock: sections GEM, GIT and PATH with their `remote:` and `specs:`. */
export const readGemfileLock: ManifestReader = (text) => {
  const pinned = new Map<string, Pinned>();
  for (const { name, version, line, origin } of lockedGems(text)) {
    const key = `${name}@${version}`;
    if (!pinned.has(key)) pinned.set(key, { ecosystem: 'gem', name, version, line, origin });
  }
  const isLock = /^(?:GEM|GIT|PATH|DEPENDENCIES)$/m.test(text.replaceAll('\r', ''));
  if (!isLock && /\S/.test(text)) return 'not a Gemfile.lock: no section was found';
  return facts({ lock: lockByName([...pinned.values()]) });
};

/** Four spaces are a gem that is there; six what it asks for. */
function* lockedGems(text: string): Generator<Omit<Pinned, 'ecosystem'>> {
  let origin: string | null = null;
  let isSection = false;
  for (const [row, line] of numberedLines(text)) {
    if (/^[A-Z]/.test(row)) {
      isSection = /^(?:GEM|GIT|PATH|PLUGIN SOURCE)$/.test(row);
      origin = row === 'GEM' ? null : row.toLowerCase();
    }
    const remote = /^ {2}remote: (\S+)/.exec(row)?.[1];
    if (remote !== undefined && origin === null && !isPublicRegistry('gem', remote)) origin = registryWords(remote);
    // Sections of platforms and checksums list names in the same form.
    const found = isSection ? /^ {4}([\w.-]+) \(([^)]+)\)$/.exec(row) : null;
    if (found?.[1] !== undefined) yield { name: found[1], version: withoutPlatform(found[2] ?? ''), line, origin };
  }
}

/** `1.15.0-x86_64-linux` is version 1.15.0 for a platform; versions of gems have no hyphen. */
function withoutPlatform(version: string): string {
  return version.split('-', 1)[0] ?? version;
}
