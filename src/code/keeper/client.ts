import { basename, dirname } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { err, ok, type Result } from '../../base/result.ts';
import { type OpenSegment, openSegment } from '../index/segment.ts';
import { DamagedSegmentError } from '../index/segment-file.ts';
import type { SourceIndex } from '../index/source-index.ts';
import { openView, type ViewData, type ViewSegment } from '../index/view.ts';
import { openKeptSource } from '../source/kept-source.ts';
import type { SourceProblem } from '../source/open-source.ts';
import type { Source, SourceSelector } from '../source/source.ts';
import type { FromKeeper, OpenedSource, ToKeeper } from './messages.ts';

/** The keeper, as a thread that answers questions sees it. */
export interface KeeperClient {
  /** Null when the keeper cannot say: then the source is to be opened without it. */
  open(selector: SourceSelector): Promise<Result<Source, SourceProblem> | null>;
  /** A segment turned out to be damaged: it is built anew, and not used meanwhile. */
  reportDamage(damage: DamagedSegmentError): void;
}

/** Views that a thread keeps open; one is some megabytes, which it shares with all other threads. */
const VIEWS_MAX = 8;

/** Files in all of them together, some 37 bytes each: while a large root is indexed, each question has another view. */
const VIEW_FILES_MAX = 1_000_000;

/** A question may compare two states: their views stay, however large. */
const VIEWS_KEPT = 2;

/** How many views have to go, by the numbers of their files, the oldest first. */
export function countToForget(files: readonly number[]): number {
  let left = files.reduce((sum, count) => sum + count, 0);
  const isTooMuch = (views: number): boolean => views > VIEWS_MAX || (views > VIEWS_KEPT && left > VIEW_FILES_MAX);
  let gone = 0;
  while (isTooMuch(files.length - gone)) {
    left -= files[gone] ?? 0;
    gone += 1;
  }
  return gone;
}

interface KeptView {
  readonly data: ViewData;
  readonly index: SourceIndex;
}

/** Makes a client that speaks through a port; when the port is closed, `open` answers null. */
export function makeKeeperClient(port: MessagePort): KeeperClient {
  const waiting = new Map<number, (answer: FromKeeper | null) => void>();
  // Insertion order is age.
  const views = new Map<string, KeptView>();
  const segments = new Map<string, OpenSegment>();
  let lastId = 0;
  let isClosed = false;

  port.on('message', (message: FromKeeper) => {
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  port.on('close', () => {
    isClosed = true;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  });

  const tell = (message: ToKeeper): void => port.postMessage(message);

  function openStored(folder: string, segment: ViewSegment): OpenSegment | null {
    const key = segmentKey(folder, segment);
    const known = segments.get(key);
    if (known !== undefined) return known;
    try {
      const opened = openSegment(folder, segment.id);
      segments.set(key, opened);
      return opened;
    } catch (failure) {
      if (!(failure instanceof DamagedSegmentError)) throw failure;
      tell({ type: 'damaged', folder, id: segment.id });
      return null;
    }
  }

  function keepView({ view, generation }: OpenedSource): KeptView | null {
    const known = views.get(generation);
    const data = known?.data ?? view;
    if (data === null) return null;
    const kept = known ?? { data, index: openView(data, (segment) => openStored(data.folder, segment)) };
    views.delete(generation);
    views.set(generation, kept);
    return kept;
  }

  /** One question at a time is answered here, so what no view refers to is used by nobody. */
  function forgetOld(): void {
    const oldest = countToForget(Array.from(views.values(), ({ data }) => data.files.count));
    for (const generation of [...views.keys()].slice(0, oldest)) views.delete(generation);
    const used = new Set(
      [...views.values()].flatMap(({ data }) => data.segments.map((one) => segmentKey(data.folder, one))),
    );
    for (const [key, segment] of segments) {
      if (used.has(key)) continue;
      segment.close();
      segments.delete(key);
    }
  }

  return {
    async open(selector) {
      if (isClosed) return null;
      lastId += 1;
      const id = lastId;
      const answer = await new Promise<FromKeeper | null>((resolve) => {
        waiting.set(id, resolve);
        tell({ type: 'open', id, selector, has: [...views.keys()] });
      });
      if (answer === null || answer.type === 'failed') return null;
      if (!answer.result.ok) return err(answer.result.error);
      const opened = answer.result.value;
      const isNew = !views.has(opened.generation);
      const kept = keepView(opened);
      if (kept === null) return null;
      if (isNew) forgetOld();
      return ok(openKeptSource(opened, { index: kept.index, files: kept.data.files }));
    },
    reportDamage({ path }) {
      const folder = dirname(path);
      const id = basename(path).replace(/\..*$/, '');
      for (const [generation, { data }] of views) if (data.folder === folder) views.delete(generation);
      tell({ type: 'damaged', folder, id });
    },
  };
}

function segmentKey(folder: string, { id, hasSymbols }: ViewSegment): string {
  return `${folder}/${id} ${hasSymbols}`;
}
