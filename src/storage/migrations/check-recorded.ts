import type { Database } from '../database.ts';
import { type Migration, migrationHash } from './migration.ts';

/** A step that a database says was executed on it. */
export interface Recorded {
  readonly name: string;
  readonly hash: string;
}

/**
 * Throws, in words for an operator, when a database is newer than the program or was made by steps that read
 * differently. `recorded` is oldest first; the steps behind it are the missing ones.
 */
export function checkRecorded(
  recorded: readonly Recorded[],
  migrations: readonly Migration[],
  engine: Database['engine'],
): void {
  for (const [index, { name, hash }] of recorded.entries()) {
    const known = migrations[index];
    if (known === undefined) {
      const why = `The database is newer than this program (it knows the step ${name}, the program does not)`;
      throw new Error(`${why}: start the newer program, or restore a backup that was made before the update.`);
    }
    if (known.name !== name || migrationHash(known.name, known[engine]) !== hash) {
      const why = `The database was made by another form of the step ${name} than this program has`;
      throw new Error(`${why}: start the program that made it, or restore a backup. Nothing was changed.`);
    }
  }
}

/** The refusal of a place that somebody else's tables are in. */
export function anotherProgram(place: string, instead: string): Error {
  return new Error(`${place} holds tables of another program: give Portico ${instead} of its own.`);
}
