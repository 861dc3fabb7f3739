import { numberedLines } from '../../formats/lines.ts';
import { isVendored } from '../../source/borrowed.ts';
import { isSample, type ProjectFiles } from '../../source/project-files.ts';

/** Plugins that a build has written for itself and that are read; of each as many rows of others that it applies. */
const OWN_MAX = 200;
const APPLIED_MAX = 50;

/** A plugin that is one script of the build. Source: Gradle, "Pre-compiled script plugins". */
const OWN = /(?:^|\/)src\/main\/(?:kotlin|groovy)\/(?:.+\/)?([\w.-]{1,100})\.gradle(?:\.kts)?$/;
const PACKAGE = /^package[ \t]+([\w.]{1,200})/m;
/** What a parent only fixes the version of is not applied there. */
const APPLIED =
  /^\s{0,40}(?:id\s*(?:\(\s*)?["']([\w.-]{1,100})["']|`([\w.-]{1,100})`)(?![^\n]*\bapply\s*(?:\(\s*)?false)/;

/** The plugin that a row of a script applies by its id; null for none. */
export function appliedIn(row: string): string | null {
  const found = APPLIED.exec(row);
  return found?.[1] ?? found?.[2] ?? null;
}

/**
 * Tells of a plugin that the build has written for itself as one script whether that, or another such plugin that it
 * applies, has a row of some kind. Of two of one id nothing is said.
 */
export async function followPlugins(
  files: ProjectFiles,
  isRow: (row: string) => boolean,
): Promise<(id: string) => boolean> {
  const rows = new Map<string, readonly string[] | null>();
  const own = files.entries.filter(({ path }) => OWN.test(path) && !isVendored(path) && !isSample(path));
  for (const { path } of own.slice(0, OWN_MAX)) {
    const text = (await files.text(path)) ?? '';
    const name = OWN.exec(path)?.[1] ?? '';
    const within = PACKAGE.exec(text)?.[1];
    const id = within === undefined ? name : `${within}.${name}`;
    rows.set(id, rows.has(id) ? null : Array.from(numberedLines(text), ([row]) => row));
  }
  const known = new Map<string, boolean>();
  const follow = (id: string): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    // Plugins may apply each other in a circle.
    known.set(id, false);
    const all = rows.get(id) ?? [];
    const applied = all.flatMap((row) => appliedIn(row) ?? []).slice(0, APPLIED_MAX);
    const has = all.some((row) => appliedIn(row) !== null && isRow(row)) || applied.some(follow);
    known.set(id, has);
    return has;
  };
  return follow;
}
