import type { MapFile } from './count-votes.ts';

/** What tests and tools use says what is tested, or how the project is kept, not what it rests on. */
const SOURCE_WEIGHT = 1;
const ASIDE_WEIGHT = 0.2;
/** Walks seldom begin there: what only they use is below what the product uses. */
const ASIDE_START = 0.05;

/**
 * Folders near the top, or of a package of several, by whose name a project keeps what builds, releases and looks after
 * it; and the settings of tools beside them. What the product uses of them it votes for itself.
 */
const TOOLING =
  /^(?:(?:packages|crates|apps|libs|modules)\/[^/]+\/)?(?:(?:bin|scripts?|tools?|hack|ci|tasks|dev|devtools|contrib|build-tools|project|internal-tools|\.[^/]+)\/|(?:gulpfile|Gruntfile|Gulpfile|noxfile|setup|tasks|fabfile|[\w.-]+\.config)\.\w+$)/;

/** How much the votes of a file count. */
export function userWeight(file: Pick<MapFile, 'path' | 'role'>): number {
  return file.role === 'source' && !TOOLING.test(file.path) ? SOURCE_WEIGHT : ASIDE_WEIGHT;
}

/** How often walks begin at a file, beside others: at the sources alike. */
export function startWeight({ path, role }: Pick<MapFile, 'path' | 'role'>): number {
  return role !== 'source' || TOOLING.test(path) ? ASIDE_START : 1;
}
