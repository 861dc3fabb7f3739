import { basename, dirname } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { err, ok, type Result } from '../../base/result.ts';
import type { DamagedSegmentError } from '../index/segment-file.ts';
import type { SourceProblem } from '../source/open-source.ts';
import type { Source, SourceSelector } from '../source/source.ts';
import { openKeptSource } from './kept-source.ts';
import { makeKeptViews } from './kept-views.ts';
import type { FromKeeper, FromKeeperAnswer, ToKeeper } from './messages.ts';
import { makeSteadySources } from './steady-sources.ts';

/** A source that is opened before the keeper has said that it is still the same. */
export interface SourceAhead {
  readonly source: Source;
  /** Whether it was still the same after it was asked for. What was found in another one is to be thrown away. */
  readonly isStill: Promise<boolean>;
}

/** The keeper, as a thread that answers questions sees it. */
export interface KeeperClient {
  /**
   * Null when the keeper cannot say: then the source is to be opened without it. One that is still being listed after
   * `waitMs` is opened with the files that are known by then; its limit says so.
   */
  open(selector: SourceSelector, waitMs: number): Promise<Result<Source, SourceProblem> | null>;
  /**
   * The files of a folder as they were told last, at once: the keeper looks whether they still are while they are being
   * read. Null where it has not told the same twice in a row, and for commits, of which git is to be asked first.
   */
  openAhead(selector: SourceSelector, waitMs: number): SourceAhead | null;
  /** No question is being answered: what it used may be let go of. */
  rest(): void;
  /** A segment turned out to be damaged: it is built anew, and not used meanwhile. */
  reportDamage(damage: DamagedSegmentError): void;
}

/** Makes a client that speaks through a port; when the port is closed, `open` answers null. */
export function makeKeeperClient(port: MessagePort): KeeperClient {
  const waiting = new Map<number, (answer: FromKeeperAnswer | null) => void>();
  let lastId = 0;
  let isClosed = false;

  // Folders whose views are to be let go of, as soon as no question uses them.
  const unwanted = new Set<string>();
  let isBusy = false;

  port.on('message', (message: FromKeeper) => {
    if (message.type === 'forget') {
      unwanted.add(message.folder);
      if (!isBusy) forgetUnwanted();
      return;
    }
    waiting.get(message.id)?.(message);
    waiting.delete(message.id);
  });
  port.on('close', () => {
    isClosed = true;
    for (const settle of waiting.values()) settle(null);
    waiting.clear();
  });

  const steady = makeSteadySources();
  const tell = (message: ToKeeper): void => port.postMessage(message);
  const views = makeKeptViews((folder, id) => tell({ type: 'damaged', folder, id }));

  function forgetUnwanted(): void {
    views.forget(unwanted);
    unwanted.clear();
  }

  async function ask(selector: SourceSelector, waitMs: number): Promise<FromKeeperAnswer | null> {
    if (isClosed) return null;
    isBusy = true;
    lastId += 1;
    const id = lastId;
    return await new Promise((resolve) => {
      waiting.set(id, resolve);
      tell({ type: 'open', id, selector, waitMs, has: views.generations() });
    });
  }

  return {
    async open(selector, waitMs) {
      const answer = await ask(selector, waitMs);
      steady.note(selector, answer);
      if (answer === null || answer.type === 'failed') return null;
      if (!answer.result.ok) return err(answer.result.error);
      const opened = answer.result.value;
      const kept = views.keep(opened);
      if (kept === null) return null;
      return ok(openKeptSource(opened, { ...kept.data, index: kept.index }));
    },
    openAhead(selector, waitMs) {
      const told = steady.find(selector);
      if (told === null || told.identity.kind === 'objects') return null;
      const kept = views.keep({ ...told, view: null });
      if (kept === null) return null;
      const isStill = ask(selector, waitMs).then((answer) => steady.note(selector, answer) === told);
      return { source: openKeptSource(told, { ...kept.data, index: kept.index }), isStill };
    },
    rest() {
      isBusy = false;
      if (unwanted.size > 0) forgetUnwanted();
    },
    reportDamage({ path }) {
      const folder = dirname(path);
      const id = basename(path).replace(/\..*$/, '');
      views.drop(folder);
      tell({ type: 'damaged', folder, id });
    },
  };
}
