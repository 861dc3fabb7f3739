import { languageOf } from '../../../lex/languages.ts';
import { folderOf } from '../../../text/paths.ts';
import type { VotersInput } from './count-votes.ts';
import { SPOKEN_BY_IMPORT } from './packed-uses.ts';

/** Names of files that say nothing of what is in them; their folder does. */
const GENERAL_STEM = /^(?:index|mod|lib|main|__init__|package-info|doc)$/;
/** Names that many packages have: within the package they say enough, elsewhere the package's name must stand too. */
const SHARED_STEM = /^(?:utils?|helpers?|common|types?|errors?|env|consts?|constants)$/;
const GENERAL_FOLDER = /^(?:src|lib|main)$/;
/** A word that more than this share of all files has is no mention of a file by that name: `error`, `format`. */
const MENTIONS_SHARE_MAX = 0.2;
/** In a small project every file may well import one. */
const MENTIONS_MIN = 10;

/** How one file stands to another: it speaks of it, lies beside it without a word, or neither. */
export type Nearness = 'spoken' | 'beside' | 'far';

/**
 * How one file stands to another. It speaks of it where the name of the other's file, or of its folder where that says
 * more, stands in it: what an import would tell, of any language, at the price of a look.
 */
export function makeNearness({ files, usesOf }: VotersInput): (from: number, to: number) => Nearness {
  const mentionsMax = Math.max(MENTIONS_MIN, files.length * MENTIONS_SHARE_MAX);
  const speakers = new Map<string, ReadonlySet<number>>();
  const places = files.map(({ path }) => placeOf(path));

  function speakersOf(word: string): ReadonlySet<number> {
    const known = speakers.get(word);
    if (known !== undefined) return known;
    const { files: speaking, uses } = usesOf(word);
    // What an import says is no prose, in how many files it ever stands.
    const isMeant = (at: number): boolean => ((uses[at] ?? 0) & SPOKEN_BY_IMPORT) !== 0;
    const found = new Set(speaking.length > mentionsMax ? speaking.filter((_, at) => isMeant(at)) : speaking);
    speakers.set(word, found);
    return found;
  }

  function speaks(from: number, place: Place): boolean {
    if (!speakersOf(place.word).has(from)) return false;
    if (!place.isShared) return true;
    return (files[from]?.path ?? '').startsWith(`${place.home}/`) || speakersOf(place.homeWord).has(from);
  }

  return (from, to) => {
    const place = places[to];
    if (place === undefined) return 'beside';
    if (speaks(from, place)) return 'spoken';
    return place.folder === places[from]?.folder ? 'beside' : 'far';
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
  const folder = folderOf(path);
  const stem = path.slice(folder === '' ? 0 : folder.length + 1).replace(/\..*$/, '');
  const nearest = folder.split('/').findLast((name) => !GENERAL_FOLDER.test(name)) ?? stem;
  // Go imports folders.
  const word = GENERAL_STEM.test(stem) || languageOf(path)?.id === 'go' ? nearest : stem;
  const segments = folder.split('/');
  const home = segments.slice(0, segments.lastIndexOf(nearest) + 1).join('/');
  const isShared = word === stem && home !== '' && SHARED_STEM.test(stem);
  return { folder, word: asWord(word), isShared, home, homeWord: asWord(nearest) };
}

/** Packages are called `a-b` and named `a_b`; so are files in paths and here. */
export function asWord(name: string): string {
  return name.replaceAll('-', '_');
}
