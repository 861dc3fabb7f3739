export { NOTE_TYPES, type Note, type NoteRef, type NoteType } from './note.ts';
export type { NoteStore } from './store.ts';
