import { DAY_MS } from '../../base/units.ts';
import type { Note } from './note.ts';
import { wordsOf } from './words.ts';

/** A note with how well it answers a query; above 0. */
export interface RankedNote {
  readonly note: Note;
  readonly score: number;
}

/** BM25's saturation and length weights. */
const K1 = 1.2;
const B = 0.6;

/** Words in a note's key and tags say more than words in its text. */
const KEY_WEIGHT = 3;
const TAG_WEIGHT = 2;

/** After this long an untouched note counts three quarters. */
const HALF_LIFE_MS = 90 * DAY_MS;
const PIN_WEIGHT = 1.5;

/** Most words of a query that are looked for, and most notes that are read closely. */
const QUERY_WORDS_MAX = 32;
const CANDIDATES_MAX = 400;

/**
 * The notes that share words with the query, best first: BM25 over split words, weighted by recency and pinning. Equal
 * scores fall back on the key, so that the order is always the same.
 */
export function searchNotes(notes: readonly Note[], query: string, now: Date): readonly RankedNote[] {
  const wanted = [...new Set(wordsOf(query))].slice(0, QUERY_WORDS_MAX);
  const candidates = findCandidates(notes, wanted).map((note) => ({ note, counts: countWords(note) }));
  const lengthMean = mean(candidates.map(({ counts }) => counts.total));
  const weights = new Map(
    wanted.map((word) => [word, rarity(candidates.filter(({ counts }) => counts.of.has(word)).length, notes.length)]),
  );
  const ranked: RankedNote[] = [];
  for (const { note, counts } of candidates) {
    let score = 0;
    for (const [word, weight] of weights) {
      const count = counts.of.get(word) ?? 0;
      score += (weight * count * (K1 + 1)) / (count + K1 * (1 - B + (B * counts.total) / lengthMean));
    }
    if (score > 0) ranked.push({ note, score: score * standing(note, now) });
  }
  return ranked.sort(byScore);
}

/** Best first, then by key. */
export function byScore(a: RankedNote, b: RankedNote): number {
  return b.score - a.score || (a.note.key < b.note.key ? -1 : 1);
}

/**
 * Notes in which the beginning of a wanted word occurs at all: a plain scan, so that only these are cut into words.
 * When they are many, those with the most wanted words stay.
 */
function findCandidates(notes: readonly Note[], wanted: readonly string[]): readonly Note[] {
  const beginnings = wanted.map((word) => word.slice(0, Math.max(2, word.length - 1)));
  const hits: { readonly note: Note; readonly found: number }[] = [];
  for (const note of notes) {
    const text = `${note.key}\n${note.tags.join('\n')}\n${note.text}`.normalize('NFKC').toLowerCase();
    const found = beginnings.filter((beginning) => text.includes(beginning)).length;
    if (found > 0) hits.push({ note, found });
  }
  return hits
    .sort((a, b) => b.found - a.found)
    .slice(0, CANDIDATES_MAX)
    .map(({ note }) => note);
}

interface WordCounts {
  readonly of: ReadonlyMap<string, number>;
  readonly total: number;
}

function countWords(note: Note): WordCounts {
  const of = new Map<string, number>();
  let total = 0;
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) {
      of.set(word, (of.get(word) ?? 0) + weight);
      total += weight;
    }
  };
  add(note.key, KEY_WEIGHT);
  add(note.tags.join(' '), TAG_WEIGHT);
  add(note.text, 1);
  return { of, total };
}

function rarity(notesWithWord: number, notes: number): number {
  return Math.log(1 + (notes - notesWithWord + 0.5) / (notesWithWord + 0.5));
}

function standing(note: Note, now: Date): number {
  const ageMs = Math.max(0, now.getTime() - note.updatedAt.getTime());
  const recency = 0.5 + 0.5 * 2 ** (-ageMs / HALF_LIFE_MS);
  return recency * (note.pinned ? PIN_WEIGHT : 1);
}

function mean(numbers: readonly number[]): number {
  return numbers.length === 0 ? 1 : Math.max(1, numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}
