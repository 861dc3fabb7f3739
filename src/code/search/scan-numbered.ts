import { isBinary } from '../source/decode.ts';
import { asBuffer } from '../source/searched-text.ts';
import type { Glanced, Source, TextPart, WantedPart } from '../source/source.ts';
import { makeTurns } from '../source/steps.ts';
import { isOver, makeVisits, type ScanBounds, type ScanScope, scanTexts, TURN_MS, takeTurn } from './scan.ts';
import type { ScannedFile } from './scope.ts';

/** Files of an index, one after the other: nothing is made of one that holds no hit. */
interface NumberedFiles<File extends ScannedFile> {
  /** The number of the next file in the index; null when there is none. */
  next(): number | null;
  describe(number: number): File;
}

/** What is scanned, and how. */
type NumberedScope<File extends ScannedFile> = Omit<ScanScope<File>, 'files'> & { readonly files: NumberedFiles<File> };

/** What ends the scan, and what spares a visit. */
interface NumberedBounds<File extends ScannedFile> extends Pick<ScanBounds, 'guard' | 'isEnough'> {
  /** A look at a file's content for which nobody has to watch over a pattern. */
  look(number: number, bytes: Buffer): Look<File>;
  /** A look at those parts of it alone that may hold a hit; null where they do not tell. */
  lookInParts(number: number, parts: readonly TextPart[]): Exclude<Look<File>, 'unknown'> | null;
  /** What is known of the file that was named last without a look at it. */
  told(): Look<File>;
  /** In which part of a file a hit needs something; null where files are to be read whole. */
  readonly wanted: WantedPart | null;
}

/** That there is no hit, what takes the hits, or that only a visit can tell. */
export type Look<File extends ScannedFile> = 'nothing' | 'unknown' | ((file: File) => void);

type Visit<File extends ScannedFile> = (file: File, bytes: Buffer) => void;

/** How far a scan came; `done` counts the files that it is done with, searched or skipped. */
interface NumberedEnd {
  readonly isComplete: boolean;
  readonly done: number;
}

/** `scanTexts` for files that are known by their numbers in the index; only contents of which a look tells too little are visited. */
export async function scanNumbered<File extends ScannedFile>(
  scope: NumberedScope<File>,
  visit: Visit<File>,
  bounds: NumberedBounds<File>,
): Promise<NumberedEnd> {
  const { files, source } = scope;
  if (source.glance !== undefined) return await scanGlanced({ ...scope, glance: source.glance }, visit, bounds);
  for (let done = 0; ; ) {
    const list = takeSome(files);
    if (list.length === 0) return { isComplete: true, done };
    const end = await scanTexts({ ...scope, files: list }, visit, { ...bounds, wantsIds: false });
    done += list.length - end.unread;
    if (!end.isComplete) return { isComplete: false, done };
  }
}

/** Files that are named at once: of a million that are not indexed yet most are never come to. */
const NAMED_AT_ONCE = 4_000;

function takeSome<File extends ScannedFile>(files: NumberedFiles<File>): readonly File[] {
  const list: File[] = [];
  while (list.length < NAMED_AT_ONCE) {
    const number = files.next();
    if (number === null) break;
    list.push(files.describe(number));
  }
  return list;
}

/**
 * For a source that gives most contents at once: nothing waits, nothing is copied and no name is made for a file that
 * is looked at in vain. What cannot be seen at a glance is scanned alone, in its place.
 */
async function scanGlanced<File extends ScannedFile>(
  scope: NumberedScope<File> & { readonly glance: NonNullable<Source['glance']> },
  visit: Visit<File>,
  bounds: NumberedBounds<File>,
): Promise<NumberedEnd> {
  const { files, glance, context } = scope;
  const guard = bounds.guard ?? null;
  const turns = makeTurns(TURN_MS);
  const visits = makeVisits(visit, guard);
  const textAt = makeTextGlance(glance);
  let others = 0;
  const endNow = (isComplete: boolean): NumberedEnd => ({ isComplete, done: visits.done() + others });
  /** False when the scan is over. */
  async function scanAlone(file: File): Promise<boolean> {
    if (!visits.finish()) return false;
    const end = await scanTexts({ ...scope, files: [file] }, visit, { guard, wantsIds: false });
    others += 1 - end.unread;
    return end.isComplete;
  }
  /** False when the scan is over. */
  async function look(number: number): Promise<boolean> {
    const glanced = textAt(number, bounds.wanted);
    if (glanced === 'nothing') return settle(number, glanced);
    const told = isParts(glanced) ? bounds.lookInParts(number, glanced) : null;
    if (told !== null) return settle(number, told);
    const bytes = isParts(glanced) ? wholeText(textAt(number, null)) : glanced;
    if (bytes === null) return await scanAlone(files.describe(number));
    const seen = bounds.look(number, bytes);
    if (seen !== 'unknown') return settle(number, seen);
    // Under a guard it waits for others, while the next glance takes its place.
    return visits.add(files.describe(number), guard === null ? bytes : Buffer.from(bytes), null);
  }
  function settle(number: number, seen: Exclude<Look<File>, 'unknown'>): boolean {
    if (seen !== 'nothing') {
      // What waits comes before it.
      if (!visits.finish()) return false;
      seen(files.describe(number));
    }
    others += 1;
    return true;
  }
  for (;;) {
    if (isOver(scope) || bounds.isEnough?.() === true) return endNow(false);
    if (turns.isOver()) await takeTurn(turns, context.signal);
    const number = files.next();
    if (number === null) return endNow(visits.finish());
    const told = bounds.told();
    if (told === 'unknown' ? !(await look(number)) : !settle(number, told)) return endNow(false);
  }
}

/** Null, too, for what is no text: also a file that the index has come to know since the source was opened is glanced at. */
export function makeTextGlance(glance: NonNullable<Source['glance']>): NonNullable<Source['glance']> {
  return (number, wanted) => {
    const glanced = glance(number, wanted);
    if (glanced === null || glanced === 'nothing' || isParts(glanced)) return glanced;
    const text = asBuffer(glanced);
    return isBinary(text) ? null : text;
  };
}

function isParts(glanced: Glanced | null): glanced is readonly TextPart[] {
  return Array.isArray(glanced);
}

/** What was glanced at for all of it. */
export function wholeText(glanced: Glanced | null): Buffer | null {
  return Buffer.isBuffer(glanced) ? glanced : null;
}
