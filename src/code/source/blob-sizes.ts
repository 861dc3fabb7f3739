import { startGit, streamGit } from './git-process.ts';
import { readingDirectory } from './own-store.ts';
import type { PackedFiles } from './packed-files.ts';
import { inTurns, ROWS_A_STEP, type Steps } from './steps.ts';

/** Different contents asked for in one run of git; what is held of them is a hundred bytes each. */
const BATCH_MAX = 50_000;

/** Bytes of one answer: a type and a size, or an id that is missing. */
const ANSWER_BYTES_MAX = 96;

/** Where sizes are asked for, and how long they may take. */
export interface SizesInput {
  readonly gitDirectory: string;
  readonly timeMs: number;
  readonly signal: AbortSignal;
}

/**
 * Writes the sizes of contents into a new listing, before anybody else has it. Each content is asked for once: a
 * hostile tree names the same one a million times, and `ls-tree` would look it up as often. What is not there, or not
 * told in time, has no known size. Throws the signal's reason when it is aborted.
 */
export async function fillSizes(files: PackedFiles, input: SizesInput): Promise<void> {
  const endsAtMs = performance.now() + input.timeMs;
  for (let next = 0; next < files.count; ) {
    const batch = await inTurns(takeBatch(files, next), input.signal);
    next = batch.end;
    const timeMs = endsAtMs - performance.now();
    if (timeMs <= 0) return;
    await fillBatch(files, batch, { ...input, timeMs });
  }
}

/** Rows one after the other with the contents that they name. */
interface Batch {
  readonly from: number;
  /** The row after the last one. */
  readonly end: number;
  /** Ids in latin1, which are half as long as in hex, with their places in the order of asking. */
  readonly places: ReadonlyMap<string, number>;
}

function* takeBatch(files: PackedFiles, from: number): Steps<Batch> {
  const places = new Map<string, number>();
  let end = from;
  for (; end < files.count && places.size < BATCH_MAX; end++) {
    const id = idText(files, end);
    if (!places.has(id)) places.set(id, places.size);
    if (end % ROWS_A_STEP === 0) yield;
  }
  return { from, end, places };
}

function idText({ ids, idBytes }: PackedFiles, file: number): string {
  return Buffer.from(ids.buffer, ids.byteOffset + file * idBytes, idBytes).toString('latin1');
}

async function fillBatch(files: PackedFiles, batch: Batch, input: SizesInput): Promise<void> {
  const question = await inTurns(writeQuestion(batch.places), input.signal);
  const sizes = await askSizes(batch.places.size, question, input);
  await inTurns(writeSizes(files, batch, sizes), input.signal);
}

function* writeSizes(files: PackedFiles, batch: Batch, sizes: Float64Array): Steps<undefined> {
  for (let file = batch.from; file < batch.end; file++) {
    files.sizes[file] = sizes[batch.places.get(idText(files, file)) ?? -1] ?? -1;
    if (file % ROWS_A_STEP === 0) yield;
  }
}

/** The ids in hex, a line each, in pieces. */
function* writeQuestion(places: Batch['places']): Steps<readonly string[]> {
  const pieces: string[] = [];
  let piece = '';
  for (const [id, place] of places) {
    piece += `${Buffer.from(id, 'latin1').toString('hex')}\n`;
    if (place % ROWS_A_STEP !== 0) continue;
    pieces.push(piece);
    piece = '';
    yield;
  }
  return [...pieces, piece];
}

/** Sizes in the order of the ids; -1 for what is not there. */
async function askSizes(
  count: number,
  question: readonly string[],
  { gitDirectory, timeMs, signal }: SizesInput,
): Promise<Float64Array> {
  const sizes = new Float64Array(count).fill(-1);
  const child = startGit(gitDirectory, [
    `--git-dir=${readingDirectory(gitDirectory)}`,
    'cat-file',
    '--batch-check=%(objecttype) %(objectsize)',
    '--buffer',
  ]);
  let answered = 0;
  let rest = '';
  const bounds = { bytesMax: count * ANSWER_BYTES_MAX, timeMs, signal };
  for (const ids of question) child.stdin.write(ids);
  await streamGit(child, bounds, (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const size = /^blob (\d{1,15})$/.exec(line)?.[1];
      if (size !== undefined) sizes[answered] = Number(size);
      answered += 1;
    }
    return rest.length <= ANSWER_BYTES_MAX ? 'more' : 'stop';
  });
  return sizes;
}
