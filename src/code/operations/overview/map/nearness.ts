import type { MapInput } from './rank-symbols.ts';

/** Names of files that say nothing of what is in them; their folder does. */
const GENERAL_STEM = /^(?:index|mod|lib|main|__init__|package-info|doc)$/;
/** Names that many packages have: within the package they say enough, elsewhere the package's name must stand too. */
const SHARED_STEM = /^(?:utils?|helpers?|common|types?|errors?|env|consts?|constants)$/;
const GENERAL_FOLDER = /^(?:src|lib|main)$/;
/** A word that more than this share of all files has is no mention of a file by that name: `error`, `format`. */
const MENTIONS_SHARE_MAX = 0.2;
/** In a small project every file may well import one. */
const MENTIONS_MIN = 10;

/**
 * Whether one file speaks of another: they share a folder, or the name of the other's file, or of its folder where that
 * says more, stands in the first. It is what an import would tell, of any language, at the price of a look.
 */
export function makeNearness({
  files,
  usesOf,
}: Pick<MapInput, 'files' | 'usesOf'>): (from: number, to: number) => boolean {
  const mentionsMax = Math.max(MENTIONS_MIN, files.length * MENTIONS_SHARE_MAX);
  const speakers = new Map<string, ReadonlySet<number>>();
  const places = files.map(({ path }) => placeOf(path));

  function speakersOf(word: string): ReadonlySet<number> {
    const known = speakers.get(word);
    if (known !== undefined) return known;
    const uses = usesOf(word).files;
    const found = new Set(uses.length > mentionsMax ? [] : uses);
    speakers.set(word, found);
    return found;
  }

  return (from, to) => {
    const place = places[to];
    if (place === undefined || place.folder === places[from]?.folder) return true;
    if (!speakersOf(place.word).has(from)) return false;
    if (!place.isShared) return true;
    return (files[from]?.path ?? '').startsWith(`${place.home}/`) || speakersOf(place.homeWord).has(from);
  };
}

/** Where a file lies, and by which words others speak of it. */
interface Place {
  readonly folder: string;
  readonly word: string;
  readonly isShared: boolean;
  /** The nearest folder with a name of its own. */
  readonly home: string;
  readonly homeWord: string;
}

function placeOf(path: string): Place {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const stem = path.slice(folder === '' ? 0 : folder.length + 1).replace(/\..*$/, '');
  const nearest = folder.split('/').findLast((name) => !GENERAL_FOLDER.test(name)) ?? stem;
  const word = GENERAL_STEM.test(stem) ? nearest : stem;
  const segments = folder.split('/');
  const home = segments.slice(0, segments.lastIndexOf(nearest) + 1).join('/');
  const isShared = word === stem && home !== '' && SHARED_STEM.test(stem);
  return { folder, word: asWord(word), isShared, home, homeWord: asWord(nearest) };
}

/** Packages are called `a-b` and named `a_b`. */
function asWord(name: string): string {
  return name.replaceAll('-', '_');
}
