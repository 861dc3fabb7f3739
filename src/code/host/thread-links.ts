import { MessageChannel, type Worker } from 'node:worker_threads';
import { makeGitPool } from '../source/git-pool.ts';
import { makeSyntaxParser, type ParseInput } from '../syntax/parser.ts';
import { answerPort } from '../syntax/port.ts';
import type { KeeperHost } from './keeper-host.ts';
import type { ToThread } from './messages.ts';

/** Ways of threads to what all of them share. */
export interface ThreadLinks {
  /** All of them, for a thread that was just started. */
  connect(thread: Worker): void;
  /** A new way to the keeper, when the one before has ended. */
  connectKeeper(thread: Worker): void;
}

/** Makes the links of all threads; without a keeper they have no way to one. */
export function makeThreadLinks(keeper: KeeperHost | null): ThreadLinks {
  // One for all threads; its process is started with the first text.
  const parser = makeSyntaxParser();
  // Here, too: the main thread lives as long as the process, and collects the children of those that were ended.
  const gits = makeGitPool();

  function connectKeeper(thread: Worker): void {
    if (keeper !== null) give(thread, { type: 'keeper', port: keeper.connect() });
  }

  function connectParser(thread: Worker): void {
    const { port1, port2 } = new MessageChannel();
    answerPort(port1, (input: ParseInput) => parser.parse(input));
    give(thread, { type: 'parser', port: port2 });
  }

  function connectGit(thread: Worker): void {
    const { port1, port2 } = new MessageChannel();
    gits.connect(port1);
    give(thread, { type: 'git', port: port2 });
  }

  return {
    connect(thread) {
      connectKeeper(thread);
      connectParser(thread);
      connectGit(thread);
    },
    connectKeeper,
  };
}

function give(thread: Worker, message: Extract<ToThread, { readonly port: unknown }>): void {
  thread.postMessage(message, [message.port]);
}
