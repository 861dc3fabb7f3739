import { type FSWatcher, readFileSync, statfsSync, statSync, type WatchListener, watch } from 'node:fs';
import { basename } from 'node:path';

/*
 * The system's word on changes below a root, folder by folder. It is believed only as far as it is known to be whole:
 * when too many events have come at once some may be missing, and on file systems that others write to without this
 * machine's knowledge there are none at all.
 */

/** What has changed since it was last asked. */
export interface FolderChanges {
  /** Paths below the root, as latin1 texts of their bytes. */
  readonly paths: ReadonlySet<string>;
  /** Events may be missing: everything has to be looked at. */
  readonly isLost: boolean;
}

/** The watched folders of one root. */
export interface FolderWatch {
  /**
   * False when it cannot be watched; `path` may be a descriptor's. A folder that has been put in the place of another
   * one is watched anew.
   */
  add(relative: string, path: string): boolean;
  /** Ends the watches of folders that were not added again since the last call. */
  sweep(): void;
  has(relative: string): boolean;
  /** All changes that were made before this call. */
  take(): Promise<FolderChanges>;
  /** Whether there are none to be taken: nothing was changed before this call, in no folder that was watched at the last. */
  isQuiet(): Promise<boolean>;
  close(): void;
}

/** Events of one root between two questions; what is more is looked at in one pass over all. */
const PATHS_MAX = 2_000;

/**
 * Events that arrive together above which the system's queue may have run over: its length is 16,384 by default, and
 * what did not fit is dropped without a word.
 */
const BURST_MAX = 4_000;

/** Watches of all roots together, each some six kilobytes of memory; a system-wide bound may be lower. */
const WATCHES_MAX = 20_000;
let watches = 0;

/** Watches nothing yet. */
export function makeFolderWatch(): FolderWatch {
  const watchers = new Map<string, Watched>();
  let walk = 0;
  let paths = new Set<string>();
  let isLost = false;
  /** Whether folders were given up since changes were taken. */
  let hasFewer = false;
  let burst = 0;

  function onEvent(folder: string, name: Buffer | null): void {
    burst += 1;
    if (name === null || paths.size >= PATHS_MAX || burst > BURST_MAX) {
      isLost = true;
      return;
    }
    const text = name.toString('latin1');
    paths.add(folder === '' ? text : `${folder}/${text}`);
  }

  /** A watch that has ended sees no more: whoever asks next looks at everything. */
  function onEnd(): void {
    isLost = true;
  }

  return {
    has: (relative) => watchers.has(relative),
    add(relative, path) {
      const inode = inodeOrNull(path);
      const known = watchers.get(relative);
      if (known !== undefined && known.inode === inode && !known.hasEnded) {
        known.walk = walk;
        return true;
      }
      if (watches >= WATCHES_MAX || inode === null) return false;
      const watched = startWatch(path, { inode, walk }, { onEnd, onEvent: (name) => onEvent(relative, name) });
      if (watched === null) return false;
      watches += 1;
      forget(relative);
      watchers.set(relative, watched);
      return true;
    },
    sweep() {
      const gone = [...watchers].filter(([, watched]) => watched.walk !== walk);
      for (const [relative] of gone) forget(relative);
      hasFewer ||= gone.length > 0;
      walk += 1;
    },
    async take() {
      await hearAll();
      const changes = { paths, isLost };
      paths = new Set();
      isLost = false;
      hasFewer = false;
      burst = 0;
      return changes;
    },
    async isQuiet() {
      await hearAll();
      return paths.size === 0 && !isLost && !hasFewer;
    },
    close() {
      for (const relative of [...watchers.keys()]) forget(relative);
    },
  };

  function forget(relative: string): void {
    const watched = watchers.get(relative);
    if (watched === undefined) return;
    watched.watcher.close();
    watchers.delete(relative);
    watches -= 1;
  }
}

interface Watched {
  readonly watcher: FSWatcher;
  readonly inode: string;
  /** The last walk that came by. */
  walk: number;
  /**
   * It failed, or its folder was deleted or moved: a new one in its place may have the same number. Of a folder itself the
   * system tells under the last name of the path that it was given by, be it that of something in the folder, too.
   */
  hasEnded: boolean;
}

interface WatchListeners {
  /** The name of what has changed in the folder; null where the system does not say. */
  onEvent(name: Buffer | null): void;
  onEnd(): void;
}

function startWatch(
  path: string,
  known: Pick<Watched, 'inode' | 'walk'>,
  { onEvent, onEnd }: WatchListeners,
): Watched | null {
  const end = (): void => {
    watched.hasEnded = true;
    onEnd();
  };
  const own = Buffer.from(basename(path));
  const watcher = watchOrNull(path, (event, name) => {
    if (event === 'rename' && name?.equals(own)) end();
    onEvent(name);
  });
  if (watcher === null) return null;
  const watched: Watched = { watcher, ...known, hasEnded: false };
  watcher.on('error', end);
  return watched;
}

/**
 * Two turns: after the first one the loop has certainly looked whether events lie ready, which are queued by the system
 * before the call that made them returns.
 */
async function hearAll(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
}

function inodeOrNull(path: string): string | null {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}

function watchOrNull(path: string, onEvent: WatchListener<Buffer>): FSWatcher | null {
  try {
    return watch(path, { persistent: false, encoding: 'buffer' }, onEvent);
  } catch {
    // The system has no more watches, or the folder is gone.
    return null;
  }
}

/** File systems whose files change only by this machine's own kernel. Source: statfs(2). */
const LOCAL_FILE_SYSTEMS = new Set([
  0xef53, // ext2, ext3, ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0x01021994, // tmpfs
  0xf2f52010, // F2FS
  0x2fc12fc1, // ZFS
  0x794c7630, // overlayfs
  0xca451a4e, // bcachefs
]);

/** Whether events can be relied upon for this place. */
export function isWatchable(location: string): boolean {
  if (process.platform !== 'linux' || queueLength() < BURST_MAX) return false;
  try {
    return LOCAL_FILE_SYSTEMS.has(statfsSync(location).type);
  } catch {
    // Gone, or not permitted.
    return false;
  }
}

function queueLength(): number {
  try {
    return Number(readFileSync('/proc/sys/fs/inotify/max_queued_events', 'latin1'));
  } catch {
    // No such facility here.
    return 0;
  }
}
