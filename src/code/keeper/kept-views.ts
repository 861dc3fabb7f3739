import { type OpenSegment, openSegment } from '../index/segment.ts';
import { DamagedSegmentError } from '../index/segment-file.ts';
import { openView, type ViewData, type ViewSegment } from '../index/view.ts';
import type { SourceIndex } from '../source/source-index.ts';
import type { OpenedSource } from './messages.ts';

/** Views that a thread keeps open; one is some megabytes, which it shares with all other threads. */
const VIEWS_MAX = 8;

/** Files in all of them together, some 37 bytes each: while a large root is indexed, each question has another view. */
const VIEW_FILES_MAX = 1_000_000;

/** Files of views that were let go of, above which their memory is worth being collected at once. */
const COLLECT_FILES = 100_000;

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

/** A view with its reader. */
export interface KeptView {
  readonly data: ViewData;
  readonly index: SourceIndex;
}

/** The views that a thread has open, with their segments. */
export interface KeptViews {
  /** Names of all of them. */
  generations(): readonly string[];
  /** The view of a source that was opened just now; older ones may go. Null when it was not sent and is not here. */
  keep(opened: OpenedSource): KeptView | null;
  /** Lets go of the views of some folders; only while no question uses them. */
  forget(folders: ReadonlySet<string>): void;
  /** The same for one folder while a question may still read its segments. */
  drop(folder: string): void;
}

/** Makes an empty collection; `onDamaged` is told of segments that cannot be opened. */
export function makeKeptViews(onDamaged: (folder: string, id: string) => void): KeptViews {
  // Insertion order is age.
  const views = new Map<string, KeptView>();
  const segments = new Map<string, OpenSegment>();

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
      onDamaged(folder, segment.id);
      return null;
    }
  }

  /** One question at a time is answered here, so what no view refers to is used by nobody. */
  function forgetOld(): void {
    const oldest = countToForget(Array.from(views.values(), ({ data }) => data.files.count));
    for (const generation of [...views.keys()].slice(0, oldest)) views.delete(generation);
    closeUnused();
  }

  function closeUnused(): void {
    const used = new Set(
      [...views.values()].flatMap(({ data }) => data.segments.map((one) => segmentKey(data.folder, one))),
    );
    for (const [key, segment] of segments) {
      if (used.has(key)) continue;
      segment.close();
      segments.delete(key);
    }
  }

  /** How many files were in the views that went. */
  function drop(folder: string): number {
    let files = 0;
    for (const [generation, { data }] of views) {
      if (data.folder !== folder) continue;
      files += data.files.count;
      views.delete(generation);
    }
    return files;
  }

  return {
    generations: () => [...views.keys()],
    keep({ view, generation }) {
      const known = views.get(generation);
      const data = known?.data ?? view;
      if (data === null) return null;
      const kept = known ?? { data, index: openView(data, (segment) => openStored(data.folder, segment)) };
      views.delete(generation);
      views.set(generation, kept);
      if (known === undefined) forgetOld();
      return kept;
    },
    forget(folders) {
      let files = 0;
      for (const folder of folders) files += drop(folder);
      closeUnused();
      // Memory that threads share is freed when each of them has noticed, and one without work notices nothing.
      if (files > COLLECT_FILES) globalThis.gc?.();
    },
    drop: (folder) => void drop(folder),
  };
}

function segmentKey(folder: string, { id, hasSymbols }: ViewSegment): string {
  return `${folder}/${id} ${hasSymbols}`;
}
