import type { Note } from './note.ts';
import { wordsOf } from './words.ts';

/** Share of common words (Jaccard) from which two notes are taken to say the same. */
const SAME_FROM = 0.7;

/** Below this many different words a likeness means nothing. */
const WORDS_MIN = 4;

/** Characters of each note that are compared, and how many of the newest notes are. */
const COMPARED_CHARACTERS = 2_000;
const COMPARED_NOTES = 500;

/** The note that says most nearly the same as a text that is about to be saved, or null. `notes` are newest first. */
export function findNearDuplicate(notes: readonly Note[], text: string): Note | null {
  const words = wordSet(text);
  if (words.size < WORDS_MIN) return notes.find((note) => note.text.trim() === text.trim()) ?? null;
  let best: { readonly note: Note; readonly likeness: number } | null = null;
  for (const note of notes.slice(0, COMPARED_NOTES)) {
    const likeness = jaccard(words, wordSet(note.text));
    if (likeness >= SAME_FROM && (best === null || likeness > best.likeness)) best = { note, likeness };
  }
  return best?.note ?? null;
}

function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text.slice(0, COMPARED_CHARACTERS)));
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return common / (a.size + b.size - common);
}
