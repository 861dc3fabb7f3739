import { z } from 'zod';
import { defineTool, type Tool } from '../../src/tools/tool.ts';

/** Tools whose only use is to be watched by a test. */
export interface ProbeTools {
  readonly tools: readonly Tool[];
  /** Resolves when a call of `probe_wait` runs. */
  readonly waiting: Promise<void>;
  /** Resolves when the signal of that call is aborted. */
  readonly aborted: Promise<void>;
}

const annotations = { readOnlyHint: true, openWorldHint: false };

/** Makes a fresh set: `probe_echo`, `probe_fail`, `probe_count` (reports progress) and `probe_wait` (until aborted). */
export function makeProbeTools(): ProbeTools {
  const waiting = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const shared = { title: 'Probe', annotations, isChargeable: true };
  const echo = defineTool({
    ...shared,
    name: 'probe_echo',
    description: 'Gives its text back',
    input: z.strictObject({ text: z.string() }),
    run: async ({ text }) => ({ text }),
  });
  const fail = defineTool({
    ...shared,
    name: 'probe_fail',
    description: 'Meets an obstacle',
    input: z.strictObject({}),
    run: async () => ({ text: 'No such file. Call probe_echo instead.', isError: true }),
  });
  const count = defineTool({
    ...shared,
    name: 'probe_count',
    description: 'Counts to three and says so',
    input: z.strictObject({}),
    async run(_args, context) {
      for (const done of [1, 2, 3]) context.progress(done, 3, `step ${done}`);
      return { text: 'counted' };
    },
  });
  const wait = defineTool({
    ...shared,
    name: 'probe_wait',
    description: 'Waits until the caller gives up',
    input: z.strictObject({}),
    async run(_args, context) {
      context.signal.addEventListener('abort', () => aborted.resolve());
      waiting.resolve();
      await aborted.promise;
      return { text: 'given up' };
    },
  });
  return { tools: [echo, fail, count, wait], waiting: waiting.promise, aborted: aborted.promise };
}
