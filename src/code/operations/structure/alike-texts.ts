/** A file's text, as it is compared with others. */
export interface FileText {
  readonly path: string;
  /** With line feeds alone. */
  readonly text: string;
}

/** A file of one side that is like one of the other. */
export interface AlikePair {
  readonly from: string;
  readonly to: string;
  /** Percent of what the larger one's lines hold; 100 only where the texts are the same. */
  readonly alike: number;
}

/** What git takes for moved: half of it is alike. */
const ALIKE_MIN = 50;

/** A line that more of the earlier files hold tells nothing of which one it comes from, such as that of a licence. */
const LINE_FILES_MAX = 12;

/** Earlier files that share most with a new one by such lines: these are compared with it as a whole. */
const NEAREST_MAX = 4;

/** The lines of a text without their indents, and how often each stands there; empty ones are left out. */
interface Lines {
  readonly path: string;
  readonly text: string;
  readonly counts: ReadonlyMap<string, number>;
  readonly characters: number;
}

/** All pairs of texts of which half is alike. The time goes with the lines, not with the number of pairs. */
export function alikePairs(before: readonly FileText[], after: readonly FileText[]): readonly AlikePair[] {
  const earlier = before.map(linesOf);
  const holders = holdersOf(earlier);
  return after.map(linesOf).flatMap((file) =>
    nearest(file, holders).flatMap((other) => {
      const alike = alikeOf(other, file);
      return alike < ALIKE_MIN ? [] : [{ from: other.path, to: file.path, alike }];
    }),
  );
}

function linesOf({ path, text }: FileText): Lines {
  const counts = new Map<string, number>();
  let characters = 0;
  for (const line of text.split('\n')) {
    const told = line.trim();
    if (told === '') continue;
    counts.set(told, (counts.get(told) ?? 0) + 1);
    characters += told.length;
  }
  return { path, text, counts, characters };
}

/** Which files hold a line; one that many hold is left out. */
function holdersOf(files: readonly Lines[]): ReadonlyMap<string, readonly Lines[]> {
  const holders = new Map<string, Lines[]>();
  for (const file of files) {
    for (const line of file.counts.keys()) {
      const known = holders.get(line);
      if (known === undefined) holders.set(line, [file]);
      // One more than the bound tells that there are too many.
      else if (known.length <= LINE_FILES_MAX) known.push(file);
    }
  }
  return holders;
}

function nearest({ counts }: Lines, holders: ReadonlyMap<string, readonly Lines[]>): readonly Lines[] {
  const shared = new Map<Lines, number>();
  for (const line of counts.keys()) {
    const files = holders.get(line) ?? [];
    if (files.length > LINE_FILES_MAX) continue;
    for (const file of files) shared.set(file, (shared.get(file) ?? 0) + line.length);
  }
  const ranked = [...shared].toSorted(([, a], [, b]) => b - a);
  return ranked.slice(0, NEAREST_MAX).map(([file]) => file);
}

function alikeOf(one: Lines, other: Lines): number {
  if (one.text === other.text) return 100;
  let same = 0;
  for (const [line, count] of one.counts) same += Math.min(count, other.counts.get(line) ?? 0) * line.length;
  return Math.min(99, Math.floor((100 * same) / Math.max(one.characters, other.characters)));
}
