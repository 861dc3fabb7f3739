export { FORGOTTEN_RETENTION_MS, NOTE_BYTES_MAX, NOTE_KEY_PATTERN, NOTES_MAX } from './bounds.ts';
export { freshnessWeight, type PlaceNow, type RefState, refStateOf } from './freshness.ts';
export { findNearDuplicate } from './near-duplicate.ts';
export { NOTE_TYPES, type Note, type NoteRef } from './note.ts';
export { byScore, searchNotes } from './search.ts';
export type { NoteStore } from './store.ts';
