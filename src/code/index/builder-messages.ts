import type { BuildEvent } from './build-index.ts';
import type { BuildFile, ContentOrigin } from './content-reader.ts';

/** What a builder process is to do. */
export interface BuildOrder {
  /** The root's folder of segments. */
  readonly folder: string;
  readonly origin: ContentOrigin;
  /** See `BuildInput`. */
  readonly isWhole: boolean;
  readonly replace: readonly string[];
  /** Bytes of a file that is indexed; the usual bound when not given. */
  readonly fileBytesMax?: number;
  /** Texts of a segment; the usual bound when not given. */
  readonly segmentBytesMax?: number;
}

/** How a build ended; what is in the folder by then stays and is of use whatever it was. */
export type BuildEnd =
  | 'done'
  /** Another process builds in this folder; what it finishes is seen there. */
  | 'busy'
  /** Nothing can be written: the disk is full, or its quota or permissions say no. */
  | 'disk_full'
  | 'out_of_memory'
  | 'stopped'
  | 'failed';

/** To the builder process. Files are sent when it asks for them. */
export type ToBuilder =
  | { readonly type: 'order'; readonly order: BuildOrder }
  | { readonly type: 'files'; readonly files: readonly BuildFile[] };

/** From the builder process. */
export type FromBuilder =
  | { readonly type: 'next' }
  | { readonly type: 'event'; readonly event: BuildEvent }
  /** Of an order the last message; `detail` is for the log only. The process waits for another order, or ends. */
  | { readonly type: 'end'; readonly end: BuildEnd; readonly detail: string; readonly stays: boolean };
