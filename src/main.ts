import { createApp } from './app.ts';
import { banner } from './banner.ts';
import { systemClock } from './base/clock.ts';
import { describeFailure } from './base/log.ts';
import { SECOND_MS } from './base/units.ts';
import type { Config } from './config.ts';
import { printable } from './control/printable.ts';
import { openLog } from './log-sink.ts';
import { chooseRoots } from './roots.ts';

/** Longest that a stop may take; what is still running then is ended. */
const STOP_WITHIN_MS = 9.5 * SECOND_MS;

/**
 * A signal that comes this soon after the first is the same Ctrl-C: the terminal sends it to the whole group, and npm
 * and the launcher pass on theirs.
 */
const SAME_SIGNAL_MS = SECOND_MS;

/**
 * Runs the service until it is told to stop: starts it, says on standard output how to reach it, and ends the process.
 * The first SIGTERM or SIGINT drains, another one a second later ends at once.
 */
export async function runService(config: Config, rootOptions: readonly string[], directory: string): Promise<void> {
  const log = openLog(config.logLevel);
  for (const name of config.unknown) log.event('setting.ignored', { name }, 'warn');
  const roots = chooseRoots(rootOptions, config.roots, directory);
  const failed = Promise.withResolvers<string>();
  const app = await createApp({ config, roots, clock: systemClock, log, onFailed: failed.resolve });
  process.on('unhandledRejection', (failure) => {
    log.event('process.failed', { failure: describeFailure(failure) }, 'error');
    process.exit(1);
  });

  let stoppingSinceMs: number | null = null;
  const stop = (signal: string, exitCode = 0): void => {
    const nowMs = systemClock.monotonicMs();
    if (stoppingSinceMs !== null && nowMs - stoppingSinceMs > SAME_SIGNAL_MS) process.exit(1);
    if (stoppingSinceMs !== null) return;
    stoppingSinceMs = nowMs;
    log.event('service.stopping', { signal });
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    app.close().then(
      () => process.exit(exitCode),
      (failure: unknown) => {
        log.event('service.stop_failed', { failure: describeFailure(failure) }, 'error');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal));
  void failed.promise.then((reason) => {
    process.stderr.write(`portico: ${printable(reason)}\n`);
    stop('failed', 1);
  });
  // Whoever reads it may stop the service at once, and gets a clean stop.
  process.stdout.write(banner(app.started));
  // Whoever has just started it copies its key into an editor now.
  app.prepare();
}
