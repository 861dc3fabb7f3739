import { tellLimits } from '../engine-limits.ts';
import { keepCompiledModules } from '../process/compile-cache.ts';
import { offerLauncher } from '../source/git-launcher.ts';
import { offerOwnStores } from '../source/own-store.ts';
import { compileEngine } from './compile-engine.ts';
import { makeGitLauncherHost } from './git-launcher-host.ts';
import { makeKeeperHost } from './keeper-host.ts';
import { makeMemoryWatch } from './memory-watch.ts';
import {
  type EngineSettings,
  type EngineTask,
  EXIT_OUT_OF_MEMORY,
  type FromEngine,
  type ToEngine,
} from './messages.ts';
import { makeThreadPool } from './thread-pool.ts';

// The entry of the engine process. Its main thread only passes messages on, so that it can always be told to stop one
// question while another is being answered.

/** How often memory is looked at: memory that no heap limit sees grows in large steps. */
const WATCH_EVERY_MS = 100;

/** In the order given to the process: its task, its numbers. */
const [, , task, numbers = '{}'] = process.argv;
const settings: EngineSettings = JSON.parse(numbers);
if (task === ('compile' satisfies EngineTask)) {
  await compileEngine(settings.operationsUrl);
  process.exit(0);
}
serve();

function serve(): void {
  tellLimits(settings.limits);
  keepCompiledModules();
  const launcher = makeGitLauncherHost(settings.temporaryFolder);
  offerLauncher(launcher.place);
  const gitLauncher = launcher.place;
  const { indexDirectory, operationsUrl, threads } = settings;
  offerOwnStores(indexDirectory);
  const keeper =
    indexDirectory === null
      ? null
      : makeKeeperHost({ indexDirectory, gitLauncher }, (what, detail) => tell({ type: 'notice', what, detail }));
  const pool = makeThreadPool({ threads, thread: { operationsUrl, gitLauncher } }, keeper, tell);
  process.on('message', (message: ToEngine) => {
    if (message.type === 'run') pool.run(message);
    else pool.stop(message.id, message.reason);
  });
  // A terminal and a supervisor signal the whole group: the service first ends the calls under way, then this process.
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
  // The service is gone, by whatever death: nobody reads answers any more.
  process.on('disconnect', () => process.exit(0));
  const watch = makeMemoryWatch(settings.memoryBytesMax, pool, () => process.exit(EXIT_OUT_OF_MEMORY));
  setInterval(() => {
    const bytes = process.memoryUsage.rss();
    launcher.look(bytes);
    watch.look(bytes);
  }, WATCH_EVERY_MS);
}

function tell(message: FromEngine): void {
  process.send?.(message);
}
