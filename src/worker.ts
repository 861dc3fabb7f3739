import { systemClock } from './base/clock.ts';
import { describeFailure, type Log, type LogThreshold } from './base/log.ts';
import { SECOND_MS } from './base/units.ts';
import { openCore } from './core.ts';
import { openDoors } from './doors.ts';
import { joinFoundation } from './foundation.ts';
import { type Metrics, makeMetrics } from './http/metrics.ts';
import { openLog } from './log-sink.ts';
import { unpackSettings } from './worker-settings.ts';
import { type Channel, channelToOwner } from './workers/channel.ts';
import type { ToOwner, ToWorker } from './workers/protocol.ts';
import { openRemote } from './workers/remote-database.ts';

// The entry of a worker process: the whole service but for what there is once in a data directory (ADR 0025).

/** Longest that a worker may take to end; the owner kills it a second before its own stop is over. */
const STOP_WITHIN_MS = 8 * SECOND_MS;

// The owner gives it a level that its own settings have let pass.
await work(channelToOwner(), openLog(process.argv[2] as LogThreshold, { worker: process.pid }));

async function work(channel: Channel<ToOwner, ToWorker>, log: Log): Promise<void> {
  const closers = new AsyncDisposableStack();
  endWith(channel, closers, log);
  try {
    const metrics = await openService(channel, closers, log);
    channel.onMessage((message) => {
      if (message.type === 'count') void tellCounts(channel, metrics, message.id);
    });
    channel.send({ type: 'listening' });
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    log.event('worker.start_failed', { failure: describeFailure(failure) }, 'debug');
    channel.send({ type: 'failed', reason }, () => process.exit(1));
  }
}

async function openService(
  channel: Channel<ToOwner, ToWorker>,
  closers: AsyncDisposableStack,
  log: Log,
): Promise<Metrics> {
  const { database, settings, collectMetrics } = await openRemote({ channel, log });
  closers.defer(() => database.close());
  const { config, dataDir, secret } = unpackSettings(settings);
  const foundation = joinFoundation({ dataDir, secret, database, close: () => database.close() });
  const metrics = makeMetrics(collectMetrics);
  // What was counted since it was last asked for is not lost with a clean end.
  closers.defer(() => tellCounts(channel, metrics, 0));
  const parts = { config, clock: systemClock, log };
  const core = await openCore({ ...parts, foundation, metrics }, closers);
  await openDoors(core, { ...parts, processes: config.workers }, closers);
  return metrics;
}

async function tellCounts(channel: Channel<ToOwner, ToWorker>, metrics: Metrics, id: number): Promise<void> {
  channel.send({ type: 'counted', id, metrics: await metrics.count() });
}

/**
 * Ends the worker: drained at the owner's word or a SIGTERM, which whoever stops the service may send to all of its
 * processes; at once when the owner is gone, without whom nothing can be counted.
 */
function endWith(channel: Channel<ToOwner, ToWorker>, closers: AsyncDisposableStack, log: Log): void {
  let isStopping = false;
  const stop = (): void => {
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    closers.disposeAsync().then(
      () => process.exit(0),
      (failure: unknown) => {
        log.event('worker.stop_failed', { failure: describeFailure(failure) }, 'error');
        process.exit(1);
      },
    );
  };
  channel.onClose(() => process.exit(1));
  channel.onMessage((message) => {
    if (message.type === 'stop') stop();
  });
  process.on('SIGTERM', stop);
  // A terminal sends it to the whole group: the owner stops its workers itself, in order.
  process.on('SIGINT', () => {});
  process.on('unhandledRejection', (failure) => {
    log.event('process.failed', { failure: describeFailure(failure) }, 'error');
    process.exit(1);
  });
}
