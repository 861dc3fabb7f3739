/*
 * The path of a symbol: names from the outside in with `/` between them, a slash within a name being a space. Behind a
 * name `[1]` counts those before it that have the same path. Only `scan-state.ts` and the index put paths together.
 */

const COUNT = /\[(\d+)\]$/;

/** A path, or one name of it, without the count that tells the last name from others of its path. */
export function withoutCount(path: string): string {
  return path.endsWith(']') ? path.replace(COUNT, '') : path;
}

/** How many symbols of the same path stand before it: 0 for the first. */
export function countOf(path: string): number {
  return Number(COUNT.exec(path)?.[1] ?? 0);
}

/** All names of a path from the outside in, without their counts. */
export function namesOf(path: string): readonly string[] {
  return path.split('/').map(withoutCount);
}

/** The last name of a path, without its count. */
export function lastNameOf(path: string): string {
  return withoutCount(path.slice(path.lastIndexOf('/') + 1));
}

/** The path of what is around the last name, with its counts; empty at the top of a file. */
export function outerOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
