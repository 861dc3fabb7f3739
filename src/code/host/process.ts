import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { tellLimits } from '../engine-limits.ts';
import { keepCompiledModules } from '../process/compile-cache.ts';
import { offerLauncher } from '../source/git-launcher.ts';
import { offerOwnStores } from '../source/own-store.ts';
import { compileEngine } from './compile-engine.ts';
import { makeGitLauncherHost } from './git-launcher-host.ts';
import { makeKeeperHost } from './keeper-host.ts';
import { makeMemoryTeller } from './memory-teller.ts';
import {
  type EngineSettings,
  type EngineTask,
  EXIT_OUT_OF_MEMORY,
  type FromEngine,
  type ToEngine,
} from './messages.ts';
import { makeThreads } from './threads.ts';

// The entry of the engine process. Its main thread does what the service says and decides nothing, so that it can always
// be told to end one question while another is being answered.

/** How often memory is looked at: memory that no heap limit sees grows in large steps. */
const WATCH_EVERY_MS = 100;

/** In the order given to the process: its task, its numbers. */
const [, , task, numbers = '{}'] = process.argv;
const settings: EngineSettings = JSON.parse(numbers);
if (task === ('compile' satisfies EngineTask)) {
  // The service is gone, and nobody waits for the rest.
  process.on('disconnect', () => process.exit(0));
  await compileEngine(settings.operationsUrl);
  process.exit(0);
}
serve();

function serve(): void {
  tellLimits(settings.limits);
  keepCompiledModules();
  const launcher = makeGitLauncherHost(settings.temporaryFolder);
  offerLauncher(launcher.address);
  const gitLauncher = launcher.address;
  const { indexDirectory, operationsUrl, memoryBytesMax, wirePath } = settings;
  offerOwnStores(indexDirectory);
  const keeper =
    indexDirectory === null
      ? null
      : makeKeeperHost({ indexDirectory, gitLauncher }, (what, detail) => tell({ type: 'notice', what, detail }));
  const threads = makeThreads({ operationsUrl, gitLauncher, wirePath }, keeper, tell);
  const onMemoryHeard = watchMemory(memoryBytesMax, (bytes) => launcher.look(bytes));
  process.on('message', (message: ToEngine) => {
    if (message.type === 'exit') process.exit(EXIT_OUT_OF_MEMORY);
    else if (message.type === 'memory_heard') onMemoryHeard();
    else threads.hear(message);
  });
  // A terminal and a supervisor signal the whole group: the service first ends the calls under way, then this process.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // The service is gone, by whatever death: nobody reads answers any more, and nobody else tidies up.
  process.on('disconnect', () => {
    if (wirePath !== null) rmSync(dirname(wirePath), { recursive: true, force: true });
    // An exit would wait for every thread, which on a full machine takes those that are about to load their modules seconds.
    process.kill(process.pid, 'SIGKILL');
  });
}

/** Looks at the memory now and then; the answer is called when the service has heard and done what follows. */
function watchMemory(bytesMax: number, onLook: (bytes: number) => void): () => void {
  const teller = makeMemoryTeller(bytesMax, {
    tell: (bytes) => tell({ type: 'memory', bytes }),
    exit: () => process.exit(EXIT_OUT_OF_MEMORY),
  });
  const timer = setTimeout(look, WATCH_EVERY_MS);
  function look(): void {
    const bytes = process.memoryUsage.rss();
    onLook(bytes);
    teller.look(bytes);
    timer.refresh();
  }
  return () => {
    teller.heard();
    timer.refresh();
  };
}

function tell(message: FromEngine): void {
  process.send?.(message);
}
