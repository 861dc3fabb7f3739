import { plural } from '../../../base/plural.ts';
import { compareLines, diffLines } from '../../history/line-diff.ts';
import type { Hunk, RefusedPiece, TextPiece } from '../../questions/read.types.ts';
import type { DecodedText } from '../../source/decode.ts';
import type { Source } from '../../source/source.ts';
import { hunksWithin } from './hunk-range.ts';
import { readTextFile, type TextFile } from './piece.ts';

type Piece = TextPiece | RefusedPiece;

/**
 * The pieces with their changes since an earlier state, in place of their lines; of the whole files that they are of, the
 * texts are given. All hunks together have at most so many characters: what is beyond is left out by whole hunks, of the first by lines, and said.
 */
export async function addHunks(
  files: ReadonlyMap<string, TextFile>,
  earlier: Source,
  pieces: readonly Piece[],
  charactersMax: number,
): Promise<readonly Piece[]> {
  const changed: Piece[] = [];
  let left = charactersMax;
  for (const piece of pieces) {
    const file = files.get(piece.file);
    if (piece.state !== 'text' || file === undefined) {
      changed.push(piece.state === 'text' ? piece : await withDeletion(earlier, piece));
      continue;
    }
    const bounded = withinBound({ ...(await withHunks(earlier, piece, file)), lines: null }, left);
    left -= charactersOf(bounded.hunks);
    changed.push(bounded);
  }
  return changed;
}

/** As many hunks as have room, from the first on; of one that is too long by itself, its beginning. */
function withinBound(piece: TextPiece, charactersMax: number): TextPiece {
  const { hunks, file, notes } = piece;
  if (hunks === null || hunks === 'not_compared') return piece;
  let left = charactersMax;
  const cut = hunks.findIndex((hunk) => {
    left -= charactersOf([hunk]);
    return left < 0;
  });
  const first = hunks[0];
  if (cut === -1 || first === undefined) return piece;
  // A range would hold all that is gone at its place once more.
  const begun = cut === 0 ? beginningOf(first, charactersMax) : null;
  const shown = begun === null ? hunks.slice(0, cut) : [begun];
  const cutNote =
    begun === null
      ? []
      : [`of ${plural(first.lines.length, 'line')} of the first hunk ${begun.lines.length} are shown: it is too long`];
  const next = hunks[shown.length];
  if (next === undefined) return { ...piece, hunks: shown, notes: [...notes, ...cutNote] };
  const range = `${file}:${next.newFrom}-${next.newFrom + RANGE_LINES - 1}`;
  const note = `${hunks.length - shown.length} of ${plural(hunks.length, 'hunk')} left out as too long: ask for a range, such as file="${range}"`;
  return { ...piece, hunks: shown.length === 0 ? 'not_compared' : shown, notes: [...notes, ...cutNote, note] };
}

/** As many lines of a hunk as have room; null when none has. */
function beginningOf(hunk: Hunk, charactersMax: number): Hunk | null {
  let left = charactersMax;
  const cut = hunk.lines.findIndex(({ text }) => {
    left -= text.length + 1;
    return left < 0;
  });
  return cut < 1 ? null : { ...hunk, lines: hunk.lines.slice(0, cut) };
}

/** Lines of a range that is named to go on with. */
const RANGE_LINES = 200;

function charactersOf(hunks: TextPiece['hunks']): number {
  if (hunks === null || hunks === 'not_compared') return 0;
  return hunks.reduce((sum, { lines }) => sum + lines.reduce((own, { text }) => own + text.length + 1, 0), 0);
}

/** A file that is gone now, but was there, is said to be so. */
async function withDeletion(earlier: Source, piece: RefusedPiece): Promise<RefusedPiece> {
  if (piece.state !== 'not_found' || piece.detail !== '') return piece;
  const before = await earlier.read(piece.file, 0);
  // One byte too much is allowed: that it is too large shows that it is there.
  const wasThere = before.ok || before.reason === 'too_large';
  return wasThere ? { ...piece, state: 'deleted', near: [] } : piece;
}

async function withHunks(earlier: Source, piece: TextPiece, file: TextFile): Promise<TextPiece> {
  const before = await readTextFile(earlier, piece.file);
  if ('state' in before && before.state !== 'not_found') {
    return { ...piece, hunks: 'not_compared', notes: [...piece.notes, `${before.state} at that ref`] };
  }
  if ('state' in before) {
    const lines = file.lines.slice(piece.from - 1, piece.to);
    const hunks = diffLines([], lines).map((hunk) => ({ ...hunk, newFrom: hunk.newFrom + piece.from - 1 }));
    return { ...piece, hunks, notes: [...piece.notes, 'new since that ref'] };
  }
  // The same blob is the same text: nothing to compare, however long it is.
  if (before.blobId !== null && before.blobId === piece.blobId) return { ...piece, hunks: [] };
  return withOthers(withComparison(piece, before.lines, file.lines), before, file);
}

/** With what differs beside the lines. */
function withOthers(piece: TextPiece, before: TextFile, after: TextFile): TextPiece {
  const others = differencesOf(before, after);
  if (others.length > 0) return { ...piece, otherChanges: others };
  const isSame = before.blobId === after.blobId && before.text.text === after.text.text;
  const isSilent = !isSame && !piece.isRange && piece.hunks !== 'not_compared' && piece.hunks?.length === 0;
  return isSilent ? { ...piece, otherChanges: ['the bytes do'] } : piece;
}

/** What a comparison of lines does not see, since they are compared without what ends them. */
function differencesOf({ text: before }: TextFile, { text: after }: TextFile): readonly string[] {
  const facts = (text: DecodedText): Readonly<Record<string, string>> => ({
    'line ends': text.newline === 'none' ? '' : text.newline.toUpperCase(),
    encoding: text.encoding,
    'byte order mark': text.hasBom ? 'there' : 'not there',
    'line break at the end': text.text === '' ? '' : text.text.endsWith('\n') ? 'there' : 'not there',
  });
  const now = facts(after);
  return Object.entries(facts(before)).flatMap(([what, then]) => {
    const isOther = then !== now[what] && then !== '' && now[what] !== '';
    return isOther ? [`${what} ${then} at that ref, ${now[what]} here`] : [];
  });
}

const COARSE = 'so different from that ref that lines shown as replaced may be unchanged';

/** Of a range the changes within it. */
function withComparison(piece: TextPiece, before: readonly string[], after: readonly string[]): TextPiece {
  const compared = compareLines(before, after);
  // What was removed at the end of the file stands behind its last line.
  const to = piece.to >= after.length ? after.length + 1 : piece.to;
  const { hunks, added, removed } = piece.isRange
    ? hunksWithin(compared.hunks, { from: piece.from, to })
    : { hunks: compared.hunks, added: 0, removed: 0 };
  const notes = [...piece.notes];
  if (compared.isCoarse) notes.push(COARSE);
  if (added + removed > 0) notes.push(`+${added} -${removed} lines of the same changes lie outside of the range`);
  return { ...piece, hunks, notes };
}
